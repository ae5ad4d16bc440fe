import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Field, Fields, Id } from '../../../kernel/core/field.ts';

/** A document as it was sent: columns by their name in the database, everything as text, lines under their key. */
export type Snapshot = Readonly<Record<string, unknown>>;
interface LineSnapshot extends Snapshot {
  readonly id: Id;
  readonly line_no: number;
}
export interface Changed {
  /** Key of the lines, or empty for the header. */
  readonly lines: string;
  /** Number of the line as it is now, or as it was where it went. */
  readonly lineNo: number | null;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The whole line came or went. */
  readonly what: 'changed' | 'added' | 'removed';
}

/** Written by the act of sending and deciding, not by the person. */
const LIFE = new Set(['billCode', 'applyUserId', 'applyTime', 'approveUserId', 'approveTime', 'reason']);
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const textOf = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value as string);
/** "12.500000" and "12.5" are the same figure. */
const isSame = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && trimmed(a) === trimmed(b));
const trimmed = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);

/** What is different in a document that was sent again. */
export function changesBetween(declaration: Declaration, before: Snapshot, after: Snapshot): Changed[] {
  const found: Changed[] = fieldChanges(header(declaration.fields), before, after, '', null);
  for (const [key, spec] of Object.entries(declaration.lines ?? {})) {
    const old = linesOf(before, key);
    const now = linesOf(after, key);
    const oldById = new Map(old.map((line) => [line.id, line]));
    const nowIds = new Set(now.map((line) => line.id));
    for (const line of now) {
      const was = oldById.get(line.id);
      const lineNo = line.line_no;
      if (was === undefined) found.push(...whole(spec.fields, line, key, lineNo, 'added'));
      else found.push(...fieldChanges(spec.fields, was, line, key, lineNo));
    }
    for (const line of old)
      if (!nowIds.has(line.id)) found.push(...whole(spec.fields, line, key, line.line_no, 'removed'));
  }
  return found;
}

const header = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !LIFE.has(name)));
const shown = ([, field]: [string, Field]): boolean =>
  !field.rules.computed && field.kind !== 'secret' && field.kind !== 'json';
const linesOf = (snapshot: Snapshot, key: string): LineSnapshot[] =>
  Array.isArray(snapshot[key]) ? (snapshot[key] as LineSnapshot[]) : [];

const fieldChanges = (
  fields: Fields,
  before: Snapshot,
  after: Snapshot,
  lines: string,
  lineNo: number | null,
): Changed[] =>
  Object.entries(fields)
    .filter(shown)
    .flatMap(([name]) => {
      const [old, now] = [textOf(before[snake(name)]), textOf(after[snake(name)])];
      return isSame(old, now)
        ? []
        : [{ lines, lineNo, field: name, before: old, after: now, what: 'changed' as const }];
    });

/** Of a line that came or went, what a list of lines shows. */
const whole = (fields: Fields, line: Snapshot, lines: string, lineNo: number, what: 'added' | 'removed'): Changed[] =>
  Object.entries(fields)
    .filter(shown)
    .filter(([, field]) => !field.rules.readonly)
    .flatMap(([name]) => {
      const value = textOf(line[snake(name)]);
      return value === null
        ? []
        : [
            {
              lines,
              lineNo,
              field: name,
              before: what === 'removed' ? value : null,
              after: what === 'added' ? value : null,
              what,
            },
          ];
    });
