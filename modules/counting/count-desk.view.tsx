import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Fields } from '../../kernel/core/field.ts';
import { useLanguage } from '../../kernel/web/i18n.ts';
import { LineGrid, type LineGridHandle } from '../../kernel/web/line-grid/line-grid.tsx';
import type { Change, ColumnOverrides, GridRow, Problem } from '../../kernel/web/line-grid/model.ts';
import { useWords } from '../../kernel/web/words.ts';
import { countingTexts } from './counting.texts.ts';
import { countedFields, stockCheck } from './stock-check.document.ts';
import { type CountBill, type CountBody, type CountLine, isMine, seenOf, type useSavingSoon } from './use-count.view.ts';

const own = stockCheck.lines!.details.fields;
const listed = (of: CountBill): Fields => ({
  ...(of.details.some((line) => line.storagePlace !== '') ? { storagePlace: own.storagePlace } : {}), materialId: own.materialId, batchId: own.batchId, expiryDate: own.expiryDate, ...(of.blind === 1 ? {} : { snapshotQty: own.snapshotQty }),
  countQty: { ...countedFields.countQty, rules: { ...countedFields.countQty.rules, unit: 'baseUnitId' } },
  ...(of.details.some((line) => line.needsPieces === 1) ? { countAuxQty: countedFields.countAuxQty } : {}),
  skipReason: countedFields.skipReason, lineState: own.lineState, countUserId: own.countUserId,
});
const isLocked = (row: GridRow): boolean => row['mayCount'] === 0 && row['mayCorrect'] !== 1;
const columns: ColumnOverrides = {
  storagePlace: { width: 96 }, materialId: { width: 180 }, batchId: { width: 150, render: (_, row) => String(row['batchName'] || row['supplierBatchNo'] || '') },
  countQty: { width: 150, readonly: isLocked, units: (row) => (row as unknown as CountLine).units },
  countAuxQty: { width: 90, readonly: (row) => isLocked(row) || row['needsPieces'] !== 1 }, skipReason: { width: 160, readonly: isLocked }, lineState: { width: 84 }, countUserId: { width: 90, render: (_, row) => String(row['countUserName'] ?? '') },
};

/** The count sheet at the desk: arrows, Enter, 3箱5kg, a column pasted from a spreadsheet. Each line saves itself. */
export function CountDesk({ bill, saving }: { readonly bill: CountBill; readonly saving: ReturnType<typeof useSavingSoon> }): ReactNode {
  const language = useLanguage();
  const word = useWords(countingTexts);
  const fields = useMemo(() => listed(bill), [bill]);
  // A second count begins with an empty cell: the first is nobody's business.
  const { typed, put } = saving;
  const rows = useMemo(() => bill.details.map((line): GridRow => {
    const own = typed(line.id);
    const known = { ...line, key: line.id, countQty: line.lineState === 'recount' ? null : line.countBaseQty };
    return own === undefined ? known : { ...known, countQty: own.countQty ?? null, countAuxQty: own.countAuxQty ?? null, skipReason: own.skipReason ?? '' };
  }), [bill, typed]);
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
    if (lines.length > 0) put(lines);
  }, [put]);
  // Typing begins where somebody stopped.
  const grid = useRef<LineGridHandle>(null);
  const first = useRef(bill.details.find(isMine)?.id);
  useEffect(() => {
    if (first.current === undefined) return;
    grid.current?.jump(first.current, 'countQty');
    grid.current?.focus();
  }, []);
  return <div className="lines count-desk"><LineGrid ref={grid} fields={fields} columns={columns} rows={rows} problems={problems} fixed language={language} pinned={1} label={word('enter.title')} onChange={change} /></div>;
}
