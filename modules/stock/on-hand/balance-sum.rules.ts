import { Decimal } from '../../../kernel/core/decimal.ts';

const NAMES = ['qty', 'holdQty', 'expiredQty', 'reservedQty', 'availableQty'] as const;
type Name = (typeof NAMES)[number];

/** What several places have together; a figure that is missing counts as nothing. */
export const balanceSum = (rows: readonly Readonly<Record<Name, unknown>>[]): Readonly<Record<Name, string>> =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      Decimal.sum(
        rows.map((row) => {
          const text = String(row[name] ?? '');
          return Decimal.isText(text) ? Decimal.of(text) : Decimal.zero;
        }),
      ).toString(),
    ]),
  ) as Record<Name, string>;
