/** A count as its counter sees it away from the network: what the server answered last, over it what waits. */
import type { TypeOf } from '../../kernel/core/shape.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type * as calls from './stock-check.calls.ts';

type CountBill = TypeOf<typeof calls.preCheck.answer>;
type CountLine = CountBill['details'][number];

/** What was entered of a line and waits to be sent. */
interface WaitingCount {
  readonly target: string;
  readonly body: {
    readonly countQty?: string | null;
    readonly parts?: readonly { readonly qty: string; readonly unitId: string }[];
    readonly countAuxQty?: string | null;
    readonly skipReason?: string;
  };
}

/** What an entry comes to in the base unit of its line; null where it has no figure. */
export function baseOf(line: Pick<CountLine, 'units'>, { parts, countQty }: WaitingCount['body']): string | null {
  if (parts === undefined || parts.length === 0) return countQty ?? null;
  const factorOf = (unitId: string): string => line.units.find((unit) => unit.unitId === unitId)?.factor ?? '1';
  return Decimal.sum(parts.map(({ qty, unitId }) => Decimal.of(qty).times(Decimal.of(factorOf(unitId))))).toString();
}

/** The count with what waits on its lines; whether a lot is counted again only the server says. */
export function withWaiting(bill: CountBill, waiting: readonly WaitingCount[], counter: string): CountBill {
  if (waiting.length === 0) return bill;
  const last = new Map(waiting.map((entry) => [entry.target, entry.body]));
  let more = 0;
  const details = bill.details.map((line): CountLine => {
    const body = last.get(line.id);
    if (body === undefined) return line;
    const counted = baseOf(line, body);
    const skipReason = counted === null ? (body.skipReason ?? '') : '';
    const isOpen = counted === null && skipReason === '';
    const wasOpen = line.lineState === 'waiting' || line.lineState === 'recount';
    if (wasOpen !== isOpen) more += isOpen ? -1 : 1;
    return {
      ...line,
      countBaseQty: counted,
      countAuxQty: body.countAuxQty ?? null,
      parts: body.parts === undefined || body.parts.length < 2 ? null : [...body.parts],
      skipReason,
      lineState: isOpen ? 'waiting' : counted === null ? 'skipped' : 'counted',
      countUserName: counter,
      secondUserName: '',
    };
  });
  return { ...bill, details, progress: { ...bill.progress, counted: bill.progress.counted + more } };
}
