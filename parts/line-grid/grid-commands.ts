import { choiceEntry, hitEntry, emptyEntry, unfoundEntry } from './cell-entry.ts';
import { copiedText, editedText } from './cell-text.ts';
import { printBlock } from './clipboard-block.ts';
import { isReadonly } from './columns.ts';
import {
  cleared,
  copiedDown,
  filled,
  inserted,
  pasted,
  put,
  removed,
  typed,
  wantedOf,
  type Copied,
} from './edit-plan.ts';
import { createPicker, type Picker } from './grid-picker.ts';
import type { GridStore } from './grid-store.ts';
import { redoing, undoing } from './history.ts';
import type { Command, Mode } from './keyboard.ts';
import { lookUp } from './late-answers.ts';
import type { Cell, Change, Column, GridRow } from './model.ts';
import { nextProblem, problemList } from './problems.ts';
import { blockOf, isSingle, moved, tabbed, type Direction } from './selection.ts';
import { sayingIn } from './texts.ts';

/** The one editor that floats over the grid, as far as commands need to know it. */
export interface EditorPort {
  text(): string;
  /** `end`: caret behind the text. */
  write(text: string): void;
}
/** What a command asks of the surroundings. */
interface Surroundings {
  openSearch(): void;
  explain(row: GridRow, column: Column): void;
}
export interface GridActions {
  readonly picker: Picker;
  run(command: Command, editor: EditorPort): void;
  mode(): Mode;
  /** A key or a composition began to write into the resting cell. */
  startTyping(text: string): boolean;
  edit(editor: EditorPort): void;
  typing(text: string): void;
  /** Writes what stands in the editor. `take`: the marked hit is meant; `leave`: only an exact one. */
  commit(editor: EditorPort, way: 'take' | 'leave'): void;
  takeItem(index: number, editor: EditorPort): void;
  write(cell: Cell, text: string): void;
  apply(change: Change): void;
  copy(): string;
  cut(): string;
  paste(text: string): void;
  addLine(): void;
  removeLine(key: string): void;
}

/** What keyboard, pointer and bar can do with a grid; `around` is asked anew for each action. */
export function createActions(store: GridStore, around: () => Surroundings): GridActions {
  const picker = createPicker(store);
  let copied: Copied | undefined;
  /** Where a run of Tabs began: Enter returns there one row down, which is how lines are typed. */
  let tabStart: number | undefined;

  const selection = () => blockOf(store.get().active, store.get().corner);
  const columnAt = (cell: Cell): Column | undefined => store.get().columns[cell.column];
  const rowAt = (cell: Cell): GridRow | undefined => store.get().view[cell.row];
  const say = (said: string): void => store.set({ said });
  const locked = (cell: Cell): boolean => {
    const column = columnAt(cell);
    return store.get().readonly || !column || isReadonly(column, rowAt(cell));
  };

  const apply = (change: Change, how: 'first' | 'exact' = 'exact'): void => {
    if (store.get().readonly) return;
    store.apply(change);
    const wanted = wantedOf(change, store.get().columns);
    if (wanted.length > 0) void lookUp(store, wanted, how);
  };

  const write = (cell: Cell, text: string): void => apply(typed(store.sheet(), cell, text), 'first');

  const stopEditing = (editor: EditorPort): void => {
    picker.close();
    editor.write('');
    store.set({ editing: undefined });
  };

  const commit: GridActions['commit'] = (editor, way) => {
    const { editing, active } = store.get();
    if (!editing) return;
    const list = store.get().picker;
    const text = editor.text();
    const column = columnAt(active);
    stopEditing(editor);
    if (!column) return;
    const answered = list?.status === 'ready' && list.text === text;
    const marked = answered && (list.touched || text.trim() !== '') ? list.items[list.marked] : undefined;
    if (editing.mode === 'edit' && text === editing.first && !list?.touched) return;
    if (way === 'take' && marked?.choice)
      return apply(put(store.sheet(), active, choiceEntry(column, marked.choice.value)));
    if (way === 'take' && marked?.hit) {
      column.source?.chosen?.(text, marked.hit);
      return apply(put(store.sheet(), active, hitEntry(column, marked.hit)));
    }
    if (column.face === 'ref' && answered && list.items.length === 0 && text.trim() !== '')
      return apply(put(store.sheet(), active, unfoundEntry(column, text.trim(), 'ref.unknown')));
    apply(typed(store.sheet(), active, text), way === 'take' ? 'first' : 'exact');
  };

  const go = (direction: Direction): void => {
    const { active } = store.get();
    store.select(moved(active, direction, 'cell', store.extent(), () => true));
  };

  const edit: GridActions['edit'] = (editor) => {
    const { active, language, editing } = store.get();
    const column = columnAt(active);
    if (!column) return;
    if (editing) return store.set({ editing: { ...editing, mode: editing.mode === 'edit' ? 'type' : 'edit' } });
    if (locked(active)) return say(sayingIn(language)('readonly'));
    const row = rowAt(active);
    const text = row ? editedText(column, row, language) : '';
    editor.write(text);
    store.set({ editing: { mode: 'edit', text, first: text } });
    if (column.face === 'choice') picker.ask('', 'once');
  };

  const typing: GridActions['typing'] = (text) => {
    const { editing } = store.get();
    if (!editing) return;
    store.set({ editing: { ...editing, text } });
    picker.ask(text, 'pause');
  };

  const stepBack = (way: typeof undoing): void => {
    const step = way(store.get().history);
    if (!step || store.get().readonly) return;
    store.apply(step.change, step.history);
    const first = step.change.rows[0];
    const { view, active } = store.get();
    const row = first ? view.findIndex((each) => each.key === first.key) : -1;
    store.select(row >= 0 ? { row, column: active.column } : active);
  };

  const fillSelection = (editor: EditorPort): void => {
    const { active, editing } = store.get();
    const block = selection();
    if (editing) commit(editor, 'take');
    if (!isSingle(block)) apply(filled(store.sheet(), block, active));
  };

  const removeRows = (): void => {
    apply(removed(store.sheet(), selection()));
    store.select(store.get().active);
  };

  const insertRow = (): void => {
    const { active, view } = store.get();
    const at = Math.min(active.row + 1, view.length);
    apply(inserted(store.sheet(), at));
    store.select({ row: at, column: firstWritable() });
  };
  const firstWritable = (): number =>
    Math.max(
      0,
      store.get().columns.findIndex((column) => !isReadonly(column, undefined)),
    );

  const run: GridActions['run'] = (command, editor) => {
    const { active, corner } = store.get();
    if (command.act !== 'tab' && command.act !== 'commit' && command.act !== 'edit' && command.act !== 'mark')
      tabStart = undefined;
    switch (command.act) {
      case 'move': {
        const from = command.extend ? corner : active;
        const isFilled = (cell: Cell): boolean => {
          const row = store.get().view[cell.row];
          const column = store.get().columns[cell.column];
          const value = row && column ? (row.unread?.[column.name] ?? row[column.name]) : undefined;
          return value !== undefined && value !== null && value !== '';
        };
        const to = moved(from, command.direction, command.stride, store.extent(), isFilled);
        return command.extend ? store.select(active, to) : store.select(to);
      }
      case 'tab': {
        commit(editor, 'take');
        tabStart ??= active.column;
        return store.select(
          tabbed(
            active,
            command.back,
            store.extent(),
            (at) => store.get().readonly || !isReadonly(store.get().columns[at]!, store.get().view[active.row]),
          ),
        );
      }
      case 'commit': {
        commit(editor, 'take');
        if (command.then === 'stay') return;
        const column = command.then === 'down' ? (tabStart ?? active.column) : active.column;
        tabStart = undefined;
        return store.select(moved({ row: active.row, column }, command.then, 'cell', store.extent(), () => true));
      }
      case 'commitMove':
        commit(editor, 'take');
        return go(command.direction);
      case 'edit':
        return edit(editor);
      case 'cancel':
        if (store.get().editing) stopEditing(editor);
        else store.select(active);
        return;
      case 'mark':
        return picker.mark(command.step);
      case 'choose': {
        if (!store.get().editing) edit(editor);
        if (store.get().editing && !store.get().picker) picker.ask('', 'once');
        return;
      }
      case 'clear':
        return apply(cleared(store.sheet(), selection()));
      case 'fill':
        return fillSelection(editor);
      case 'copyDown':
        return apply(copiedDown(store.sheet(), selection()));
      case 'undo':
        return stepBack(undoing);
      case 'redo':
        return stepBack(redoing);
      case 'insert':
        return store.get().readonly ? undefined : insertRow();
      case 'remove':
        return removeRows();
      case 'all':
        return store.set({
          active: { row: 0, column: 0 },
          corner: { row: Math.max(0, store.get().view.length - 1), column: store.get().columns.length - 1 },
        });
      case 'row':
        return store.set({
          active: { row: active.row, column: 0 },
          corner: { row: corner.row, column: store.get().columns.length - 1 },
        });
      case 'problem': {
        commit(editor, 'take');
        const { view, columns, problems, language } = store.get();
        const found = nextProblem(problemList(view, columns, problems, language), active, command.back);
        return found && store.select(found.cell);
      }
      case 'search':
        commit(editor, 'leave');
        return around().openSearch();
      case 'explain': {
        const row = rowAt(active);
        const column = columnAt(active);
        return row && column ? around().explain(row, column) : undefined;
      }
    }
  };

  const copy = (): string => {
    const { view, columns, language } = store.get();
    const block = selection();
    const rows = view.slice(block.top, block.bottom + 1);
    const chosen = columns.slice(block.left, block.right + 1);
    const text = printBlock(rows.map((row) => chosen.map((column) => copiedText(column, row, language))));
    copied = { text, columns: chosen.map((column) => column.name), rows };
    return text;
  };

  return {
    picker,
    run,
    edit,
    typing,
    commit,
    write,
    apply,
    copy,
    mode: () => store.get().editing?.mode ?? 'rest',
    startTyping: (text) => {
      const { active, language, editing } = store.get();
      if (editing) return true;
      if (locked(active)) {
        say(sayingIn(language)('readonly'));
        return false;
      }
      store.set({ editing: { mode: 'type', text, first: '' } });
      return true;
    },
    takeItem: (index, editor) => {
      const list = store.get().picker;
      const item = list?.items[index];
      const { active } = store.get();
      const column = columnAt(active);
      if (!item || !column) return;
      const text = editor.text();
      stopEditing(editor);
      if (item.hit) column.source?.chosen?.(text, item.hit);
      apply(
        put(
          store.sheet(),
          active,
          item.hit
            ? hitEntry(column, item.hit)
            : item.choice
              ? choiceEntry(column, item.choice.value)
              : emptyEntry(column),
        ),
      );
    },
    cut: () => {
      const text = copy();
      apply(cleared(store.sheet(), selection(), 'cut'));
      return text;
    },
    paste: (text) => {
      if (store.get().readonly || text === '') return;
      const { change, covers } = pasted(store.sheet(), selection(), text, copied);
      apply(change);
      store.select({ row: covers.top, column: covers.left }, { row: covers.bottom, column: covers.right });
      say(sayingIn(store.get().language)('pasted', { rows: covers.bottom - covers.top + 1 }));
    },
    addLine: () => store.select({ row: store.get().view.length, column: firstWritable() }),
    removeLine: (key) => {
      const row = store.get().view.findIndex((each) => each.key === key);
      if (row >= 0) apply(removed(store.sheet(), { top: row, bottom: row, left: 0, right: 0 }));
    },
  };
}
