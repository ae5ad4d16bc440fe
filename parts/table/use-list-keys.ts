import { type RefObject, useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whatever floats above the list has the keys: dialogs, drawers, open menus. */
const ABOVE =
  '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, dialog[open], .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)';
const SEARCH = '.search-row input';
const ROW = 'tr.ant-table-row';
/** So long the rows that were searched for may take to come; after that the keyboard stays where it is. */
const LONGEST_WAIT_MS = 10_000;

/** Puts the keyboard on the first row, as soon as the rows that were asked for are there. */
function enterRows(root: HTMLElement, from: Element | null, until = performance.now() + LONGEST_WAIT_MS): void {
  if (document.activeElement !== from || performance.now() > until) return;
  if (root.querySelector('[aria-busy=true]') === null) root.querySelector<HTMLElement>(ROW)?.focus();
  else setTimeout(() => enterRows(root, from, until), 30);
}

/** What a list does at a key; each only where the person may. */
interface ListKeys {
  readonly create?: (() => void) | undefined;
  readonly remove?: (() => void) | undefined;
}

/**
 * `/` goes to the search, Enter or ↓ from there to the first row, Esc from a row back; `n` begins a new record, Delete
 * removes the chosen ones. Only while nothing else has the keyboard.
 */
export function useListKeys(root: RefObject<HTMLElement | null>, { create, remove }: ListKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const list = root.current;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || list === null) return;
      if (document.querySelector(ABOVE) !== null || !(target instanceof HTMLElement)) return;
      const isSearched = target.matches('input[enterkeyhint=search]') && list.contains(target);
      if (isTyping(target) && !isSearched) return;
      const search = list.querySelector<HTMLInputElement>(SEARCH);
      const acts: Readonly<Record<string, (() => void) | undefined>> = isSearched
        ? // What is searched at Enter begins to come with the next picture.
          {
            Enter: () => requestAnimationFrame(() => enterRows(list, target)),
            ArrowDown: () => enterRows(list, target),
          }
        : {
            '/': () => search?.focus(),
            n: create,
            Delete: remove,
            ...(target.closest(ROW) === null ? {} : { Escape: () => search?.focus() }),
            ...(target.closest('tr, [role=menu], .tab-strip') === null
              ? { ArrowDown: () => list.querySelector<HTMLElement>(ROW)?.focus() }
              : {}),
          };
      const act = acts[key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, create, remove]);
}
