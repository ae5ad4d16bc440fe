import { createContext, useContext, useSyncExternalStore, type RefObject } from 'react';
import type { GridActions } from './grid-commands.ts';
import type { EditorPort } from './grid-editing.ts';
import type { GridState, GridStore } from './grid-store.ts';
import type { Column, GridRow } from './model.ts';
import type { Say } from './texts.ts';

/** What the parts of one grid share. Stable for the grid's whole life: reading it never paints anything again. */
export interface Room {
  readonly id: string;
  readonly store: GridStore;
  readonly actions: GridActions;
  readonly editor: RefObject<HTMLInputElement | null>;
  readonly port: EditorPort;
  readonly say: () => Say;
  readonly focus: () => void;
  readonly explain: (row: GridRow, column: Column, anchor: Element | null) => void;
}
export const RoomContext = createContext<Room | undefined>(undefined);

/** The grid the component is part of. */
export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (!room) throw new Error('A part of the line grid stands outside of it');
  return room;
}

/** Watches one part of the state; only components whose part changed are painted again. */
export function useGrid<T>(part: (state: GridState) => T): T {
  const { store } = useRoom();
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}

/** DOM id of a cell, which assistive technology is pointed to. */
export const cellId = (grid: string, row: number, column: number): string => `${grid}-${row}-${column}`;
