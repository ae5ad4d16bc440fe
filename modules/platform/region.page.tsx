import { DeleteOutlined, DownloadOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Skeleton, Tree } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { download, get } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { RecordDrawer } from '../../kernel/web/form/record-drawer.tsx';
import { RecordForm } from '../../kernel/web/form/record-form.tsx';
import type { Values } from '../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { listKey, invalidateLists } from '../../kernel/web/list/list-data.ts';
import { ImportDialog } from '../../kernel/web/list/lazy-import.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { platformTexts } from './platform.texts.ts';
import { request } from '../../kernel/web/request.ts';
import * as calls from './platform.calls.ts';
import { region } from './region.resource.ts';
import './platform.css';

interface Option {
  readonly id: string;
  readonly title: string;
  readonly hasChildren?: boolean;
}
interface Branch {
  readonly key: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly children?: Branch[];
}
interface Found {
  readonly code: string;
  readonly title: string;
}
const FOUND_MAX = 50;
const TREE_HEIGHT = 560;
const DEEPEST = 5;

/** The tree as far as it was opened. */
const branches = (known: ReadonlyMap<string, readonly Option[]>, parent: string): Branch[] =>
  (known.get(parent) ?? []).map(({ id, title, hasChildren }) => ({
    key: id,
    title,
    isLeaf: hasChildren !== true,
    ...(known.has(id) ? { children: branches(known, id) } : {}),
  }));

/** Divisions of the country: each level is asked for when it is opened, a search finds any of them. */
export default function RegionPage() {
  const word = useWords(platformTexts);
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const phone = usePhone();
  const codes = useAllowedCodes();
  const [opened, setOpened] = useState<readonly string[]>(['00']);
  const [chosen, setChosen] = useState<string>();
  const [below, setBelow] = useState<Values>();
  const [words, setWords] = useState('');
  const [importing, setImporting] = useState(false);
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
  const found = useQuery({
    queryKey: [...listKey(region), 'found', words.trim()],
    queryFn: ({ signal }) =>
      get<readonly Found[]>('/blade-system/region/select', { keyword: words.trim(), size: FOUND_MAX }, signal),
    enabled: words.trim() !== '',
    placeholderData: (before) => before,
  });
  const nodes = useMemo(() => branches(tree.data ?? new Map<string, readonly Option[]>(), ''), [tree.data]);
  const load = useCallback(async (key: string) => {
    setOpened((now) => (now.includes(key) ? now : [...now, key]));
  }, []);
  const record = useQuery({
    queryKey: [...listKey(region), 'detail', chosen],
    queryFn: ({ signal }) => request(calls.regionDetail, { code: chosen }, { signal }),
    enabled: chosen !== undefined,
  });
  const row = record.data;
  const name = String(row?.['name'] ?? '');
  const level = Number(row?.['level'] ?? 0);
  const remove = async (): Promise<void> => {
    if (
      !(await notify.ask(text('delete.ask'), {
        content: (
          <div className="soft">
            {name} · {chosen}
          </div>
        ),
        danger: true,
      }))
    )
      return;
    try {
      await request(calls.removeRegions, { id: chosen });
      setChosen(undefined);
      notify.done(text('done.deleted'));
      await invalidateLists(region);
    } catch (error) {
      notify.error(error);
    }
  };
  const searching = words.trim() !== '';
  const trouble = tree.error ?? found.error;
  const side = (
    <section className="region-side" aria-label={word('region.tree')}>
      <Input.Search
        allowClear
        placeholder={word('region.search')}
        aria-label={word('region.search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {trouble !== null && (
        <Alert
          type="error"
          showIcon
          title={trouble instanceof ApiError ? trouble.message : text('error.unknown')}
          action={
            <Button size="small" onClick={() => void tree.refetch()}>
              {text('error.retry')}
            </Button>
          }
        />
      )}
      {searching ? (
        <ul className="region-found">
          {(found.data ?? []).map((each) => (
            <li key={each.code}>
              <button type="button" aria-current={chosen === each.code} onClick={() => setChosen(each.code)}>
                <span>{each.title}</span>
                <span className="figures">{each.code}</span>
              </button>
            </li>
          ))}
          {found.data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('region.none')} />}
          {found.data?.length === FOUND_MAX && (
            <li className="region-more">{word('region.more', { count: FOUND_MAX })}</li>
          )}
        </ul>
      ) : tree.data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Tree
          blockNode
          treeData={nodes}
          {...(phone ? {} : { height: TREE_HEIGHT })}
          defaultExpandedKeys={['00']}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          loadData={({ key }) => load(String(key))}
          loadedKeys={[...opened]}
          titleRender={(node) => (
            <span className="region-node">
              <span>{node.title}</span>
              <span className="figures">{node.key}</span>
            </span>
          )}
          onSelect={([key]) => setChosen(key === undefined ? undefined : String(key))}
        />
      )}
    </section>
  );
  const acts =
    row === undefined ? null : (
      <span className="list-tools">
        {codes.has('region_add') && level < DEEPEST && (
          <Button
            icon={<PlusOutlined />}
            onClick={() =>
              setBelow({ parentCode: chosen, level: String(level + 1), code: chosen === '00' ? '' : chosen })
            }
          >
            {word('region.below')}
          </Button>
        )}
        {codes.has('region_delete') && (
          <Button danger icon={<DeleteOutlined />} onClick={() => void remove()}>
            {text('delete')}
          </Button>
        )}
      </span>
    );
  const lies = ['province', 'city', 'district', 'town']
    .filter((each) => row?.[`${each}Code`] !== chosen)
    .map((each) => String(row?.[`${each}Name`] ?? ''))
    .filter((each) => each !== '')
    .join(' › ');
  return (
    <div className="list-page region-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {label(region.label)}
        </h1>
        <div className="list-tools">
          {codes.has('region_import') && !phone && (
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {text('excel.import')}
            </Button>
          )}
          {codes.has('region_export') && !phone && (
            <Button
              icon={<DownloadOutlined />}
              onClick={() => void download('/blade-system/region/exportExcel').catch(notify.error)}
            >
              {text('excel.export')}
            </Button>
          )}
          <Button
            icon={<ReloadOutlined />}
            aria-label={text('list.refresh')}
            onClick={() => void invalidateLists(region)}
          />
        </div>
      </header>
      <div className="region-panes">
        {side}
        {!phone && (
          <section className="region-record" aria-live="polite">
            {chosen === undefined ? (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('region.first')} />
            ) : (
              <>
                <header className="region-head">
                  <div>
                    <h2>{name}</h2>
                    {lies !== '' && (
                      <p>
                        {word('region.where')} {lies}
                      </p>
                    )}
                  </div>
                  {acts}
                </header>
                <RecordForm key={chosen} of={region} id={chosen} />
              </>
            )}
          </section>
        )}
      </div>
      {importing && <ImportDialog of={region} onClose={() => setImporting(false)} />}
      {phone && (
        <RecordDrawer
          of={region}
          open={below === undefined ? chosen : undefined}
          title={name}
          onClose={() => setChosen(undefined)}
        />
      )}
      <RecordDrawer
        of={region}
        open={below === undefined ? undefined : 'new'}
        {...(below === undefined ? {} : { initial: below })}
        onClose={() => setBelow(undefined)}
        onSaved={({ code, parentCode }) => {
          setOpened((now) => [...new Set([...now, String(parentCode)])]);
          setChosen(String(code));
        }}
      />
    </div>
  );
}
