import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Segmented } from 'antd';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useWords } from '../../../parts/language/language.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { personal } from '../../../parts/client/session.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { useListActs } from '../../../kernel/web/list/use-list-acts.tsx';
import { useListKeys } from '../../../parts/table/use-list-keys.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { usePageTitle } from '../page-title.view.ts';
import { callsOfDict, callsOfDictBiz } from './dict.calls.ts';
import { dict, dictBiz, HEAD_KEY } from './dict.resource.ts';
import { EntriesTable, HeadsTable, type DictionaryRow, useNameOf } from './dictionary-tables.view.tsx';
import { dictionaryTexts } from './dictionary.texts.ts';
import '../admin.css';

type Layout = 'horizontal' | 'vertical';
type Which = 'dict' | 'dictBiz';
interface Served {
  readonly of: typeof dict;
  readonly calls: typeof callsOfDict;
}
const SERVED: Readonly<Record<Which, Served>> = {
  dict: { of: dict, calls: callsOfDict },
  dictBiz: { of: dictBiz, calls: callsOfDictBiz },
};
const VIEW: Readonly<Record<Which, string>> = { dict: 'dict_view', dictBiz: 'dictbiz_view' };

/**
 * Both dictionaries: those there are, and the entries of the one that is chosen, side by side or one above the other.
 * What is chosen is in the address.
 */
export function DictionaryBoard({ layout }: { readonly layout: Layout }) {
  const word = useWords(dictionaryTexts);
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const [given, setGiven] = useSearchParams();
  const mine = (['dict', 'dictBiz'] as const).filter((each) => codes.has(VIEW[each]));
  const which = mine.find((each) => each === given.get('of')) ?? mine[0];
  if (which === undefined)
    return codes.size === 0 ? null : (
      <Empty className="nothing" image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('denied')} />
    );
  return (
    <Board
      key={which}
      title={word('title')}
      which={which}
      layout={layout}
      onLayout={(next) => void navigate(`/dict-${next}/index?${given.toString()}`)}
    >
      {mine.length > 1 && (
        <Segmented<Which>
          aria-label={word('which')}
          value={which}
          options={mine.map((value) => ({ value, label: word(value) }))}
          onChange={(of) => setGiven({ of }, { replace: true })}
        />
      )}
    </Board>
  );
}

/** One of both dictionaries as the menu leads to it, in the layout this person chose on this device. */
export function DictionaryPage({ which }: { readonly which: Which }) {
  const title = usePageTitle(SERVED[which].of);
  const [layout, setLayout] = useState(() => readStored<Layout>(personal(LAYOUT), 'horizontal'));
  return (
    <Board
      title={title}
      which={which}
      layout={layout}
      onLayout={(next) => {
        writeStored(personal(LAYOUT), next);
        setLayout(next);
      }}
    />
  );
}
const LAYOUT = 'dictionary-layout';

interface BoardProps {
  readonly title: string;
  readonly which: Which;
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  /** What else may be chosen. */
  readonly children?: ReactNode;
}

/** Heads and entries under their heading; a phone has them one below the other in any case. */
function Board({ title, which, layout, onLayout, children }: BoardProps) {
  const word = useWords(dictionaryTexts);
  const text = useText();
  const phone = usePhone();
  const [given, setGiven] = useSearchParams();
  const root = useRef<HTMLDivElement>(null);
  return (
    <div className="list-page dict-page" ref={root}>
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {title}
        </h1>
        <div className="list-tools">
          {children}
          {!phone && (
            <Segmented<Layout>
              aria-label={word('layout')}
              value={layout}
              options={(['horizontal', 'vertical'] as const).map((value) => ({ value, label: word(value) }))}
              onChange={onLayout}
            />
          )}
        </div>
      </header>
      <Panes
        {...SERVED[which]}
        layout={phone ? 'vertical' : layout}
        chosen={given.get('head') ?? ''}
        onChoose={(head) => setGiven({ of: which, head }, { replace: true })}
        refreshName={text('list.refresh')}
        root={root}
      />
    </div>
  );
}

interface PanesProps extends Served {
  readonly layout: Layout;
  readonly chosen: string;
  readonly onChoose: (head: string) => void;
  readonly refreshName: string;
  readonly root: { readonly current: HTMLDivElement | null };
}
const FIRST_SIZE = 30;
const FOCUS_MS = 250;

/** The heads that fit the search, page by page, and the entries of the chosen one: of the first where none is. */
function useDictionaries({ of, calls, chosen }: Pick<PanesProps, 'of' | 'calls' | 'chosen'>) {
  const [words, setWords] = useState('');
  const [paging, setPaging] = useState({ current: 1, size: FIRST_SIZE });
  const heads = useQuery({
    queryKey: [...listKey(of), 'parent-list', words.trim(), paging],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(calls.heads, { keyword: words.trim(), ascs: 'sort,code', ...paging }, { signal }),
  });
  const rows = heads.data?.records ?? [];
  const head = rows.find(({ id }) => id === chosen) ?? rows[0];
  const entries = useQuery({
    queryKey: [...listKey(of), 'child-list', head?.code],
    enabled: head !== undefined,
    queryFn: ({ signal }) => request(calls.entries, { code_equal: head!.code, dictKey_notequal: HEAD_KEY }, { signal }),
  });
  const search = (typed: string): void => {
    setWords(typed);
    setPaging((now) => ({ ...now, current: 1 }));
  };
  return { heads, rows, head, entries, words, search, paging, setPaging };
}

interface HeadsPaneProps {
  readonly of: typeof dict;
  readonly dictionaries: ReturnType<typeof useDictionaries>;
  readonly refreshName: string;
  readonly onRefresh: () => void;
  /** Absent where the person may not add one. */
  readonly onAdd: (() => void) | undefined;
  readonly onChoose: (head: string) => void;
  /** A head was chosen by keyboard. */
  readonly onEnter: () => void;
  readonly actionsOf: (row: DictionaryRow) => readonly RowAction[];
}

function HeadsPane({ of, dictionaries, refreshName, onRefresh, onAdd, onChoose, onEnter, actionsOf }: HeadsPaneProps) {
  const word = useWords(dictionaryTexts);
  const text = useText();
  const title = useId();
  const { heads, rows, head, words, search, paging, setPaging } = dictionaries;
  return (
    <section aria-labelledby={title} aria-busy={heads.isPlaceholderData}>
      <header>
        <h2 id={title}>{word('heads')}</h2>
        <span className="search-row">
          <Input
            allowClear
            enterKeyHint="search"
            aria-label={word('search')}
            placeholder={word('search')}
            value={words}
            onChange={(event) => search(event.target.value)}
          />
        </span>
        <Button icon={<ReloadOutlined />} aria-label={refreshName} title={refreshName} onClick={onRefresh} />
        {onAdd !== undefined && (
          <Button icon={<PlusOutlined />} onClick={onAdd}>
            {word('newHead')}
          </Button>
        )}
      </header>
      <HeadsTable
        of={of}
        rows={rows}
        total={heads.data?.total ?? 0}
        paging={paging}
        onPaging={setPaging}
        loading={heads.isLoading}
        empty={heads.isLoading ? text('loading') : word(words.trim() === '' ? 'heads.empty' : 'heads.none')}
        chosen={head?.id}
        onClick={(row) => onChoose(row.id)}
        onEnter={(row) => {
          onChoose(row.id);
          onEnter();
        }}
        actionsOf={actionsOf}
      />
    </section>
  );
}

function Panes({ of, calls, layout, chosen, onChoose, refreshName, root }: PanesProps) {
  const word = useWords(dictionaryTexts);
  const text = useText();
  const nameOf = useNameOf();
  const phone = usePhone();
  const [drawer, setDrawer] = useState<{ readonly id: string; readonly title?: string; readonly initial?: Values }>();
  const entriesBox = useRef<HTMLElement>(null);
  const title = useId();
  const dictionaries = useDictionaries({ of, calls, chosen });
  const { heads, head, entries } = dictionaries;
  const refresh = (): void => void Promise.all([heads.refetch(), entries.refetch()]);
  const edit = useCallback((row: DictionaryRow) => setDrawer({ id: row.id, title: row.dictValue }), []);
  const done = useCallback(() => undefined, []);
  const acts = useListActs(of, edit, done);
  const addBelow = useCallback(
    ({ id, dictValue, code }: DictionaryRow): void =>
      setDrawer({
        id: 'new',
        initial: { parentId: id, parentName: dictValue, code, dictKey: '', sort: (entries.data?.length ?? 0) + 1 },
      }),
    [entries.data],
  );
  const addEntry = useCallback(() => {
    if (head !== undefined) addBelow(head);
  }, [addBelow, head]);
  useListKeys(root, { create: acts.mayAdd && head !== undefined ? addEntry : undefined });
  /** On a phone the entries stand below the heads: who chose one sees them. */
  const choose = (id: string): void => {
    onChoose(id);
    if (phone) entriesBox.current?.scrollIntoView({ block: 'start' });
  };
  /** Moves the keyboard into the entries of the head just chosen, as soon as they are shown. */
  const focusEntries = (): void =>
    void setTimeout(
      () =>
        (
          entriesBox.current?.querySelector<HTMLElement>('tr.ant-table-row') ??
          entriesBox.current?.querySelector<HTMLElement>('button')
        )?.focus(),
      FOCUS_MS,
    );

  return (
    <>
      <QueryError error={heads.error ?? entries.error} onRetry={refresh} />
      <div className={`dict-panes is-${layout}`}>
        <HeadsPane
          of={of}
          dictionaries={dictionaries}
          refreshName={refreshName}
          onRefresh={refresh}
          onAdd={acts.mayAdd ? () => setDrawer({ id: 'new' }) : undefined}
          onChoose={choose}
          onEnter={focusEntries}
          actionsOf={acts.ofRow}
        />
        <section aria-labelledby={title} ref={entriesBox}>
          <header>
            <h2 id={title}>{head === undefined ? word('entries') : word('entries.of', { name: nameOf(head) })}</h2>
            {acts.mayAdd && head !== undefined && (
              <Button type="primary" icon={<PlusOutlined />} title={text('list.keys')} onClick={addEntry}>
                {word('newEntry')}
              </Button>
            )}
          </header>
          <EntriesTable
            key={head?.id ?? ''}
            of={of}
            rows={entries.data ?? []}
            loading={entries.isLoading && head !== undefined}
            empty={entries.isLoading ? text('loading') : word(head === undefined ? 'entries.choose' : 'entries.empty')}
            onOpen={edit}
            actionsOf={(row) => [
              ...acts.ofRow(row),
              ...(acts.mayAdd ? [{ key: 'below', label: text('tree.below'), run: () => addBelow(row) }] : []),
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
