import { DeleteOutlined, DownloadOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Tooltip } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Declaration } from '../../core/declaration.ts';
import { download } from '../../../parts/client/api.ts';
import { callOf, titleOf } from '../catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { RecordDrawer } from '../form/record-drawer.tsx';
import type { Values } from '../form/values.ts';
import type { BeforeAct } from '../document/use-act.tsx';
import { useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { isPrinted } from '../paper/is-printed.ts';
import { PRINTED_MAX, printChosen } from '../paper/print-chosen.ts';
import { useAllowedCodes } from '../queries.ts';
import { useMenu } from '../navigation/menu.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useTell } from '../tell.tsx';
import type { Query } from '../../../parts/client/wire.ts';
import { ColumnSettings } from './column-settings.tsx';
import { type ColumnRenderers, useColumns } from './columns.tsx';
import { ImportDialog } from './later-import.ts';
import { ListCards } from './list-cards.tsx';
import { type Record_, rowsVerb, useCounts, usePage } from './list-data.ts';
import { begunAt, filterQuery, isFiltered, type ListState, pageQuery, useListState } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import type { RowAction } from './row-actions.tsx';
import { FilterChips, SearchRow } from './search-row.tsx';
import { StatusTabs } from './status-tabs.tsx';
import { type BeforeFreeze, useListActs } from './use-list-acts.tsx';
import { useListKeys } from '../../../parts/table/use-list-keys.ts';
import { ChosenRows } from './touched.tsx';
import { useAdded, withAdded } from './use-added.ts';
import { titleFirst, TreeTools } from './tree-tools.tsx';
import { rowByRow } from './tree-rows.ts';
import { isTree, useTree } from './use-tree.ts';
import { useTreeActs } from './use-tree-acts.ts';

interface ListPageProps {
  readonly of: Declaration;
  /** Own faces of columns, by field name. */
  readonly columns?: ColumnRenderers;
  /** Buttons before the standard ones. */
  readonly toolbar?: ReactNode;
  /** Further acts on a row, behind the standard ones. */
  readonly rowActions?: (row: Record_) => readonly RowAction[];
  /** Further acts on the chosen rows. */
  readonly rowsActions?: (rows: readonly Record_[]) => readonly RowAction[];
  /** Fixed conditions the person cannot take away. */
  readonly query?: Query;
  /** Another list call of the declaration, for example `donePage`. */
  readonly verb?: string;
  readonly title?: string;
  /** Asked before rows are frozen. */
  readonly beforeFreeze?: BeforeFreeze;
  /** Asked before acts of the life. */
  readonly beforeAct?: BeforeAct;
  /** Above the fields of a record that is open beside the list. */
  readonly above?: (id: string) => ReactNode;
  /** Is told what the save of a new record answered. */
  readonly onMade?: ((row: Values) => void) | undefined;
  /** Between the fields and lines of a record beside the list: what it says as it stands, saved or not. */
  readonly whileEditing?: (values: Readonly<Record<string, unknown>>) => ReactNode;
  /** Opens a row otherwise than by drawer or document page. */
  readonly onOpen?: (row: Record_) => void;
}

const NOTHING: Query = {};
const NO_RENDERERS: ColumnRenderers = {};
const NO_ROWS: readonly Record_[] = [];

/** The list of a declaration: search, chips, state tabs, table or cards, and everything that may be done to rows. */
export function ListPage({
  of,
  columns: renderers = NO_RENDERERS,
  toolbar,
  rowActions,
  rowsActions,
  query = NOTHING,
  verb,
  title,
  onOpen,
  beforeFreeze,
  beforeAct,
  above,
  whileEditing,
  onMade,
}: ListPageProps) {
  const text = useText();
  const label = useLabel();
  const language = useLanguage();
  const tell = useTell();
  const navigate = useNavigate();
  const phone = usePhone();
  const codes = useAllowedCodes();
  const list = useListState(of);
  const { state, search, turn, unsort } = list;
  const page = usePage(of, state, verb ?? rowsVerb(of), query);
  const counts = useCounts(of, state, query);
  // A tree is shown as one until somebody searches or sorts: what is found stands by itself.
  const tree = useTree(of, query, isTree(of) && !isFiltered(state) && state.sort === undefined);
  const columns = useColumns(of, language, codes, renderers);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const known = useRef(new Map<string, Record_>());
  const [drawer, setDrawer] = useState<{ readonly id: string; readonly title?: string; readonly initial?: Values }>();
  const [importing, setImporting] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  const flat = useMemo(() => (tree.branches === undefined ? undefined : rowByRow(tree.branches)), [tree.branches]);
  const records = page.data?.records ?? NO_ROWS;
  const { added, announce } = useAdded(of, pageQuery(state), setDrawer);
  const rows = useMemo(() => flat?.map(({ row }) => row) ?? withAdded(records, added), [flat, records, added]);
  for (const row of rows) known.current.set(row.id, row);

  const show = useCallback(
    (row: Record_): void => {
      if (onOpen !== undefined) onOpen(row);
      else if (of.life !== undefined) void navigate(`${of.path}/${row.id}`);
      else setDrawer({ id: row.id, title: titleOf(of, row) });
    },
    [navigate, of, onOpen],
  );
  const open = useCallback(
    (row: Record_, elsewhere: boolean): void => {
      if (elsewhere && of.path !== undefined) window.open(`${of.path}/${row.id}`, '_blank');
      else show(row);
    },
    [of, show],
  );
  const unselect = useCallback(() => setChosen([]), []);
  const { leaves } = useMenu();
  const inSight = useCallback((id: string) => rows.some((row) => row.id === id), [rows]);
  const acts = useListActs(of, show, unselect, beforeFreeze, beforeAct, inSight);
  const below = useCallback(
    (parent: Record_) => setDrawer({ id: 'new', initial: { parentId: parent.id, parentName: titleOf(of, parent) } }),
    [of],
  );
  const treeActs = useTreeActs(of, tree.branches, acts.mayAdd ? below : undefined);
  const actionsOf = useCallback(
    (row: Record_) => [...acts.ofRow(row), ...treeActs(row), ...(rowActions?.(row) ?? [])],
    [acts, treeActs, rowActions],
  );
  const chosenRows = useMemo(() => chosen.flatMap((id) => known.current.get(id) ?? []), [chosen]);
  const create = useCallback((): void => {
    if (of.life !== undefined) void navigate(`${of.path}/new`);
    else setDrawer({ id: 'new' });
  }, [navigate, of]);
  useListKeys(root, acts.mayAdd ? create : undefined);
  const { search: address } = useLocation();
  const { mayAdd } = acts;
  useEffect(() => {
    const { initial, rest } = begunAt(address);
    if (initial === undefined || !mayAdd || of.life !== undefined) return;
    setDrawer({ id: 'new', initial });
    // Begun once: whoever comes back finds the list.
    void navigate({ search: rest }, { replace: true });
  }, [address, mayAdd, navigate, of]);

  const print = (): void => {
    if (chosen.length > PRINTED_MAX) tell.look(text('print.many', { most: PRINTED_MAX, count: chosen.length }));
    else
      printChosen(
        of,
        chosenRows.map(({ id }) => id),
      ).catch((error: unknown) => tell.trouble(error));
  };
  const printing: readonly RowAction[] = isPrinted(of) ? [{ key: 'print', label: text('print'), run: print }] : [];
  const exported = async (): Promise<void> => {
    tell.done(text('excel.export.started'));
    await download(callOf(of, 'exportExcel'), { ...filterQuery(state), ...query, ids: chosen }).catch(
      (error: unknown) => tell.trouble(error, () => void exported()),
    );
  };
  const { arrange, arrangement, columns: arranged } = columns;
  const inTree = flat !== undefined;
  const asTree = useMemo(
    () =>
      tree.branches === undefined ? undefined : { branches: tree.branches, closed: tree.closed, toggle: tree.toggle },
    [tree.branches, tree.closed, tree.toggle],
  );
  const shown = useMemo(() => (inTree ? titleFirst(of, arranged) : arranged), [inTree, of, arranged]);
  const setWidth = useCallback(
    (name: string, width: number) => arrange({ widths: { ...arrangement.widths, [name]: width } }),
    [arrange, arrangement.widths],
  );
  const onTurn = useCallback(
    (current: number, size: number) => (size === state.size ? turn(current) : search({ size })),
    [search, state.size, turn],
  );
  const onSort = useCallback(
    (sort: ListState['sort'] | undefined) => (sort === undefined ? unsort() : search({ sort })),
    [search, unsort],
  );

  const empty =
    rows.length > 0 ? undefined : (
      <Nothing
        of={of}
        loaded={page.data !== undefined}
        failed={page.error !== null}
        filtered={isFiltered(state) || state.status !== ''}
        onClear={() => {
          list.clear();
          search({ status: '' });
        }}
        onCreate={acts.mayAdd ? create : undefined}
      />
    );
  const shared = {
    declaration: of,
    columns: shown,
    rows,
    total: page.data?.total ?? 0,
    state,
    dimmed: page.isFetching && (page.isPlaceholderData || page.data === undefined),
    added: inTree ? NO_ROWS : added,
    actionsOf,
    empty,
    onTurn,
  };

  return (
    <div className="list-page" ref={root}>
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {title ?? leaves.find((leaf) => leaf.to === of.path)?.title ?? label(of.label)}
        </h1>
        <div className="list-tools">
          {toolbar}
          {acts.mayDelete && !phone && (
            <Button icon={<DeleteOutlined />} onClick={() => void acts.remove(chosenRows)}>
              {text('delete')}
            </Button>
          )}
          {acts.mayImport && !phone && (
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {text('excel.import')}
            </Button>
          )}
          {acts.mayExport && !phone && (
            <Button icon={<DownloadOutlined />} onClick={() => void exported()}>
              {text('excel.export')}
            </Button>
          )}
          {!phone && <ColumnSettings {...columns} />}
          <Tooltip title={text('list.refresh')}>
            <Button
              icon={<ReloadOutlined />}
              aria-label={text('list.refresh')}
              onClick={() => {
                void page.refetch();
                if ((of.life ?? of.tabs) !== undefined) void counts.refetch();
              }}
            />
          </Tooltip>
          {acts.mayAdd && (
            <Tooltip title={text('list.keys')} mouseEnterDelay={0.8}>
              <Button type="primary" icon={<PlusOutlined />} onClick={create}>
                {text('new')}
              </Button>
            </Tooltip>
          )}
        </div>
      </header>
      <div className="list-filters">
        <StatusTabs
          declaration={of}
          status={state.status}
          counts={counts.data}
          onChange={(status) => search({ status })}
        />
        <SearchRow declaration={of} list={list} phone={phone} />
        {flat !== undefined && !phone && <TreeTools tree={tree} total={flat.length} />}
      </div>
      <FilterChips declaration={of} list={list} />
      {page.error !== null && (
        <Alert
          type="error"
          showIcon
          title={text('error.list', {
            why: page.error instanceof ApiError ? page.error.message : text('error.unknown'),
          })}
          action={
            <Button size="small" onClick={() => void page.refetch()}>
              {text('error.retry')}
            </Button>
          }
        />
      )}
      {chosen.length > 0 && (
        <div className="bulk" role="status">
          <ChosenRows
            of={of}
            rows={chosenRows}
            hidden={chosenRows.filter((row) => !inSight(row.id))}
            onDrop={(ids) => setChosen((now) => now.filter((id) => !ids.includes(id)))}
          />
          {[...acts.ofRows(chosenRows), ...printing, ...(rowsActions?.(chosenRows) ?? [])].map((action) => (
            <Button key={action.key} size="small" danger={action.danger === true} onClick={action.run}>
              {action.label}
            </Button>
          ))}
          <Button size="small" type="link" onClick={unselect}>
            {text('list.unselect')}
          </Button>
        </div>
      )}
      {phone ? (
        <ListCards
          {...shared}
          {...(flat === undefined ? {} : { levels: flat.map(({ level }) => level) })}
          loaded={page.data !== undefined || page.error !== null}
          onOpen={show}
        />
      ) : (
        <ListTable
          {...shared}
          {...(asTree === undefined ? {} : { tree: asTree })}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={open}
          onSort={onSort}
          onWidth={setWidth}
        />
      )}
      {of.life === undefined && (
        <RecordDrawer
          of={of}
          open={drawer?.id}
          {...(drawer?.title === undefined ? {} : { title: drawer.title })}
          {...(drawer?.initial === undefined ? {} : { initial: drawer.initial })}
          {...(above === undefined || drawer === undefined || drawer.id === 'new' ? {} : { above: above(drawer.id) })}
          whileEditing={whileEditing}
          onAdded={announce}
          onClose={() => setDrawer(undefined)}
          {...(onMade === undefined || drawer?.id !== 'new' ? {} : { onSaved: onMade })}
        />
      )}
      {importing && <ImportDialog of={of} onClose={() => setImporting(false)} onMade={onMade} />}
      {acts.dialog}
    </div>
  );
}

interface NothingProps {
  readonly of: Declaration;
  readonly loaded: boolean;
  readonly failed: boolean;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onCreate: (() => void) | undefined;
}

/** An empty list says what it is for and what to do first. */
function Nothing({ of, loaded, failed, filtered, onClear, onCreate }: NothingProps) {
  const text = useText();
  const label = useLabel();
  if (failed && !loaded) return <div className="nothing" />;
  if (!loaded) return <div className="nothing soft">{text('loading')}</div>;
  if (filtered) {
    return (
      <Empty
        className="nothing"
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={
          <>
            <strong>{text('list.empty.filtered')}</strong>
            <p>{text('list.empty.filtered.help')}</p>
          </>
        }
      >
        <Button onClick={onClear}>{text('list.filters.clear')}</Button>
      </Empty>
    );
  }
  return (
    <Empty
      className="nothing"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{text('list.empty')}</strong>
          {of.purpose !== undefined && <p>{label(of.purpose)}</p>}
        </>
      }
    >
      {onCreate !== undefined && (
        <Button type="primary" onClick={onCreate}>
          {text('new.of', { label: label(of.label) })}
        </Button>
      )}
    </Empty>
  );
}
