import { Empty, Table, type TableProps } from 'antd';
import type { KeyboardEvent } from 'react';
import type { TreeNode } from '../../../kernel/core/shape.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { PAGE_SIZES } from '../../../parts/table/page-size.rules.ts';
import { RowActions, type RowAction } from '../../../parts/table/row-actions.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import type { dict } from './dict.resource.ts';
import { dictionaryTexts } from './dictionary.texts.ts';

/** A head or an entry of either dictionary. */
export type DictionaryRow = ListRow<typeof dict>;
type Column = NonNullable<TableProps<DictionaryRow>['columns']>[number];

/** What a head or an entry is called in the person's language. */
export function useNameOf(): (row: DictionaryRow) => string {
  const isEnglish = useLanguage() === 'en';
  return ({ dictValue, dictValueEn }) => (isEnglish && dictValueEn ? dictValueEn : dictValue);
}

type Name = 'code' | 'dictKey' | 'dictValue' | 'sort';
/** The columns both tables have, and what the columns of their own are called. */
function useColumns(
  of: typeof dict,
  actionsOf: (row: DictionaryRow) => readonly RowAction[],
  keyOf: (row: DictionaryRow) => string,
) {
  const phone = usePhone();
  const word = useWords(dictionaryTexts);
  const text = useText();
  const language = useLanguage();
  const nameOf = useNameOf();
  const titleOf = (name: Name): string => of.fields[name].label[language];
  const name: Column = {
    key: 'name',
    title: titleOf('dictValue'),
    ellipsis: !phone,
    render: (_, row) =>
      phone ? (
        <>
          {nameOf(row)} <code className="soft">{keyOf(row)}</code>
        </>
      ) : (
        nameOf(row)
      ),
  };
  const sealed: Column = {
    key: 'sealed',
    title: text('list.status'),
    width: 96,
    render: (_, { isSealed }) =>
      isSealed === 1 ? <Status tone="plain" word={word('sealed')} /> : <Status tone="done" word={word('open')} />,
  };
  const actions: Column = {
    key: 'actions',
    title: text('list.actions'),
    width: 124,
    render: (_, row) => <RowActions actions={actionsOf(row)} more={text('list.row.more', { title: row.dictValue })} />,
  };
  return { phone, titleOf, name, sealed, actions };
}

/** A row one enters by keyboard or mouse; a click on a button in it is that button's. */
const rowProps = (
  row: DictionaryRow,
  chosen: string | undefined,
  onEnter: (row: DictionaryRow) => void,
  onClick: (row: DictionaryRow) => void,
): ReturnType<NonNullable<TableProps<DictionaryRow>['onRow']>> => ({
  tabIndex: 0,
  'aria-selected': row.id === chosen,
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveOrEnter(event, () => onEnter(row)),
  onClick: (event) => {
    if (!(event.target instanceof Element && event.target.closest('button, a, .ant-dropdown') !== null)) onClick(row);
  },
});

/** Arrow keys move between rows, Enter chooses or opens one. */
function moveOrEnter(event: KeyboardEvent<HTMLElement>, enter: () => void): void {
  if (event.target !== event.currentTarget) return;
  const rows = [...event.currentTarget.parentElement!.querySelectorAll<HTMLElement>('tr.ant-table-row')];
  const to =
    rows[rows.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0)];
  if (event.key === 'Enter') enter();
  else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && to !== undefined) to.focus();
  else return;
  event.preventDefault();
}

const nothing = (empty: string) => ({
  emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />,
});

interface TableOf {
  readonly of: typeof dict;
  readonly loading: boolean;
  /** What is shown in place of rows. */
  readonly empty: string;
  readonly actionsOf: (row: DictionaryRow) => readonly RowAction[];
}
interface Paging {
  readonly current: number;
  readonly size: number;
}
interface HeadsProps extends TableOf {
  readonly rows: readonly DictionaryRow[];
  readonly total: number;
  readonly paging: Paging;
  readonly onPaging: (paging: Paging) => void;
  readonly chosen: string | undefined;
  readonly onClick: (row: DictionaryRow) => void;
  readonly onEnter: (row: DictionaryRow) => void;
}

/** The dictionaries there are, one of them chosen. */
export function HeadsTable({ of, rows, loading, empty, actionsOf, ...props }: HeadsProps) {
  const { total, paging, onPaging, chosen, onClick, onEnter } = props;
  const { phone, titleOf, name, sealed, actions } = useColumns(of, actionsOf, ({ code }) => code);
  const code: Column = {
    key: 'code',
    title: titleOf('code'),
    ellipsis: true,
    render: (_, { code: shown }) => <code>{shown}</code>,
  };
  return (
    <Table<DictionaryRow>
      rowKey="id"
      size="small"
      tableLayout="fixed"
      loading={loading}
      dataSource={rows}
      {...(phone ? {} : { scroll: { x: 480 } })}
      rowClassName={(row) => (row.id === chosen ? 'is-chosen' : '')}
      locale={nothing(empty)}
      onRow={(row) => rowProps(row, chosen, onEnter, onClick)}
      columns={phone ? [name, sealed, actions] : [code, name, sealed, actions]}
      pagination={{
        current: paging.current,
        pageSize: paging.size,
        total,
        size: 'small',
        showSizeChanger: true,
        pageSizeOptions: [...PAGE_SIZES],
        hideOnSinglePage: true,
        onChange: (current, size) => onPaging({ current: size === paging.size ? current : 1, size }),
      }}
    />
  );
}

interface EntriesProps extends TableOf {
  readonly rows: readonly TreeNode<DictionaryRow>[];
  readonly onOpen: (row: DictionaryRow) => void;
}

/** The entries of one dictionary. */
export function EntriesTable({ of, rows, loading, empty, actionsOf, onOpen }: EntriesProps) {
  const { phone, titleOf, name, sealed, actions } = useColumns(of, actionsOf, ({ dictKey }) => dictKey);
  const beside: readonly Column[] = [
    {
      key: 'dictKey',
      title: titleOf('dictKey'),
      ellipsis: true,
      render: (_, { dictKey }) => <code>{dictKey}</code>,
    },
    {
      key: 'sort',
      title: titleOf('sort'),
      width: 96,
      align: 'right',
      className: 'figures',
      render: (_, { sort }) => String(sort),
    },
  ];
  return (
    <Table<DictionaryRow>
      rowKey="id"
      size="small"
      tableLayout="fixed"
      loading={loading}
      dataSource={rows}
      pagination={false}
      {...(phone ? {} : { scroll: { x: 520 } })}
      expandable={{ defaultExpandAllRows: true }}
      locale={nothing(empty)}
      onRow={(row) => rowProps(row, undefined, onOpen, onOpen)}
      columns={[name, ...(phone ? [] : beside), sealed, actions]}
    />
  );
}
