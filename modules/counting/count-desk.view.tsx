import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { Fields } from '../../kernel/core/field.ts';
import { useLanguage } from '../../kernel/web/i18n.ts';
import { LineGrid } from '../../kernel/web/line-grid/line-grid.tsx';
import type { Change, ColumnOverrides, GridRow, Problem } from '../../kernel/web/line-grid/model.ts';
import { useTell } from '../../kernel/web/tell.tsx';
import { useWords } from '../../kernel/web/words.ts';
import { countingTexts } from './counting.texts.ts';
import { countedFields, stockCheck } from './stock-check.document.ts';
import { type CountBill, type CountBody, type CountLine, seenOf, type useSavingSoon } from './use-count.view.ts';

const own = stockCheck.lines!.details.fields;
const listed = (of: CountBill): Fields => ({
  storagePlace: own.storagePlace, materialId: own.materialId, batchId: own.batchId, expiryDate: own.expiryDate, ...(of.blind === 1 ? {} : { snapshotQty: own.snapshotQty }),
  countQty: { ...countedFields.countQty, rules: { ...countedFields.countQty.rules, unit: 'baseUnitId' } },
  ...(of.details.some((line) => line.needsPieces === 1) ? { countAuxQty: countedFields.countAuxQty } : {}),
  skipReason: countedFields.skipReason, lineState: own.lineState, countUserId: own.countUserId,
});
const isLocked = (row: GridRow): boolean => row['mayCount'] === 0;
const columns: ColumnOverrides = {
  storagePlace: { width: 96 }, materialId: { width: 180 }, batchId: { width: 150, render: (_, row) => String(row['batchName'] || row['supplierBatchNo'] || '') },
  countQty: { width: 150, readonly: isLocked, units: (row) => (row as unknown as CountLine).units },
  countAuxQty: { width: 90, readonly: (row) => isLocked(row) || row['needsPieces'] !== 1 }, skipReason: { width: 160, readonly: isLocked }, lineState: { width: 84 }, countUserId: { width: 90, render: (_, row) => String(row['countUserName'] ?? '') },
};

/** The count sheet at the desk: arrows, Enter, 3箱5kg, a column pasted from a spreadsheet. Each line saves itself. */
export function CountDesk({ bill, saving }: { readonly bill: CountBill; readonly saving: ReturnType<typeof useSavingSoon> }): ReactNode {
  const language = useLanguage();
  const word = useWords(countingTexts);
  const tell = useTell();
  const fields = useMemo(() => listed(bill), [bill]);
  // A second count begins with an empty cell: the first is nobody's business.
  const rows = useMemo(() => bill.details.map((line): GridRow => ({ ...line, key: line.id, countQty: line.lineState === 'recount' ? null : line.countBaseQty })), [bill]);
  const stored = useRef(new Map<string, CountLine>());
  stored.current = new Map(bill.details.map((line) => [line.id, line]));
  const problems = useMemo((): readonly Problem[] => [...saving.complaints].map(([key, sentence]) => ({ key, field: 'countQty', sentence })), [saving.complaints]);
  const change = useCallback((_: readonly GridRow[], { rows: changed }: Change): void => {
    const lines = changed.flatMap(({ after }): CountBody[] => {
      const line = after === undefined ? undefined : stored.current.get(after.key);
      if (after === undefined || line === undefined || after.unread !== undefined) return [];
      const text = (name: string): string | null => (typeof after[name] === 'string' && after[name] !== '' ? after[name] : null);
      return [{ id: line.id, countQty: text('countQty'), countAuxQty: text('countAuxQty'), skipReason: text('countQty') === null ? (text('skipReason') ?? '') : '', ...seenOf(line) }];
    });
    // The rows are the sheet's own: none comes, none goes here.
    if (changed.some(({ before, after }) => before === undefined || after === undefined)) tell.look(word('found'));
    if (lines.length > 0) saving.put(lines);
  }, [saving, tell, word]);
  return <div className="lines count-desk"><LineGrid fields={fields} columns={columns} rows={rows} problems={problems} language={language} pinned={2} label={word('enter.title')} onChange={change} /></div>;
}
