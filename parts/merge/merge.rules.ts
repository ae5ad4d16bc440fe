import type { Declaration, Lines } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { kinds, refersToOne } from '../../kernel/core/kinds.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { beside, isSame, mergeValue, plain } from './merge-value.ts';

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

/** A record as somebody has it: its fields, and its lines by their key. */
export interface Version {
  readonly values: Row;
  readonly lines: Tables;
}

/** Whose version of a conflict stays. */
export type Side = 'mine' | 'theirs';

/** What two people made different things of. */
export interface Conflict {
  /** Names it among the others; choices are given under it. */
  readonly key: string;
  /** The table and number of the line; absent for the record's own fields. */
  readonly lines?: string;
  readonly line?: number;
  /** What the two rows differ in, to be taken together. */
  readonly fields: readonly string[];
  /** Where in a structured value; absent where it is asked as a whole. */
  readonly path?: readonly string[];
  /** Each side's row; undefined where that side removed the line. */
  readonly mine: Row | undefined;
  readonly theirs: Row | undefined;
}

export interface Merged extends Version {
  /** Not decided by `choices`; until they are, mine stands, and a line only one side still has stays. */
  readonly conflicts: readonly Conflict[];
  /** How many of their changes came in: cells, lines added and lines removed. */
  readonly taken: number;
}

/**
 * What two people made of one record, from the version both began with: changes of different cells and lines stand side
 * by side, and only what both changed differently is a conflict. A figure belongs to its unit and a line to what it is
 * about: who changes one while the other is changed is asked. Lines are the same by id, and by the fields that may
 * occur once where the id was made anew.
 */
export function merge(
  declaration: Pick<Declaration, 'fields' | 'lines'>,
  base: Version,
  mine: Version,
  theirs: Version,
  choices: Readonly<Record<string, Side>> = {},
): Merged {
  const head = mergeRow(declaration.fields, base.values, mine.values, theirs.values, { choices, key: '' });
  const lines: Record<string, readonly Row[]> = {};
  const conflicts: Conflict[] = [...head.conflicts];
  let taken = head.taken;
  for (const [key, spec] of Object.entries(declaration.lines ?? {})) {
    if (spec.readonly === true) continue;
    const table = mergeLines(
      key,
      spec,
      base.lines[key] ?? [],
      mine.lines[key] ?? base.lines[key] ?? [],
      theirs.lines[key] ?? [],
      choices,
    );
    lines[key] = table.rows;
    conflicts.push(...table.conflicts);
    taken += table.taken;
  }
  return { values: head.row, lines, conflicts, taken };
}

interface Place {
  readonly choices: Readonly<Record<string, Side>>;
  /** Before the names of the fields. */
  readonly key: string;
  readonly lines?: string;
  readonly line?: number;
  /** Everything in the row hangs on this field. */
  readonly subject?: string | undefined;
}

interface MergedRow {
  readonly row: Row;
  readonly conflicts: readonly Conflict[];
  readonly taken: number;
}

function mergeRow(fields: Fields, base: Row, mine: Row, theirs: Row, place: Place): MergedRow {
  const names = Object.keys(fields).filter((name) => isWritable(fields[name]!));
  const differs = (one: Row, other: Row): ReadonlySet<string> =>
    new Set(names.filter((name) => !isSame(fields[name]!, one[name], other[name])));
  const [mineChanged, theirsChanged, apart] = [differs(base, mine), differs(base, theirs), differs(mine, theirs)];
  const row: Record<string, unknown> = { ...theirs };
  const take = (name: string): void => {
    for (const each of [name, ...beside(fields, name)]) if (each in mine) row[each] = mine[each];
  };
  const conflictGroups = groups(fields, mineChanged, theirsChanged, apart, place.subject);
  const joined = new Set(conflictGroups.flat());
  const conflicts: Conflict[] = [];
  let taken = 0;
  for (const name of names) {
    if (joined.has(name) || !apart.has(name)) continue;
    if (theirsChanged.has(name) && !mineChanged.has(name)) taken += 1;
    else if (!theirsChanged.has(name)) take(name);
    else {
      const together = mergeValue(
        fields[name]!,
        base[name],
        mine[name],
        theirs[name],
        (path) => place.choices[keyOf(place, name, path)],
      );
      if (together === undefined) conflictGroups.push([name]);
      else {
        // Their names come with the record once it is read again.
        for (const each of beside(fields, name)) delete row[each];
        row[name] = together.value;
        if (together.hasTheirs) taken += 1;
        conflicts.push(
          ...together.conflicts.map((path) => ({
            key: keyOf(place, name, path),
            ...lineOf(place),
            fields: [name],
            path,
            mine,
            theirs,
          })),
        );
      }
    }
  }
  for (const group of conflictGroups) {
    const key = `${place.key}${group.join('+')}`;
    const choice = place.choices[key];
    if (choice === 'theirs') taken += 1;
    else for (const name of group) take(name);
    if (choice === undefined) conflicts.push({ key, ...lineOf(place), fields: group, mine, theirs });
  }
  return { row, conflicts, taken };
}
const keyOf = (place: Place, name: string, path: readonly string[]): string =>
  [`${place.key}${name}`, ...path].join('.');
const lineOf = ({ lines, line }: Place): Pick<Conflict, 'lines' | 'line'> => ({
  ...(lines === undefined ? {} : { lines }),
  ...(line === undefined ? {} : { line }),
});

/**
 * Fields that are asked together: a unit and the figures in the row, and all of a line with what it is about, where one
 * side changed the one and the other the other.
 */
function groups(
  fields: Fields,
  mine: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
  apart: ReadonlySet<string>,
  subject: string | undefined,
): string[][] {
  const changed = Object.keys(fields).filter((name) => apart.has(name) && (mine.has(name) || theirs.has(name)));
  const isCrossed = (name: string, others: readonly string[]): boolean =>
    apart.has(name) &&
    ((mine.has(name) && others.some((other) => theirs.has(other))) ||
      (theirs.has(name) && others.some((other) => mine.has(other))));
  if (
    subject !== undefined &&
    isCrossed(
      subject,
      changed.filter((name) => name !== subject),
    )
  )
    return [changed];
  const units = new Set(
    Object.values(fields).flatMap(({ rules }) =>
      rules.unit === undefined || fields[rules.unit] === undefined ? [] : [rules.unit],
    ),
  );
  const figures = changed.filter((name) => kinds[fields[name]!.kind].nature === 'decimal');
  const crossed = [...units].filter((unit) => isCrossed(unit, figures));
  return crossed.length === 0 ? [] : [[...crossed, ...figures]];
}

/** What a line is about: the first record it has to name, or may. */
export function subjectOf(fields: Fields): string | undefined {
  const refs = Object.entries(fields).filter(([, field]) => refersToOne(field) && isWritable(field));
  return (refs.find(([, field]) => !field.optional) ?? refs[0])?.[0];
}

interface MergedLines {
  readonly rows: readonly Row[];
  readonly conflicts: readonly Conflict[];
  readonly taken: number;
}

/** One line as the three versions have it. */
interface Trio {
  readonly id: string;
  readonly base: Row | undefined;
  readonly mine: Row | undefined;
  readonly theirs: Row | undefined;
}

function mergeLines(
  key: string,
  spec: Lines,
  base: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
  choices: Place['choices'],
): MergedLines {
  const trios = matched(spec, base, mine, theirs);
  const subject = subjectOf(spec.fields);
  const numberOf = ({ mine: own, theirs: other }: Trio): number =>
    (own === undefined ? theirs.indexOf(other!) : mine.indexOf(own)) + 1;
  const rowsById = new Map<string, Row>();
  const conflicts: Conflict[] = [];
  let taken = 0;
  for (const trio of trios) {
    const place = {
      choices,
      key: `${key}.${trio.id}.`,
      lines: key,
      line: numberOf(trio),
      subject: trio.base === undefined ? undefined : subject,
    };
    const merged = mergeLine(spec.fields, trio, place);
    taken += merged.taken;
    conflicts.push(...merged.conflicts);
    if (merged.row !== undefined) rowsById.set(trio.id, merged.row);
  }
  return {
    rows: inOrder(trios, base, mine, theirs).flatMap((id) => {
      const row = rowsById.get(id);
      return row === undefined ? [] : [row];
    }),
    conflicts,
    taken,
  };
}

function mergeLine(
  fields: Fields,
  { base, mine, theirs }: Trio,
  place: Place,
): Omit<MergedRow, 'row'> & { readonly row: Row | undefined } {
  const none = { conflicts: [], taken: 0 };
  if (mine !== undefined && theirs !== undefined) return mergeRow(fields, base ?? {}, mine, theirs, place);
  const left = mine ?? theirs;
  if (left === undefined) return { row: undefined, ...none };
  const hasMine = mine !== undefined;
  if (base === undefined) return { row: left, conflicts: [], taken: hasMine ? 0 : 1 };
  const changed = Object.keys(fields).filter(
    (name) => isWritable(fields[name]!) && !isSame(fields[name]!, base[name], left[name]),
  );
  if (changed.length === 0) return { row: undefined, conflicts: [], taken: hasMine ? 1 : 0 };
  // One removed what the other worked on.
  const key = `${place.key}removed`;
  const choice = place.choices[key];
  // The server knows it no longer: it comes back as a new line.
  const back = hasMine ? anew(left) : left;
  if (choice !== undefined)
    return {
      row: (choice === 'mine') === hasMine ? back : undefined,
      conflicts: [],
      taken: choice === 'theirs' ? 1 : 0,
    };
  return { row: back, conflicts: [{ key, ...lineOf(place), fields: changed, mine, theirs }], taken: 0 };
}

const anew = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id'));

const idOf = (row: Row): string | undefined =>
  typeof row['id'] === 'string' && /^\d+$/.test(row['id']) ? row['id'] : undefined;

/** Which lines are the same in the three versions. */
function matched(spec: Lines, base: readonly Row[], mine: readonly Row[], theirs: readonly Row[]): readonly Trio[] {
  const once =
    spec.unique === undefined
      ? undefined
      : (row: Row): string => JSON.stringify(spec.unique!.map((name) => plain(spec.fields[name], row[name])));
  const of = (rows: readonly Row[]): ((wanted: Row) => Row | undefined) => {
    const byId = new Map(
      rows.flatMap((row) => {
        const id = idOf(row);
        return id === undefined ? [] : [[id, row] as const];
      }),
    );
    const byOnce = new Map(once === undefined ? [] : rows.map((row) => [once(row), row] as const));
    return (wanted) => {
      const id = idOf(wanted);
      const same = id === undefined ? undefined : byId.get(id);
      if (same !== undefined) return same;
      const alike = once === undefined ? undefined : byOnce.get(once(wanted));
      // A line that is another's by its id is not this one.
      const other = alike === undefined ? undefined : idOf(alike);
      return other !== undefined &&
        id !== undefined &&
        base.some((row) => idOf(row) === other) &&
        base.some((row) => idOf(row) === id)
        ? undefined
        : alike;
    };
  };
  const [inBase, inMine, inTheirs] = [of(base), of(mine), of(theirs)];
  const found = base.map((row, at): Trio => ({
    id: idOf(row) ?? `b${at}`,
    base: row,
    mine: inMine(row),
    theirs: inTheirs(row),
  }));
  const [ownUsed, otherUsed] = [new Set(found.map((trio) => trio.mine)), new Set(found.map((trio) => trio.theirs))];
  const added = theirs
    .filter((row) => !otherUsed.has(row) && inBase(row) === undefined)
    .map((row, at): Trio => ({ id: idOf(row) ?? `t${at}`, base: undefined, mine: mineAlike(row), theirs: row }));
  function mineAlike(row: Row): Row | undefined {
    const own = inMine(row);
    return own === undefined || ownUsed.has(own) ? undefined : own;
  }
  for (const trio of added) ownUsed.add(trio.mine);
  const own = mine
    .filter((row) => !ownUsed.has(row))
    .map((row, at): Trio => ({ id: `m${at}`, base: undefined, mine: row, theirs: undefined }));
  return [...found, ...added, ...own];
}

/** The order of whoever changed it, mine before theirs; what only the other has follows what it followed there. */
function inOrder(
  trios: readonly Trio[],
  base: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
): readonly string[] {
  const orderIn = (rows: readonly Row[], side: 'base' | 'mine' | 'theirs'): readonly string[] => {
    const ids = new Map(trios.map((trio) => [trio[side], trio.id]));
    return rows.flatMap((row) => ids.get(row) ?? []);
  };
  const [first, own, other] = [orderIn(base, 'base'), orderIn(mine, 'mine'), orderIn(theirs, 'theirs')];
  const common = (order: readonly string[], beside: readonly string[]): string =>
    order.filter((id) => beside.includes(id)).join();
  const moved = common(own, first) !== common(first, own);
  const [order, rest] = moved ? [[...own], other] : [[...other], own];
  rest.forEach((id, at) => {
    if (order.includes(id)) return;
    const before = rest.slice(0, at).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}
