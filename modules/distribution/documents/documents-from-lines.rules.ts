/**
 * From lines of work lists to documents (`model/purchasing.md` 1, steps 7 to 9). A direct line is bought for its site;
 * a central one is brought to its site by its sender, and bought for the sender where that is how it is supplied.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';

export type DocType = 'straight' | 'central' | 'delivery';
type LinkKind = 'document' | 'supply' | 'deliver';
/** What a link from a line of a work list to a document of this type is called. */
export const LINK_KINDS: Readonly<Record<DocType, LinkKind>> = {
  straight: 'document',
  central: 'supply',
  delivery: 'deliver',
};

/** A line of a work list, with what of it no document has yet. */
export interface ListLine {
  readonly id: Id;
  readonly billId: Id;
  readonly kind: 'straight' | 'uniform';
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: Decimal;
  readonly baseUnitId: Id;
  /** Not yet on the way to the site, and, bought for a centre, not yet bought: in its unit and in base unit. */
  readonly open: Part;
  readonly openSupply: Part;
  readonly needDate: string;
  readonly deliveryDate: string;
  readonly arriveDate: string | null;
  readonly orderBefore: string | null;
  readonly outStoreId: Id | null;
  readonly supplierId: Id | null;
  readonly supplyMode: 'stock' | 'produce' | 'purchase' | null;
  readonly price: Decimal | null;
  readonly taxRate: Decimal | null;
  readonly priceReason: string | null;
  readonly settlementPrice: Decimal | null;
}
interface Part {
  readonly qty: Decimal;
  readonly baseQty: Decimal;
}
/** How much of a line a document has. */
interface Served extends Part {
  readonly line: ListLine;
}
interface DocumentLine extends Part {
  /** One of those it was made of, which says what all of them have in common. */
  readonly first: ListLine;
  readonly serves: readonly Served[];
}
export interface MadeDocument {
  readonly docType: DocType;
  readonly first: ListLine;
  /** Where the goods go: the site, or the store of the centre. */
  readonly placeId: Id;
  readonly deliveryDate: string;
  readonly orderBefore: string | null;
  readonly lines: readonly DocumentLine[];
}

/** Documents in a fixed order, so that the same lines always give the same documents. What is not open gives none. */
export function documentsFromLines(lines: readonly ListLine[]): MadeDocument[] {
  const straight = lines.filter(({ kind }) => kind === 'straight');
  const uniform = lines.filter(({ kind }) => kind === 'uniform');
  return [
    ...madeOf('straight', straight),
    ...madeOf(
      'central',
      uniform.filter(({ supplyMode }) => supplyMode === 'purchase'),
    ),
    ...madeOf('delivery', uniform),
  ];
}

const arrivalOf = (line: ListLine): string => line.arriveDate ?? line.deliveryDate;
const RULES: Readonly<
  Record<
    DocType,
    {
      readonly header: (line: ListLine) => readonly (string | null)[];
      readonly line: (line: ListLine) => readonly (string | null | undefined)[];
      readonly place: (line: ListLine) => Id;
      readonly day: (line: ListLine) => string;
      readonly open: (line: ListLine) => Part;
    }
  >
> = {
  straight: {
    header: (line) => [line.supplierId, line.warehouseId, line.deliveryDate],
    line: (line) => [...goodsOf(line), line.price?.toString(), line.taxRate?.toString()],
    place: (line) => line.warehouseId,
    day: (line) => line.deliveryDate,
    open: (line) => line.open,
  },
  central: {
    header: (line) => [line.supplierId, line.outStoreId, arrivalOf(line)],
    line: (line) => [...goodsOf(line), line.price?.toString(), line.taxRate?.toString()],
    place: (line) => line.outStoreId!,
    day: arrivalOf,
    open: (line) => line.openSupply,
  },
  delivery: {
    header: (line) => [line.outStoreId, line.warehouseId, line.deliveryDate],
    line: (line) => [...goodsOf(line), line.supplyMode, line.settlementPrice?.toString()],
    place: (line) => line.warehouseId,
    day: (line) => line.deliveryDate,
    open: (line) => line.open,
  },
};
const goodsOf = ({ materialId, unitId, factor }: ListLine): string[] => [materialId, unitId, factor.toString()];

function madeOf(docType: DocType, lines: readonly ListLine[]): MadeDocument[] {
  const rule = RULES[docType];
  const open = lines.filter((line) => rule.open(line).baseQty.isPositive());
  return groupBy(open, rule.header).map((own): MadeDocument => {
    const first = own[0]!;
    return {
      docType,
      first,
      placeId: rule.place(first),
      deliveryDate: rule.day(first),
      orderBefore: own.flatMap(({ orderBefore }) => orderBefore ?? []).toSorted()[0] ?? null,
      lines: groupBy(own, rule.line).map((same) => {
        // Who needs it first is served first.
        const serves = same
          .toSorted((a, b) => (a.needDate < b.needDate ? -1 : a.needDate > b.needDate ? 1 : 0))
          .map((line) => ({ line, ...rule.open(line) }));
        return {
          first: same[0]!,
          serves,
          qty: Decimal.sum(serves.map(({ qty }) => qty)),
          baseQty: Decimal.sum(serves.map(({ baseQty }) => baseQty)),
        };
      }),
    };
  });
}

const groupBy = <T>(items: readonly T[], key: (item: T) => readonly (string | null | undefined)[]): T[][] =>
  [...Map.groupBy(items, (item) => key(item).join('\u0000'))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group);
