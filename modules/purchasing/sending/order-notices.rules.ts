/** What is worth a second look before a bill goes: ordered twice. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';

/** What a bill asks for, in base unit by material and day. */
export interface AskedFor {
  readonly materialId: string;
  readonly day: string;
  readonly baseQty: Decimal;
}
/** Another bill for the same place: of an order also from the same supplier for the same day. */
interface OtherBill {
  readonly billCode: string;
  readonly asked: readonly AskedFor[];
}

/** The same goods in the same quantities for the same days have the same signature, whatever the order of lines. */
export function signature(asked: readonly AskedFor[]): string {
  const sums = Map.groupBy(asked, ({ materialId, day }) => `${day} ${materialId}`);
  return [...sums]
    .map(
      ([key, rows]) =>
        `${key} ${Decimal.sum(rows.map(({ baseQty }) => baseQty))
          .rounded(6)
          .toString()}`,
    )
    .toSorted()
    .join('|');
}

/** Others that ask for exactly the same, and those that ask for some of the same on the same day. */
export function orderedTwice(asked: readonly AskedFor[], others: readonly OtherBill[]): readonly Refusal[] {
  const own = signature(asked);
  const wanted = new Set(asked.map(({ materialId, day }) => `${day} ${materialId}`));
  return others.flatMap(({ billCode, asked: theirs }) => {
    if (asked.length > 0 && signature(theirs) === own) return [refuse('purchasing.same-again', { billCode })];
    const shared = new Set(
      theirs.map(({ materialId, day }) => `${day} ${materialId}`).filter((key) => wanted.has(key)),
    );
    return shared.size === 0 ? [] : [refuse('purchasing.partly-again', { billCode, count: shared.size })];
  });
}
