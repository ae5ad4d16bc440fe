import { CaretRightOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Table, type TableProps } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { listKey, type ListRow } from '../../../kernel/web/list/list-data.ts';
import { useListActs } from '../../../kernel/web/list/use-list-acts.tsx';
import { queries } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel, useLanguage, useWords } from '../../../parts/language/language.ts';
import { MenuIcon } from '../../../parts/menu/menu-icon.tsx';
import { RowActions, type RowAction } from '../../../parts/table/row-actions.tsx';
import { useListKeys } from '../../../parts/table/use-list-keys.ts';
import { usePageTitle } from '../page-title.view.ts';
import { IconInput } from './icon-input.view.tsx';
import { countBelow, groupIds, kindOf, soughtMenus } from './menu-tree.rules.ts';
import { menuList } from './menu.calls.ts';
import { menu } from './menu.resource.ts';
import { menuTexts } from './menu.texts.ts';
import '../admin.css';

type Node = TypeOf<typeof menuList.answer>[number];
type Columns = NonNullable<TableProps<Node>['columns']>;
const INPUTS = { source: IconInput };

/** What a node is called in the person's language. */
function useNameOf(): (node: Pick<Node, 'name' | 'nameEn'>) => string {
  const isEnglish = useLanguage() === 'en';
  return useCallback(({ name, nameEn }) => (isEnglish && nameEn ? nameEn : name), [isEnglish]);
}

/** Name with picture and what stands below, kind, code, path and order; a phone has room for the name. */
function useMenuColumns(actionsOf: (node: Node) => readonly RowAction[]): Columns {
  const word = useWords(menuTexts);
  const text = useText();
  const label = useLabel();
  const phone = usePhone();
  const nameOf = useNameOf();
  const below = (node: Node): string => {
    const { pages, buttons } = countBelow(node);
    return pages > 0 ? word('count', { pages, buttons }) : buttons > 0 ? word('count.buttons', { buttons }) : '';
  };
  const more: Columns = [
    { title: label(menu.fields.category.label), width: 84, render: (_, node) => word(kindOf(node)) },
    { title: label(menu.fields.code.label), width: 180, ellipsis: true, render: (_, { code }) => <code>{code}</code> },
    { title: label(menu.fields.path.label), width: 160, ellipsis: true, render: (_, { path }) => path },
    {
      title: label(menu.fields.sort.label),
      width: 72,
      align: 'right',
      className: 'figures',
      render: (_, { sort }) => String(sort),
    },
  ];
  return [
    {
      title: label(menu.fields.name.label),
      ...(phone ? {} : { width: 280 }),
      render: (_, node) => (
        <span className={`menu-node is-${kindOf(node)}`}>
          {node.parentId === '0' && <MenuIcon icon={node.source ?? undefined} />} {nameOf(node)}
          {below(node) !== '' && <span className="soft"> {below(node)}</span>}
        </span>
      ),
    },
    ...(phone ? [] : more),
    {
      title: phone ? '' : text('list.actions'),
      width: phone ? 56 : 120,
      fixed: 'end',
      render: (_, node) => (
        <RowActions
          actions={phone ? actionsOf(node).map((action) => ({ ...action, danger: true })) : actionsOf(node)}
          more={text('list.row.more', { title: nameOf(node) })}
        />
      ),
    },
  ];
}

interface TreeProps {
  readonly nodes: readonly Node[];
  readonly open: ReadonlySet<string>;
  readonly onOpen: (id: string, isOpen: boolean) => void;
  readonly loading: boolean;
  readonly empty: string;
  readonly onEdit: (node: Node) => void;
  readonly actionsOf: (node: Node) => readonly RowAction[];
}

interface TurnProps {
  readonly of: Node;
  readonly isOpen: boolean;
  readonly onTurn: (id: string, isOpen: boolean) => void;
}

/** Opens and closes a branch, large enough to be hit; a leaf has its room alone. */
function Turn({ of, isOpen, onTurn }: TurnProps) {
  const word = useWords(menuTexts);
  const nameOf = useNameOf();
  if (of.children === undefined) return <span className="tree-turn" />;
  return (
    <button
      type="button"
      className="tree-turn"
      aria-expanded={isOpen}
      aria-label={word(isOpen ? 'turn.close' : 'turn.open', { name: nameOf(of) })}
      onClick={(event) => {
        event.stopPropagation();
        onTurn(of.id, !isOpen);
      }}
    >
      <CaretRightOutlined rotate={isOpen ? 90 : 0} />
    </button>
  );
}

/** Only what is open is drawn: nine hundred rows cost no more than those in sight. */
function MenuTree({ nodes, open, onOpen, loading, empty, onEdit, actionsOf }: TreeProps) {
  const columns = useMenuColumns(actionsOf);
  const phone = usePhone();
  return (
    <Table<Node>
      className="list-table menu-tree"
      size="small"
      rowKey="id"
      tableLayout="fixed"
      pagination={false}
      loading={loading}
      dataSource={nodes}
      scroll={phone || nodes.length === 0 ? {} : { x: 896 }}
      expandable={{
        indentSize: 24,
        expandedRowKeys: [...open],
        expandIcon: ({ expanded, record }) => <Turn of={record} isOpen={expanded} onTurn={onOpen} />,
      }}
      locale={{
        emptyText: loading ? (
          ' '
        ) : (
          <Empty className="nothing" image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
        ),
      }}
      onRow={(node) => ({
        tabIndex: 0,
        onClick: () => onEdit(node),
        onKeyDown: (event) => {
          if (event.target !== event.currentTarget) return;
          if (event.key === 'Enter') onEdit(node);
          else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') onOpen(node.id, event.key === 'ArrowRight');
        },
      })}
      columns={columns}
    />
  );
}

function Tools({
  onRefresh,
  onCreate,
}: {
  readonly onRefresh: () => void;
  readonly onCreate: (() => void) | undefined;
}) {
  const text = useText();
  const refresh = text('list.refresh');
  return (
    <div className="list-tools">
      <Button icon={<ReloadOutlined />} aria-label={refresh} title={refresh} onClick={onRefresh} />
      {onCreate !== undefined && (
        <Button type="primary" icon={<PlusOutlined />} title={text('list.keys')} onClick={onCreate}>
          {text('new')}
        </Button>
      )}
    </div>
  );
}

interface SearchProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onOpenPages: () => void;
  readonly onCloseAll: () => void;
}

function SearchBar({ words, onWords, onOpenPages, onCloseAll }: SearchProps) {
  const word = useWords(menuTexts);
  return (
    <div className="search-row">
      <Input.Search
        className="search-keyword"
        allowClear
        enterKeyHint="search"
        placeholder={word('search')}
        aria-label={word('search')}
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
      <Button type="link" onClick={onOpenPages}>
        {word('open.pages')}
      </Button>
      <Button type="link" onClick={onCloseAll}>
        {word('close.all')}
      </Button>
    </div>
  );
}

/** The whole menu, what was sought in it, and which of its branches are open. */
function useMenuTree() {
  const tree = useQuery({
    queryKey: [...listKey(menu), 'tree'],
    queryFn: ({ signal }) => request(menuList, {}, { signal }),
  });
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  /** Against what a search opens. */
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const sought = useMemo(() => soughtMenus(tree.data ?? [], words), [tree.data, words]);
  const isSought = words.trim() !== '';
  const open = useMemo(() => {
    if (!isSought) return opened;
    const now = new Set(sought.open);
    for (const [id, isOpen] of turned) {
      if (isOpen) now.add(id);
      else now.delete(id);
    }
    return now;
  }, [isSought, opened, sought, turned]);
  return {
    tree,
    words,
    search: (next: string) => {
      setWords(next);
      setTurned(new Map());
    },
    nodes: sought.nodes,
    open,
    turn: (id: string, isOpen: boolean) => {
      if (isSought) return setTurned((now) => new Map(now).set(id, isOpen));
      setOpened((now) => {
        const next = new Set(now);
        if (isOpen) next.add(id);
        else next.delete(id);
        return next;
      });
    },
    openAs: (ids: readonly string[]) => {
      setWords('');
      setOpened(new Set(ids));
    },
  };
}

/** The menu as the tree it is: pages below their groups, buttons below their pages. */
export default function MenuPage() {
  const word = useWords(menuTexts);
  const label = useLabel();
  const title = usePageTitle(menu);
  const nameOf = useNameOf();
  const root = useRef<HTMLDivElement>(null);
  const { tree, words, search, nodes, open, turn, openAs } = useMenuTree();
  const [drawer, setDrawer] = useState<{ readonly id: string; readonly title?: string; readonly initial?: Values }>();
  const edit = useCallback((row: ListRow<typeof menu>) => setDrawer({ id: row.id, title: nameOf(row) }), [nameOf]);
  // The sidebar shows what was changed here.
  const done = useCallback(() => void queries.invalidateQueries({ queryKey: ['menu'] }), []);
  const acts = useListActs(menu, edit, done);
  const create = useCallback(() => setDrawer({ id: 'new' }), []);
  useListKeys(root, { create: acts.mayAdd ? create : undefined });
  const actionsOf = (node: Node): readonly RowAction[] => {
    const below = (): void =>
      setDrawer({ id: 'new', initial: { parentId: node.id, category: kindOf(node) === 'page' ? 2 : 1 } });
    const [first, ...rest] = acts.ofRow(node);
    return [
      ...(first === undefined ? [] : [first]),
      ...(acts.mayAdd && node.category === 1 ? [{ key: 'below', label: word('below'), run: below }] : []),
      ...rest,
    ];
  };
  return (
    <div className="list-page menu-page" ref={root}>
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {title}
        </h1>
        <Tools onRefresh={() => void tree.refetch()} onCreate={acts.mayAdd ? create : undefined} />
      </header>
      <SearchBar
        words={words}
        onWords={search}
        onOpenPages={() => openAs(groupIds(tree.data ?? []))}
        onCloseAll={() => openAs([])}
      />
      <QueryError error={tree.error} onRetry={() => void tree.refetch()} />
      <MenuTree
        nodes={nodes}
        open={open}
        onOpen={turn}
        loading={tree.isLoading}
        empty={words === '' ? label(menu.purpose ?? menu.label) : word('none')}
        onEdit={edit}
        actionsOf={actionsOf}
      />
      <OwnInputs value={INPUTS}>
        <RecordDrawer
          of={menu}
          open={drawer?.id}
          {...(drawer?.title === undefined ? {} : { title: drawer.title })}
          {...(drawer?.initial === undefined ? {} : { initial: drawer.initial })}
          onClose={() => setDrawer(undefined)}
          onSaved={done}
        />
      </OwnInputs>
      {acts.dialog}
    </div>
  );
}
