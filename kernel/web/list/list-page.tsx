import { Alert, Button } from 'antd';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import type { RecordOf } from '../../core/shape.ts';
import { download } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { RecordDrawer } from '../form/record-drawer.tsx';
import type { FormLines, FormValues } from '../form/values.ts';
import type { BeforeAct } from '../document/use-act.tsx';
import { useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { useAllowedCodes } from '../queries.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useNotify } from '../use-notify.tsx';
import type { Query } from '../../../parts/client/wire.ts';
import { type ColumnRenderers, useColumns } from './columns.tsx';
import { BulkBar, ImportDialog, SavedViews } from './lazy-parts.ts';
import { EmptyList } from './empty-list.tsx';
import { ListCards } from './list-cards.tsx';
import { fieldsOf, type ListRow, rowsVerb, useCounts, usePage, useTotal } from './list-data.ts';
import { filterQuery, isFiltered, type ListState, pageQuery, useListState } from './list-state.ts';
import { ListHead } from './list-head.tsx';
import { ListTable } from './list-table.tsx';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { FilterChips, SearchRow } from './search-row.tsx';
import { StatusTabs, tabLabel } from './status-tabs.tsx';
import { type BeforeFreeze, useListActs } from './use-list-acts.tsx';
import { useReport } from '../../../parts/notifications/use-refused.tsx';
import { useListKeys } from '../../../parts/table/use-list-keys.ts';
import { useAdded, withAdded } from './use-added.ts';
import { TreeTools } from './tree-tools.tsx';
import { rowByRow } from './tree-rows.ts';
import { isTree, useTree } from './use-tree.ts';
import { type Opened, useBegunByAddress, useOpening } from './use-opening.ts';
import { useTableProps } from './use-table-props.ts';
import { useTreeActs } from './use-tree-acts.ts';

interface ListPageProps<D extends Declaration = Declaration, R extends keyof RecordOf<D> = keyof RecordOf<D>> {
  readonly of: D;
  /** Keys of a row that the page itself reads, beside the column that it draws: it gets no others. */
  readonly reads?: readonly R[];
  readonly columns?: ColumnRenderers<D, R>;
  /** Further buttons, before the one for a new record. */
  readonly toolbar?: ReactNode;
  /** Further acts on a row, behind the standard ones. */
  readonly rowActions?: (row: ListRow<D, R>) => readonly RowAction[];
  /** Further acts on the chosen rows. */
  readonly rowsActions?: (rows: readonly ListRow<D, R>[]) => readonly RowAction[];
  /** Fixed conditions the person cannot take away. */
  readonly query?: Query;
  /** Another list call of the declaration, for example `donePage`. */
  readonly verb?: string;
  readonly title?: string;
  /** Asked before rows are frozen. */
  readonly beforeFreeze?: BeforeFreeze<D, R>;
  /** Asked before acts of the life. */
  readonly beforeAct?: BeforeAct<D, R>;
  /** Above the fields of a record that is open beside the list. */
  readonly above?: (id: string) => ReactNode;
  /** Is told what the save of a new record answered. */
  readonly onMade?: ((row: RecordOf<D>) => void) | undefined;
  /** Between the fields and lines of a record beside the list: what it says as it stands, saved or not. */
  readonly whileEditing?: (values: FormValues<D>, lines: FormLines<D>) => ReactNode;
  /** Opens a row otherwise than by drawer or document page. */
  readonly onOpen?: (row: ListRow<D, R>) => void;
  /** Edits a row otherwise than it is opened. */
  readonly onEdit?: (row: ListRow<D, R>) => void;
  /** Above the rows: why an act of the page's own was refused. */
  readonly notice?: ReactNode;
}

const NOTHING: Query = {};
const NO_RENDERERS: ColumnRenderers = {};
const NO_ROWS: readonly ListRow[] = [];

const useAsked = (query: Query, fields: string): Query => useMemo(() => ({ ...query, fields }), [query, fields]);

/** What the list shows: the page that was asked for or the tree, with what was added since in front. */
function useRows(of: Declaration, list: ReturnType<typeof useListState>, query: Query, verb: string) {
  const { state } = list;
  const page = usePage(of, state, verb, query);
  const total = useTotal(of, state, verb, query, page.data);
  // A tree is shown as one until somebody searches or sorts: what is found stands by itself.
  const tree = useTree(of, query, isTree(of) && !isFiltered(state) && state.sort === undefined);
  const flat = useMemo(() => (tree.branches === undefined ? undefined : rowByRow(tree.branches)), [tree.branches]);
  const records = page.data?.records ?? NO_ROWS;
  const [opened, setOpened] = useState<Opened>();
  const { added, announce } = useAdded(of, pageQuery(state), setOpened);
  const rows = useMemo(() => flat?.map(({ row }) => row) ?? withAdded(records, added), [flat, records, added]);
  return { page, total, tree, flat, rows, added: flat === undefined ? added : NO_ROWS, announce, opened, setOpened };
}

/** The rows somebody chose, on this page of the list and on those before. */
function useChosen(rows: readonly ListRow[]) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const known = useRef(new Map<string, ListRow>());
  for (const row of rows) known.current.set(row.id, row);
  const chosenRows = useMemo(() => chosen.flatMap((id) => known.current.get(id) ?? []), [chosen]);
  const inSight = useCallback((id: string) => rows.some((row) => row.id === id), [rows]);
  /** Without ids: none stays chosen. */
  const unselect = useCallback(
    (ids?: readonly string[]) => setChosen((now) => (ids === undefined ? [] : now.filter((id) => !ids.includes(id)))),
    [],
  );
  const unselectAll = useCallback(() => unselect(), [unselect]);
  const choose = useCallback((all: readonly ListRow[]): void => {
    for (const row of all) known.current.set(row.id, row);
    setChosen(all.map(({ id }) => id));
  }, []);
  return { chosen, setChosen, chosenRows, inSight, unselect, unselectAll, choose };
}

/** The list of a declaration, its rows typed as declared: search, state tabs, table or cards, acts on rows. */
export function ListPage<D extends Declaration, const R extends keyof RecordOf<D> = never>(
  props: ListPageProps<D, R>,
): ReactNode;
// Of any declaration: each answers rows of its own, which only it can name.
export function ListPage(props: ListPageProps): ReactNode {
  const { of, columns: renderers = NO_RENDERERS, query = NOTHING, onMade, rowActions } = props;
  const phone = usePhone();
  const columns = useColumns(of, useLanguage(), useAllowedCodes(), renderers);
  const list = useListState(of, query);
  const { state, search } = list;
  const asked = useAsked(query, fieldsOf(of, columns.arrangement, props.reads));
  const shown = useRows(of, list, asked, props.verb ?? rowsVerb(of));
  const { page, tree, flat, rows, setOpened } = shown;
  const counts = useCounts(of, state, query);
  const selection = useChosen(rows);
  const { chosen, chosenRows, inSight, unselectAll } = selection;
  const { show, open, create, createBelow } = useOpening(of, setOpened, props.onOpen);
  const [importing, setImporting] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const { report, finish, banner } = useReport(useNotify().error, unselectAll);
  const acts = useListActs(of, props.onEdit ?? show, finish, props.beforeFreeze, props.beforeAct, inSight, report);
  const treeActs = useTreeActs(of, tree.branches, acts.mayAdd ? createBelow : undefined);
  const actionsOf = useCallback(
    (row: ListRow) => [...acts.ofRow(row), ...treeActs(row), ...(rowActions?.(row) ?? [])],
    [acts, treeActs, rowActions],
  );
  const remove = (): void => void acts.remove(chosenRows);
  useListKeys(root, { create: acts.mayAdd ? create : undefined, remove: acts.mayDelete ? remove : undefined });
  useBegunByAddress(of, acts.mayAdd, setOpened);
  const exported = useExport(of, { ...filterQuery(state), ...query, ids: chosen });
  const refresh = (): void => {
    void page.refetch();
    if ((of.life ?? of.tabs) !== undefined) void counts.refetch();
  };
  return (
    <div className="list-page" ref={root}>
      <ListHead
        {...{ of, acts, columns, title: props.title, toolbar: props.toolbar, onRefresh: refresh, onCreate: create }}
        onImport={() => setImporting(true)}
        onExport={() => void exported()}
      />
      <div className="list-filters">
        <StatusTabs
          declaration={of}
          status={state.status}
          counts={counts.data}
          onChange={(status) => search({ status })}
        />
        <SearchRow declaration={of} list={list} phone={phone}>
          <SavedViews name={of.name} list={list} columns={columns} />
        </SearchRow>
        {flat !== undefined && !phone && <TreeTools tree={tree} total={flat.length} />}
      </div>
      <FilterChips declaration={of} list={list} />
      {page.error !== null && <ListError error={page.error} onRetry={() => void page.refetch()} />}
      {banner()}
      {props.notice}
      <Rows
        {...{ of, list, columns, shown, selection, show, open, actionsOf }}
        onCreate={acts.mayAdd ? create : undefined}
      />
      {chosen.length > 0 && (
        <BulkBar
          {...{ of, acts, selection }}
          verb={props.verb}
          rowsActions={props.rowsActions}
          asked={{ ...pageQuery(state), ...asked }}
          total={shown.total ?? 0}
        />
      )}
      {of.life === undefined && <OpenedRecord {...props} shown={shown} />}
      {importing && <ImportDialog of={of} onClose={() => setImporting(false)} onMade={onMade} />}
      {acts.dialog}
    </div>
  );
}

/** Fetches the list as a workbook and hands it to the browser; on failure it can be tried again. */
function useExport(of: Declaration, query: Query): () => Promise<void> {
  const text = useText();
  const notify = useNotify();
  const run = async (): Promise<void> => {
    notify.done(text('excel.export.started'));
    await download(callOf(of, 'exportExcel'), query).catch((error: unknown) => notify.error(error, () => void run()));
  };
  return run;
}

/** Behind a full page there is another, as far as anybody knows who has not counted them. */
const leastOf = ({ current, size }: ListState, rows: number): number =>
  rows < size ? (current - 1) * size + rows : current * size + 1;

interface RowsProps {
  readonly of: Declaration;
  readonly list: ReturnType<typeof useListState>;
  readonly columns: ReturnType<typeof useColumns>;
  readonly shown: ReturnType<typeof useRows>;
  readonly selection: ReturnType<typeof useChosen>;
  readonly show: (row: ListRow) => void;
  readonly open: (row: ListRow, elsewhere: boolean) => void;
  readonly actionsOf: (row: ListRow) => readonly RowAction[];
  readonly onCreate: (() => void) | undefined;
}

/** The rows themselves: a table, cards on a phone, or why there are none. */
function Rows({ of, list, columns, shown, selection, show, open, actionsOf, onCreate }: RowsProps) {
  const phone = usePhone();
  const { page, total, tree, flat, rows, added } = shown;
  const { state, search } = list;
  const table = useTableProps(of, list, columns, tree, rows);
  const empty =
    rows.length > 0 ? undefined : (
      <EmptyList
        of={of}
        loaded={page.data !== undefined}
        failed={page.error !== null}
        filtered={isFiltered(state) || state.status !== ''}
        tab={isFiltered(state) ? undefined : tabLabel(of, state.status)}
        onClear={() => {
          list.clear();
          search({ status: '' });
        }}
        onCreate={onCreate}
      />
    );
  const shared = {
    declaration: of,
    columns: table.columns,
    rows,
    total: total ?? (page.data === undefined ? 0 : leastOf(state, rows.length)),
    isCounted: total !== undefined || page.data === undefined,
    state,
    dimmed: page.isFetching && (page.isPlaceholderData || page.data === undefined),
    added,
    actionsOf,
    empty,
    onTurn: table.onTurn,
  };
  return phone ? (
    <ListCards
      {...shared}
      {...(flat === undefined ? {} : { levels: flat.map(({ level }) => level) })}
      loaded={page.data !== undefined || page.error !== null}
      onOpen={show}
    />
  ) : (
    <ListTable
      {...shared}
      {...(table.tree === undefined ? {} : { tree: table.tree })}
      chosen={selection.chosen}
      onChoose={selection.setChosen}
      onOpen={open}
      onSort={table.onSort}
      onWidth={table.onWidth}
    />
  );
}

type OpenedProps = Pick<ListPageProps, 'of' | 'above' | 'whileEditing' | 'onMade'>;

/** The record that is open beside the list. */
function OpenedRecord({
  of,
  shown: { opened, setOpened, announce },
  above,
  whileEditing,
  onMade,
}: OpenedProps & { readonly shown: ReturnType<typeof useRows> }) {
  return (
    <RecordDrawer
      of={of}
      open={opened?.id}
      {...(opened?.title === undefined ? {} : { title: opened.title })}
      {...(opened?.initial === undefined ? {} : { initial: opened.initial })}
      {...(above === undefined || opened === undefined || opened.id === 'new' ? {} : { above: above(opened.id) })}
      whileEditing={whileEditing}
      onAdded={announce}
      onClose={() => setOpened(undefined)}
      {...(onMade === undefined || opened?.id !== 'new' ? {} : { onSaved: onMade })}
    />
  );
}

function ListError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const text = useText();
  return (
    <Alert
      type="error"
      showIcon
      title={text('error.list', { why: error instanceof ApiError ? error.message : text('error.unknown') })}
      action={
        <Button size="small" onClick={onRetry}>
          {text('error.retry')}
        </Button>
      }
    />
  );
}
