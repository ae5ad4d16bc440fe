import { startAnswers } from '../client/prefetch.ts';
import { personal } from '../client/session.ts';
import { dropAnswersOfOthers, cacheAnswers } from './cached-answers.ts';

let keeping: Promise<unknown> | undefined;
let keptFor: string | undefined;

/** Makes the application start without a network: its program files and the answers it begins with stay here. */
export async function keepShell(): Promise<void> {
  if (keptFor !== personal('')) keeping = undefined;
  keptFor = personal('');
  keeping ??= Promise.allSettled([cacheAnswers(startAnswers).then(dropAnswersOfOthers), keepProgram()]);
  await keeping;
}

/** Registers the worker that keeps the program, and lets it keep what this page has fetched before. */
async function keepProgram(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  active?.postMessage({ keep: [...new Set(files)] });
}
