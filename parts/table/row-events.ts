import type { KeyboardEvent, MouseEvent } from 'react';

interface Row {
  readonly id: string;
}
/** What rows of a table are asked for by keys and pointer. */
interface RowEvents<R> {
  readonly chosen: readonly string[];
  /** Shown as a tree. */
  readonly tree?: { readonly closed: ReadonlySet<string>; readonly toggle: (id: string) => void } | undefined;
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onOpen: (row: R, elsewhere: boolean) => void;
}

/** Keys of a row: the arrows go up and down, open and close a branch; the space bar selects and Enter opens. */
export function pressRow<R extends Row>(
  event: KeyboardEvent<HTMLElement>,
  row: R,
  { chosen, tree, onChoose, onOpen }: RowEvents<R>,
): void {
  if (event.target !== event.currentTarget) return;
  const to =
    event.key === 'ArrowDown'
      ? event.currentTarget.nextElementSibling
      : event.key === 'ArrowUp'
        ? event.currentTarget.previousElementSibling
        : null;
  if (event.key === ' ')
    onChoose(chosen.includes(row.id) ? chosen.filter((each) => each !== row.id) : [...chosen, row.id]);
  else if (
    tree !== undefined &&
    (event.key === 'ArrowRight' || event.key === 'ArrowLeft') &&
    (event.key === 'ArrowRight') === tree.closed.has(row.id)
  )
    tree.toggle(row.id);
  else if (event.key === 'Enter') onOpen(row, event.ctrlKey || event.metaKey);
  else if (to instanceof HTMLElement && to.tabIndex >= 0) to.focus();
  else return;
  event.preventDefault();
}

/** A click on a row opens it; held with a control key, elsewhere. */
export function clickRow<R extends Row>(event: MouseEvent<HTMLElement>, row: R, onOpen: RowEvents<R>['onOpen']): void {
  // A click that ends marking a word, or hits something of its own, is not meant for the row.
  if (window.getSelection()?.isCollapsed === false) return;
  if (
    event.target instanceof Element &&
    event.target.closest('a, button, input, label, .ant-dropdown, .ant-table-selection-column') !== null
  )
    return;
  onOpen(row, event.ctrlKey || event.metaKey);
}
