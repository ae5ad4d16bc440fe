import { useMemo } from 'react';
import { menuIconOf, menuLabelOf } from '../catalogue.ts';
import { useLanguage } from '../i18n.ts';
import { type MenuRow, useMenuRows } from '../queries.ts';

/** A menu entry as the shell shows it. */
export interface Entry {
  readonly code: string;
  readonly title: string;
  /** The Chinese name, for the pinyin search in either language. */
  readonly zh: string;
  readonly icon: string | undefined;
  /** Absent for groups. */
  readonly to: string | undefined;
  readonly children: readonly Entry[];
}

const isForeign = (path: string): boolean => /^https?:/.test(path) || path.includes('.html');

/** Every leaf opens its own path; an address elsewhere opens embedded. */
const destination = (row: MenuRow): string => (isForeign(row.path) ? `/myiframe/${encodeURIComponent(row.code)}?src=${encodeURIComponent(row.path)}` : row.path);

export function useMenu() {
  const { data, error, refetch } = useMenuRows();
  const language = useLanguage();
  const entries = useMemo(() => {
    const entry = (row: MenuRow): Entry => {
      const children = (row.children ?? []).map(entry);
      const label = menuLabelOf(row.code);
      return {
        code: row.code,
        zh: row.name,
        title: language === 'en' ? (label?.en ?? row.nameEn ?? row.name) : row.name,
        icon: row.source || menuIconOf(row.code),
        to: children.length > 0 ? undefined : destination(row),
        children,
      };
    };
    return (data ?? []).map(entry);
  }, [data, language]);
  const leaves = useMemo(() => leavesOf(entries), [entries]);
  return { entries, leaves, error, loaded: data !== undefined, reload: refetch };
}

const leavesOf = (entries: readonly Entry[]): readonly Entry[] => entries.flatMap((entry) => (entry.to === undefined ? leavesOf(entry.children) : [entry]));

/** The entry a path belongs to: its own page, or the list its document was opened from. */
export function entryOf(leaves: readonly Entry[], path: string): Entry | undefined {
  const own = leaves.find((leaf) => leaf.to === path || `${leaf.to}/index` === path || leaf.to === `${path}/index`);
  return own ?? leaves.filter((leaf) => leaf.to !== undefined && path.startsWith(`${leaf.to}/`)).sort((a, b) => (b.to?.length ?? 0) - (a.to?.length ?? 0))[0];
}

/** Codes of the groups above an entry. */
export function trailOf(entries: readonly Entry[], code: string | undefined): readonly Entry[] {
  for (const entry of entries) {
    if (entry.code === code) return [entry];
    const below = trailOf(entry.children, code);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}
