/** What was sent of a distribution: which lines, how much of each and from whom, read before anything is ordered. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { generateFromRequest } from '../purchase-order.calls.ts';

type Sent = InputOf<typeof generateFromRequest.input>['details'];

/** Which of the lines that were sent a request line is, from 1; none where whole requests were sent. */
export type SentPlaces = ReadonlyMap<string, number>;
/** The place of each line that was sent. */
export const sentPlaces = (details: Sent): SentPlaces =>
  new Map((details ?? []).flatMap(({ id }, index): [string, number][] => (id === null ? [] : [[id, index + 1]])));

/** What of a line is to be ordered now; null: all that is open. */
export interface TakenLine {
  readonly supplierId: string | null;
  readonly qty: Decimal | null;
  /** What was open on the screen it was decided on; null: nobody looked. */
  readonly seen: Decimal | null;
}
/** The lines the body names, by their id; null where it names requests instead. */
export function takenLines(details: Sent): ReadonlyMap<string, TakenLine> | null {
  if (details === null) return null;
  const invalid = (name: string, value: unknown, line: number): Refused =>
    new Refused(refuse('param.invalid', { name, value: value ?? '' }, { field: name, line }));
  return new Map(
    details.map(({ id, supplierId, qty, openQty }, index): readonly [string, TakenLine] => {
      if (openQty !== null && !FIGURE.test(openQty)) throw invalid('openQty', openQty, index + 1);
      if (id === null || !ID.test(id)) throw invalid('id', id, index + 1);
      if (supplierId !== null && !ID.test(supplierId)) throw invalid('supplierId', supplierId, index + 1);
      if (qty !== null && (!FIGURE.test(qty) || !Decimal.of(qty).isPositive())) throw invalid('qty', qty, index + 1);
      return [id, { supplierId, qty: figureOf(qty), seen: figureOf(openQty) }];
    }),
  );
}
const figureOf = (value: string | null): Decimal | null => (value === null ? null : Decimal.of(value));
const ID = /^\d{1,19}$/;
const FIGURE = /^\d{1,12}(\.\d{1,6})?$/;
