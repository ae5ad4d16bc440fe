import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Table, type TableProps } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey, type ListRow } from '../../../kernel/web/list/list-data.ts';
import { RowActions, type RowAction } from '../../../parts/table/row-actions.tsx';
import { useListActs } from '../../../kernel/web/list/use-list-acts.tsx';
import { useDictionary } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { adminTexts } from '../admin.texts.ts';
import { usePageTitle } from '../page-title.view.ts';
import { deptList } from './dept.calls.ts';
import { dept } from './dept.resource.ts';
import { RegionInput } from './region-input.view.tsx';
import '../admin.css';

type Node = TypeOf<typeof deptList.answer>[number];
const idsOf = (nodes: readonly Node[]): readonly string[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children ?? [])]);

/** Only the branches that hold what was typed. */
function matching(nodes: readonly Node[], words: string): readonly Node[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node): readonly Node[] => {
    if (`${node.deptName} ${node.fullName} ${node.code ?? ''}`.toLowerCase().includes(wanted)) return [node];
    const children = matching(node.children ?? [], words);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

const INPUTS = { regionCode: RegionInput };
const FROZEN = { tone: 'plain', word: 'frozen' } as const;
const IN_USE = { tone: 'done', word: 'in-use' } as const;

/** The columns of the tree; a phone has room for name and kind. */
function useDeptColumns(actionsOf: (node: Node) => readonly RowAction[]): TableProps<Node>['columns'] {
  const word = useWords(adminTexts);
  const text = useText();
  const label = useLabel();
  const phone = usePhone();
  const kinds = useDictionary('org_category');
  // A kind travels as a number, its key in the dictionary as text.
  const kindOf = ({ deptCategory }: Node): string =>
    kinds.data?.find((each) => each.dictKey === String(deptCategory))?.dictValue ?? '';
  const more: NonNullable<TableProps<Node>['columns']> = [
    { title: label(dept.fields.code.label), dataIndex: 'code', width: 140, className: 'figures' },
    { title: label(dept.fields.leaderUserId.label), dataIndex: 'leaderUserName', width: 120 },
    {
      title: word('dept.people'),
      width: 80,
      render: (_, { id }) => (
        <Link to={`/system/user?deptId_equal=${id}`} onClick={(event) => event.stopPropagation()}>
          {word('dept.people')}
        </Link>
      ),
    },
    {
      title: text('list.status'),
      width: 96,
      render: (_, { frozen }) => {
        const status = frozen === 1 ? FROZEN : IN_USE;
        return <Status tone={status.tone} word={text(status.word)} />;
      },
    },
  ];
  return [
    { title: label(dept.fields.deptName.label), dataIndex: 'deptName', ...(phone ? {} : { width: 280 }) },
    {
      title: label(dept.fields.deptCategory.label),
      width: phone ? 84 : 120,
      render: (_, node) => kindOf(node),
    },
    ...(phone ? [] : more),
    {
      title: '',
      width: phone ? 56 : 132,
      fixed: 'end',
      render: (_, node) => (
        <RowActions
          actions={phone ? actionsOf(node).map((action) => ({ ...action, danger: true })) : actionsOf(node)}
          more={text('list.row.more', { title: node.deptName })}
        />
      ),
    },
  ];
}

interface TreeProps {
  readonly nodes: readonly Node[];
  /** Ids of the branches that are open. */
  readonly expanded: readonly string[];
  readonly onExpand: (id: string, expanded: boolean) => void;
  readonly loading: boolean;
  /** What is shown where there is no node. */
  readonly empty: string;
  readonly onOpen: (node: Node) => void;
  readonly actionsOf: (node: Node) => readonly RowAction[];
}

function DeptTree({ nodes, expanded, onExpand, loading, empty, onOpen, actionsOf }: TreeProps) {
  const columns = useDeptColumns(actionsOf);
  const phone = usePhone();
  return (
    <Table<Node>
      className="list-table dept-tree"
      size="small"
      rowKey="id"
      pagination={false}
      loading={loading}
      dataSource={[...nodes]}
      scroll={phone ? {} : { x: 880 }}
      expandable={{
        expandedRowKeys: expanded,
        onExpand: (opens, { id }) => onExpand(id, opens),
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
        onClick: () => onOpen(node),
        onKeyDown: (event) => {
          if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(node);
        },
      })}
      columns={columns ?? []}
    />
  );
}

interface SearchProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onExpandAll: () => void;
  readonly onCollapseAll: () => void;
}

function SearchRow({ words, onWords, onExpandAll, onCollapseAll }: SearchProps) {
  const word = useWords(adminTexts);
  return (
    <div className="search-row">
      <Input.Search
        className="search-keyword"
        allowClear
        placeholder={word('dept.search')}
        aria-label={word('dept.search')}
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
      <Button type="link" onClick={onExpandAll}>
        {word('dept.expand')}
      </Button>
      <Button type="link" onClick={onCollapseAll}>
        {word('dept.collapse')}
      </Button>
    </div>
  );
}

function Head({
  onRefresh,
  onCreate,
}: {
  readonly onRefresh: () => void;
  readonly onCreate: (() => void) | undefined;
}) {
  const text = useText();
  return (
    <header className="list-head">
      <h1 className="page-title" tabIndex={-1}>
        {usePageTitle(dept)}
      </h1>
      <div className="list-tools">
        <Button icon={<ReloadOutlined />} aria-label={text('list.refresh')} onClick={onRefresh} />
        {onCreate !== undefined && (
          <Button type="primary" icon={<PlusOutlined />} onClick={onCreate}>
            {text('new')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** The organisation as the tree it is. */
export default function DeptPage() {
  const word = useWords(adminTexts);
  const label = useLabel();
  const tree = useQuery({
    queryKey: [...listKey(dept), 'tree'],
    queryFn: ({ signal }) => request(deptList, {}, { signal }),
  });
  const [words, setWords] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [drawer, setDrawer] = useState<{ readonly id: string; readonly title?: string; readonly initial?: Values }>();
  const open = useCallback(({ id, deptName }: ListRow<typeof dept>) => setDrawer({ id, title: deptName }), []);
  const done = useCallback(() => undefined, []);
  const acts = useListActs(dept, open, done);
  const nodes = useMemo(() => matching(tree.data ?? [], words), [tree.data, words]);
  const every = useMemo(() => idsOf(nodes), [nodes]);
  const actionsOf = (node: Node): readonly RowAction[] => {
    const addBelow = () => setDrawer({ id: 'new', initial: { parentId: node.id, parentName: node.deptName } });
    const below = acts.mayAdd ? [{ key: 'below', label: word('dept.below'), run: addBelow }] : [];
    return [...below, ...acts.ofRow(node)];
  };
  return (
    <div className="list-page">
      <Head onRefresh={() => void tree.refetch()} onCreate={acts.mayAdd ? () => setDrawer({ id: 'new' }) : undefined} />
      <SearchRow
        words={words}
        onWords={setWords}
        onExpandAll={() => setClosed(new Set())}
        onCollapseAll={() => setClosed(new Set(every))}
      />
      <QueryError error={tree.error} onRetry={() => void tree.refetch()} />
      <DeptTree
        nodes={nodes}
        expanded={every.filter((id) => words.trim() !== '' || !closed.has(id))}
        onExpand={(id, expanded) =>
          setClosed((now) => {
            const next = new Set(now);
            if (expanded) next.delete(id);
            else next.add(id);
            return next;
          })
        }
        loading={tree.isLoading}
        empty={words === '' ? label(dept.purpose ?? dept.label) : word('dept.none')}
        onOpen={open}
        actionsOf={actionsOf}
      />
      <OwnInputs value={INPUTS}>
        <RecordDrawer
          of={dept}
          open={drawer?.id}
          {...(drawer?.title === undefined ? {} : { title: drawer.title })}
          {...(drawer?.initial === undefined ? {} : { initial: drawer.initial })}
          onClose={() => setDrawer(undefined)}
        />
      </OwnInputs>
      {acts.dialog}
    </div>
  );
}
