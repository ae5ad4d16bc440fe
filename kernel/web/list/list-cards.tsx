import { Pagination, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { type Declaration, titleField } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { type ListColumn, NUMBER } from './columns.tsx';
import type { ListRow } from './list-data.ts';
import type { ListState } from './list-state.ts';
import { cardEnd } from '../../../parts/table/card-end.rules.ts';
import { cardFacts } from '../../../parts/table/card-facts.rules.ts';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { RowCard } from '../../../parts/table/row-card.tsx';

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
  const end = cardEnd(declaration, columns);
  const apart = new Set(['code', title, 'status', 'frozen', 'updateTime', NUMBER, ...end.map(({ name }) => name)]);
  const units = new Set(Object.values(declaration.fields).map((field) => field.rules.unit));
  const facts = columns.filter(({ name }) => !apart.has(name) && !units.has(name));
  if (!loaded) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <div className={`cards${dimmed ? ' is-dimmed' : ''}`} aria-busy={dimmed}>
      {rows.length === 0 && empty}
      <ul>
        {rows.map((row, at) => (
          <RowCard
            key={row.id}
            row={row}
            title={titleOf(declaration, row)}
            facts={cardFacts(facts, (column) => column.text(row), titleOf(declaration, row))}
            end={end.filter((column) => column.text(row) !== '')}
            isAdded={added.some(({ id }) => id === row.id)}
            level={levels?.[at]}
            actions={actionsOf(row)}
            more={text('list.row.more', { title: titleOf(declaration, row) })}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {levels === undefined && total > state.size && (
        <Pagination simple current={state.current} pageSize={state.size} total={total} onChange={onTurn} />
      )}
    </div>
  );
}
