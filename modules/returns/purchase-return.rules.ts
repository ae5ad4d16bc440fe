/**
 * What may go back to a supplier (store.md 7, trade-rules 7.3 and 8.3): lots that came from them, at the price they
 * came at, and of all parts of a lot together never more than was received and has not gone back.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { amountOf } from '../stock/ledger/cost.rules.ts';
import './returns.refusals.ts';

/** A line about to go back, in base unit. */
export interface ReturningLine {
  readonly line: number;
  readonly supplierId: string;
  readonly supplier: string;
  readonly warehouse: string;
  readonly material: string;
  readonly unit: string;
  readonly qty: Decimal;
  readonly lot: {
    /** The lot it came of: what is left to return is theirs together. */
    readonly rootId: string;
    readonly batchCode: string;
    readonly supplierId: string | null;
    /** It is of the material of the line, or of one that was merged into it. */
    readonly isOfMaterial: boolean;
    readonly lies: boolean;
    readonly received: Decimal;
    readonly returned: Decimal;
  };
}

/** Everything that speaks against these lines; one after the other they take of what is left of their lots. */
export function returnRefusals(lines: readonly ReturningLine[]): Refusal[] {
  const taken = new Map<string, Decimal>();
  return lines.flatMap(({ line, supplierId, supplier, warehouse, material, unit, qty, lot }): Refusal[] => {
    const { rootId, batchCode: batch, received } = lot;
    const at = { line, field: 'batchId' };
    if (!lot.isOfMaterial) return [refuse('returns.other-material', { batch, material }, at)];
    if (lot.supplierId !== supplierId) return [refuse('returns.other-supplier', { batch, supplier }, at)];
    if (!lot.lies) return [refuse('returns.not-here', { batch, warehouse }, at)];
    const returned = lot.returned.plus(taken.get(rootId) ?? Decimal.zero);
    const returnable = Decimal.max(Decimal.zero, received.minus(returned));
    taken.set(rootId, (taken.get(rootId) ?? Decimal.zero).plus(qty));
    return qty.isAtMost(returnable)
      ? []
      : [
          refuse(
            'returns.too-much',
            { material, batch, unit, received, returned, returnable, wanted: qty },
            { line, field: 'qty' },
          ),
        ];
  });
}

/** What a line is credited at: the price of its unit, and the amount of the whole. */
export function creditOf(
  line: { readonly qty: Decimal; readonly factor: Decimal },
  basePrice: Decimal,
): { readonly price: Decimal; readonly amount: Decimal } {
  const price = basePrice.times(line.factor).rounded(6);
  return { price, amount: amountOf(line.qty, price) };
}
