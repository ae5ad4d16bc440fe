import { useQuery } from '@tanstack/react-query';
import { Button, Collapse, Empty, Input, Modal, Skeleton, Tabs, Tree } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { intent } from '../../../parts/client/api.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { adminTexts } from '../admin.texts.ts';
import { peopleOfRole } from '../people/user.calls.ts';
import { type GrantNode, halfTicked, linesOf, searched, toggled } from './grant-tree.ts';
import { grantRoles, grantTree, heldKeys } from './role.calls.ts';

const KINDS = ['menu', 'dataScope', 'apiScope'] as const;
type Kind = (typeof KINDS)[number];
type Trees = Readonly<Record<Kind, readonly GrantNode[]>>;
type Ticks = Readonly<Record<Kind, ReadonlySet<string>>>;
type Lines = ReadonlyMap<string, readonly GrantNode[]>;
/** Of those who hold the role, this many by name. */
const NAMED = 8;
const NO_NODES: readonly GrantNode[] = [];

export interface Role {
  readonly id: string;
  readonly roleName: string;
  readonly scopeName: string;
}

/** What the person may pass on, and what the role holds of it. */
function useGrants(roleId: string) {
  const trees = useQuery({
    queryKey: ['grant', 'trees'],
    queryFn: ({ signal }) => request(grantTree, {}, { signal }),
    staleTime: 60_000,
  });
  const held = useQuery({
    queryKey: ['grant', 'keys', roleId],
    queryFn: ({ signal }) => request(heldKeys, { roleIds: roleId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const before = useMemo(
    (): Ticks => ({
      menu: new Set(held.data?.menu),
      dataScope: new Set(held.data?.dataScope),
      apiScope: new Set(held.data?.apiScope),
    }),
    [held.data],
  );
  // A menu is in each tree that has something below it, so each tree has lines of its own.
  const lines = useMemo(
    (): Readonly<Record<Kind, Lines>> => ({
      menu: linesOf(trees.data?.menu ?? NO_NODES),
      dataScope: linesOf(trees.data?.dataScope ?? NO_NODES),
      apiScope: linesOf(trees.data?.apiScope ?? NO_NODES),
    }),
    [trees.data],
  );
  const refetch = (): void => {
    void trees.refetch();
    void held.refetch();
  };
  const isReady = held.data !== undefined;
  return { trees: isReady ? trees.data : undefined, before, lines, error: trees.error ?? held.error, refetch };
}

type Holder = TypeOf<typeof peopleOfRole.answer>[number];
const useHolders = (roleId: string) =>
  useQuery({
    queryKey: ['grant', 'holders', roleId],
    queryFn: ({ signal }) => request(peopleOfRole, { roleId }, { signal }),
    staleTime: 60_000,
    retry: false,
  });

/** What a role may do, ticked in a tree; before saving it shows what is added and what is removed. */
export function GrantDialog({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const word = useWords(adminTexts);
  const text = useText();
  const notify = useNotify();
  const { trees, before, lines, error, refetch } = useGrants(role.id);
  const holders = useHolders(role.id);
  const [edited, setEdited] = useState<Ticks>();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const ticks = edited ?? before;
  const added = KINDS.flatMap((kind) => [...ticks[kind]].filter((id) => !before[kind].has(id)));
  const removed = KINDS.flatMap((kind) => [...before[kind]].filter((id) => !ticks[kind].has(id)));
  const isChanged = added.length + removed.length > 0;

  const save = async (): Promise<void> => {
    // Rights the granter does not hold are not theirs to send; the server leaves them as they are.
    const own = (kind: Kind): string => [...ticks[kind]].filter((id) => lines[kind].has(id)).join(',');
    const body = {
      roleIds: role.id,
      menuIds: own('menu'),
      dataScopeIds: own('dataScope'),
      apiScopeIds: own('apiScope'),
    };
    setBusy(true);
    try {
      await request(grantRoles, body, { key: once.keyFor(body) });
      await queries.invalidateQueries({ queryKey: ['menu'] });
      notify.done(word('grant.done', { role: role.roleName, added: added.length, removed: removed.length }));
      onClose();
    } catch (cause) {
      notify.error(cause);
    } finally {
      setBusy(false);
    }
  };
  const close = async (): Promise<void> => {
    if (!isChanged || (await notify.ask(text('draft.discard.ask'), { danger: true, okText: text('draft.discard') })))
      onClose();
  };
  return (
    <Modal
      open
      width={720}
      title={word('grant.title', { role: role.roleName })}
      onCancel={() => void close()}
      className="grant-dialog"
      centered
      footer={
        <div className="grant-foot">
          <ChangeCount added={added.length} removed={removed.length} />
          <Button onClick={() => void close()}>{text('cancel')}</Button>
          <Button type="primary" disabled={!isChanged} loading={busy} onClick={() => void save()}>
            {word('grant.save')}
          </Button>
        </div>
      }
    >
      <QueryError error={error} onRetry={refetch} />
      {trees === undefined ? (
        error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <GrantTabs trees={trees} ticks={ticks} lines={lines} scopeName={role.scopeName} onChange={setEdited} />
          {holders.data !== undefined && <Holders holders={holders.data} />}
          {isChanged && <Changes added={added} removed={removed} lines={lines} />}
        </>
      )}
    </Modal>
  );
}

interface TabsProps {
  readonly trees: Trees;
  readonly ticks: Ticks;
  readonly lines: Readonly<Record<Kind, Lines>>;
  /** What the base scope of the role is called. */
  readonly scopeName: string;
  readonly onChange: (ticks: Ticks) => void;
}

/** Menus, data scopes and API scopes, each a tree to tick. */
function GrantTabs({ trees, ticks, lines, scopeName, onChange }: TabsProps) {
  const word = useWords(adminTexts);
  const empty: Readonly<Record<Kind, string>> = {
    menu: '',
    dataScope: word('grant.data.empty', { scope: scopeName }),
    apiScope: word('grant.api.empty'),
  };
  const names: Readonly<Record<Kind, string>> = {
    menu: word('grant.menu'),
    dataScope: word('grant.data'),
    apiScope: word('grant.api'),
  };
  return (
    <Tabs
      items={KINDS.map((kind) => ({
        key: kind,
        label: names[kind],
        children:
          trees[kind].length === 0 ? (
            <Empty className="grant-tree" image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty[kind]} />
          ) : (
            <TickTree
              nodes={trees[kind]}
              ticked={ticks[kind]}
              onChange={(next) => onChange({ ...ticks, [kind]: next })}
              lines={lines[kind]}
            />
          ),
      }))}
    />
  );
}

/** How many ticks are added and removed. */
function ChangeCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  const word = useWords(adminTexts);
  return (
    <span role="status">
      {added + removed === 0 ? (
        <span className="soft">{word('grant.same')}</span>
      ) : (
        <>
          <span className="grant-added">+ {word('grant.added', { count: added })}</span>
          <span className="grant-removed">− {word('grant.removed', { count: removed })}</span>
        </>
      )}
    </span>
  );
}

/** Who holds the role: the first of them by name. */
function Holders({ holders }: { readonly holders: readonly Holder[] }) {
  const word = useWords(adminTexts);
  const language = useLanguage();
  const names = holders
    .slice(0, NAMED)
    .map((each) => each.realName)
    .join(language === 'zh' ? '、' : ', ');
  const count = holders.length;
  return (
    <p className="soft grant-holders">
      {count === 0
        ? word('grant.nobody')
        : word(count > NAMED ? 'grant.holders.more' : 'grant.holders', { names, count })}
    </p>
  );
}

interface ChangesProps {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly lines: Readonly<Record<Kind, Lines>>;
}

/** What is added and removed, each with the nodes above it. */
function Changes({ added, removed, lines }: ChangesProps) {
  const word = useWords(adminTexts);
  const pathOf = (id: string): string =>
    KINDS.map((kind) => lines[kind].get(id))
      .find((line) => line !== undefined)
      ?.map((node) => node.title)
      .join(' / ') ?? id;
  const list = (
    <ul className="grant-changes">
      {added.map((id) => (
        <li key={id} className="grant-added">
          + {pathOf(id)}
        </li>
      ))}
      {removed.map((id) => (
        <li key={id} className="grant-removed">
          − {pathOf(id)}
        </li>
      ))}
    </ul>
  );
  return <Collapse size="small" ghost items={[{ key: 'changes', label: word('grant.changes'), children: list }]} />;
}

interface TreeProps {
  readonly nodes: readonly GrantNode[];
  readonly ticked: ReadonlySet<string>;
  readonly lines: ReadonlyMap<string, readonly GrantNode[]>;
  readonly onChange: (next: ReadonlySet<string>) => void;
}

interface Branch {
  readonly key: string;
  readonly title: string;
  readonly children: Branch[];
}
const branchOf = (node: GrantNode): Branch => ({
  key: node.id,
  title: node.title,
  children: (node.children ?? []).map(branchOf),
});

function TickTree({ nodes, ticked, lines, onChange }: TreeProps) {
  const word = useWords(adminTexts);
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<readonly string[]>(() => nodes.map((node) => node.id));
  const found = useMemo(() => (words.trim() === '' ? undefined : searched(nodes, words)), [nodes, words]);
  useEffect(() => {
    if (found !== undefined) setOpen(found.open);
  }, [found]);
  const branches = useMemo(() => (found?.nodes ?? nodes).map(branchOf), [found, nodes]);
  const half = useMemo(() => halfTicked(nodes, ticked), [nodes, ticked]);
  const all = (on: boolean): void => onChange(nodes.reduce((now, node) => toggled(now, node, [], on), ticked));
  return (
    <>
      <div className="grant-bar">
        <Input.Search
          allowClear
          autoFocus
          placeholder={word('grant.search')}
          aria-label={word('grant.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="link" size="small" onClick={() => all(true)}>
          {word('grant.all')}
        </Button>
        <Button type="link" size="small" onClick={() => all(false)}>
          {word('grant.none')}
        </Button>
      </div>
      <Tree<Branch>
        className="grant-tree"
        checkable
        checkStrictly
        selectable={false}
        height={380}
        blockNode
        treeData={branches}
        checkedKeys={{ checked: [...ticked].filter((id) => !half.has(id)), halfChecked: [...half] }}
        expandedKeys={[...open]}
        onExpand={(keys) => setOpen(keys.map(String))}
        onCheck={(_, { node }) => {
          const full = lines.get(node.key)?.at(-1);
          // A half tick becomes whole before it goes, as everywhere else.
          if (full !== undefined)
            onChange(toggled(ticked, full, lines.get(node.key) ?? [], half.has(node.key) || !ticked.has(node.key)));
        }}
      />
      <p className="soft grant-rule">{word('grant.rule')}</p>
    </>
  );
}
