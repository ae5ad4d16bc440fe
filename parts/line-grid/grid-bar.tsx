import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useGrid, useRoom } from './grid-room.ts';
import type { LineView } from './model.ts';
import { problemList, type Found } from './problems.ts';
import { nextMatch } from './row-search.ts';
import { blockOf, isSingle } from './selection.ts';
import { wholeSum } from './grid-head.tsx';
import { sumOf } from './totals.ts';

/** The quiet line above the grid: how many lines, what is wrong with them, what is selected, the search. */
export function GridBar({
  title,
  views,
  children,
  search,
}: {
  readonly title: string | undefined;
  readonly views: readonly LineView[] | undefined;
  readonly children?: ReactNode;
  readonly search: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const { say, actions, focus } = useRoom();
  const count = useGrid((state) => state.rows.length);
  const shown = useGrid((state) => state.view.length);
  const grows = useGrid((state) => !state.readonly && !state.fixed);
  const text = say();
  return (
    <div className="lg-bar">
      {title !== undefined && <h2 className="lg-title">{title}</h2>}
      {children}
      <span className={shown === count ? 'lg-count' : 'lg-count is-part'}>
        {shown === count ? text('lines', { count }) : text('linesOf', { shown, count })}
      </span>
      <Views of={views} />
      <ProblemMenu />
      <span className="lg-push" />
      <SelectionSum />
      <Search field={search} />
      {grows && (
        <button
          type="button"
          className="lg-button"
          onClick={() => {
            actions.addLine();
            focus();
          }}
        >
          <span aria-hidden="true">+</span> {text('addLine')}
        </button>
      )}
    </div>
  );
}

/** Parts of the lines, each with its number; the chosen one alone is shown, pressed again all are. */
export function Views({ of = [] }: { readonly of: readonly LineView[] | undefined }): ReactNode {
  const { store } = useRoom();
  const rows = useDeferredValue(useGrid((state) => state.rows));
  const language = useGrid((state) => state.language);
  const [chosen, setChosen] = useState<number>();
  const parts = useMemo(() => of.map(({ holds }) => rows.filter(holds)), [of, rows]);
  const choose = (at: number | undefined): void => {
    setChosen(at);
    store.filterBy({ within: at === undefined ? undefined : new Set(parts[at]?.map(({ key }) => key)) });
  };
  return of.map(({ label }, at) => (
    <button
      key={label.zh}
      type="button"
      className="lg-button"
      aria-pressed={at === chosen}
      onClick={() => choose(at === chosen ? undefined : at)}
    >
      {label[language]} {parts[at]?.length}
    </button>
  ));
}

/** How many problems there are; opens into a list, each entry jumps. */
function ProblemMenu(): ReactNode {
  const found = useProblems();
  const { say, store, focus } = useRoom();
  const [open, setOpen] = useState(false);
  const lineOf = (row: number): number => (store.indexOf(store.get().view[row]?.key ?? '') ?? row) + 1;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const away = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  if (found.length === 0) return null;
  const text = say();
  return (
    <div ref={root} className="lg-problems" onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <button
        type="button"
        className="lg-button lg-danger"
        aria-expanded={open}
        title={text('problemsHint')}
        onClick={() => setOpen(!open)}
      >
        <span className="lg-mark" aria-hidden="true">
          !
        </span>
        {found.length === 1 ? text('oneProblem') : text('problems', { count: found.length })}
      </button>
      {open && (
        <ul className="lg-problem-list" aria-label={text('problemList')}>
          {found.slice(0, LISTED).map((each) => (
            <li key={`${each.cell.row}-${each.cell.column}-${each.sentence}`}>
              <button
                type="button"
                onClick={() => {
                  store.select(each.cell);
                  setOpen(false);
                  focus();
                }}
              >
                <span className="lg-problem-at">
                  {text('problemAt', { row: lineOf(each.cell.row) })}
                  {each.label === '' ? '' : ` · ${each.label}`}
                </span>
                <span>{each.sentence}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
/** Longer lists are walked with F8, not read. */
const LISTED = 200;

/** Counting problems goes over all rows, so it waits until the key has been painted. */
export function useProblems(): readonly Found[] {
  const view = useDeferredValue(useGrid((state) => state.view));
  const columns = useGrid((state) => state.columns);
  const problems = useGrid((state) => state.problems);
  const language = useGrid((state) => state.language);
  return useMemo(() => problemList(view, columns, problems, language), [view, columns, problems, language]);
}

/** The sum of the selected figures, as at the foot of a spreadsheet. */
function SelectionSum(): ReactNode {
  const { say } = useRoom();
  const active = useGrid((state) => state.active);
  const corner = useDeferredValue(useGrid((state) => state.corner));
  const view = useDeferredValue(useGrid((state) => state.view));
  const columns = useGrid((state) => state.columns);
  const block = blockOf(active, corner);
  if (isSingle(block)) return null;
  const text = say();
  const column = block.left === block.right ? columns[block.left] : undefined;
  const sums = column?.face === 'figure' ? sumOf(view.slice(block.top, block.bottom + 1), column) : undefined;
  return (
    <span className="lg-selection">
      {text('selection', { rows: block.bottom - block.top + 1, columns: block.right - block.left + 1 })}
      {column && sums && sums.size > 0 && ` · ${text('sum', { sum: wholeSum(column, sums) })}`}
    </span>
  );
}

/** Ctrl-F: Enter jumps to the next match, Shift-Enter back; a tick leaves only matching lines. */
function Search({ field }: { readonly field: RefObject<HTMLInputElement | null> }): ReactNode {
  const { store, say, focus } = useRoom();
  const query = useGrid((state) => state.query);
  const filtering = useGrid((state) => state.isMatchOnly);
  const text = say();
  const jump = (back: boolean): void => {
    const { view, columns, active, language, today } = store.get();
    const cell = nextMatch(view, columns, store.get().query, active, back, language, today);
    store.set({ announcement: cell ? '' : text('noMatch') });
    if (cell) store.select(cell);
  };
  return (
    <span className="lg-search">
      <input
        ref={field}
        type="search"
        value={query}
        placeholder={text('search')}
        aria-label={text('search')}
        onChange={(event) => store.filterBy({ query: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') jump(event.shiftKey);
          else if (event.key === 'Escape') {
            store.filterBy({ query: '' });
            focus();
          } else if (event.key === 'ArrowDown') focus();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {query !== '' && (
        <label className="lg-only">
          <input
            type="checkbox"
            checked={filtering}
            onChange={(event) => store.filterBy({ isMatchOnly: event.currentTarget.checked })}
          />
          {text('onlyMatches')}
        </label>
      )}
    </span>
  );
}
