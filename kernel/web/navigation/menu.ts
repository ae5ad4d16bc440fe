import { useMemo } from 'react';
import type { Label } from '../../core/label.ts';
import { menuIconOf, menuLabelOf } from '../catalogue.ts';
import { useLanguage } from '../i18n.ts';
import { useMenuRows } from '../queries.ts';
import { session } from '../session.ts';
import { useStore } from '../store.ts';
import { texts } from '../texts.ts';
import { destinationOf, type Entry, leavesOf, type MenuRow, titleOf, visibleTo } from './menu.rules.ts';

export { type Entry, entryOf, trailOf } from './menu.rules.ts';

/** What a menu may name for its title instead of writing it out: a text of ours, or another entry. */
const labelNamed = (key: string): Label | undefined =>
  menuLabelOf(key) ?? (Object.hasOwn(texts, key) ? texts[key as keyof typeof texts] : undefined);

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
