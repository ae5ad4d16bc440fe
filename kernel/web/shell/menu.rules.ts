import type { MenuRow } from '../queries.ts';

/** A menu entry as the shell shows it. */
export interface Entry {
  readonly code: string;
  readonly title: string;
  /** The Chinese name, for the pinyin search in either language. */
  readonly zh: string;
  readonly icon: string | undefined;
  /** Absent for groups. */
  readonly to: string | undefined;
  /** Further addresses at which this entry is the one that is open. */
  readonly group: readonly string[];
  readonly children: readonly Entry[];
}

/** Rows somebody with these roles is shown: those that name no role, or one of his. */
export function visibleTo(rows: readonly MenuRow[], roles: readonly string[]): readonly MenuRow[] {
  const isFor = ({ meta }: MenuRow): boolean => {
    const wanted = meta?.roles ?? [];
    return wanted.length === 0 || wanted.some((role) => roles.includes(role));
  };
  return rows.filter(isFor).map((row) => (row.children === undefined || row.children === null ? row : { ...row, children: visibleTo(row.children, roles) }));
}

const isForeign = (path: string): boolean => /^https?:/i.test(path) || path.includes('html');

/** Where a leaf leads: to its own path, or, for a page of another program, to the frame that shows it, its fields beside. */
export function destinationOf({ code, path, name, source }: MenuRow): string {
  if (!isForeign(path)) return path;
  return `/myiframe/${encodeURIComponent(code)}?${new URLSearchParams({ src: path, name, ...(source ? { icon: source } : {}) }).toString()}`;
}

export const leavesOf = (entries: readonly Entry[]): readonly Entry[] => entries.flatMap((entry) => (entry.to === undefined ? leavesOf(entry.children) : [entry]));

/** The entry a path belongs to: its own page, one of its group, or the list its document was opened from. */
export function entryOf(leaves: readonly Entry[], path: string): Entry | undefined {
  const own = leaves.find((leaf) => [leaf.to, ...leaf.group].some((each) => each !== undefined && (each === path || `${each}/index` === path || each === `${path}/index` || each.split('?')[0] === path)));
  return own ?? leaves.filter((leaf) => leaf.to !== undefined && path.startsWith(`${leaf.to}/`)).sort((a, b) => (b.to?.length ?? 0) - (a.to?.length ?? 0))[0];
}

/** An entry and the groups above it, from the top. */
export function trailOf(entries: readonly Entry[], code: string | undefined): readonly Entry[] {
  for (const entry of entries) {
    if (entry.code === code) return [entry];
    const below = trailOf(entry.children, code);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}

/** Sounds of a Chinese name: whole, and its initials. */
export type Spell = (word: string) => readonly string[];

/** The leaves whose name begins with what was typed, in either language, or as it sounds. */
export function startingWith(leaves: readonly Entry[], typed: string, spell?: Spell): readonly Entry[] {
  const word = typed.trim().toLowerCase();
  return leaves.filter((leaf) => [leaf.title, leaf.zh, ...(spell?.(leaf.zh) ?? [])].some((start) => start.toLowerCase().startsWith(word)));
}
