import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Segmented, Table, type TableProps } from 'antd';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { get } from '../../../parts/client/api.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey, type Page, type ListRow } from '../../../kernel/web/list/list-data.ts';
import { PAGE_SIZES } from '../../../kernel/web/list/list-state.ts';
import { RowActions, type RowAction } from '../../../kernel/web/list/row-actions.tsx';
import { useListActs } from '../../../kernel/web/list/use-list-acts.tsx';
import { useListKeys } from '../../../parts/table/use-list-keys.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { dict, dictBiz, HEAD_KEY } from './dict.resource.ts';
import { dictionaryTexts } from './dictionary.texts.ts';
import '../admin.css';

type Layout = 'horizontal' | 'vertical';
type Which = 'dict' | 'dictBiz';
const declared: Readonly<Record<Which, Declaration>> = { dict, dictBiz };
const VIEW: Readonly<Record<Which, string>> = { dict: 'dict_view', dictBiz: 'dictbiz_view' };

/**
 * Both dictionaries: those there are, and the entries of the one that is chosen, side by side or one above the other.
 * What is chosen stands in the address.
 */
export function DictionaryBoard({ layout }: { readonly layout: Layout }) {
  const word = useWords(dictionaryTexts);
  const text = useText();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const [given, setGiven] = useSearchParams();
  const mine = (['dict', 'dictBiz'] as const).filter((each) => codes.has(VIEW[each]));
  const which = mine.find((each) => each === given.get('of')) ?? mine[0];
  const root = useRef<HTMLDivElement>(null);
  if (which === undefined)
    return codes.size === 0 ? null : (
      <Empty className="nothing" image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('denied')} />
    );
  return (
    <div className="list-page dict-page" ref={root}>
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        <div className="list-tools">
          {mine.length > 1 && (
            <Segmented<Which>
              aria-label={word('which')}
              value={which}
              options={mine.map((value) => ({ value, label: word(value) }))}
              onChange={(of) => setGiven({ of }, { replace: true })}
            />
          )}
          <Segmented<Layout>
            aria-label={word('layout')}
            value={layout}
            options={(['horizontal', 'vertical'] as const).map((value) => ({ value, label: word(value) }))}
            onChange={(next) => void navigate(`/dict-${next}/index?${given.toString()}`)}
          />
        </div>
      </header>
      <Panes
        key={which}
        of={declared[which]}
        layout={layout}
        chosen={given.get('head') ?? ''}
        onChoose={(head) => setGiven({ of: which, head }, { replace: true })}
        refreshName={text('list.refresh')}
        root={root}
      />
    </div>
  );
}

interface PanesProps {
  readonly of: Declaration;
  readonly layout: Layout;
  readonly chosen: string;
  readonly onChoose: (head: string) => void;
  readonly refreshName: string;
  readonly root: { readonly current: HTMLDivElement | null };
}
const FIRST_SIZE = 30;

function Panes({ of, layout, chosen, onChoose, refreshName, root }: PanesProps) {
  const word = useWords(dictionaryTexts);
  const text = useText();
  const language = useLanguage();
  const [words, setWords] = useState('');
  const [paging, setPaging] = useState({ current: 1, size: FIRST_SIZE });
  const [drawer, setDrawer] = useState<{ readonly id: string; readonly title?: string; readonly initial?: Values }>();
  const entriesBox = useRef<HTMLElement>(null);
  const titles = { heads: useId(), entries: useId() };
  const heads = useQuery({
    queryKey: [...listKey(of), 'parent-list', words.trim(), paging],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      get<Page>(callOf(of, 'parent-list'), { keyword: words.trim(), ascs: 'sort,code', ...paging }, signal),
  });
  const rows = heads.data?.records ?? [];
  const head = rows.find(({ id }) => id === chosen) ?? rows[0];
  const entries = useQuery({
    queryKey: [...listKey(of), 'child-list', head?.['code']],
    enabled: head !== undefined,
    queryFn: ({ signal }) =>
      get<readonly ListRow[]>(
        callOf(of, 'child-list'),
        { code_equal: String(head!['code']), dictKey_notequal: HEAD_KEY },
        signal,
      ),
  });
  const nameOf = (row: ListRow): string =>
    language === 'en' && String(row['dictValueEn'] ?? '') !== ''
      ? String(row['dictValueEn'])
      : String(row['dictValue']);
  const edit = useCallback((row: ListRow) => setDrawer({ id: row.id, title: String(row['dictValue']) }), []);
  const done = useCallback(() => undefined, []);
  const acts = useListActs(of, edit, done);
  const below = useCallback(
    (row: ListRow): void =>
      setDrawer({
        id: 'new',
        initial: {
          parentId: row.id,
          parentName: row['dictValue'],
          code: row['code'],
          dictKey: '',
          sort: (entries.data?.length ?? 0) + 1,
        },
      }),
    [entries.data],
  );
  const addEntry = useCallback(() => {
    if (head !== undefined) below(head);
  }, [below, head]);
  useListKeys(root, acts.mayAdd && head !== undefined ? addEntry : undefined);

  const choose = (row: ListRow, onwards: boolean): void => {
    onChoose(row.id);
    // By keyboard one goes on in the entries, once they are here.
    if (onwards)
      setTimeout(
        () =>
          (
            entriesBox.current?.querySelector<HTMLElement>('tr.ant-table-row') ??
            entriesBox.current?.querySelector<HTMLElement>('button')
          )?.focus(),
        ONWARDS_MS,
      );
  };
  const onRow =
    (onEnter: (row: ListRow) => void, onClick: (row: ListRow) => void): NonNullable<TableProps<ListRow>['onRow']> =>
    (row) => ({
      tabIndex: 0,
      'aria-selected': row.id === head?.id,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, () => onEnter(row)),
      onClick: (event) => {
        if (!(event.target instanceof Element && event.target.closest('button, a, .ant-dropdown') !== null))
          onClick(row);
      },
    });
  const sealed = (row: ListRow): ReactNode =>
    row['isSealed'] === 1 ? <Status tone="plain" word={word('sealed')} /> : <Status tone="done" word={word('open')} />;
  const actions = (more: (row: ListRow) => readonly RowAction[]) => ({
    key: 'actions',
    title: text('list.actions'),
    width: 124,
    render: (_: unknown, row: ListRow) => (
      <RowActions actions={[...acts.ofRow(row), ...more(row)]} title={String(row['dictValue'])} />
    ),
  });
  const trouble = heads.error ?? entries.error;
  const label = (name: 'code' | 'dictKey' | 'dictValue' | 'sort' | 'isSealed'): string =>
    of.fields[name]!.label[language];

  return (
    <>
      {trouble !== null && (
        <Alert
          type="error"
          showIcon
          title={trouble instanceof ApiError ? trouble.message : text('error.unknown')}
          action={
            <Button size="small" onClick={() => void Promise.all([heads.refetch(), entries.refetch()])}>
              {text('error.retry')}
            </Button>
          }
        />
      )}
      <div className={`dict-panes is-${layout}`}>
        <section aria-labelledby={titles.heads}>
          <header>
            <h2 id={titles.heads}>{word('heads')}</h2>
            <span className="search-row">
              <Input
                allowClear
                aria-label={word('search')}
                placeholder={word('search')}
                value={words}
                onChange={(event) => {
                  setWords(event.target.value);
                  setPaging((now) => ({ ...now, current: 1 }));
                }}
              />
            </span>
            <Button
              icon={<ReloadOutlined />}
              aria-label={refreshName}
              title={refreshName}
              onClick={() => void Promise.all([heads.refetch(), entries.refetch()])}
            />
            {acts.mayAdd && (
              <Button icon={<PlusOutlined />} onClick={() => setDrawer({ id: 'new' })}>
                {word('newHead')}
              </Button>
            )}
          </header>
          <Table<ListRow>
            rowKey="id"
            size="small"
            tableLayout="fixed"
            loading={heads.isLoading}
            dataSource={rows}
            scroll={{ x: 480 }}
            rowClassName={(row) => (row.id === head?.id ? 'is-chosen' : '')}
            locale={{
              emptyText: (
                <Empty
                  image={Empty.PRESENTED_IMAGE_SIMPLE}
                  description={
                    heads.isLoading ? text('loading') : word(words.trim() === '' ? 'heads.empty' : 'heads.none')
                  }
                />
              ),
            }}
            onRow={onRow(
              (row) => choose(row, true),
              (row) => choose(row, false),
            )}
            columns={[
              {
                key: 'code',
                title: label('code'),
                ellipsis: true,
                render: (_, row) => <code>{String(row['code'])}</code>,
              },
              { key: 'name', title: label('dictValue'), ellipsis: true, render: (_, row) => nameOf(row) },
              { key: 'sealed', title: label('isSealed'), width: 96, render: (_, row) => sealed(row) },
              actions(() => []),
            ]}
            pagination={{
              current: paging.current,
              pageSize: paging.size,
              total: heads.data?.total ?? 0,
              size: 'small',
              showSizeChanger: true,
              pageSizeOptions: [...PAGE_SIZES],
              hideOnSinglePage: true,
              onChange: (current, size) => setPaging({ current: size === paging.size ? current : 1, size }),
            }}
          />
        </section>
        <section aria-labelledby={titles.entries} ref={entriesBox}>
          <header>
            <h2 id={titles.entries}>
              {head === undefined ? word('entries') : word('entries.of', { name: nameOf(head) })}
            </h2>
            {acts.mayAdd && head !== undefined && (
              <Button type="primary" icon={<PlusOutlined />} title={text('list.keys')} onClick={addEntry}>
                {word('newEntry')}
              </Button>
            )}
          </header>
          <Table<ListRow>
            key={head?.id ?? ''}
            rowKey="id"
            size="small"
            tableLayout="fixed"
            loading={entries.isLoading && head !== undefined}
            dataSource={entries.data ?? []}
            pagination={false}
            scroll={{ x: 520 }}
            expandable={{ defaultExpandAllRows: true }}
            locale={{
              emptyText: (
                <Empty
                  image={Empty.PRESENTED_IMAGE_SIMPLE}
                  description={
                    entries.isLoading ? text('loading') : word(head === undefined ? 'entries.choose' : 'entries.empty')
                  }
                />
              ),
            }}
            onRow={onRow(edit, edit)}
            columns={[
              { key: 'name', title: label('dictValue'), ellipsis: true, render: (_, row) => nameOf(row) },
              {
                key: 'dictKey',
                title: label('dictKey'),
                ellipsis: true,
                render: (_, row) => <code>{String(row['dictKey'])}</code>,
              },
              {
                key: 'sort',
                title: label('sort'),
                width: 96,
                align: 'right',
                className: 'figures',
                render: (_, row) => String(row['sort']),
              },
              { key: 'sealed', title: label('isSealed'), width: 96, render: (_, row) => sealed(row) },
              actions((row) =>
                acts.mayAdd ? [{ key: 'below', label: text('tree.below'), run: () => below(row) }] : [],
              ),
            ]}
          />
        </section>
      </div>
      <RecordDrawer
        of={of}
        open={drawer?.id}
        {...(drawer?.title === undefined ? {} : { title: drawer.title })}
        {...(drawer?.initial === undefined ? {} : { initial: drawer.initial })}
        onClose={() => setDrawer(undefined)}
      />
      {acts.dialog}
    </>
  );
}
const ONWARDS_MS = 250;

/** Up and down the rows, Enter goes into one. */
function press(event: KeyboardEvent<HTMLElement>, enter: () => void): void {
  if (event.target !== event.currentTarget) return;
  const rows = [...event.currentTarget.parentElement!.querySelectorAll<HTMLElement>('tr.ant-table-row')];
  const to =
    rows[rows.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0)];
  if (event.key === 'Enter') enter();
  else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && to !== undefined) to.focus();
  else return;
  event.preventDefault();
}
