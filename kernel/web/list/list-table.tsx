import { Table, type TableProps } from 'antd';
import { memo, type MouseEvent, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { type ListColumn, NUMBER } from './columns.tsx';
import type { ListRow } from './list-data.ts';
import type { ListState } from './list-state.ts';
import { headingWidth } from '../../../parts/table/text-width.rules.ts';
import { actionsWidth, actRoom, RowActions, type RowAction } from '../../../parts/table/row-actions.tsx';
import { PAGINATION } from '../../../parts/table/page-size.rules.ts';
import { clickRow, pressRow } from '../../../parts/table/row-events.ts';
import { ResizableTitle } from '../../../parts/table/resizable-title.tsx';
import type { Branch } from './tree-rows.ts';
import { fittedWidths } from '../../../parts/table/column-fit.rules.ts';
import { ROOM, useRoom, useWidth } from '../../../parts/table/use-room.ts';

interface Props {
  readonly declaration: Declaration;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly ListRow[];
  readonly total: number;
  /** Otherwise there are more, and nobody knows how many. */
  readonly isCounted: boolean;
  readonly state: ListState;
  readonly dimmed: boolean;
  /** Rows that were added since the page was read. */
  readonly added: readonly ListRow[];
  readonly chosen: readonly string[];
  readonly actionsOf: (row: ListRow) => readonly RowAction[];
  readonly empty: ReactNode;
  /** Shown as a tree, all of it; then `rows` are its rows one after the other. */
  readonly tree?: {
    readonly branches: readonly Branch[];
    readonly closed: ReadonlySet<string>;
    readonly toggle: (id: string) => void;
  };
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onOpen: (row: ListRow, elsewhere: boolean) => void;
  readonly onSort: (sort: ListState['sort'] | undefined) => void;
  readonly onTurn: (current: number, size: number) => void;
  readonly onWidth: (name: string, width: number) => void;
}

/** So many of the first rows are drawn at once, then all. */
const FIRST_ROWS = 6;
const SELECT_WIDTH = 40;
/** So many rows tell how wide the column of acts is to be. */
const WEIGHED = 50;
/** Behind the box to choose by; the table takes one off for the box. */
const NAME_COLUMN = 2;
const COMPONENTS = { header: { cell: ResizableTitle } };

/** Rendered again only for what it shows: around it counts come in, filters are typed and dialogs open. */
export const ListTable = memo(function ListTable(props: Props) {
  const { declaration, rows, total, isCounted, state, dimmed, added, chosen, empty, tree } = props;
  const { onChoose, onOpen, onSort, onTurn } = props;
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const { columns, width, acts } = useTableColumns(props, useWidth(box, rows.length > 0));
  const isFilled = useDeferredValue(rows.length > 0, false);
  return (
    <div className="list-room" ref={box} style={{ ...room, ...acts }}>
      <div className={`list-table${dimmed ? ' is-dimmed' : ''}`} aria-busy={dimmed}>
        <Table<ListRow>
          rowKey="id"
          rowClassName={(row) => (added.some(({ id }) => id === row.id) ? 'is-added' : '')}
          size="small"
          columns={columns}
          dataSource={tree?.branches ?? (isFilled ? rows : rows.slice(0, FIRST_ROWS))}
          components={COMPONENTS}
          tableLayout="fixed"
          // Without rows there is nothing to be reached by scrolling, and nothing in it for the keyboard to stand on.
          scroll={rows.length === 0 ? {} : { x: width, y: ROOM }}
          locale={{ emptyText: empty }}
          rowSelection={{
            columnWidth: SELECT_WIDTH,
            selectedRowKeys: [...chosen],
            preserveSelectedRowKeys: true,
            onChange: (keys) => onChoose(keys.map(String)),
            getCheckboxProps: (row) =>
              ({ 'aria-label': text('list.row.select', { title: titleOf(declaration, row) }) }) as object,
            getTitleCheckboxProps: () => ({ 'aria-label': text('list.rows.select') }) as object,
            fixed: true,
          }}
          onRow={(row) => ({
            tabIndex: 0,
            onKeyDown: (event) => pressRow(event, row, props),
            onClick: (event) => clickRow(event, row, onOpen),
            onAuxClick: (event: MouseEvent) => {
              if (event.button === 1) onOpen(row, true);
            },
          })}
          onChange={(_page, _filters, sorter, { action }) => {
            if (action !== 'sort' || Array.isArray(sorter)) return;
            onSort(sorter.order ? { field: String(sorter.columnKey), down: sorter.order === 'descend' } : undefined);
          }}
          {...(tree === undefined ? {} : { expandable: expandableIn(tree, rows, props.columns[0]?.name === NUMBER) })}
          pagination={
            tree === undefined && {
              ...PAGINATION,
              ...pageOf(state, total, isCounted ? text : undefined),
              onChange: onTurn,
            }
          }
        />
      </div>
    </div>
  );
});

const pageOf = ({ current, size }: ListState, total: number, text: Text | undefined) => ({
  current,
  pageSize: size,
  total,
  showTotal: (count: number) => text?.('list.total', { total: count }) ?? '…',
});
type Text = ReturnType<typeof useText>;

const expandableIn = (
  { closed, toggle }: NonNullable<Props['tree']>,
  rows: readonly ListRow[],
  isNumbered: boolean,
) => ({
  expandIconColumnIndex: NAME_COLUMN + Number(isNumbered),
  expandedRowKeys: rows.flatMap((row) => (closed.has(row.id) ? [] : [row.id])),
  onExpand: (_: boolean, row: ListRow) => toggle(row.id),
});

/** A column of acts up to here shows no word, and none above it. */
const MENU_ALONE = 60;
type TableColumns = NonNullable<TableProps<ListRow>['columns']>;

/** The columns of the list and what may be done with a row, and their width together. */
function useTableColumns(props: Props, inSight: number | undefined) {
  const { declaration, columns: wanted, rows, state, added, actionsOf, tree, onWidth } = props;
  const text = useText();
  const before = tree === undefined ? (state.current - 1) * state.size : 0;
  const room = useMemo(() => {
    const weighed = rows.slice(0, WEIGHED).map(actionsOf);
    if (weighed.length > 0 && weighed.every((actions) => actions.length === 0)) return 0;
    const width = actionsWidth(weighed);
    return width > MENU_ALONE ? Math.max(width, headingWidth(text('list.actions'))) : width;
  }, [rows, actionsOf, text]);
  const columns = useMemo(() => {
    const widths = fittedWidths(wanted, (inSight ?? Infinity) - SELECT_WIDTH - room);
    return wanted.map((column, at) => ({ ...column, width: widths[at]! }));
  }, [wanted, inSight, room]);
  const shown = useMemo((): TableColumns => {
    const isAdded = new Set(added.map((row) => row.id));
    const numbers = new Map(rows.filter(({ id }) => !isAdded.has(id)).map(({ id }, at) => [id, before + at + 1]));
    const fixedTo = columns[0]?.name === NUMBER ? 1 : 0;
    const data = columns.map((column, at) => {
      const shownAs = dataColumn(column, state.sort, onWidth);
      if (column.name === NUMBER)
        return {
          ...shownAs,
          fixed: 'start' as const,
          className: 'row-number',
          render: (_: unknown, row: ListRow) => numbers.get(row.id),
        };
      if (at !== fixedTo) return shownAs;
      const render = (_: unknown, row: ListRow) => (
        <>
          {isAdded.has(row.id) && <span className="row-added">{text('list.added')}</span>} {column.render(row)}
        </>
      );
      return { ...shownAs, fixed: 'start' as const, render: added.length === 0 ? shownAs.render : render };
    });
    const actions = {
      key: '.actions',
      title: room > MENU_ALONE ? text('list.actions') : '',
      width: room,
      fixed: 'end' as const,
      render: (_: unknown, row: ListRow) => (
        <RowActions actions={actionsOf(row)} more={text('list.row.more', { title: titleOf(declaration, row) })} />
      ),
    };
    return [...data, ...(room > 0 ? [actions] : [])];
  }, [columns, rows, added, before, state.sort, actionsOf, declaration, text, onWidth, room]);
  const width = columns.reduce((sum, column) => sum + column.width, SELECT_WIDTH + room);
  return { columns: shown, width, acts: actRoom(room) };
}

const dataColumn = (column: ListColumn, sort: ListState['sort'], onWidth: Props['onWidth']) => ({
  key: column.name,
  dataIndex: column.name,
  title: column.label,
  width: column.width,
  ellipsis: { showTitle: false },
  ...(column.figure ? { align: 'right' as const, className: 'is-figure' } : {}),
  ...(column.sortable
    ? {
        sorter: true,
        showSorterTooltip: false,
        sortOrder: sort?.field !== column.name ? null : sort.down ? ('descend' as const) : ('ascend' as const),
      }
    : {}),
  onHeaderCell: () => ({ width: column.width, onWidth: (width: number) => onWidth(column.name, width) }) as object,
  render: (_: unknown, row: ListRow) => column.render(row),
});
