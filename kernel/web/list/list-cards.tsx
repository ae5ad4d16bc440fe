import { Pagination, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { type Declaration, titleField } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { type ListColumn, NUMBER } from './columns.tsx';
import type { ListRow } from './list-data.ts';
import type { ListState } from './list-state.ts';
import { RowActions, type RowAction } from '../../../parts/table/row-actions.tsx';

interface Props {
  readonly declaration: Declaration;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly ListRow[];
  readonly total: number;
  readonly state: ListState;
  readonly dimmed: boolean;
  /** Rows that were added since they were asked for. */
  readonly added: readonly ListRow[];
  readonly loaded: boolean;
  readonly actionsOf: (row: ListRow) => readonly RowAction[];
  readonly empty: ReactNode;
  readonly onOpen: (row: ListRow) => void;
  /** In a tree: how deep each row stands. */
  readonly levels?: readonly number[];
  readonly onTurn: (current: number, size: number) => void;
}

/** On a phone a row is a card: what it is, two facts in words and two in figures, state and time. */
export function ListCards({
  declaration,
  columns,
  rows,
  total,
  state,
  dimmed,
  added,
  loaded,
  actionsOf,
  empty,
  onOpen,
  onTurn,
  levels,
}: Props) {
  const text = useText();
  const title = titleField(declaration);
  const heads = new Set(['code', title]);
  const ends = new Set(['status', 'frozen']);
  const late = new Set(['createTime', 'updateTime', NUMBER]);
  const units = new Set(Object.values(declaration.fields).map((field) => field.rules.unit));
  const facts = columns.filter(
    (column) => !heads.has(column.name) && !ends.has(column.name) && !late.has(column.name) && !units.has(column.name),
  );
  const factsOf = (row: ListRow): readonly ListColumn[] => {
    const filled = facts.filter((column) => column.text(row) !== '');
    return [
      ...filled.filter((column) => !column.figure).slice(0, 2),
      ...filled.filter((column) => column.figure).slice(0, 2),
    ];
  };
  const end = columns.filter((column) => ends.has(column.name));
  if (!loaded) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <div className={`cards${dimmed ? ' is-dimmed' : ''}`} aria-busy={dimmed}>
      {rows.length === 0 && empty}
      <ul>
        {rows.map((row, at) => (
          <li
            key={row.id}
            className={`card${added.some(({ id }) => id === row.id) ? ' is-added' : ''}`}
            {...(levels === undefined ? {} : { style: { marginInlineStart: `${levels[at]! * 16}px` } })}
          >
            <button type="button" className="card-face" onClick={() => onOpen(row)}>
              <strong>{titleOf(declaration, row)}</strong>
              <span className="card-facts">
                {factsOf(row).map((column) => (
                  <span key={column.name}>
                    <span className="soft">{column.label}</span> {column.render(row)}
                  </span>
                ))}
              </span>
              <span className="card-end">
                {end.map((column) => (
                  <span key={column.name}>{column.render(row)}</span>
                ))}
              </span>
            </button>
            <RowActions actions={actionsOf(row)} more={text('list.row.more', { title: titleOf(declaration, row) })} />
          </li>
        ))}
      </ul>
      {levels === undefined && total > state.size && (
        <Pagination simple current={state.current} pageSize={state.size} total={total} onChange={onTurn} />
      )}
    </div>
  );
}
