import { Table, type TableProps } from 'antd';
import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { type ListColumn, NUMBER } from './columns.tsx';
import type { ListRow } from './list-data.ts';
import type { ListState } from './list-state.ts';
import { actionsWidth, RowActions, type RowAction } from '../../../parts/table/row-actions.tsx';
import { PAGE_SIZES } from '../../../parts/table/page-size.rules.ts';
import { ResizableTitle } from '../../../parts/table/resizable-title.tsx';
import type { Branch } from './tree-rows.ts';
import { ROOM, useRoom } from '../../../parts/table/use-room.ts';

interface Props {
  readonly declaration: Declaration;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly ListRow[];
  readonly total: number;
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

const SELECT_WIDTH = 40;
/** So many rows tell how wide the column of acts is to be. */
const WEIGHED = 50;
/** Behind the box to choose by; the table takes one off for the box. */
const NAME_COLUMN = 2;
const COMPONENTS = { header: { cell: ResizableTitle } };

/** Rendered again only for what it shows: around it counts come in, filters are typed and dialogs open. */
export const ListTable = memo(function ListTable(props: Props) {
  const { declaration, rows, total, state, dimmed, added, chosen, empty, tree } = props;
  const { onChoose, onOpen, onSort, onTurn } = props;
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const { columns, width } = useTableColumns(props);
  return (
    <div className="list-room" ref={box} style={room}>
      <div className={`list-table${dimmed ? ' is-dimmed' : ''}`} aria-busy={dimmed}>
        <Table<ListRow>
          rowKey="id"
          rowClassName={(row) => (added.some(({ id }) => id === row.id) ? 'is-added' : '')}
          size="small"
          columns={columns}
          dataSource={tree?.branches ?? rows}
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
          pagination={tree === undefined && { ...PAGINATION, ...pageOf(state, total, text), onChange: onTurn }}
        />
      </div>
    </div>
  );
});

const PAGINATION = {
  showSizeChanger: true,
  pageSizeOptions: [...PAGE_SIZES],
  size: 'small' as const,
  hideOnSinglePage: false,
};
const pageOf = ({ current, size }: ListState, total: number, text: Text) => ({
  current,
  pageSize: size,
  total,
  showTotal: (count: number) => text('list.total', { total: count }),
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

type TableColumns = NonNullable<TableProps<ListRow>['columns']>;

/** The columns of the list and what may be done with a row, and their width together. */
function useTableColumns(props: Props): { readonly columns: TableColumns; readonly width: number } {
  const { declaration, columns, rows, state, added, actionsOf, tree, onWidth } = props;
  const text = useText();
  const before = tree === undefined ? (state.current - 1) * state.size : 0;
  const room = useMemo(() => {
    const weighed = rows.slice(0, WEIGHED).map(actionsOf);
    return weighed.length > 0 && weighed.every((actions) => actions.length === 0) ? 0 : actionsWidth(weighed);
  }, [rows, actionsOf]);
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
      title: room > 60 ? text('list.actions') : '',
      width: room,
      fixed: 'end' as const,
      render: (_: unknown, row: ListRow) => (
        <RowActions actions={actionsOf(row)} more={text('list.row.more', { title: titleOf(declaration, row) })} />
      ),
    };
    return [...data, ...(room > 0 ? [actions] : [])];
  }, [columns, rows, added, before, state.sort, actionsOf, declaration, text, onWidth, room]);
  const width = columns.reduce((sum, column) => sum + column.width, SELECT_WIDTH + room);
  return { columns: shown, width };
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

/** Keys of a row: the arrows go up and down, open and close a branch; the space bar selects and Enter opens. */
function pressRow(event: KeyboardEvent<HTMLElement>, row: ListRow, { chosen, tree, onChoose, onOpen }: Props): void {
  if (event.target !== event.currentTarget) return;
  const to =
    event.key === 'ArrowDown'
      ? event.currentTarget.nextElementSibling
      : event.key === 'ArrowUp'
        ? event.currentTarget.previousElementSibling
        : null;
  if (event.key === ' ')
    onChoose(chosen.includes(row.id) ? chosen.filter((each) => each !== row.id) : [...chosen, row.id]);
  else if (
    tree !== undefined &&
    (event.key === 'ArrowRight' || event.key === 'ArrowLeft') &&
    (event.key === 'ArrowRight') === tree.closed.has(row.id)
  )
    tree.toggle(row.id);
  else if (event.key === 'Enter') onOpen(row, event.ctrlKey || event.metaKey);
  else if (to instanceof HTMLElement && to.tabIndex >= 0) to.focus();
  else return;
  event.preventDefault();
}

function clickRow(event: MouseEvent<HTMLElement>, row: ListRow, onOpen: Props['onOpen']): void {
  // A click that ends marking a word, or hits something of its own, is not meant for the row.
  if (window.getSelection()?.isCollapsed === false) return;
  if (
    event.target instanceof Element &&
    event.target.closest('a, button, input, label, .ant-dropdown, .ant-table-selection-column') !== null
  )
    return;
  onOpen(row, event.ctrlKey || event.metaKey);
}
