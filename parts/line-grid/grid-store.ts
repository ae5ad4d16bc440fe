import type { Language } from '../../kernel/core/label.ts';
import { applyChange } from './change.ts';
import type { Sheet } from './edit-plan.ts';
import { emptyHistory, remembered, type History } from './history.ts';
import type { Cell, Change, Column, GridRow } from './model.ts';
import type { PickerState } from './grid-picker.ts';
import type { Problems } from './problems.ts';
import { matches } from './row-search.ts';
import { clamped, type Extent } from './selection.ts';
import { adjusted, totalsOf, type Totals } from './totals.ts';

/** The state of one grid, outside React: keys are handled against it at once, however late a paint comes. */
export interface GridState {
  readonly rows: readonly GridRow[];
  /** The rows shown: all, or those the filter leaves. */
  readonly view: readonly GridRow[];
  readonly columns: readonly Column[];
  readonly problems: Problems;
  readonly totals: Totals;
  readonly active: Cell;
  /** The other corner of the selection. */
  readonly corner: Cell;
  readonly editing: Editing | undefined;
  readonly picker: PickerState | undefined;
  readonly history: History;
  readonly query: string;
  /** Only lines that match the query are shown. */
  readonly isMatchOnly: boolean;
  /** Keys of the chosen view's lines; undefined: all lines. */
  readonly within: ReadonlySet<string> | undefined;
  /** Keys the filter lets through; rows that come into being while it is on are let in. */
  readonly filter: ReadonlySet<string> | undefined;
  readonly readonly: boolean;
  /** Values may change, lines neither come nor go. */
  readonly fixed: boolean;
  readonly language: Language;
  readonly today: string;
  /** A sentence for screen readers that no cell says. */
  readonly announcement: string;
}
export interface Editing {
  readonly mode: 'type' | 'edit';
  readonly text: string;
  readonly first: string;
}
export interface Wishes {
  readonly onChange: ((rows: readonly GridRow[], change: Change) => void) | undefined;
  readonly newRow: (() => Readonly<Record<string, unknown>>) | undefined;
  readonly derive: Sheet['derive'];
}
export interface GridStore {
  get(): GridState;
  subscribe(listener: () => void): () => void;
  set(patch: Partial<GridState>): void;
  /** Takes what the page gives anew. Rows it only hands back are recognised. */
  receive(patch: Partial<GridState>, wishes: Wishes): void;
  apply(change: Change, history?: History): void;
  select(active: Cell, corner?: Cell): void;
  filterBy(wanted: Partial<Pick<GridState, 'query' | 'isMatchOnly' | 'within'>>): void;
  sheet(): Sheet;
  extent(): Extent;
  indexOf(key: string): number | undefined;
  /** So many rows fit on one screen, as the body measured. */
  setPage(rows: number): void;
}

type First = Pick<GridState, 'rows' | 'columns' | 'problems' | 'readonly' | 'fixed' | 'language' | 'today'>;

/** State of one grid: rows, selection, mode, history; notifies listeners of each change. */
export function createGridStore(first: First, firstWishes: Wishes): GridStore {
  let state = initialState(first);
  let wishes = firstWishes;
  let given = first.rows;
  const emitted = new WeakSet<readonly GridRow[]>();
  const listeners = new Set<() => void>();
  let places = placesOf(state.rows);
  let made = 0;
  let page = 20;
  const stamp = Date.now().toString(36);

  const set = (patch: Partial<GridState>): void => {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  };
  const store: GridStore = {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    receive: (patch, nextWishes) => {
      wishes = nextWishes;
      const rows = patch.rows;
      const fresh = rows !== undefined && rows !== given && rows !== state.rows && !emitted.has(rows);
      if (rows !== undefined) given = rows;
      const differing = differingFrom(state, patch);
      if (fresh) {
        places = placesOf(rows);
        const columns = patch.columns ?? state.columns;
        set({ ...differing, rows, view: viewOf(rows, state.filter), totals: totalsOf(rows, columns) });
        store.select(state.active, state.corner);
      } else if (Object.keys(differing).length > 0) {
        set({ ...differing, ...(differing.columns ? { totals: totalsOf(state.rows, differing.columns) } : {}) });
      }
    },
    apply: (wanted, history) => {
      const change = state.fixed ? { ...wanted, rows: wanted.rows.filter((row) => row.before && row.after) } : wanted;
      if (change.rows.length === 0) {
        if (history) set({ history });
        return;
      }
      const before = state.rows;
      const rows = applyChange(before, change, store.indexOf);
      const oldPlaces = places;
      const structural = change.rows.some((row) => !row.before || !row.after);
      if (structural) places = placesOf(rows);
      const actual = actualChange(change, { rows: before, places: oldPlaces }, { rows, places });
      const born = state.filter ? change.rows.filter((row) => !row.before).map((row) => row.key) : [];
      const filter = born.length > 0 ? new Set([...(state.filter ?? []), ...born]) : state.filter;
      emitted.add(rows);
      set({
        rows,
        filter,
        view: viewOf(rows, filter),
        totals: adjusted(state.totals, actual, state.columns),
        history: history ?? remembered(state.history, change),
      });
      wishes.onChange?.(rows, actual);
    },
    select: (active, corner = active) => {
      const extent = store.extent();
      set({ active: clamped(active, extent), corner: clamped(corner, extent) });
    },
    filterBy: (wanted) => {
      const next = { ...state, ...wanted };
      const isMatchOnly = next.isMatchOnly && next.query.trim() !== '';
      const filter = isMatchOnly ? matchingKeys(next) : next.within;
      set({ ...wanted, isMatchOnly, filter, view: viewOf(state.rows, filter) });
      store.select(state.active);
    },
    sheet: () => ({
      rows: state.rows,
      indexOf: store.indexOf,
      view: state.view,
      columns: state.columns,
      today: state.today,
      derive: wishes.derive,
      newRow: () => {
        made += 1;
        return { key: `new-${stamp}-${made}`, ...defaultsOf(state.columns), ...wishes.newRow?.() };
      },
    }),
    // One empty line stands below the last one: whoever writes there adds a line.
    extent: () => ({
      rows: state.view.length + (state.readonly || state.fixed ? 0 : 1),
      columns: state.columns.length,
      page,
    }),
    indexOf: (key) => places.get(key),
    setPage: (rows) => {
      page = rows;
    },
  };
  return store;
}

const initialState = (first: First): GridState => ({
  ...first,
  view: first.rows,
  totals: totalsOf(first.rows, first.columns),
  active: { row: 0, column: 0 },
  corner: { row: 0, column: 0 },
  editing: undefined,
  picker: undefined,
  history: emptyHistory,
  query: '',
  isMatchOnly: false,
  within: undefined,
  filter: undefined,
  announcement: '',
});

const viewOf = (rows: readonly GridRow[], filter: ReadonlySet<string> | undefined): readonly GridRow[] =>
  filter ? rows.filter((row) => filter.has(row.key)) : rows;

/** What of a patch differs from the state, its rows aside. */
const differingFrom = (state: GridState, { rows: _rows, ...rest }: Partial<GridState>): Partial<GridState> =>
  Object.fromEntries(Object.entries(rest).filter(([name, value]) => state[name as keyof GridState] !== value));

const matchingKeys = ({ rows, within, columns, query, language, today }: GridState): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ key }) => within?.has(key) !== false)
      .filter((row) => matches(row, columns, query, language, today))
      .map((row) => row.key),
  );

interface Placed {
  readonly rows: readonly GridRow[];
  readonly places: ReadonlyMap<string, number>;
}
const rowOf = ({ rows, places }: Placed, key: string): GridRow | undefined => rows[places.get(key) ?? -1];

/** What really changed, which differs from the plan where rows changed from outside meanwhile. */
const actualChange = (change: Change, before: Placed, after: Placed): Change => ({
  kind: change.kind,
  rows: change.rows.map((row) => ({ ...row, before: rowOf(before, row.key), after: rowOf(after, row.key) })),
});

const placesOf = (rows: readonly GridRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map((row, index) => [row.key, index]));

const defaultsOf = (columns: readonly Column[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    columns.flatMap((column) =>
      column.field.rules.default === undefined ? [] : [[column.name, column.field.rules.default]],
    ),
  );
