import { Table, type TableProps } from 'antd';
import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import type { ListColumn } from './columns.tsx';
import type { ListRow } from './list-data.ts';
import { PAGE_SIZES, type ListState } from './list-state.ts';
import { RowActions, type RowAction } from './row-actions.tsx';
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
  /** Rows that were added since they were asked for. */
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
const NUMBER_WIDTH = 52;
const ACTIONS_WIDTH = 124;
/** Documents name their next act, which takes more words. */
const NAMED_ACTIONS_WIDTH = 176;
/** Behind the box to choose by and the number; the table takes one off for the box. */
const NAME_COLUMN = 3;
const COMPONENTS = { header: { cell: ResizableTitle } };

/** Drawn again only for what it shows: around it counts come in, filters are typed and dialogs open. */
export const ListTable = memo(function ListTable({
  declaration,
  columns,
  rows,
  total,
  state,
  dimmed,
  added,
  chosen,
  actionsOf,
  empty,
  tree,
  onChoose,
  onOpen,
  onSort,
  onTurn,
  onWidth,
}: Props) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);

  const acts = rows.length === 0 || rows.some((row) => actionsOf(row).length > 0);
  const actionsWidth = !acts ? 0 : declaration.life === undefined ? ACTIONS_WIDTH : NAMED_ACTIONS_WIDTH;
  const shown = useMemo((): NonNullable<TableProps<ListRow>['columns']> => {
    const data = columns.map((column, at) => ({
      key: column.name,
      dataIndex: column.name,
      title: column.label,
      width: column.width,
      ellipsis: { showTitle: false },
      ...(at === 0 ? { fixed: 'start' as const } : {}),
      ...(column.figure ? { align: 'right' as const, className: 'is-figure' } : {}),
      ...(column.sortable
        ? {
            sorter: true,
            showSorterTooltip: false,
            sortOrder:
              state.sort?.field === column.name ? (state.sort.down ? ('descend' as const) : ('ascend' as const)) : null,
          }
        : {}),
      onHeaderCell: () => ({ width: column.width, onWidth: (width: number) => onWidth(column.name, width) }) as object,
      render: (_: unknown, row: ListRow) => column.render(row),
    }));
    const fresh = new Set(added.map((row) => row.id));
    const numbers = new Map<string, ReactNode>(
      rows
        .filter((row) => !fresh.has(row.id))
        .map((row, at) => [row.id, (tree === undefined ? (state.current - 1) * state.size : 0) + at + 1]),
    );
    for (const id of fresh) numbers.set(id, <span className="row-added">{text('list.added')}</span>);
    return [
      {
        key: '.number',
        title: text('list.number'),
        width: NUMBER_WIDTH,
        fixed: 'start' as const,
        className: 'row-number',
        render: (_: unknown, row: ListRow) => numbers.get(row.id),
      },
      ...data,
      ...(!acts
        ? []
        : [
            {
              key: '.actions',
              title: text('list.actions'),
              width: actionsWidth,
              fixed: 'end' as const,
              render: (_: unknown, row: ListRow) => (
                <RowActions actions={actionsOf(row)} title={titleOf(declaration, row)} />
              ),
            },
          ]),
    ];
  }, [columns, rows, added, tree, state, actionsOf, declaration, text, onWidth, acts, actionsWidth]);

  const width = columns.reduce((sum, column) => sum + column.width, SELECT_WIDTH + NUMBER_WIDTH + actionsWidth);
  const toggle = (id: string): void =>
    onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);

  const press =
    (row: ListRow) =>
    (event: KeyboardEvent<HTMLElement>): void => {
      if (event.target !== event.currentTarget) return;
      const to =
        event.key === 'ArrowDown'
          ? event.currentTarget.nextElementSibling
          : event.key === 'ArrowUp'
            ? event.currentTarget.previousElementSibling
            : null;
      if (event.key === ' ') toggle(row.id);
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
    };
  const click =
    (row: ListRow) =>
    (event: MouseEvent<HTMLElement>): void => {
      // A click that ends marking a word, or hits something of its own, is not meant for the row.
      if (window.getSelection()?.isCollapsed === false) return;
      if (
        event.target instanceof Element &&
        event.target.closest('a, button, input, label, .ant-dropdown, .ant-table-selection-column') !== null
      )
        return;
      onOpen(row, event.ctrlKey || event.metaKey);
    };

  return (
    <div className="list-room" ref={box} style={room}>
      <div className={`list-table${dimmed ? ' is-dimmed' : ''}`} aria-busy={dimmed}>
        <Table<ListRow>
          rowKey="id"
          rowClassName={(row) => (added.some(({ id }) => id === row.id) ? 'is-added' : '')}
          size="small"
          columns={shown}
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
            fixed: true,
          }}
          onRow={(row) => ({
            tabIndex: 0,
            onKeyDown: press(row),
            onClick: click(row),
            onAuxClick: (event: MouseEvent) => {
              if (event.button === 1) onOpen(row, true);
            },
          })}
          onChange={(_page, _filters, sorter, { action }) => {
            if (action !== 'sort' || Array.isArray(sorter)) return;
            onSort(sorter.order ? { field: String(sorter.columnKey), down: sorter.order === 'descend' } : undefined);
          }}
          {...(tree === undefined
            ? {}
            : {
                expandable: {
                  expandIconColumnIndex: NAME_COLUMN,
                  expandedRowKeys: rows.flatMap((row) => (tree.closed.has(row.id) ? [] : [row.id])),
                  onExpand: (_: boolean, row: ListRow) => tree.toggle(row.id),
                },
              })}
          pagination={
            tree !== undefined
              ? false
              : {
                  current: state.current,
                  pageSize: state.size,
                  total,
                  showSizeChanger: true,
                  pageSizeOptions: [...PAGE_SIZES],
                  showTotal: (count) => text('list.total', { total: count }),
                  onChange: onTurn,
                  size: 'small',
                  hideOnSinglePage: false,
                }
          }
        />
      </div>
    </div>
  );
});
