import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Collapse, Empty, Input, Modal, Skeleton, Tabs, Tree } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { get, intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { adminTexts } from '../admin.texts.ts';
import { type GrantNode, halfTicked, linesOf, searched, toggled } from './grant-tree.ts';
import { grantRoles, grantTree, heldKeys } from './role.calls.ts';

const KINDS = ['menu', 'dataScope', 'apiScope'] as const;
type Kind = (typeof KINDS)[number];
type Ticks = Readonly<Record<Kind, ReadonlySet<string>>>;
/** Of those who hold the role, this many by name. */
const NAMED = 8;
const NO_NODES: readonly GrantNode[] = [];

export interface Role {
  readonly id: string;
  readonly roleName: string;
  readonly scopeName: string;
}

/** What a role may do, ticked in a tree; before saving it says what comes and what goes. */
export function GrantDialog({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const word = useWords(adminTexts);
  const text = useText();
  const language = useLanguage();
  const notify = useNotify();
  const trees = useQuery({
    queryKey: ['grant', 'trees'],
    queryFn: ({ signal }) => request(grantTree, {}, { signal }),
    staleTime: 60_000,
  });
  const held = useQuery({
    queryKey: ['grant', 'keys', role.id],
    queryFn: ({ signal }) => request(heldKeys, { roleIds: role.id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const holders = useQuery({
    queryKey: ['grant', 'holders', role.id],
    queryFn: ({ signal }) =>
      get<readonly { readonly id: string; readonly realName: string }[]>(
        '/blade-user/getUserNameByRoleId',
        { roleId: role.id },
        signal,
      ),
    staleTime: 60_000,
    retry: false,
  });
  const [edited, setEdited] = useState<Ticks>();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);

  const before = useMemo(
    (): Ticks => ({
      menu: new Set(held.data?.menu),
      dataScope: new Set(held.data?.dataScope),
      apiScope: new Set(held.data?.apiScope),
    }),
    [held.data],
  );
  const ticks = edited ?? before;
  // A menu stands in each tree that has something below it, so each tree has lines of its own.
  const lines = useMemo(
    () => ({
      menu: linesOf(trees.data?.menu ?? NO_NODES),
      dataScope: linesOf(trees.data?.dataScope ?? NO_NODES),
      apiScope: linesOf(trees.data?.apiScope ?? NO_NODES),
    }),
    [trees.data],
  );
  const added = KINDS.flatMap((kind) => [...ticks[kind]].filter((id) => !before[kind].has(id)));
  const removed = KINDS.flatMap((kind) => [...before[kind]].filter((id) => !ticks[kind].has(id)));
  const changed = added.length + removed.length;
  const pathOf = (id: string): string =>
    KINDS.map((kind) => lines[kind].get(id))
      .find((line) => line !== undefined)
      ?.map((node) => node.title)
      .join(' / ') ?? id;

  const save = async (): Promise<void> => {
    // Rights the granter does not hold are not his to send; the server keeps them as they are.
    const own = (kind: Kind): readonly string[] => [...ticks[kind]].filter((id) => lines[kind].has(id));
    const body = {
      roleIds: role.id,
      menuIds: own('menu').join(','),
      dataScopeIds: own('dataScope').join(','),
      apiScopeIds: own('apiScope').join(','),
    };
    setBusy(true);
    try {
      await request(grantRoles, body, { key: once.keyFor(body) });
      await queries.invalidateQueries({ queryKey: ['menu'] });
      notify.done(word('grant.done', { role: role.roleName, added: added.length, removed: removed.length }));
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const close = async (): Promise<void> => {
    if (changed === 0 || (await notify.ask(text('draft.discard.ask'), { danger: true, okText: text('draft.discard') })))
      onClose();
  };
  const failed = trees.error ?? held.error;
  const empty: Readonly<Record<Kind, string>> = {
    menu: '',
    dataScope: word('grant.data.empty', { scope: role.scopeName }),
    apiScope: word('grant.api.empty'),
  };
  const names: Readonly<Record<Kind, string>> = {
    menu: word('grant.menu'),
    dataScope: word('grant.data'),
    apiScope: word('grant.api'),
  };
  const change = (kind: Kind, next: ReadonlySet<string>): void => setEdited({ ...ticks, [kind]: next });
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
          <span role="status">
            {changed === 0 ? (
              <span className="soft">{word('grant.same')}</span>
            ) : (
              <>
                <span className="grant-added">+ {word('grant.added', { count: added.length })}</span>
                <span className="grant-removed">− {word('grant.removed', { count: removed.length })}</span>
              </>
            )}
          </span>
          <Button onClick={() => void close()}>{text('cancel')}</Button>
          <Button type="primary" disabled={changed === 0} loading={busy} onClick={() => void save()}>
            {word('grant.save')}
          </Button>
        </div>
      }
    >
      {failed !== null && (
        <Alert
          type="error"
          showIcon
          title={failed instanceof ApiError ? failed.message : text('error.unknown')}
          action={
            <Button
              size="small"
              onClick={() => {
                void trees.refetch();
                void held.refetch();
              }}
            >
              {text('error.retry')}
            </Button>
          }
        />
      )}
      {trees.data === undefined || held.data === undefined ? (
        failed === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <Tabs
            items={KINDS.map((kind) => ({
              key: kind,
              label: names[kind],
              children:
                trees.data[kind].length === 0 ? (
                  <Empty className="grant-tree" image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty[kind]} />
                ) : (
                  <TickTree
                    nodes={trees.data[kind]}
                    ticked={ticks[kind]}
                    onChange={(next) => change(kind, next)}
                    lines={lines[kind]}
                  />
                ),
            }))}
          />
          {holders.data !== undefined && (
            <p className="soft grant-holders">
              {holders.data.length === 0
                ? word('grant.nobody')
                : word(holders.data.length > NAMED ? 'grant.holders.more' : 'grant.holders', {
                    names: holders.data
                      .slice(0, NAMED)
                      .map((each) => each.realName)
                      .join(language === 'zh' ? '、' : ', '),
                    count: holders.data.length,
                  })}
            </p>
          )}
          {changed > 0 && (
            <Collapse
              size="small"
              ghost
              items={[
                {
                  key: 'changes',
                  label: word('grant.changes'),
                  children: (
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
                  ),
                },
              ]}
            />
          )}
        </>
      )}
    </Modal>
  );
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
