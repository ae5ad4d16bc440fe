/** What keeps a move from being made, whatever lies there: the state of the lot that leaves, the store it goes to. */
import type { Refusal } from '../../../kernel/core/refusal.ts';
import { bringsIn, notKept } from '../warehouses/kept-kinds.rules.ts';
import { exitRefusal, type LotExit } from './batch-allocation.rules.ts';
import { moveReasons, type ReasonCode } from './move-reason.rules.ts';
import type { Flow, PlaceBalance } from './posting.rules.ts';

/** Refuses a lot that may not leave this way, and goods a store of a factory does not keep. */
export function barredMove(flow: Flow, at: (locationId: string) => PlaceBalance, today: string): Refusal | undefined {
  return barredLot(flow, at, today) ?? barredPlace(flow, at);
}

function barredLot(flow: Flow, at: (locationId: string) => PlaceBalance, today: string): Refusal | undefined {
  const reason = moveReasons[flow.reason as ReasonCode] as { readonly exit?: LotExit } | undefined;
  const exit = flow.exit ?? reason?.exit;
  if (flow.from === undefined || exit === undefined) return undefined;
  const { lot } = at(flow.from).lots.get(flow.batchId)!;
  const refusal = exitRefusal({ ...lot, qty: flow.qty, receivedDate: '', opened: false }, exit, today);
  return refusal && flow.line !== undefined ? { ...refusal, line: flow.line } : refusal;
}

function barredPlace({ reason, to, line }: Flow, at: (locationId: string) => PlaceBalance): Refusal | undefined {
  const kinds = to === undefined || !bringsIn(reason) ? undefined : at(to).kept;
  return kinds === undefined ? undefined : notKept(kinds, line);
}
