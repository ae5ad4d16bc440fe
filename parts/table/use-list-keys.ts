import { type RefObject, useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whatever floats above the list has the keys: dialogs, drawers, open menus. */
const ABOVE =
  '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, dialog[open], .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)';

/** `/` goes to the search, `n` begins a new record, ↓ enters the rows. Only while nothing else has the keyboard. */
export function useListKeys(root: RefObject<HTMLElement | null>, create: (() => void) | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector(ABOVE) !== null) return;
      if (event.key === '/') {
        event.preventDefault();
        root.current?.querySelector<HTMLInputElement>('.search-row input')?.focus();
      } else if (event.key === 'n' && create !== undefined) {
        event.preventDefault();
        create();
      } else if (
        event.key === 'ArrowDown' &&
        !(event.target instanceof HTMLElement && event.target.closest('tr, [role=menu], .tab-strip') !== null)
      ) {
        event.preventDefault();
        root.current?.querySelector<HTMLElement>('tr.ant-table-row')?.focus();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, create]);
}
