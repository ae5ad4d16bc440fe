import { copiedText } from './cell-text.ts';
import { printBlock } from './clipboard-block.ts';
import { cleared, pasted, type Copied } from './edit-plan.ts';
import { apply, selection } from './grid-cells.ts';
import type { GridStore } from './grid-store.ts';
import { sayingIn } from './texts.ts';

/** Copying and pasting of one grid: what it copied itself is pasted with its records and units. */
export interface GridClipboard {
  copy(): string;
  cut(): string;
  paste(text: string): void;
}

/** The clipboard of a grid; texts come from and go to the browser's own. */
export function createClipboard(store: GridStore): GridClipboard {
  let copied: Copied | undefined;

  const copy = (): string => {
    const { view, columns, language } = store.get();
    const block = selection(store);
    const rows = view.slice(block.top, block.bottom + 1);
    const chosen = columns.slice(block.left, block.right + 1);
    const text = printBlock(rows.map((row) => chosen.map((column) => copiedText(column, row, language))));
    copied = { text, columns: chosen.map((column) => column.name), rows };
    return text;
  };

  return {
    copy,
    cut: () => {
      const text = copy();
      apply(store, cleared(store.sheet(), selection(store), 'cut'));
      return text;
    },
    paste: (text) => {
      if (store.get().readonly || text === '') return;
      const { change, covers } = pasted(store.sheet(), selection(store), text, copied);
      apply(store, change);
      store.select({ row: covers.top, column: covers.left }, { row: covers.bottom, column: covers.right });
      store.set({
        announcement: sayingIn(store.get().language)('pasted', { rows: covers.bottom - covers.top + 1 }),
      });
    },
  };
}
