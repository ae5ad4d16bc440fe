/** From whom needs are proposed to come, and in which packs, of what was read before. Runs in a thread too. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import {
  sourceBookOf,
  type ChosenSource,
  type SourcePlace,
  type SourceRows,
} from '../../sourcing/source-book.server.ts';
import type { Offer } from '../../suppliers/offers.server.ts';
import type { PackOption } from '../netting/pack.rules.ts';

/** The purchase unit of a material itself, where something has to be rounded to it. */
export interface OwnPack {
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly minOrderQty: DecimalText;
  readonly orderMultiple: DecimalText;
}
export interface BuyingRows {
  readonly sources: SourceRows;
  readonly own: readonly OwnPack[];
}

/** From whom the need of a day is proposed to come, and in which units it may be ordered. */
interface Buying {
  readonly source: ChosenSource;
  /** The same list for the same units, so that days can be told apart by it. */
  readonly packs: readonly PackOption[];
}
export interface BuyingBook {
  /** `net` in base unit. */
  at(warehouseId: Id, materialId: Id, date: string, net: Decimal): Buying;
}

/**
 * The source that rules choose for the place and day, with its packs; where no supplier's pack counts the material's
 * own purchase unit.
 */
export function buyingBookOf({ sources, own: ownPacks }: BuyingRows, places: ReadonlyMap<Id, SourcePlace>): BuyingBook {
  const book = sourceBookOf(sources);
  const own = new Map(ownPacks.map((pack) => [pack.materialId, [packOf(pack)]]));
  const offered = new Map<Id, readonly PackOption[]>();
  const packsOf = (offer: Offer): readonly PackOption[] => {
    let packs = offered.get(offer.supplierMaterialId);
    if (packs === undefined) offered.set(offer.supplierMaterialId, (packs = [packOf(offer)]));
    return packs;
  };
  return {
    at(warehouseId, materialId, date, net) {
      const source = book.choose(places.get(warehouseId)!, materialId, date, net);
      return { source, packs: source.offer === null ? (own.get(materialId) ?? NO_PACKS) : packsOf(source.offer) };
    },
  };
}
const NO_PACKS: readonly PackOption[] = [];
const packOf = ({ unitId, factor, minOrderQty, orderMultiple }: Omit<OwnPack, 'materialId'>): PackOption => ({
  unitId,
  factor: Decimal.of(factor),
  minOrderQty: Decimal.of(minOrderQty),
  orderMultiple: Decimal.of(orderMultiple),
});
