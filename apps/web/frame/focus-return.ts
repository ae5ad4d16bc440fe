/**
 * The keyboard goes back where it came from. A dialog that is taken off the page and a menu whose entry was chosen
 * leave it with nobody: it returns to what had it before and is still to be seen.
 */
const REMEMBERED = 30;
/** A menu folds up within this time. */
const FOLDED_MS = [60, 200, 400] as const;

const passed: HTMLElement[] = [];
const isSeen = (element: Element): boolean =>
  element.isConnected && element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
/** Nobody has it, and what had it last is gone: what is still there gave it up by itself. */
function isLost(): boolean {
  const [at, last] = [document.activeElement, passed.at(-1)];
  return (at === null || at === document.body || !isSeen(at)) && (last === undefined || !isSeen(last));
}

function giveBack(): void {
  if (!isLost()) return;
  passed.findLast(isSeen)?.focus({ preventScroll: true });
}

/** Once, when the program begins. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    passed.push(target);
    if (passed.length > REMEMBERED) passed.shift();
  });
  // Layers hang on the body while they are there, and are empty when they are taken off it.
  new MutationObserver((changes) => {
    if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node instanceof HTMLDivElement)))
      giveBack();
  }).observe(document.body, { childList: true });
  document.addEventListener('keydown', ({ key, target }) => {
    if (
      (key !== 'Enter' && key !== ' ' && key !== 'Escape') ||
      !(target instanceof Element) ||
      target.closest('.ant-dropdown') === null
    )
      return;
    for (const wait of FOLDED_MS) setTimeout(giveBack, wait);
  });
}
