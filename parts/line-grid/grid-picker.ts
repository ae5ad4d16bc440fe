import type { Choice } from '../../kernel/core/field.ts';
import { takenOnEnter } from '../search/fit.rules.ts';
import { choicesFor } from './choice-entry.ts';
import type { GridStore } from './grid-store.ts';
import type { Column, GridRow, Hit } from './model.ts';

/** What the list below the editor shows. */
export interface PickerState {
  /** The text the items answer. */
  readonly text: string;
  readonly status: 'ready' | 'searching' | 'failed';
  readonly items: readonly PickItem[];
  /** The item Enter takes; -1: none stands out. */
  readonly marked: number;
  /** A person moved the mark: Enter takes it even when the text is unchanged. */
  readonly touched: boolean;
}
export interface PickItem {
  readonly id: string;
  readonly title: string;
  readonly hit?: Hit;
  readonly choice?: Choice;
}

/** Typing pauses shorter than this ask nothing of the server. */
const PAUSE_MS = 120;
const SHOWN = 50;

/** Searches while someone types; only the newest question may answer. */
export interface Picker {
  ask(text: string, at: 'once' | 'pause'): void;
  mark(step: number): void;
  close(): void;
}

/** Looks records up for the cell being edited and shows what fits. */
export function createPicker(store: GridStore): Picker {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  };
  const show = (picker: PickerState): void => store.set({ picker });

  const search = async (column: Column, row: GridRow, text: string): Promise<void> => {
    const controller = new AbortController();
    running = controller;
    try {
      const hits = (await column.source?.search(text, row, controller.signal)) ?? [];
      if (!controller.signal.aborted)
        show({
          text,
          status: 'ready',
          items: hits.slice(0, SHOWN).map((hit) => ({ id: hit.id, title: hit.name, hit })),
          marked:
            text === ''
              ? Math.max(
                  0,
                  hits.findIndex((hit) => hit.id === row[column.name]),
                )
              : takenOnEnter(text, hits),
          touched: false,
        });
    } catch {
      if (!controller.signal.aborted) show({ text, status: 'failed', items: [], marked: 0, touched: false });
    }
  };

  return {
    ask: (text, at) => {
      stop();
      const { columns, active, view, language, picker } = store.get();
      const column = columns[active.column];
      if (column?.face === 'choice') {
        const items = choicesFor(text, column.choices).map((choice) => ({
          id: choice.value,
          title: choice.label[language],
          choice,
        }));
        const now = String(view[active.row]?.[column.name] ?? '');
        const marked =
          text === ''
            ? Math.max(
                0,
                items.findIndex((item) => item.id === now),
              )
            : 0;
        show({ text, status: 'ready', items, marked, touched: false });
      } else if (column?.face === 'ref' && column.source) {
        const row = view[active.row] ?? { key: '' };
        // Old hits stay while the new ones are on their way: a list that blinks cannot be read.
        show({ text, status: 'searching', items: picker?.items ?? [], marked: 0, touched: false });
        if (at === 'once') void search(column, row, text);
        else timer = setTimeout(() => void search(column, row, text), PAUSE_MS);
      }
    },
    mark: (step) => {
      const { picker } = store.get();
      if (!picker || picker.items.length === 0) return;
      const count = picker.items.length;
      const from = picker.marked < 0 && step < 0 ? 0 : picker.marked;
      show({ ...picker, marked: (from + step + count) % count, touched: true });
    },
    close: () => {
      stop();
      if (store.get().picker) store.set({ picker: undefined });
    },
  };
}
