import { choiceEntry, emptyEntry, hitEntry, unfoundEntry, type Entry } from './cell-entry.ts';
import { editedText } from './cell-text.ts';
import { put, typed } from './edit-plan.ts';
import { announceReadonly, apply, columnAt, isLocked, rowAt } from './grid-cells.ts';
import type { Picker, PickerState, PickItem } from './grid-picker.ts';
import type { Editing, GridStore } from './grid-store.ts';
import type { Column } from './model.ts';
import type { Match } from './reference-lookup.ts';

/** The one editor that floats over the grid, as far as commands need to know it. */
export interface EditorPort {
  text(): string;
  /** `end`: caret behind the text. */
  write(text: string): void;
}

/** Opens the editor over the active cell with what stands there; a second time, arrows move the caret or the cell. */
export function edit(store: GridStore, picker: Picker, editor: EditorPort): void {
  const { active, language, editing } = store.get();
  const column = columnAt(store, active);
  if (!column) return;
  if (editing) return store.set({ editing: { ...editing, mode: editing.mode === 'edit' ? 'type' : 'edit' } });
  if (isLocked(store, active)) return announceReadonly(store);
  const row = rowAt(store, active);
  const text = row ? editedText(column, row, language) : '';
  editor.write(text);
  store.set({ editing: { mode: 'edit', text, first: text } });
  if (column.face === 'choice') picker.ask('', 'once');
}

/** A key or a composition began to write into the active cell. Answers whether it may. */
export function startTyping(store: GridStore, text: string): boolean {
  const { active, editing } = store.get();
  if (editing) return true;
  if (isLocked(store, active)) {
    announceReadonly(store);
    return false;
  }
  store.set({ editing: { mode: 'type', text, first: '' } });
  return true;
}

/** The editor holds another text. */
export function typing(store: GridStore, picker: Picker, text: string): void {
  const { editing } = store.get();
  if (!editing) return;
  store.set({ editing: { ...editing, text } });
  picker.ask(text, 'pause');
}

/** Closes the editor; what it held is not written. */
export function stopEditing(store: GridStore, picker: Picker, editor: EditorPort): void {
  picker.close();
  editor.write('');
  store.set({ editing: undefined });
}

/** Closes the editor and writes what it held. `match`: whether the marked hit is meant, or only an exact one. */
export function commit(store: GridStore, picker: Picker, editor: EditorPort, match: Match): void {
  const { editing, active, picker: list } = store.get();
  if (!editing) return;
  const text = editor.text();
  const column = columnAt(store, active);
  stopEditing(store, picker, editor);
  if (!column) return;
  const entry = committed(column, text, editing, list, match);
  if (entry === 'unchanged') return;
  if (entry === 'typed') return apply(store, typed(store.sheet(), active, text), match);
  if (entry.chosen !== undefined) column.source?.chosen?.(text, entry.chosen);
  apply(store, put(store.sheet(), active, entry.entry));
}

interface Committed {
  readonly entry: Entry;
  /** The record a person took for what they typed. */
  readonly chosen?: PickItem['hit'];
}
/** What a text in the editor means, with the list below it: an entry, the text as it was typed, or no change. */
function committed(
  column: Column,
  text: string,
  editing: Editing,
  list: PickerState | undefined,
  match: Match,
): Committed | 'typed' | 'unchanged' {
  const answered = list?.status === 'ready' && list.text === text;
  const marked = answered && (list.touched || text.trim() !== '') ? list.items[list.marked] : undefined;
  if (editing.mode === 'edit' && text === editing.first && !list?.touched) return 'unchanged';
  if (match === 'first' && (marked?.choice || marked?.hit)) return entryOfItem(column, marked);
  if (column.face === 'ref' && answered && list.items.length === 0 && text.trim() !== '')
    return { entry: unfoundEntry(column, text.trim(), 'ref.unknown') };
  return 'typed';
}

function entryOfItem(column: Column, { hit, choice }: PickItem): Committed {
  if (choice) return { entry: choiceEntry(column, choice.value) };
  if (hit) return { entry: hitEntry(column, hit), chosen: hit };
  return { entry: emptyEntry(column) };
}

/** Writes the item of the list that a person pointed at. */
export function takeItem(store: GridStore, picker: Picker, index: number, editor: EditorPort): void {
  const { active, picker: list } = store.get();
  const item = list?.items[index];
  const column = columnAt(store, active);
  if (!item || !column) return;
  const text = editor.text();
  stopEditing(store, picker, editor);
  const { entry, chosen } = entryOfItem(column, item);
  if (chosen) column.source?.chosen?.(text, chosen);
  apply(store, put(store.sheet(), active, entry));
}
