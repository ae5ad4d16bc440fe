import { useMemo } from 'react';
import type { Label } from '../../core/label.ts';
import { menuIconOf, menuLabelOf } from '../catalogue.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { useMenuRows } from '../queries.ts';
import { session } from '../../../parts/client/session.ts';
import { useStore } from '../../../parts/state/store.ts';
import { texts } from '../texts.ts';
import {
  destinationOf,
  type Entry,
  leavesOf,
  type MenuRow,
  titleOf,
  visibleTo,
} from '../../../parts/menu/menu.rules.ts';

export { type Entry, entryOf, trailOf } from '../../../parts/menu/menu.rules.ts';

const namedTexts: Record<string, Label> = { ...texts };

/** Tells which texts beside the kernel's own a menu may name. Called once by the application at start. */
export const declareMenuTexts = (more: Readonly<Record<string, Label>>): void => void Object.assign(namedTexts, more);

/** What a menu may name for its title instead of writing it out: another entry, or a text of the program. */
const labelNamed = (key: string): Label | undefined =>
  menuLabelOf(key) ?? (Object.hasOwn(namedTexts, key) ? namedTexts[key] : undefined);

/** The menu as the person is granted it, as a tree and as its leaves. */
export function useMenu() {
  const { data, error, refetch } = useMenuRows();
  const language = useLanguage();
  const roles = useStore(session)?.roles;
  const entries = useMemo(() => {
    const entry = (row: MenuRow): Entry => {
      const children = (row.children ?? []).map(entry);
      return {
        code: row.code,
        zh: row.name,
        title: titleOf(row, language, labelNamed),
        icon: row.source || menuIconOf(row.code),
        to: children.length > 0 ? undefined : destinationOf(row),
        group: row.meta?.group ?? [],
        children,
      };
    };
    return visibleTo(data ?? [], roles ?? []).map(entry);
  }, [data, language, roles]);
  const leaves = useMemo(() => leavesOf(entries), [entries]);
  return { entries, leaves, error, loaded: data !== undefined, reload: refetch };
}
