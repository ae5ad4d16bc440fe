import { personal } from '../client/session.ts';
import { readStored, writeStored } from '../state/device-storage.ts';
import type { Arrangement } from './saved-views.rules.ts';
import { defaultView } from './stored-views.ts';

/** As a list is before somebody arranged it. */
export const UNTOUCHED: Arrangement = { order: [], hidden: [], added: [], widths: {} };

const storageKey = (list: string): string => personal(`columns:${list}`);

/** How the person left the columns of a list on this device. */
export const keptColumns = (list: string): Arrangement => ({
  ...UNTOUCHED,
  ...(defaultView(list)?.columns ?? readStored<Partial<Arrangement>>(storageKey(list), {})),
});

/** Keeps how the person arranged the columns of a list. */
export const keepColumns = (list: string, arrangement: Arrangement): void => writeStored(storageKey(list), arrangement);
