import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Table } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../parts/client/errors.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey, type ListRow } from '../../../kernel/web/list/list-data.ts';
import { RowActions } from '../../../kernel/web/list/row-actions.tsx';
import { useListActs } from '../../../kernel/web/list/use-list-acts.tsx';
import { useDictionary } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { adminTexts } from '../admin.texts.ts';
import { deptList } from './dept.calls.ts';
import { dept } from './dept.resource.ts';
import '../admin.css';

type Node = TypeOf<typeof deptList.answer>[number];
const idsOf = (nodes: readonly Node[]): readonly string[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children ?? [])]);

/** Only the branches that hold what was typed. */
function matching(nodes: readonly Node[], words: string): readonly Node[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node): readonly Node[] => {
    if (
      `${node.deptName} ${String(node['fullName'] ?? '')} ${String(node['code'] ?? '')}`.toLowerCase().includes(wanted)
    )
      return [node];
    const children = matching(node.children ?? [], words);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** The organisation as the tree it is. */
export default function DeptPage() {
  const word = useWords(adminTexts);
  const text = useText();
  const label = useLabel();
  const phone = usePhone();
  const tree = useQuery({
    queryKey: [...listKey(dept), 'tree'],
    queryFn: ({ signal }) => request(deptList, {}, { signal }),
  });
  const kinds = useDictionary('org_category');
  const kindOf = (key: unknown): string => kinds.data?.find((each) => each.dictKey === key)?.dictValue ?? '';
  const [words, setWords] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [drawer, setDrawer] = useState<{ readonly id: string; readonly title?: string; readonly initial?: Values }>();
  const open = useCallback((row: ListRow) => setDrawer({ id: row.id, title: String(row['deptName']) }), []);
  const done = useCallback(() => undefined, []);
  const acts = useListActs(dept, open, done);
  const nodes = useMemo(() => matching(tree.data ?? [], words), [tree.data, words]);
  const every = useMemo(() => idsOf(nodes), [nodes]);
  const actionsOf = (row: Node) => [
    ...(acts.mayAdd
      ? [
          {
            key: 'below',
            label: word('dept.below'),
            run: () => setDrawer({ id: 'new', initial: { parentId: row.id, parentName: row.deptName } }),
          },
        ]
      : []),
    ...acts.ofRow(row),
  ];
  return (
    <div className="list-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {label(dept.label)}
        </h1>
        <div className="list-tools">
          <Button icon={<ReloadOutlined />} aria-label={text('list.refresh')} onClick={() => void tree.refetch()} />
          {acts.mayAdd && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setDrawer({ id: 'new' })}>
              {text('new')}
            </Button>
          )}
        </div>
      </header>
      <div className="search-row">
        <Input.Search
          className="search-keyword"
          allowClear
          placeholder={word('dept.search')}
          aria-label={word('dept.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="link" onClick={() => setClosed(new Set())}>
          {word('dept.expand')}
        </Button>
        <Button type="link" onClick={() => setClosed(new Set(every))}>
          {word('dept.collapse')}
        </Button>
      </div>
      {tree.error !== null && (
        <Alert
          type="error"
          showIcon
          title={tree.error instanceof ApiError ? tree.error.message : text('error.unknown')}
          action={
            <Button size="small" onClick={() => void tree.refetch()}>
              {text('error.retry')}
            </Button>
          }
        />
      )}
      <Table<Node>
        className="list-table dept-tree"
        size="small"
        rowKey="id"
        pagination={false}
        loading={tree.isLoading}
        dataSource={[...nodes]}
        scroll={phone ? {} : { x: 880 }}
        expandable={{
          expandedRowKeys: every.filter((id) => words.trim() !== '' || !closed.has(id)),
          onExpand: (expanded, row) =>
            setClosed((now) => {
              const next = new Set(now);
              if (expanded) next.delete(row.id);
              else next.add(row.id);
              return next;
            }),
        }}
        locale={{
          emptyText: tree.isLoading ? (
            ' '
          ) : (
            <Empty
              className="nothing"
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={words === '' ? label(dept.purpose ?? dept.label) : word('dept.none')}
            />
          ),
        }}
        onRow={(row) => ({
          tabIndex: 0,
          onClick: () => open(row),
          onKeyDown: (event) => {
            if (event.key === 'Enter' && event.target === event.currentTarget) open(row);
          },
        })}
        columns={[
          { title: label(dept.fields.deptName.label), dataIndex: 'deptName', ...(phone ? {} : { width: 320 }) },
          {
            title: label(dept.fields.deptCategory.label),
            width: phone ? 84 : 120,
            render: (_: unknown, row: Node) => kindOf(row['deptCategory']),
          },
          ...(phone
            ? []
            : [
                { title: label(dept.fields.code.label), dataIndex: 'code', width: 140, className: 'figures' },
                { title: label(dept.fields.leaderUserId.label), dataIndex: 'leaderUserName', width: 120 },
                {
                  title: word('dept.people'),
                  width: 80,
                  render: (_: unknown, row: Node) => (
                    <Link to={`/system/user?deptId_equal=${row.id}`} onClick={(event) => event.stopPropagation()}>
                      {word('dept.people')}
                    </Link>
                  ),
                },
                {
                  title: text('list.status'),
                  width: 96,
                  render: (_: unknown, row: Node) => (
                    <Status
                      tone={row['frozen'] === 1 ? 'plain' : 'done'}
                      word={text(row['frozen'] === 1 ? 'frozen' : 'in-use')}
                    />
                  ),
                },
              ]),
          {
            title: '',
            width: phone ? 56 : 132,
            render: (_: unknown, row: Node) => (
              <RowActions
                actions={phone ? actionsOf(row).map((action) => ({ ...action, danger: true })) : actionsOf(row)}
                title={row.deptName}
              />
            ),
          },
        ]}
      />
      <RecordDrawer
        of={dept}
        open={drawer?.id}
        {...(drawer?.title === undefined ? {} : { title: drawer.title })}
        {...(drawer?.initial === undefined ? {} : { initial: drawer.initial })}
        onClose={() => setDrawer(undefined)}
      />
      {acts.dialog}
    </div>
  );
}
