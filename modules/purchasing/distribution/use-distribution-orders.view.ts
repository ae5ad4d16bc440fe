import { type RefObject, useMemo, useState } from 'react';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useCheck } from '../../../kernel/web/use-debounced-check.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import type { LineGridHandle } from '../../../parts/line-grid/line-grid.tsx';
import type { Problem } from '../../../parts/line-grid/model.ts';
import { distributionSum, lineFault, type DistributedLine } from './distribution.rules.ts';
import { type TakenLine, useGenerateOrders } from '../generate-orders.view.tsx';
import { previewFromRequest } from '../purchase-order.calls.ts';
import { purchasingTexts } from '../purchasing.texts.ts';
import { purchaseRequestLine } from '../request-line.resource.ts';
import { figureOf, type OfferedLine, textOf, type useDistribution } from './use-distribution.view.ts';

/**
 * Orders of what is taken of the offered lines: what is wrong with a line, what the orders come to, and making them.
 * The server's refusals stand at their lines until those are written again.
 */
export function useDistributionOrders(
  { rows, onChange, decide, forget, refreshOpen }: ReturnType<typeof useDistribution>,
  grid: RefObject<LineGridHandle | null>,
) {
  const word = useWords(purchasingTexts);
  const notify = useNotify();
  const { may, distribute, result } = useGenerateOrders();
  const [refused, setRefused] = useState<readonly Problem[]>(NO_PROBLEMS);
  const problems = useMemo(() => [...refused, ...faultsOf(rows, word)], [refused, rows, word]);
  const sum = useMemo(() => distributionSum(rows.map(asLine)), [rows]);
  const taken = may && problems.length === 0 ? takenOf(rows) : [];
  // What is ordered is rounded to packs, over all lines of a day: only the orders themselves have a sum.
  const preview = useCheck(previewFromRequest, taken.length === 0 ? undefined : { details: taken }, PREVIEW_AFTER_MS);

  const send = async (): Promise<void> => {
    const ready: readonly OfferedLine[] = grid.current?.finish() ?? rows;
    const ordered = ready.filter((row) => figureOf(row.takeQty).isPositive());
    if (ordered.length === 0) return notify.warn(word('distribute.none'));
    if ((grid.current?.problems() ?? 0) > refused.length) return notify.warn(word('distribute.wrong'));
    const { orders, suppliers, lines } = distributionSum(ready.map(asLine));
    const { made, refusals } = await distribute(takenOf(ordered), word('distribute.ask', { lines, suppliers, orders }));
    if (!made) {
      const problems = refusals.flatMap(({ line, message }): Problem[] => {
        const row = line === undefined ? undefined : ordered[line - 1];
        return row === undefined ? [] : [{ key: row.key, field: 'takeQty', sentence: message }];
      });
      setRefused(problems);
      if (problems.length > 0) await refreshOpen(problems.map(({ key }) => key));
      return;
    }
    setRefused(NO_PROBLEMS);
    // What a filter leaves out is still to be sent.
    await forget(ready.map((row) => row.key));
    await invalidateLists(purchaseRequestLine);
  };
  // Who writes into a line again has read what was refused of it.
  const change: typeof onChange = (next, made) => {
    const written = new Set(made.rows.map(({ key }) => key));
    setRefused((now) => (now.some(({ key }) => written.has(key)) ? now.filter(({ key }) => !written.has(key)) : now));
    onChange(next, made);
  };
  const takeAll = (): void =>
    decide(rows.filter((row) => textOf(row.supplierId) !== '').map((row) => withQty(row, textOf(row.openQty))));
  const takeNothing = (): void => decide(rows.map((row) => withQty(row, '0')));
  const undo = (): void => {
    setRefused(NO_PROBLEMS);
    void forget();
  };
  return { may, result, problems, sum, amount: preview?.amount, send, change, takeAll, takeNothing, undo };
}
export type DistributionOrders = ReturnType<typeof useDistributionOrders>;

const NO_PROBLEMS: readonly Problem[] = [];
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
