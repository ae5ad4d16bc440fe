import { type RefObject, useMemo, useState } from 'react';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useCheck } from '../../../kernel/web/use-debounced-check.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { ApiError } from '../../../parts/client/errors.ts';
import { useWords } from '../../../parts/language/language.ts';
import type { LineGridHandle } from '../../../parts/line-grid/line-grid.tsx';
import type { Problem } from '../../../parts/line-grid/model.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { distributionSum, lineFault, marksOf, withoutNumber, type DistributedLine } from './distribution.rules.ts';
import { type TakenLine, useGenerateOrders } from '../generate-orders.view.tsx';
import { previewFromRequest } from '../purchase-order.calls.ts';
import { purchasingTexts } from '../purchasing.texts.ts';
import { purchaseRequestLine } from '../request-line.resource.ts';
import { figureOf, type OfferedLine, textOf, type useDistribution } from './use-distribution.view.ts';

/**
 * Orders of what is taken of the offered lines: what is wrong with a line, what the orders come to, and making them.
 * What the server refuses stands at its lines until those are written again, and in a banner with what helps.
 */
export function useDistributionOrders(
  { rows, onChange, decide, forget, refreshOpen }: ReturnType<typeof useDistribution>,
  grid: RefObject<LineGridHandle | null>,
) {
  const word = useWords(purchasingTexts);
  const notify = useNotify();
  const { may, distribute, result } = useGenerateOrders();
  const refused = useRefusedLines(refreshOpen);
  const problems = useMemo(() => [...refused.marks, ...faultsOf(rows, word)], [refused.marks, rows, word]);
  const sum = useMemo(() => distributionSum(rows.map(asLine)), [rows]);
  const taken = may && problems.length === 0 ? takenOf(rows) : [];
  // What is ordered is rounded to packs, over all lines of a day: only the orders themselves have a sum.
  const preview = useCheck(previewFromRequest, taken.length === 0 ? undefined : { details: taken }, PREVIEW_AFTER_MS);

  /** Lines `without` stay as they were decided on, to be sent later. */
  const send = async (without: ReadonlySet<string> = NO_KEYS): Promise<void> => {
    const all: readonly OfferedLine[] = grid.current?.finish() ?? rows;
    const ready = all.filter(({ key }) => !without.has(key));
    const ordered = ready.filter((row) => figureOf(row.takeQty).isPositive());
    if (ordered.length === 0) return notify.warn(word('distribute.none'));
    const cells = new Set(refused.marks.map(({ key, field }) => `${key} ${field}`));
    if ((grid.current?.problems() ?? 0) > cells.size) return notify.warn(word('distribute.wrong'));
    const { orders, suppliers, lines } = distributionSum(ready.map(asLine));
    try {
      const question = word('distribute.ask', { lines, suppliers, orders });
      if (!(await distribute(takenOf(ordered), question))) return;
    } catch (error) {
      return refused.show(error, ordered);
    }
    refused.forget();
    // What a filter leaves out is still to be sent.
    await forget(ready.map((row) => row.key));
    await invalidateLists(purchaseRequestLine);
  };
  // Who writes into a line again has read what was refused of it.
  const change: typeof onChange = (next, made) => {
    refused.drop(new Set(made.rows.map(({ key }) => key)));
    onChange(next, made);
  };
  const takeAll = (): void =>
    decide(rows.filter((row) => textOf(row.supplierId) !== '').map((row) => withQty(row, textOf(row.openQty))));
  const takeNothing = (): void => decide(rows.map((row) => withQty(row, '0')));
  const undo = (): void => {
    refused.forget();
    void forget();
  };
  const marked = new Set(refused.marks.map(({ key }) => key));
  const others = rows.filter((row) => figureOf(row.takeQty).isPositive() && !marked.has(row.key)).length;
  const banner = refused.banner(
    marked.size > 0 && others > 0
      ? [{ label: word('distribute.others', { count: others }), run: () => void send(marked) }]
      : [],
  );
  return { may, result, banner, problems, sum, amount: preview?.amount, send, change, takeAll, takeNothing, undo };
}
export type DistributionOrders = ReturnType<typeof useDistributionOrders>;

/** What was refused of the lines that were sent: as a banner of the page, and as marks at their cells. */
function useRefusedLines(refreshOpen: (ids: readonly string[]) => Promise<void>) {
  const word = useWords(purchasingTexts);
  const notify = useNotify();
  const { show: showBanner, forget: closeBanner, banner } = useRefused();
  const [marks, setMarks] = useState<readonly Problem[]>(NO_PROBLEMS);
  const forget = (): void => {
    closeBanner();
    setMarks(NO_PROBLEMS);
  };
  const show = async (error: unknown, sent: readonly OfferedLine[]): Promise<void> => {
    if (!(error instanceof ApiError) || !showBanner(word('generate'), withPlainSentences(error)))
      return notify.error(error);
    const found = marksOf(
      error.problems,
      sent.map(({ key }) => key),
    );
    setMarks(found);
    if (found.length > 0) await refreshOpen(found.map(({ key }) => key));
  };
  /** Of these lines it is settled; of all of them, so is the banner. */
  const drop = (keys: ReadonlySet<string>): void => {
    const rest = marks.filter(({ key }) => !keys.has(key));
    if (rest.length === marks.length) return;
    if (rest.length === 0) forget();
    else setMarks(rest);
  };
  return { marks, show, drop, forget, banner };
}

const withPlainSentences = ({ errorKind, message, problems, data, status }: ApiError): ApiError =>
  new ApiError(errorKind, message, {
    problems: problems.map((each) => ({ ...each, message: withoutNumber(each.message) })),
    data,
    status,
  });

const NO_PROBLEMS: readonly Problem[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();
const PREVIEW_AFTER_MS = 400;

const withQty = (row: OfferedLine, takeQty: string): OfferedLine => ({ ...row, takeQty, unread: undefined });

/** What is wrong with the lines before anything is sent, at the cell that is to be corrected. */
const faultsOf = (rows: readonly OfferedLine[], word: ReturnType<typeof useWords<keyof typeof purchasingTexts>>) =>
  rows.flatMap((row): Problem[] => {
    const fault = lineFault(asLine(row));
    if (fault === undefined) return [];
    const [field, sentence] =
      fault === 'over' ? (['takeQty', 'distribute.over'] as const) : (['supplierId', 'distribute.nobody'] as const);
    return [{ key: row.key, field, sentence: word(sentence, { open: textOf(row.openQty) }) }];
  });

const takenOf = (rows: readonly OfferedLine[]): readonly TakenLine[] =>
  rows
    .filter((row) => figureOf(row.takeQty).isPositive())
    .map((row) => ({
      id: row.key,
      supplierId: textOf(row.supplierId),
      qty: textOf(row.takeQty),
      openQty: textOf(row.seenQty),
    }));
const asLine = (row: OfferedLine): DistributedLine => ({
  supplierId: textOf(row.supplierId),
  warehouseId: textOf(row.warehouseId),
  deliveryDate: textOf(row.deliveryDate),
  openQty: figureOf(row.openQty),
  takeQty: figureOf(row.takeQty),
});
