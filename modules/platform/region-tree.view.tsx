import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Skeleton, Tree } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { get } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { listKey } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { platformTexts } from './platform.texts.ts';
import * as calls from './platform.calls.ts';
import { region } from './region.resource.ts';

type Option = TypeOf<typeof calls.regionTree.answer>[number];
interface Branch {
  readonly key: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly children?: Branch[];
}
interface Match {
  readonly code: string;
  readonly title: string;
}
const MATCHES_MAX = 50;
const TREE_HEIGHT = 560;

/** The tree as far as it was opened. */
const branches = (levels: ReadonlyMap<string, readonly Option[]>, parent: string): Branch[] =>
  (levels.get(parent) ?? []).map(({ id, title, hasChildren }) => ({
    key: id,
    title,
    isLeaf: hasChildren !== true,
    ...(levels.has(id) ? { children: branches(levels, id) } : {}),
  }));

/** Levels of the tree: each is requested when it is opened. */
export function useRegionTree() {
  const [opened, setOpened] = useState<readonly string[]>(['00']);
  const tree = useQuery({
    queryKey: [...listKey(region), 'tree', opened],
    queryFn: async ({ signal }) => {
      const levels = await Promise.all(
        ['', ...opened].map(
          async (code) => [code, await request(calls.regionTree, { parentCode: code }, { signal })] as const,
        ),
      );
      return new Map(levels);
    },
    placeholderData: (before) => before,
  });
  const nodes = useMemo(() => branches(tree.data ?? new Map<string, readonly Option[]>(), ''), [tree.data]);
  const open = useCallback((code: string): void => setOpened((now) => (now.includes(code) ? now : [...now, code])), []);
  return { tree, nodes, opened, open };
}
type RegionLevels = ReturnType<typeof useRegionTree>;

interface Choosing {
  readonly chosen: string | undefined;
  readonly onChoose: (code: string | undefined) => void;
}

/** Where a region is chosen: in the tree, or among those a search finds. */
export function RegionSide({ levels, chosen, onChoose }: Choosing & { readonly levels: RegionLevels }): ReactNode {
  const word = useWords(platformTexts);
  const text = useText();
  const [words, setWords] = useState('');
  const keyword = words.trim();
  const matches = useQuery({
    queryKey: [...listKey(region), 'found', keyword],
    queryFn: ({ signal }) =>
      get<readonly Match[]>('/blade-system/region/select', { keyword, size: MATCHES_MAX }, signal),
    enabled: keyword !== '',
    placeholderData: (before) => before,
  });
  const { tree } = levels;
  const error = tree.error ?? matches.error;
  return (
    <section className="region-side" aria-label={word('region.tree')}>
      <Input.Search
        allowClear
        placeholder={word('region.search')}
        aria-label={word('region.search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {error !== null && (
        <Alert
          type="error"
          showIcon
          title={error instanceof ApiError ? error.message : text('error.unknown')}
          action={
            <Button size="small" onClick={() => void tree.refetch()}>
              {text('error.retry')}
            </Button>
          }
        />
      )}
      {keyword !== '' ? (
        <Matches matches={matches.data} chosen={chosen} onChoose={onChoose} />
      ) : tree.data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <RegionTree levels={levels} chosen={chosen} onChoose={onChoose} />
      )}
    </section>
  );
}

function Matches({
  matches,
  chosen,
  onChoose,
}: Choosing & { readonly matches: readonly Match[] | undefined }): ReactNode {
  const word = useWords(platformTexts);
  return (
    <ul className="region-found">
      {(matches ?? []).map((match) => (
        <li key={match.code}>
          <button type="button" aria-current={chosen === match.code} onClick={() => onChoose(match.code)}>
            <span>{match.title}</span>
            <span className="figures">{match.code}</span>
          </button>
        </li>
      ))}
      {matches?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('region.none')} />}
      {matches?.length === MATCHES_MAX && (
        <li className="region-more">{word('region.more', { count: MATCHES_MAX })}</li>
      )}
    </ul>
  );
}

function RegionTree({
  levels: { nodes, opened, open },
  chosen,
  onChoose,
}: Choosing & { readonly levels: RegionLevels }): ReactNode {
  const phone = usePhone();
  return (
    <Tree
      blockNode
      treeData={nodes}
      {...(phone ? {} : { height: TREE_HEIGHT })}
      defaultExpandedKeys={['00']}
      selectedKeys={chosen === undefined ? [] : [chosen]}
      loadData={async ({ key }) => open(String(key))}
      loadedKeys={[...opened]}
      titleRender={(node) => (
        <span className="region-node">
          <span>{node.title}</span>
          <span className="figures">{node.key}</span>
        </span>
      )}
      onSelect={([key]) => onChoose(key === undefined ? undefined : String(key))}
    />
  );
}
