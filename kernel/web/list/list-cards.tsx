import { Pagination, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { titleField, titleOf } from '../catalogue.ts';
import type { ListColumn } from './columns.tsx';
import type { Record_ } from './list-data.ts';
import type { ListState } from './list-state.ts';
import { RowActions, type RowAction } from './row-actions.tsx';

interface Props {
  readonly declaration: Declaration;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly Record_[];
  readonly total: number;
  readonly state: ListState;
  readonly dimmed: boolean;
  readonly loaded: boolean;
  readonly actionsOf: (row: Record_) => readonly RowAction[];
  readonly empty: ReactNode;
  readonly onOpen: (row: Record_) => void;
  readonly onTurn: (current: number, size: number) => void;
}

/** On a phone a row is a card of three lines: what it is, two facts, state and time. */
export function ListCards({ declaration, columns, rows, total, state, dimmed, loaded, actionsOf, empty, onOpen, onTurn }: Props) {
  const title = titleField(declaration);
  const heads = new Set(['code', title]);
  const ends = new Set(['status', 'frozen', 'createTime', 'updateTime']);
  const facts = columns.filter((column) => !heads.has(column.name) && !ends.has(column.name));
  const end = columns.filter((column) => ends.has(column.name));
  if (!loaded) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <div className={`cards${dimmed ? ' is-dimmed' : ''}`} aria-busy={dimmed}>
      {rows.length === 0 && empty}
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="card">
            <button type="button" className="card-face" onClick={() => onOpen(row)}>
              <strong>{titleOf(declaration, row)}</strong>
              <span className="card-facts">{facts.filter((column) => column.text(row) !== '').slice(0, 3).map((column) => <span key={column.name}><span className="soft">{column.label}</span> {column.render(row)}</span>)}</span>
              <span className="card-end">{end.map((column) => <span key={column.name}>{column.render(row)}</span>)}</span>
            </button>
            <RowActions actions={actionsOf(row)} title={titleOf(declaration, row)} />
          </li>
        ))}
      </ul>
      {total > state.size && <Pagination simple current={state.current} pageSize={state.size} total={total} onChange={onTurn} />}
    </div>
  );
}
