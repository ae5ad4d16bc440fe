import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Declaration } from '../../core/declaration.ts';
import { titleOf } from '../catalogue.ts';
import type { Values } from '../form/values.ts';
import type { ListRow } from './list-data.ts';
import { begunAt } from './list-state.ts';

/** The record beside the list; a new one begins with `initial`. */
export interface Opened {
  readonly id: string;
  readonly title?: string;
  readonly initial?: Values;
}

/** How records are opened and begun: beside the list, or on a page of their own. */
export function useOpening(
  of: Declaration,
  setOpened: (opened: Opened) => void,
  onOpen: ((row: ListRow) => void) | undefined,
) {
  const navigate = useNavigate();
  const show = useCallback(
    (row: ListRow): void => {
      if (onOpen !== undefined) onOpen(row);
      else if (of.life !== undefined) void navigate(`${of.path}/${row.id}`);
      else setOpened({ id: row.id, title: titleOf(of, row) });
    },
    [navigate, of, onOpen, setOpened],
  );
  const open = useCallback(
    (row: ListRow, elsewhere: boolean): void => {
      if (elsewhere && of.path !== undefined) window.open(`${of.path}/${row.id}`, '_blank');
      else show(row);
    },
    [of, show],
  );
  const create = useCallback((): void => {
    if (of.life !== undefined) void navigate(`${of.path}/new`);
    else setOpened({ id: 'new' });
  }, [navigate, of, setOpened]);
  const createBelow = useCallback(
    (parent: ListRow) => setOpened({ id: 'new', initial: { parentId: parent.id, parentName: titleOf(of, parent) } }),
    [of, setOpened],
  );
  return { show, open, create, createBelow };
}

/** Begins a new record with what the address says of it, as soon as the person may. */
export function useBegunByAddress(of: Declaration, mayAdd: boolean, open: (opened: Opened) => void): void {
  const navigate = useNavigate();
  const { search: address } = useLocation();
  useEffect(() => {
    const { initial, rest } = begunAt(address);
    if (initial === undefined || !mayAdd || of.life !== undefined) return;
    open({ id: 'new', initial });
    // Begun once: whoever comes back finds the list.
    void navigate({ search: rest }, { replace: true });
  }, [address, open, mayAdd, navigate, of]);
}
