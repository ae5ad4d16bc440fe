/**
 * Whether goods may come in as they were entered, and what they are worth (store.md 6, trade-rules 8.5): the price of
 * the line, else the average at the place, else its last cost.
 */
import type { Decimal } from '../../kernel/core/decimal.ts';
import type { Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { amountOf, gainUnitCost, type Worth } from '../stock/ledger/cost.rules.ts';
import { expiryOf, lotLifeRefusal } from '../stock/ledger/lot-life.rules.ts';
import './other-moves.refusals.ts';

/** What a material says of the lots and measures of its goods. */
export interface Traits {
  readonly material: string;
  /** No lot without an expiry date. */
  readonly managed: boolean;
  readonly shelfLifeDays: number | null;
  readonly isCatchWeight: boolean;
  /** The unit its pieces are counted in. */
  readonly auxUnitId: string | null;
}
/** A line as a person entered it. */
interface EnteredLine {
  readonly line: number;
  readonly unitId: string;
  readonly qty: Decimal;
  readonly auxQty: Decimal | null;
}
interface EnteredLot extends EnteredLine {
  readonly price: Decimal | null;
  readonly productionDate: string | null;
  readonly expiryDate: string | null;
}
const QTY: Label = { zh: '数量', en: 'Quantity' };
const PRICE: Label = { zh: '价格', en: 'The price' };

/** Quantities of any bill of these: above zero, and goods of catch weight by weight with their pieces. */
export function measureRefusals({ line, qty, unitId, auxQty }: EnteredLine, traits: Traits): Refusal[] {
  if (!qty.isPositive()) return [refuse('field.positive', { name: QTY }, { line, field: 'qty' })];
  const isWeighed = unitId !== traits.auxUnitId && auxQty !== null && auxQty.isPositive();
  return traits.isCatchWeight && !isWeighed
    ? [refuse('other-moves.not-weighed', { material: traits.material }, { line, field: 'auxQty' })]
    : [];
}

/** Everything that speaks against a line: its measures, its price, and the life of its lot. */
export function entryRefusals(entered: EnteredLot, traits: Traits, today: string, isGift: boolean): Refusal[] {
  const { line, price, productionDate } = entered;
  const { material, shelfLifeDays } = traits;
  const found = measureRefusals(entered, traits);
  if (price !== null && (price.isNegative() || (price.isZero() && !isGift)))
    found.push(refuse('price.positive', { name: PRICE }, { line, field: 'price' }));
  if (productionDate !== null && productionDate > today)
    found.push(refuse('stock.produced-later', { material, productionDate }, { line, field: 'productionDate' }));
  const wrong = lotLifeRefusal(entered, traits, line);
  if (wrong !== undefined) return [...found, wrong];
  const expiryDate = expiryOf(entered, shelfLifeDays);
  if (expiryDate !== null && expiryDate < today)
    found.push(refuse('other-moves.expired', { material, expiryDate }, { line, field: 'expiryDate' }));
  return found;
}

/** What a line brings in; null where nobody says what it costs. */
export function valueOf(
  line: { readonly qty: Decimal; readonly baseQty: Decimal; readonly price: Decimal | null },
  place: { readonly average: Worth; readonly lastCost: Decimal },
): Decimal | null {
  if (line.price !== null) return amountOf(line.qty, line.price);
  const cost = gainUnitCost(place.average, place.lastCost);
  return cost.isPositive() ? amountOf(line.baseQty, cost) : null;
}
