import { createElement, type ReactNode } from 'react';
import { personal } from '../client/session.ts';
import { isPhone } from '../hooks/screen.ts';
import { readStored, writeStored } from '../state/device-storage.ts';
import type { SavedView } from './saved-views.rules.ts';

const storageKey = (list: string): string => personal(`views:${list}`);

/** The views of a list that the person keeps on this device. */
export const storedViews = (list: string): readonly SavedView[] =>
  readStored<readonly SavedView[]>(storageKey(list), []);

/** The one the list opens as, if there is one. */
export const defaultView = (list: string): SavedView | undefined =>
  storedViews(list).find(({ opensList }) => opensList === true);

/** Keeps these and no others. */
export const storeViews = (list: string, views: readonly SavedView[]): void =>
  writeStored(storageKey(list), views.length === 0 ? undefined : views);

const BUTTON_PX = { desk: 32, phone: 40 };
/** Keeps the room of the button until it is there, so that nothing beside it moves. */
export const viewsRoom = (): ReactNode =>
  createElement('span', { style: { flex: 'none', width: BUTTON_PX[isPhone() ? 'phone' : 'desk'] } });
