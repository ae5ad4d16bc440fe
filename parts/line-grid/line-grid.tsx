import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react';
import type { Fields } from '../../kernel/core/field.ts';
import type { Language } from '../../kernel/core/label.ts';
import { Announcer } from './announcer.tsx';
import { columnsOf } from './columns.ts';
import { createActions } from './grid-commands.ts';
import type { EditorPort } from './grid-editing.ts';
import { GridBar } from './grid-bar.tsx';
import { GridBody } from './grid-body.tsx';
import { RoomContext, type Room } from './grid-room.ts';
import { createGridStore, type Wishes } from './grid-store.ts';
import { LineCards } from './line-cards.tsx';
import type { Change, Column, ColumnOverrides, GridRow, LineView, Problem } from './model.ts';
import { groupProblems, problemList } from './problems.ts';
import { sayingIn } from './texts.ts';
import { usePhone } from '../hooks/screen.ts';
import './line-grid.css';
import './line-cards.css';

export interface LineGridProps {
  /** The line's declared fields, in the order of the columns. */
  readonly fields: Fields;
  readonly rows: readonly GridRow[];
  /** Every edit, with what changed. Hand `rows` back, or rows of your own. */
  readonly onChange?: (rows: readonly GridRow[], change: Change) => void;
  /** Wishes per field. Keep the object stable. */
  readonly columns?: ColumnOverrides;
  /** Complaints of rules and of the server, shown in their cells. */
  readonly problems?: readonly Problem[];
  readonly readonly?: boolean;
  /** The lines are given: their values may change, none is added or removed. */
  readonly fixed?: boolean;
  readonly language?: Language;
  /** The tenant's day, yyyy-MM-dd. */
  readonly today: string;
  /** Values a new line starts with, over the fields' defaults. */
  readonly newRow?: () => Readonly<Record<string, unknown>>;
  /** Figures of a line that follow from others; part of the same undo step. */
  readonly derive?: (row: GridRow, changed: readonly string[]) => GridRow;
  /** Opens the sheet that explains a figure. */
  readonly explain?: (request: ExplainRequest) => void;
  /** So many first columns stay in sight. Default 1. */
  readonly pinned?: number;
  readonly label?: string;
  /** Heading above the grid, where the page has none that says it. */
  readonly title?: string;
  /** Stands first in the line above the grid. */
  readonly toolbar?: ReactNode;
  readonly views?: readonly LineView[];
  /** All lines as they are printed with the page. */
  readonly onPaper?: ComponentType<PaperProps>;
  readonly ref?: Ref<LineGridHandle>;
}
export interface PaperProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly GridRow[];
}
export interface ExplainRequest {
  readonly row: GridRow;
  readonly field: string;
  readonly anchor: Element | null;
}
export interface LineGridHandle {
  focus(): void;
  /** Makes a cell active and brings it into sight. */
  jump(key: string, field?: string): void;
  /** Ends an edit that is under way, and gives all rows. */
  finish(): readonly GridRow[];
  /** How many cells are marked; a document with any is not ready to be sent. */
  problems(): number;
}

const NO_OVERRIDES: ColumnOverrides = {};
const NO_PROBLEMS: readonly Problem[] = [];

/** The grid people enter lines in, eight hours a day. See model.ts for rows and overrides, keyboard.ts for keys. */
export function LineGrid(props: LineGridProps): ReactNode {
  const {
    fields,
    rows,
    columns: overrides = NO_OVERRIDES,
    problems: given = NO_PROBLEMS,
    readonly = false,
    fixed = false,
    language = 'zh',
    today,
    pinned = 1,
    onPaper: Paper,
  } = props;
  const label = props.label ?? sayingIn(language)('grid');
  const columns = useMemo(
    () => columnsOf(fields, overrides, language, readonly),
    [fields, overrides, language, readonly],
  );
  const wishes: Wishes = { onChange: props.onChange, newRow: props.newRow, derive: props.derive };
  const id = useId();
  const latest = useRef(props);
  const search = useRef<HTMLInputElement>(null);
  const editor = useRef<HTMLInputElement>(null);

  const [room] = useState((): Room => {
    const store = createGridStore(
      { rows, columns, problems: groupProblems(given, new Map()), readonly, fixed, language, today },
      wishes,
    );
    const port: EditorPort = {
      text: () => editor.current?.value ?? '',
      write: (text) => {
        if (editor.current) editor.current.value = text;
      },
    };
    const explain: Room['explain'] = (row, column, anchor) =>
      latest.current.explain?.({ row, field: column.name, anchor });
    const actions = createActions(store, () => ({
      openSearch: () => {
        search.current?.focus();
        search.current?.select();
      },
      explain: (row, column) => explain(row, column, editor.current),
    }));
    return {
      id,
      store,
      actions,
      editor,
      port,
      explain,
      say: () => sayingIn(store.get().language),
      focus: () => editor.current?.focus({ preventScroll: true }),
    };
  });
  const { store, actions } = room;

  const problems = useMemo(() => groupProblems(given, store.get().problems), [given, store]);
  useLayoutEffect(() => {
    latest.current = props;
    store.receive({ rows, columns, problems, readonly, fixed, language, today }, wishes);
  });

  useImperativeHandle(
    props.ref,
    () => ({
      focus: room.focus,
      jump: (key, field) => {
        const row = store.get().view.findIndex((each) => each.key === key);
        const column = store.get().columns.findIndex((each) => each.name === field);
        if (row >= 0) store.select({ row, column: Math.max(0, column) });
      },
      finish: () => {
        actions.commit(room.port, 'exact');
        return store.get().rows;
      },
      problems: () => {
        const state = store.get();
        return problemList(state.rows, state.columns, state.problems, state.language).length;
      },
    }),
    [room, store, actions],
  );

  const phone = usePhone();
  return (
    <RoomContext value={room}>
      <section className={phone ? 'line-grid lg-phone' : 'line-grid'} aria-label={label}>
        {phone ? (
          <LineCards
            title={props.title}
            views={props.views}
            toolbar={props.toolbar}
            explainable={props.explain !== undefined}
          />
        ) : (
          <>
            <GridBar title={props.title} views={props.views} search={search}>
              {props.toolbar}
            </GridBar>
            <GridBody label={label} pinned={pinned} explainable={props.explain !== undefined} />
            <Announcer />
          </>
        )}
        {Paper !== undefined && <Paper caption={props.title ?? label} columns={columns} rows={rows} />}
      </section>
    </RoomContext>
  );
}
