import { isReadonly } from './columns.ts';
import { cleared, typed } from './edit-plan.ts';
import { apply, columnAt, rowAt, selection } from './grid-cells.ts';
import { createClipboard, type GridClipboard } from './grid-clipboard.ts';
import { commit, edit, startTyping, stopEditing, takeItem, typing, type EditorPort } from './grid-editing.ts';
import { addLine, copyDown, fillSelection, insertLine, removeLine, removeSelected, stepHistory } from './grid-lines.ts';
import { createPicker, type Picker } from './grid-picker.ts';
import type { GridStore } from './grid-store.ts';
import { redoing, undoing } from './history.ts';
import type { Command, Mode } from './keyboard.ts';
import type { Cell, Change, Column, GridRow } from './model.ts';
import { nextProblem, problemList } from './problems.ts';
import type { Match } from './reference-lookup.ts';
import { moved, tabbed, type Direction } from './selection.ts';

/** What a command asks of the surroundings. */
interface Surroundings {
  openSearch(): void;
  explain(row: GridRow, column: Column): void;
}
export interface GridActions extends GridClipboard {
  readonly picker: Picker;
  run(command: Command, editor: EditorPort): void;
  mode(): Mode;
  /** A key or a composition began to write into the resting cell. */
  startTyping(text: string): boolean;
  edit(editor: EditorPort): void;
  typing(text: string): void;
  /** Writes what stands in the editor: the marked hit, or only an exact one. */
  commit(editor: EditorPort, match: Match): void;
  takeItem(index: number, editor: EditorPort): void;
  write(cell: Cell, text: string): void;
  apply(change: Change): void;
  addLine(): void;
  removeLine(key: string): void;
}

/** What keyboard, pointer and bar can do with a grid; `around` is asked anew for each action. */
export function createActions(store: GridStore, around: () => Surroundings): GridActions {
  const picker = createPicker(store);
  return {
    ...createClipboard(store),
    picker,
    run: createRunner(store, picker, around),
    mode: () => store.get().editing?.mode ?? 'rest',
    startTyping: (text) => startTyping(store, text),
    edit: (editor) => edit(store, picker, editor),
    typing: (text) => typing(store, picker, text),
    commit: (editor, match) => commit(store, picker, editor, match),
    takeItem: (index, editor) => takeItem(store, picker, index, editor),
    write: (cell, text) => apply(store, typed(store.sheet(), cell, text), 'first'),
    apply: (change) => apply(store, change),
    addLine: () => addLine(store),
    removeLine: (key) => removeLine(store, key),
  };
}

type Acting<A extends Command['act']> = Extract<Command, { readonly act: A }>;

/** Runs the command of a key. */
function createRunner(store: GridStore, picker: Picker, around: () => Surroundings): GridActions['run'] {
  /** Where a run of Tabs began: Enter returns there one row down, which is how lines are typed. */
  let tabStart: number | undefined;

  const tab = ({ back }: Acting<'tab'>, active: Cell): void => {
    tabStart ??= active.column;
    moveByTab(store, active, back);
  };
  const moveAfterCommit = ({ then }: Acting<'commit'>, active: Cell): void => {
    if (then === 'stay') return;
    const column = then === 'down' ? (tabStart ?? active.column) : active.column;
    tabStart = undefined;
    store.select(moved({ row: active.row, column }, then, 'cell', store.extent(), () => true));
  };

  return (command, editor) => {
    const { active } = store.get();
    const commitEdit = (): void => commit(store, picker, editor, 'first');
    if (!KEEPS_TAB_START.has(command.act)) tabStart = undefined;
    switch (command.act) {
      case 'move':
        return move(store, command);
      case 'tab':
        commitEdit();
        return tab(command, active);
      case 'commit':
        commitEdit();
        return moveAfterCommit(command, active);
      case 'commitMove':
        commitEdit();
        return step(store, command.direction);
      case 'edit':
        return edit(store, picker, editor);
      case 'cancel':
        return store.get().editing ? stopEditing(store, picker, editor) : store.select(active);
      case 'mark':
        return picker.mark(command.step);
      case 'choose':
        return openChoices(store, picker, editor);
      case 'clear':
        return apply(store, cleared(store.sheet(), selection(store)));
      case 'fill':
        return fillSelection(store, commitEdit);
      case 'copyDown':
        return copyDown(store);
      case 'undo':
        return stepHistory(store, undoing);
      case 'redo':
        return stepHistory(store, redoing);
      case 'insert':
        return insertLine(store);
      case 'remove':
        return removeSelected(store);
      case 'all':
        return selectAll(store);
      case 'row':
        return selectRow(store);
      case 'problem':
        commitEdit();
        return goToProblem(store, active, command.back);
      case 'search':
        commit(store, picker, editor, 'exact');
        return around().openSearch();
      case 'explain':
        return explain(store, around());
    }
  };
}
/** Commands that do not end a run of Tabs at once. */
const KEEPS_TAB_START: ReadonlySet<Command['act']> = new Set(['tab', 'commit', 'edit', 'mark']);

function move(store: GridStore, { direction, stride, extend }: Acting<'move'>): void {
  const { active, corner } = store.get();
  const to = moved(extend ? corner : active, direction, stride, store.extent(), (cell) => isFilled(store, cell));
  return extend ? store.select(active, to) : store.select(to);
}

function isFilled(store: GridStore, cell: Cell): boolean {
  const row = rowAt(store, cell);
  const column = columnAt(store, cell);
  const value = row && column ? (row.unread?.[column.name] ?? row[column.name]) : undefined;
  return value !== undefined && value !== null && value !== '';
}

const step = (store: GridStore, direction: Direction): void =>
  store.select(moved(store.get().active, direction, 'cell', store.extent(), () => true));

function moveByTab(store: GridStore, active: Cell, back: boolean): void {
  const { columns, readonly } = store.get();
  const isWritable = (at: number): boolean =>
    readonly || (columns[at]!.passed !== true && !isReadonly(columns[at]!, rowAt(store, active)));
  store.select(tabbed(active, back, store.extent(), isWritable));
}

/** The list of what a cell may hold, below its editor. */
function openChoices(store: GridStore, picker: Picker, editor: EditorPort): void {
  if (!store.get().editing) edit(store, picker, editor);
  if (store.get().editing && !store.get().picker) picker.ask('', 'once');
}

function selectAll(store: GridStore): void {
  const { view, columns } = store.get();
  store.set({
    active: { row: 0, column: 0 },
    corner: { row: Math.max(0, view.length - 1), column: columns.length - 1 },
  });
}

function selectRow(store: GridStore): void {
  const { active, corner, columns } = store.get();
  store.set({
    active: { row: active.row, column: 0 },
    corner: { row: corner.row, column: columns.length - 1 },
  });
}

function goToProblem(store: GridStore, active: Cell, back: boolean): void {
  const { view, columns, problems, language } = store.get();
  const found = nextProblem(problemList(view, columns, problems, language), active, back);
  if (found) store.select(found.cell);
}

function explain(store: GridStore, surroundings: Surroundings): void {
  const { active } = store.get();
  const row = rowAt(store, active);
  const column = columnAt(store, active);
  if (row && column) surroundings.explain(row, column);
}
