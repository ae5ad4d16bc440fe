import { comma } from '../../../parts/language/language.ts';
import type { Declaration } from '../../core/declaration.ts';
import { merge, type Merged, type Side, type Version } from '../../../parts/merge/merge.rules.ts';
import type { Author, Stale } from '../../../parts/client/errors.ts';
import { translate } from '../i18n.ts';
import { session } from '../../../parts/client/session.ts';
import type { Values } from './values.ts';

export type LineTables = Readonly<Record<string, readonly Values[]>>;
export type Choices = Readonly<Record<string, Side>>;

/** What was typed over a record, and the record it was typed over. */
export interface Edited {
  readonly values: Values;
  readonly lines: LineTables;
  /** As it was read; nothing of a new record. */
  readonly base: Values;
}

/** Somebody saved first, and both changed the same. */
export interface Meeting {
  readonly stale: Stale;
  readonly merged: Merged;
}

let serial = 0;
/** Lines need a name of their own while they live on the screen. */
export const withKey = (line: Values): Values => {
  serial += 1;
  return typeof line['key'] === 'string'
    ? line
    : { ...line, key: typeof line['id'] === 'string' ? line['id'] : `new-${Date.now().toString(36)}-${serial}` };
};

/** The lines a record carries, by their key, each row with a key of its own. */
export const linesIn = (declaration: Declaration, row: Values): LineTables =>
  Object.fromEntries(
    Object.keys(declaration.lines ?? {}).map((key) => [
      key,
      (Array.isArray(row[key]) ? (row[key] as Values[]) : []).map(withKey),
    ]),
  );

/** A record as its row has it. */
const stored = (declaration: Declaration, row: Values): Version => ({ values: row, lines: linesIn(declaration, row) });

/** A record as it stands on the screen. */
export const onScreen = (declaration: Declaration, edited: Edited): Version => ({
  values: { ...edited.base, ...edited.values },
  lines: { ...linesIn(declaration, edited.base), ...edited.lines },
});

/** What was typed since `base`, brought together with the row that stands now. */
export const mergedWith = (declaration: Declaration, edited: Edited, row: Values, choices?: Choices): Merged =>
  merge(
    declaration,
    stored(declaration, edited.base),
    onScreen(declaration, edited),
    stored(declaration, row),
    choices,
  );

/** The same work, as if it had been begun on the row that stands now. */
export const begunOn = (row: Values, { values, lines }: Version): Edited => ({
  values: Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== row[name])),
  lines: Object.fromEntries(Object.entries(lines).map(([key, rows]) => [key, rows.map(withKey)])),
  base: row,
});

/** What was typed while a save was on its way, over what was saved; undefined where nothing was. */
export function typedSince(
  declaration: Declaration,
  sent: Edited,
  now: Edited | undefined,
  saved: Values,
): Edited | undefined {
  if (now === undefined || now === sent) return undefined;
  const before = onScreen(declaration, sent);
  // Lines that were new have an id now: they are found by their place.
  const given = linesIn(declaration, saved);
  const ids = new Map(
    Object.entries(before.lines).flatMap(([key, rows]) =>
      rows.map((line, at) => [line['key'], given[key]?.[at]?.['id']] as const),
    ),
  );
  const named = (line: Values): Values =>
    ids.get(line['key']) === undefined ? line : { ...line, id: ids.get(line['key']) };
  const known = (version: Version): Version => ({
    ...version,
    lines: Object.fromEntries(Object.entries(version.lines).map(([key, rows]) => [key, rows.map(named)])),
  });
  return begunOn(
    saved,
    merge(declaration, known(before), known(onScreen(declaration, now)), { values: saved, lines: given }),
  );
}

/** Who saved first, in the reader's words. */
export function whoIn(by: readonly Author[]): string {
  const me = session.get()?.userId;
  const others = by.filter(({ userId }) => userId !== me).map(({ name }) => name);
  if (by.length > 0 && others.length === 0) return translate('stale.own');
  return [...new Set(others)].filter((name) => name !== '').join(comma()) || translate('stale.somebody');
}
