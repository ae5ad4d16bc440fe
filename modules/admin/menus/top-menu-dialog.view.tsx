import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { queries } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { intent } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { GrantFrame } from '../rights/grant-frame.view.tsx';
import { linesOf } from '../rights/grant-tree.rules.ts';
import { fillTopMenus, topMenuKeys, topMenuTree } from './menu.calls.ts';
import { menuTexts } from './menu.texts.ts';
import { TickTree } from '../rights/tick-tree.view.tsx';
import { heldBy, ticksOf } from './top-menu.rules.ts';

export interface TopMenu {
  readonly id: string;
  readonly name: string;
}

/** The menus that stand in a top menu, ticked in the tree of those there are. */
export function TopMenuDialog({ of, onClose }: { readonly of: TopMenu; readonly onClose: () => void }) {
  const word = useWords(menuTexts);
  const tree = useQuery({
    queryKey: ['topMenu', 'tree'],
    queryFn: ({ signal }) => request(topMenuTree, {}, { signal }),
    staleTime: 60_000,
  });
  const held = useQuery({
    queryKey: ['topMenu', 'keys', of.id],
    queryFn: ({ signal }) => request(topMenuKeys, { topMenuIds: of.id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [edited, setEdited] = useState<ReadonlySet<string>>();
  const before = useMemo(() => ticksOf(tree.data?.menu ?? [], new Set(held.data?.menu)), [tree.data, held.data]);
  const lines = useMemo(() => linesOf(tree.data?.menu ?? []), [tree.data]);
  const once = useMemo(() => intent(), []);
  const ticked = edited ?? before;
  const added = [...ticked].filter((id) => !before.has(id)).length;
  const removed = [...before].filter((id) => !ticked.has(id)).length;
  const error = tree.error ?? held.error;
  const save = async (): Promise<string> => {
    // What whoever saves does not hold is not in the tree, and stays.
    const others = held.data?.menu.filter((id) => !lines.has(id)) ?? [];
    const body = { topMenuIds: of.id, menuIds: [...heldBy(tree.data?.menu ?? [], ticked), ...others].join(',') };
    await request(fillTopMenus, body, { key: once.keyFor(body) });
    await queries.invalidateQueries({ queryKey: ['menu'] });
    return word('fill.done', { name: of.name, added, removed });
  };
  return (
    <GrantFrame
      title={word('fill.title', { name: of.name })}
      added={added}
      removed={removed}
      saveName={word('fill.save')}
      onSave={save}
      onClose={onClose}
    >
      <QueryError
        error={error}
        onRetry={() => {
          void tree.refetch();
          void held.refetch();
        }}
      />
      {tree.data === undefined || held.data === undefined ? (
        error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <TickTree
          nodes={tree.data.menu}
          ticked={ticked}
          before={before}
          lines={lines}
          onChange={setEdited}
          searchName={word('fill.search')}
          rule={word('fill.rule')}
        />
      )}
    </GrantFrame>
  );
}
