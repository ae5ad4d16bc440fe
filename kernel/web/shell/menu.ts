import { useMemo } from 'react';
import { menuIconOf, menuLabelOf } from '../catalogue.ts';
import { useLanguage } from '../i18n.ts';
import { type MenuRow, useMenuRows } from '../queries.ts';
import { session } from '../session.ts';
import { useStore } from '../store.ts';
import { texts } from '../texts.ts';
import { destinationOf, type Entry, leavesOf, visibleTo } from './menu.rules.ts';

export { type Entry, entryOf, trailOf } from './menu.rules.ts';

/** What a menu may name for its title instead of writing it out: a text of ours, or another entry. */
const labelNamed = (key: string | undefined) => (key === undefined || key === '' ? undefined : (texts[key as keyof typeof texts] ?? menuLabelOf(key)));

export function useMenu() {
  const { data, error, refetch } = useMenuRows();
  const language = useLanguage();
  const roles = useStore(session)?.roles;
  const entries = useMemo(() => {
    const entry = (row: MenuRow): Entry => {
      const children = (row.children ?? []).map(entry);
      const label = labelNamed(row.meta?.i18n) ?? menuLabelOf(row.code);
      return {
        code: row.code,
        zh: row.name,
        title: language === 'en' ? (label?.en ?? row.nameEn ?? row.name) : row.name,
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
