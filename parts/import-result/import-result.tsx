import { DownloadOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { AlikeCell, BadCell, ChangedCell, ImportResult } from '../sheet-answer/import-result.ts';
import { useWords } from '../language/language.ts';
import { importResultTexts } from './texts.ts';

/** Rows of a table in this window; the sheet that comes back has every error. */
const SHOWN = 200;

type Shown = 'changes' | 'alike' | 'bad';
type Change = ChangedCell & { readonly column: string };

interface Props {
  readonly result: ImportResult;
  /** Fetches the sheet that came back with its errors marked, by its file. */
  readonly onFetchSheet: (fileId: string) => void;
}

/**
 * What a sheet would do: counts of its rows, then each change, each likeness and each error, whichever is asked for.
 */
export function ImportResultView({ result, onFetchSheet }: Props) {
  const text = useWords(importResultTexts);
  const { changes, alike, rows } = result;
  const changed = changes.reduce((sum, each) => sum + each.count, 0);
  const counts: readonly (readonly [word: string, count: number, tone: string])[] = [
    [text('excel.new'), result.created, 'done'],
    [text('excel.changed'), result.updated, 'next'],
    [text('excel.same'), result.unchanged, 'plain'],
    [text('excel.alike'), result.alikeRows, result.alikeRows > 0 ? 'look' : 'plain'],
    [text('excel.bad'), result.failed, result.failed > 0 ? 'stop' : 'plain'],
  ];
  const parts: readonly { readonly value: Shown; readonly label: string }[] = [
    ...(rows.length > 0 ? [{ value: 'bad' as const, label: text('excel.part.bad', { count: rows.length }) }] : []),
    ...(alike.length > 0
      ? [{ value: 'alike' as const, label: text('excel.part.alike', { count: alike.length }) }]
      : []),
    ...(changed > 0 ? [{ value: 'changes' as const, label: text('excel.part.changes', { count: changed }) }] : []),
  ];
  const [wanted, setWanted] = useState<Shown>();
  const shown = wanted ?? parts[0]?.value;
  return (
    <div className="import-result">
      <dl>
        {counts.map(([word, count, tone]) => (
          <div key={word} className={`import-count tone-${tone}`}>
            <dt>{word}</dt>
            <dd className="figures">{count}</dd>
          </div>
        ))}
      </dl>
      {parts.length > 0 && (
        <Segmented<Shown>
          className="import-parts"
          options={[...parts]}
          {...(shown === undefined ? {} : { value: shown })}
          onChange={setWanted}
        />
      )}
      {shown === 'changes' && <ChangedCells result={result} />}
      {shown === 'alike' && <AlikeCells cells={alike} />}
      {shown === 'bad' && <BadCells cells={rows} fileId={result.fileId} onFetchSheet={onFetchSheet} />}
    </div>
  );
}

interface BadCellsProps extends Pick<Props, 'onFetchSheet'> {
  readonly cells: readonly BadCell[];
  readonly fileId: string | null;
}
function BadCells({ cells, fileId, onFetchSheet }: BadCellsProps) {
  const text = useWords(importResultTexts);
  return (
    <>
      <CellTable
        className="import-bad"
        heads={[text('excel.row'), text('excel.column'), text('excel.value'), text('excel.why')]}
        more={cells.length > SHOWN ? text('excel.more-bad', { count: cells.length - SHOWN }) : undefined}
      >
        {cells.slice(0, SHOWN).map((cell) => (
          <tr key={`${cell.row}${cell.column}${cell.reason}`}>
            <td className="figures">{cell.row}</td>
            <td>{cell.column}</td>
            <td>{cell.value}</td>
            <td>{cell.reason}</td>
          </tr>
        ))}
      </CellTable>
      {fileId !== null && (
        <Button icon={<DownloadOutlined />} onClick={() => onFetchSheet(fileId)}>
          {text('excel.sheet')}
        </Button>
      )}
    </>
  );
}

function AlikeCells({ cells }: { readonly cells: readonly AlikeCell[] }) {
  const text = useWords(importResultTexts);
  const of = ({ record, earlierRow }: AlikeCell): string =>
    record === null
      ? text('excel.alike.row', { row: earlierRow ?? '' })
      : text('excel.alike.record', { record: [record.code, record.title].filter(Boolean).join(' ') });
  return (
    <CellTable
      heads={[text('excel.row'), text('excel.column'), text('excel.value'), text('excel.alike')]}
      more={cells.length > SHOWN ? text('excel.more', { count: cells.length - SHOWN }) : undefined}
    >
      {cells.slice(0, SHOWN).map((cell) => (
        <tr key={`${cell.row}${cell.column}${cell.value}`}>
          <td className="figures">{cell.row}</td>
          <td>{cell.column}</td>
          <td>{cell.value}</td>
          <td>{of(cell)}</td>
        </tr>
      ))}
    </CellTable>
  );
}

/** Every change, by row; one column of them, or those with a word in them. */
function ChangedCells({ result: { changes } }: { readonly result: ImportResult }) {
  const text = useWords(importResultTexts);
  const [column, setColumn] = useState<string>();
  const [word, setWord] = useState('');
  const all = useMemo(
    (): readonly Change[] =>
      changes
        .flatMap((each) => each.cells.map((cell) => ({ ...cell, column: each.column })))
        .toSorted((one, other) => one.row - other.row),
    [changes],
  );
  const fitting = useMemo(() => {
    const sought = word.trim().toLowerCase();
    return all.filter(
      (cell) =>
        (column === undefined || cell.column === column) &&
        (sought === '' ||
          [String(cell.row), cell.record, cell.before, cell.after].some((each) => each.toLowerCase().includes(sought))),
    );
  }, [all, column, word]);
  const counted = changes
    .filter((each) => column === undefined || each.column === column)
    .reduce((sum, each) => sum + each.count, 0);
  const hidden = word.trim() === '' ? counted - Math.min(SHOWN, fitting.length) : Math.max(0, fitting.length - SHOWN);
  return (
    <>
      <ChangeFilter {...{ changes, column, setColumn, word, setWord }} />
      <CellTable
        className="import-changes"
        heads={[text('excel.row'), text('excel.record'), text('excel.column'), text('excel.from-to')]}
        more={hidden > 0 ? text('excel.more', { count: hidden }) : undefined}
      >
        {fitting.slice(0, SHOWN).map((cell) => (
          <tr key={`${cell.row}${cell.column}`}>
            <td className="figures">{cell.row}</td>
            <td>{cell.record}</td>
            <td>{cell.column}</td>
            <td>
              <span className="soft">{cell.before === '' ? text('excel.empty') : cell.before}</span> →{' '}
              {cell.after === '' ? (
                <strong className="import-cleared">{text('excel.cleared')}</strong>
              ) : (
                <strong>{cell.after}</strong>
              )}
            </td>
          </tr>
        ))}
      </CellTable>
    </>
  );
}

interface FilterProps {
  readonly changes: ImportResult['changes'];
  readonly column: string | undefined;
  readonly setColumn: (column: string | undefined) => void;
  readonly word: string;
  readonly setWord: (word: string) => void;
}

/** Which changes are shown: those of one column, those with a word in them. */
function ChangeFilter({ changes, column, setColumn, word, setWord }: FilterProps) {
  const text = useWords(importResultTexts);
  const called = (each: ImportResult['changes'][number]): string =>
    text(each.cleared > 0 ? 'excel.column.cleared' : 'excel.column.count', {
      column: each.column,
      count: each.count,
      cleared: each.cleared,
    });
  return (
    <div className="import-filter">
      <Select
        allowClear
        value={column}
        onChange={setColumn}
        placeholder={text('excel.every-column')}
        aria-label={text('excel.column')}
        options={changes.map((each) => ({ value: each.column, label: called(each) }))}
      />
      <Input
        allowClear
        value={word}
        onChange={(event) => setWord(event.target.value)}
        placeholder={text('excel.filter')}
        aria-label={text('excel.filter')}
      />
    </div>
  );
}

function CellTable({
  heads,
  more,
  className = '',
  children,
}: {
  readonly heads: readonly string[];
  readonly more: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={`import-cells ${className}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {more !== undefined && <p className="soft">{more}</p>}
    </div>
  );
}
