const CONTROL =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), [contenteditable=true]';

/** Brings what stands within an element into sight, and the keyboard into its first box. */
export function reach(element: Element | null | undefined, block: ScrollLogicalPosition): void {
  if (element === null || element === undefined) return;
  element.scrollIntoView({ block });
  element.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true });
}
