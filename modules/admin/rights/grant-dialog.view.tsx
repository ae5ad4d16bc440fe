import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { intent } from '../../../parts/client/api.ts';
import { comma, useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';
import { peopleOfRole } from '../people/user.calls.ts';
import { GrantFrame } from './grant-frame.view.tsx';
import { type GrantNode, linesOf } from './grant-tree.rules.ts';
import { grantRoles, grantTree, heldKeys } from './role.calls.ts';
import { TickTree } from './tick-tree.view.tsx';

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
  const { trees, before, lines, error, refetch } = useGrants(role.id);
  const holders = useHolders(role.id);
  const [edited, setEdited] = useState<Ticks>();
  const once = useMemo(() => intent(), []);
  const ticks = edited ?? before;
  const added = KINDS.flatMap((kind) => [...ticks[kind]].filter((id) => !before[kind].has(id))).length;
  const removed = KINDS.flatMap((kind) => [...before[kind]].filter((id) => !ticks[kind].has(id))).length;

  const save = async (): Promise<string> => {
    // Rights the granter does not hold are not theirs to send; the server leaves them as they are.
    const own = (kind: Kind): string => [...ticks[kind]].filter((id) => lines[kind].has(id)).join(',');
    const body = {
      roleIds: role.id,
      menuIds: own('menu'),
      dataScopeIds: own('dataScope'),
      apiScopeIds: own('apiScope'),
    };
    await request(grantRoles, body, { key: once.keyFor(body) });
    await queries.invalidateQueries({ queryKey: ['menu'] });
    return word('grant.done', { role: role.roleName, added, removed });
  };
  return (
    <GrantFrame
      title={word('grant.title', { role: role.roleName })}
      added={added}
      removed={removed}
      saveName={word('grant.save')}
      onSave={save}
      onClose={onClose}
    >
      <QueryError error={error} onRetry={refetch} />
      {trees === undefined ? (
        error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <GrantTabs {...{ trees, ticks, before, lines }} scopeName={role.scopeName} onChange={setEdited} />
          {holders.data !== undefined && <Holders holders={holders.data} />}
        </>
      )}
    </GrantFrame>
  );
}

interface TabsProps {
  readonly trees: Trees;
  readonly ticks: Ticks;
  readonly before: Ticks;
  readonly lines: Readonly<Record<Kind, Lines>>;
  /** What the base scope of the role is called. */
  readonly scopeName: string;
  readonly onChange: (ticks: Ticks) => void;
}

/** Menus, data scopes and API scopes, each a tree to tick. */
function GrantTabs({ trees, ticks, before, lines, scopeName, onChange }: TabsProps) {
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
              before={before[kind]}
              onChange={(next) => onChange({ ...ticks, [kind]: next })}
              lines={lines[kind]}
              searchName={word('grant.search')}
              rule={word('grant.rule')}
              withButtons
            />
          ),
      }))}
    />
  );
}

/** Who holds the role: the first of them by name. */
function Holders({ holders }: { readonly holders: readonly Holder[] }) {
  const word = useWords(adminTexts);
  const names = holders
    .slice(0, NAMED)
    .map((each) => each.realName)
    .join(comma());
  const count = holders.length;
  return (
    <p className="soft grant-holders">
      {count === 0
        ? word('grant.nobody')
        : word(count > NAMED ? 'grant.holders.more' : 'grant.holders', { names, count })}
    </p>
  );
}
