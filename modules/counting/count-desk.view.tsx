import { Alert, Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Fields } from '../../kernel/core/field.ts';
import { comma, useLanguage, useWords } from '../../parts/language/language.ts';
import { LineGrid } from '../../kernel/web/document/line-grid.tsx';
import type { LineGridHandle } from '../../parts/line-grid/line-grid.tsx';
import { grouped, trimmed } from '../../parts/line-grid/cell-text.ts';
import type { Change, ColumnOverrides, GridRow, GridRowOf, LineView, Problem } from '../../parts/line-grid/model.ts';
import { countingTexts } from './counting.texts.ts';
import { countedFields, stockCheck } from './stock-check.document.ts';
import {
  type CountBill,
  type CountBody,
  type CountLine,
  counterOf,
  isAgain,
  isMine,
  seenOf,
  type useSavingSoon,
} from './use-count.view.ts';

const own = stockCheck.lines!.details.fields;
const listed = (of: CountBill): Fields => ({
  ...(of.details.some((line) => line.storagePlace !== '') ? { storagePlace: own.storagePlace } : {}),
  materialId: own.materialId,
  batchId: own.batchId,
  expiryDate: own.expiryDate,
  ...(of.blind === 1 ? {} : { snapshotQty: own.snapshotQty }),
  countQty: { ...countedFields.countQty, rules: { ...countedFields.countQty.rules, unit: 'baseUnitId' } },
  ...(of.details.some((line) => line.needsPieces === 1) ? { countAuxQty: countedFields.countAuxQty } : {}),
  skipReason: countedFields.skipReason,
  lineState: own.lineState,
  countUserId: own.countUserId,
});
type CountRow = GridRowOf<CountLine>;
const isLocked = (row: CountRow): boolean => row.mayCount === 0 && row.mayCorrect !== 1;
const columnsIn = (again: string): ColumnOverrides<CountRow> => ({
  storagePlace: { width: 96 },
  materialId: { width: 180 },
  batchId: { width: 150, render: (_, row) => String(row.batchName || row.supplierBatchNo || '') },
  countQty: {
    width: 150,
    readonly: isLocked,
    units: (row) => (row as unknown as CountLine).units,
    render: (value, row) => counted(value, row, again),
  },
  countAuxQty: { width: 128, readonly: (row) => isLocked(row) || row.needsPieces !== 1 },
  skipReason: { width: 160, readonly: isLocked },
  lineState: { width: 124 },
  countUserId: { width: 90, render: (_, row) => String(row.countUserName ?? '') },
});

/** What was counted; of a lot to be counted again that it is, since its first count is nobody's business. */
function counted(value: unknown, row: CountRow, again: string): ReactNode {
  if (typeof value !== 'string' || value === '')
    return row.lineState === 'recount' ? <span className="count-once-more">{again}</span> : null;
  return (
    <>
      {grouped(trimmed(value))}
      <span className="lg-unit">{String(row.baseUnitName ?? '')}</span>
    </>
  );
}

const VIEWS: readonly LineView<CountRow>[] = [
  { label: countingTexts['view.waiting'], holds: (row) => row.lineState === 'waiting' },
  { label: countingTexts['view.again'], holds: (row) => row.lineState === 'recount' },
];

/** The count sheet at the desk: arrows, Enter, 3箱5kg, a column pasted from a spreadsheet. Each line saves itself. */
export function CountDesk({
  bill,
  wanted,
  saving,
}: {
  readonly bill: CountBill;
  /** The line to begin with; the first that waits for this person where none is named. */
  readonly wanted: string | undefined;
  readonly saving: ReturnType<typeof useSavingSoon>;
}): ReactNode {
  const language = useLanguage();
  const word = useWords(countingTexts);
  const fields = useMemo(() => listed(bill), [bill]);
  const columns = useMemo(() => columnsIn(word('again.cell')), [word]);
  // A second count begins with an empty cell: the first is nobody's business.
  const { typed, put, drop, complaints } = saving;
  const rows = useMemo(
    () =>
      bill.details.map((line): GridRow => {
        const own = typed(line.id);
        const known = { ...line, key: line.id, countQty: line.lineState === 'recount' ? null : line.countBaseQty };
        return own === undefined
          ? known
          : {
              ...known,
              countQty: own.countQty ?? null,
              countAuxQty: own.countAuxQty ?? null,
              skipReason: own.skipReason ?? '',
            };
      }),
    [bill, typed],
  );
  const stored = useRef(new Map<string, CountLine>());
  stored.current = new Map(bill.details.map((line) => [line.id, line]));
  /** The sheet as somebody saw it when he began to type: what comes in before Enter he has not seen. */
  const begun = useRef<ReadonlyMap<string, CountLine>>(undefined);
  const begin = (): void => {
    begun.current ??= stored.current;
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') begun.current = undefined;
  };
  const problems = useMemo(
    (): readonly Problem[] => [...complaints].map(([key, sentence]) => ({ key, field: 'countQty', sentence })),
    [complaints],
  );
  const change = useCallback(
    (_: readonly GridRow[], { rows: changed }: Change): void => {
      const shown = begun.current ?? stored.current;
      begun.current = undefined;
      const lines = changed.flatMap(({ after }): CountBody[] => {
        const line = after === undefined ? undefined : stored.current.get(after.key);
        if (after === undefined || line === undefined || after.unread !== undefined) return [];
        const text = (name: string): string | null =>
          typeof after[name] === 'string' && after[name] !== '' ? after[name] : null;
        const skipReason = text('countQty') === null ? (text('skipReason') ?? '') : '';
        return [
          {
            id: line.id,
            countQty: text('countQty'),
            countAuxQty: text('countAuxQty'),
            skipReason,
            ...seenOf(shown.get(line.id) ?? line),
          },
        ];
      });
      if (lines.length > 0) put(lines);
    },
    [put],
  );
  // Typing begins where somebody stopped.
  const grid = useRef<LineGridHandle>(null);
  const first = useRef(wanted ?? bill.details.find(isMine)?.id);
  useEffect(() => {
    if (first.current === undefined) return;
    grid.current?.jump(first.current, 'countQty');
    grid.current?.focus();
  }, []);
  const jump = (id: string): void => {
    grid.current?.jump(id, 'countQty');
    grid.current?.focus();
  };
  return (
    <>
      <CountAgain bill={bill} onLine={jump} />
      <CountedByTwo bill={bill} typed={typed} complaints={complaints} onMine={put} onTheirs={drop} />
      <div className="lines count-desk" onInputCapture={begin} onKeyDownCapture={leave}>
        <LineGrid
          ref={grid}
          fields={fields}
          columns={columns}
          rows={rows}
          problems={problems}
          fixed
          language={language}
          pinned={1}
          views={VIEWS}
          label={word('enter.title')}
          onChange={change}
        />
      </div>
    </>
  );
}

interface AgainProps {
  readonly bill: CountBill;
  readonly onLine: (id: string) => void;
}

/** That lots are counted again, who by, and the way to the next of them. */
function CountAgain({ bill, onLine }: AgainProps): ReactNode {
  const word = useWords(countingTexts);
  const again = bill.details.filter(isAgain);
  const own = again.filter(isMine);
  /** Where the last jump led. */
  const [at, setAt] = useState('');
  if (again.length === 0) return null;
  const next = own[own.findIndex(({ id }) => id === at) + 1] ?? own[0];
  const others = again.length - own.length;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      className="count-both"
      title={
        <>
          {word('again.lots', { count: again.length })}
          {others > 0 && <span className="soft"> · {word('again.others', { count: others })}</span>}
        </>
      }
      action={
        next !== undefined && (
          <Button
            size="small"
            onClick={() => {
              setAt(next.id);
              onLine(next.id);
            }}
          >
            {word('again.next')}
          </Button>
        )
      }
    />
  );
}

interface ByTwoProps {
  readonly bill: CountBill;
  readonly typed: (id: string) => CountBody | undefined;
  readonly complaints: ReadonlyMap<string, string>;
  readonly onMine: (lines: readonly CountBody[]) => void;
  readonly onTheirs: (ids: readonly string[]) => void;
}

/** Lots somebody else counted while this person did: both figures, and which one stays. */
function CountedByTwo({ bill, typed, complaints, onMine, onTheirs }: ByTwoProps): ReactNode {
  const word = useWords(countingTexts);
  const both = bill.details.flatMap((line) => {
    const own = complaints.has(line.id) ? typed(line.id) : undefined;
    return own === undefined || line.countBaseQty === null || line.lineState === 'recount' ? [] : [{ line, own }];
  });
  if (both.length === 0) return null;
  const who = [...new Set(both.map(({ line }) => counterOf(line)))].filter((name) => name !== '').join(comma());
  const compared = both.map(({ line, own }) => {
    const lot = { material: line.materialName, batch: line.batchName || line.supplierBatchNo, unit: line.baseUnitName };
    return (
      <li key={line.id}>{word('both.line', { ...lot, theirs: line.countBaseQty ?? '', mine: own.countQty ?? '–' })}</li>
    );
  });
  const acts = (
    <span className="count-both-acts">
      <Button size="small" onClick={() => onTheirs(both.map(({ line }) => line.id))}>
        {word('both.theirs')}
      </Button>
      <Button size="small" onClick={() => onMine(both.map(({ line, own }) => ({ ...own, ...seenOf(line) })))}>
        {word('both.mine')}
      </Button>
    </span>
  );
  const title = (
    <>
      {word('both', { who, count: both.length })}
      <ul className="said figures">{compared}</ul>
    </>
  );
  return <Alert type="warning" showIcon className="count-both" title={title} action={acts} />;
}
