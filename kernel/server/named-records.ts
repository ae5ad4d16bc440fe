/** What a record names must be there: records of other resources, and files. */
import { type Declaration, titleField } from '../core/declaration.ts';
import type { Field, Fields } from '../core/field.ts';
import { kinds, listOf, refersToOne } from '../core/kinds.ts';
import { refuse } from '../core/refusal.ts';
import { isWritable, type RecordValues } from '../core/validate.ts';
import type { Context } from './context.ts';
import { column, ident, join, sql } from '../../parts/postgres/database.ts';
import { lineTableOf, tableOf } from './schema.ts';
import type { PendingSave } from './pending-save.ts';

interface Reference {
  readonly pending: PendingSave;
  readonly id: string;
  readonly field: Field;
  readonly at: { readonly field: string; readonly line?: number };
}

/** What a record names: each of such fields of header and lines, where `idsOf` finds ids in new and stored value. */
function namedBy(
  declaration: Declaration,
  saves: readonly PendingSave[],
  stored: ReadonlyMap<string, RecordValues>,
  names: (field: Field) => boolean,
  idsOf: (value: unknown, old: unknown) => readonly string[],
): Reference[] {
  const found: Reference[] = [];
  const naming = (fields: Fields) => Object.entries(fields).filter(([, each]) => isWritable(each) && names(each));
  const ofHeader = naming(declaration.fields);
  const ofLines = Object.entries(declaration.lines ?? {}).map(([key, spec]) => [key, naming(spec.fields)] as const);
  for (const pending of saves) {
    const add = (fields: typeof ofHeader, values: RecordValues, old: RecordValues | null, line?: number): void => {
      for (const [name, field] of fields)
        for (const id of idsOf(values[name], old?.[name]))
          found.push({ pending, id, field, at: { field: name, ...(line === undefined ? {} : { line }) } });
    };
    add(ofHeader, pending.saving.values, pending.saving.before);
    for (const [key, fields] of ofLines)
      pending.saving.lines[key]?.forEach((line, index) =>
        add(fields, line.values, stored.get(`${key}.${line.id}`) ?? null, index + 1),
      );
  }
  return found;
}

const NOTHING_STORED: ReadonlyMap<string, RecordValues> = new Map();

/** Refuses new references to unknown or frozen records, by field and line; one query per target for all records. */
export async function requireReferences(
  declaration: Declaration,
  context: Context,
  saves: readonly PendingSave[],
): Promise<void> {
  const stored = await storedLines(declaration, context, saves);
  const named = namedBy(declaration, saves, stored, refersToOne, (value, old) =>
    value === null || value === undefined || String(old) === String(value) ? [] : [String(value)],
  );
  const byTarget = Map.groupBy(named, ({ field }) => field.rules.target!);
  await Promise.all([...byTarget].map(([name, each]) => requireTargets(context.registry.find(name), context, each)));
}

/** Stored values of the reference fields of lines about to change, by key and id; one query for each kind of line. */
async function storedLines(
  declaration: Declaration,
  context: Context,
  saves: readonly PendingSave[],
): Promise<ReadonlyMap<string, RecordValues>> {
  const found = new Map<string, RecordValues>();
  for (const [key, spec] of Object.entries(declaration.lines ?? {})) {
    const names = Object.entries(spec.fields)
      .filter(([, field]) => refersToOne(field) && isWritable(field))
      .map(([name]) => name);
    const ids = saves.flatMap(({ saving }) => (saving.lines[key] ?? []).flatMap((line) => line.id ?? []));
    if (ids.length === 0 || names.length === 0) continue;
    const rows = await context.tx.rows<RecordValues>(
      sql`select id, ${join(names.map((name) => column(name)))} from ${ident(lineTableOf(declaration, key))}
        where id = any(${ids}::bigint[])`,
    );
    for (const row of rows) found.set(`${key}.${String(row['id'])}`, row);
  }
  return found;
}

async function requireTargets(target: Declaration, context: Context, references: readonly Reference[]): Promise<void> {
  if (target.view) return;
  const frozen = target.fields['frozen'] ? sql`t.frozen` : sql`0`;
  const rows = await context.tx.rows<{ id: string; frozen: number; title: string }>(sql`
    select t.id, ${frozen} as frozen, t.${column(titleField(target))}::text as title from ${ident(tableOf(target))} t
    where t.id = any(${[...new Set(references.map((each) => each.id))]}::bigint[])`);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { pending, id, field, at } of references) {
    const row = found.get(id);
    if (row === undefined) pending.refusals.push(refuse('field.unknown-reference', { name: field.label }, at));
    else if (row.frozen === 1 && field.rules.mayBeFrozen !== true)
      pending.refusals.push(refuse('field.frozen-reference', { name: field.label, value: row.title }, at));
  }
}

/** Refuses new files not uploaded in this tenant, or no pictures where one is due; one query for all records. */
export async function requireFiles(
  declaration: Declaration,
  context: Context,
  saves: readonly PendingSave[],
): Promise<void> {
  const isFiles = ({ kind }: Field): boolean => kinds[kind].files !== undefined;
  const named = namedBy(declaration, saves, NOTHING_STORED, isFiles, (value, old) => {
    const previous = new Set(listOf(old ?? ''));
    return listOf(value ?? '').filter((id) => !previous.has(id));
  });
  if (named.length === 0) return;
  const purposes = new Map(
    (
      await context.tx.rows<{ id: string; purpose: string }>(sql`
    select id, purpose from stored_file where id = any(${[...new Set(named.map((each) => each.id))]}::bigint[])`)
    ).map((row) => [row.id, row.purpose]),
  );
  for (const { pending, id, field, at } of named) {
    const purpose = purposes.get(id);
    if (purpose === 'picture' || (kinds[field.kind].files === 'attachments' && purpose === 'attachment')) continue;
    pending.refusals.push(refuse('file.unknown', { name: field.label, id }, at));
  }
}
