/** What is worth a second look before a bill goes: ordered twice, or less than the supplier comes for. */
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

/** An order below what its supplier comes for: how much is missing, and which others it could be merged with. */
export function belowLeast(
  amount: Decimal,
  least: Decimal | null,
  others: readonly { readonly billCode: string; readonly amount: Decimal }[],
): readonly Refusal[] {
  if (least === null || !least.isPositive() || amount.isAtLeast(least) || amount.isZero()) return [];
  const detail = { least: least.toFixed(2), short: least.minus(amount).toFixed(2) };
  const enough = others.filter((other) => amount.plus(other.amount).isAtLeast(least));
  return [
    enough.length === 0
      ? refuse('purchasing.below-least', detail)
      : refuse('purchasing.below-least-merge', {
          ...detail,
          others: enough.map(({ billCode }) => billCode).join('、'),
        }),
  ];
}
