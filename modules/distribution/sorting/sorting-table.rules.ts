/** The sorting table as its sorter sees it: what the server answered last, over it what waits on this device. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { SortGroup, SortLine, SortTable } from './sorting.calls.ts';
import { progressOf, sorted, type SortingLine } from './sorting.rules.ts';

/** What was entered of a line and waits to be sent. */
export interface WaitingAct {
  readonly target: string;
  readonly isUndo: boolean;
  readonly num: string;
  readonly shortReason: string;
}

/** Is it done or short? */
export const isSorted = ({ state }: Pick<SortLine, 'state'>): boolean => state === 'done' || state === 'short';
/** Waits for somebody. */
export const isToSort = (line: Pick<SortLine, 'state' | 'isShipped'>): boolean => !line.isShipped && !isSorted(line);
/** What a line is to get. */
export const goalOf = ({ targetQty, orderQty }: Pick<SortLine, 'targetQty' | 'orderQty'>): string =>
  targetQty ?? orderQty;

/** A line as the rules of sorting look at it. */
export const ruleLine = (line: SortLine): SortingLine => ({
  state: line.state,
  isShipped: line.isShipped,
  orderNo: line.orderNo,
  material: line.materialName,
  unit: line.unitName,
  site: line.siteName,
  orderQty: Decimal.of(line.orderQty),
  targetQty: line.targetQty === null ? null : Decimal.of(line.targetQty),
  num: Decimal.of(line.num),
  shortReason: line.shortReason === '' ? null : line.shortReason,
  operator: line.operatorName,
  tolerance: Decimal.of(line.tolerance),
  isCatchWeight: line.isCatchWeight,
});

function acted(line: SortLine, act: WaitingAct, sorter: string): SortLine {
  if (act.isUndo) return { ...line, state: 'undone', num: '0', shortReason: '', operatorName: sorter };
  const made = sorted(
    { ...ruleLine(line), isCatchWeight: false },
    { num: Decimal.of(act.num), shortReason: act.shortReason || null, pieces: null, weight: null },
  );
  const [state, reason] = 'state' in made ? [made.state, made.shortReason] : (['short', act.shortReason] as const);
  return { ...line, state, num: act.num, shortReason: reason ?? '', operatorName: sorter };
}

/** The table with what waits on its lines; groups and routes are as far as that says. */
export function withWaiting(table: SortTable, waiting: readonly WaitingAct[], sorter: string): SortTable {
  if (waiting.length === 0) return table;
  const last = new Map(waiting.map((act) => [act.target, act]));
  const more = new Map<string, number>();
  const records = table.records.map((group): SortGroup => {
    let [sortedLines, shortLines] = [group.sortedLines, group.shortLines];
    const details = group.details.map((line) => {
      const act = last.get(line.id);
      if (act === undefined) return line;
      const next = acted(line, act, sorter);
      const change = Number(isSorted(next)) - Number(isSorted(line));
      sortedLines += change;
      shortLines += Number(next.state === 'short') - Number(line.state === 'short');
      more.set(line.routeName, (more.get(line.routeName) ?? 0) + change);
      return next;
    });
    return { ...group, details, sortedLines, shortLines, progress: progressOf(sortedLines, group.lines) };
  });
  const routes = table.routes.map((route) => {
    const sortedLines = route.sortedLines + (more.get(route.routeName) ?? 0);
    return { ...route, sortedLines, progress: progressOf(sortedLines, route.lines) };
  });
  return { ...table, records, routes };
}

/** The line after this one that waits to be sorted, around the end; undefined where all are. */
export function nextToSort(lines: readonly SortLine[], from: string | undefined): SortLine | undefined {
  const at = lines.findIndex(({ id }) => id === from);
  const inTurn = [...lines.slice(at + 1), ...lines.slice(0, at + 1)];
  return inTurn.find((line) => isToSort(line) && line.id !== from);
}
