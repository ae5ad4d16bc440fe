import type { Label, Language } from '../../kernel/core/label.ts';

/** A row of the menu as the server answers it. */
export interface MenuRow {
  readonly id: string;
  readonly parentId?: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string;
  readonly path: string;
  readonly source?: string;
  readonly meta?: {
    readonly i18n?: string;
    readonly roles?: readonly string[];
    readonly group?: readonly string[];
  } | null;
  readonly children?: readonly MenuRow[] | null;
}

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
  /** Stands in no menu; found by whoever types its name. */
  readonly isUnlisted?: boolean;
}

/** Rows somebody with these roles is shown: those that name no role, or one of theirs. */
export function visibleTo(rows: readonly MenuRow[], roles: readonly string[]): readonly MenuRow[] {
  const isFor = ({ meta }: MenuRow): boolean => {
    const wanted = meta?.roles ?? [];
    return wanted.length === 0 || wanted.some((role) => roles.includes(role));
  };
  return rows
    .filter(isFor)
    .map((row) =>
      row.children === undefined || row.children === null ? row : { ...row, children: visibleTo(row.children, roles) },
    );
}

/**
 * What an entry is called: in Chinese as it was entered; else what its key names, its own code, its English name, and
 * at last the Chinese one.
 */
export function titleOf(
  { meta, code, name, nameEn }: MenuRow,
  language: Language,
  named: (key: string) => Label | undefined,
): string {
  if (language === 'zh') return name;
  const byKey = meta?.i18n ? named(meta.i18n) : undefined;
  return byKey?.[language] ?? named(code)?.[language] ?? (nameEn || name);
}

const isForeign = (path: string): boolean => /^https?:/i.test(path) || path.includes('html');

/**
 * Where a leaf leads: to its own path, or, for a page of another program, to the frame that shows it, its fields
 * beside.
 */
export function destinationOf({ code, path, name, source }: MenuRow): string {
  if (!isForeign(path)) return path;
  const query = new URLSearchParams({ src: path, name, ...(source ? { icon: source } : {}) });
  return `/myiframe/${encodeURIComponent(code)}?${query.toString()}`;
}

/** All pages of a menu, without the groups. */
export const leavesOf = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => (entry.to === undefined ? leavesOf(entry.children) : [entry]));

/** The entry a path belongs to: its own page, one of its group, or the list its document was opened from. */
export function entryOf(leaves: readonly Entry[], path: string): Entry | undefined {
  const own = leaves.find((leaf) =>
    [leaf.to, ...leaf.group].some(
      (each) =>
        each !== undefined &&
        (each === path || `${each}/index` === path || each === `${path}/index` || each.split('?')[0] === path),
    ),
  );
  return (
    own ??
    leaves
      .filter((leaf) => leaf.to !== undefined && path.startsWith(`${leaf.to}/`))
      .sort((a, b) => (b.to?.length ?? 0) - (a.to?.length ?? 0))[0]
  );
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

/**
 * The groups that stand open when these open: of all top groups only theirs, with what else was open in it. Nothing
 * opened leaves all as it is.
 */
export function openWith(
  entries: readonly Entry[],
  open: readonly string[],
  opened: readonly string[],
): readonly string[] {
  const topOf = (code: string): string | undefined => trailOf(entries, code)[0]?.code;
  const tops = new Set(opened.map(topOf));
  const groups = opened.filter((code) => trailOf(entries, code).at(-1)?.to === undefined);
  if (groups.every((code) => open.includes(code) && open.every((each) => tops.has(topOf(each))))) return open;
  return [...new Set([...open.filter((code) => tops.has(topOf(code))), ...groups])];
}

/** Sounds of a Chinese name: whole, and its initials. */
export type PinyinOf = (word: string) => readonly string[];

/**
 * The leaves whose name begins with what was typed, in either language, or as it sounds; before that, all the menu has.
 */
export function startingWith(leaves: readonly Entry[], typed: string, pinyin?: PinyinOf): readonly Entry[] {
  const word = typed.trim().toLowerCase();
  return leaves.filter(
    (leaf) =>
      (word !== '' || leaf.isUnlisted !== true) &&
      [leaf.title, leaf.zh, ...(pinyin?.(leaf.zh) ?? [])].some((start) => start.toLowerCase().startsWith(word)),
  );
}

/** The codes of all granted buttons: every node without children. */
export function codesOf(rows: readonly MenuRow[]): ReadonlySet<string> {
  const codes = new Set<string>();
  const walk = (nodes: readonly MenuRow[]): void => {
    for (const node of nodes) {
      if (node.children !== undefined && node.children !== null && node.children.length > 0) walk(node.children);
      else codes.add(node.code);
    }
  };
  walk(rows);
  return codes;
}

interface FlowEntry {
  readonly code: string;
  readonly dictKey: string;
  readonly remark: string;
}
/** The folder of a workflow's pages by the workflow: `flow_1` → `leave`. */
export const flowRoutesOf = (entries: readonly FlowEntry[]): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.map(({ code, dictKey, remark }) => [`${code}_${dictKey}`, remark]));
