import type { Declaration, Lines } from '../core/declaration.ts';
import type { Field, Fields } from '../core/field.ts';
import { refuse, Refused, type Refusal } from '../core/refusal.ts';
import { isWritable, readDraft, type LineValues, type RecordValues } from '../core/validate.ts';
import { audit, differences } from './audit.ts';
import type { Saving } from './behaviour.ts';
import { unknownRecord, type Context, type Input } from './context.ts';
import { column, ident, join, raw, sql, type Sql } from './database.ts';
import { scopeCondition } from './filters.ts';
import { nextBillCodes, nextCodes } from './numbering.ts';
import { readRecord } from './record-query.ts';
import { titleField, type Registry } from './registry.ts';
import { columnType, isStored, lineTableOf, ownerColumn, tableOf } from './schema.ts';
import { searchText } from './search-text.ts';

/** Creates (no id) or changes one record with its lines. Answers its id. All problems are refused at once; nothing is half done. */
export async function saveRecord(registry: Registry, declaration: Declaration, context: Context, body: Input): Promise<string> {
  const id = typeof body['id'] === 'string' && body['id'] !== '' ? body['id'] : null;
  const before = id === null ? null : await lockForEdit(registry, declaration, context, id, body);
  const { draft, refusals } = readDraft(declaration, body, before === null);
  if (refusals.length > 0) throw new Refused(...refusals);
  refuseFixed(declaration, before, draft.values);

  const saving: Saving = { id, before, body, values: { ...before, ...draft.values }, lines: mutableLines(draft.lines) };
  const behaviour = registry.behaviour(declaration);
  await behaviour?.beforeSave?.(context, saving);
  await requireReferences(registry, declaration, context, saving, before);
  await numberIt(declaration, context, saving);
  if (declaration.keyword) saving.values['searchText'] = searchText(declaration.keyword.map((name) => saving.values[name]));

  const written = before === null ? await insert(declaration, context, saving.values) : await update(declaration, context, id!, saving.values);
  const lineChanges = await writeLines(declaration, context, written, saving);
  const stored = Object.fromEntries(Object.entries(saving.values).filter(([name]) => declaration.fields[name] !== undefined));
  const changes = { ...differences(before, stored), ...lineChanges };
  if (before === null || Object.keys(changes).length > 0) {
    const title = String(saving.values[titleField(declaration)] ?? '');
    await audit(context, [{ resource: declaration.name, recordId: written, action: before === null ? 'create' : 'update', title, changes: hideSecrets(declaration.fields, changes) }]);
  }
  await behaviour?.afterSave?.(context, { id: written, creating: before === null, before, values: saving.values });
  return written;
}

/** The stored record, locked; refused when it is foreign, not editable in its state, or newer than the one the person saw. */
async function lockForEdit(registry: Registry, declaration: Declaration, context: Context, id: string, body: Input): Promise<RecordValues> {
  const [row] = await lockRows(declaration, context, [id]);
  if (row === undefined) throw unknownRecord(declaration.label);
  const { life } = declaration;
  if (life && !life.editable.includes(String(row['status'])))
    throw new Refused(refuse('document.not-editable', { billCode: row['billCode'], state: life.states[String(row['status'])]!.label }));
  const seen = body['version'];
  if (seen !== undefined && seen !== '' && Number(seen) !== Number(row['version'])) {
    throw new Refused({ ...refuse('record.stale', {}), detail: { current: await readRecord(registry, declaration, context, { id }) } });
  }
  return row;
}

/** Stored rows by id, locked in id order, within the caller's scope. Missing ones are left out. */
export async function lockRows(declaration: Declaration, context: Context, ids: readonly string[]): Promise<Record<string, unknown>[]> {
  const scope = scopeCondition(declaration, context);
  return context.tx.rows(sql`
    select t.* from ${ident(tableOf(declaration))} t
    where ${join([sql`t.id = any(${ids as string[]}::bigint[])`, ...scope], ' and ')} order by t.id for update`);
}

function refuseFixed(declaration: Declaration, before: RecordValues | null, values: RecordValues): void {
  if (before === null) return;
  const changed = Object.entries(declaration.fields).filter(([name, field]) => field.rules.fixed && name in values && before[name] !== null && String(before[name]) !== String(values[name] ?? ''));
  if (changed.length > 0) throw new Refused(...changed.map(([name, field]) => refuse('field.fixed', { name: field.label }, { field: name })));
}

const mutableLines = (lines: Readonly<Record<string, readonly LineValues[]>>): Record<string, LineValues[]> =>
  Object.fromEntries(Object.entries(lines).map(([key, rows]) => [key, [...rows]]));

async function numberIt(declaration: Declaration, context: Context, saving: Saving): Promise<void> {
  if (saving.before !== null) return;
  if (declaration.life) saving.values['billCode'] = (await nextBillCodes(context, declaration.life.prefix, 1))[0]!;
  else if (declaration.fields['code']?.optional && !saving.values['code']) saving.values['code'] = (await nextCodes(context, declaration.segment.slice(0, 3).toUpperCase(), 1))[0]!;
}

async function insert(declaration: Declaration, context: Context, values: Readonly<Record<string, unknown>>): Promise<string> {
  const given = storedEntries(declaration, values);
  const names = [...given.map(([name]) => column(name)), ident('create_user'), ident('create_dept'), ident('update_user')];
  const terms = [...given.map(([name, value]) => typed(declaration.fields[name], value)), sql`${context.user.userId}::bigint`, sql`${context.user.deptId || null}::bigint`, sql`${context.user.userId}::bigint`];
  const row = await context.tx.row<{ id: string }>(sql`insert into ${ident(tableOf(declaration))} (${join(names)}) values (${join(terms)}) returning id`);
  return row!.id;
}

async function update(declaration: Declaration, context: Context, id: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const terms = storedEntries(declaration, values).map(([name, value]) => sql`${column(name)} = ${typed(declaration.fields[name], value)}`);
  terms.push(sql`version = version + 1`, sql`update_user = ${context.user.userId}::bigint`, sql`update_time = now()`);
  await context.tx.run(sql`update ${ident(tableOf(declaration))} set ${join(terms)} where id = ${id}::bigint`);
  return id;
}

const storedEntries = (declaration: Declaration, values: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(values).filter(([name]) => name === 'searchText' ? declaration.keyword !== undefined : declaration.fields[name] !== undefined && isStored(declaration.fields[name]));

const typed = (field: Field | undefined, value: unknown): Sql => {
  if (field?.kind === 'json') return sql`${value === null || value === undefined ? null : JSON.stringify(value)}::jsonb`;
  return sql`${value ?? null}::${raw(field === undefined ? 'text' : columnType(field.kind))}`;
};

/** Brings the stored lines to what was sent: removed, changed and added in one statement each. Answers what changed, by line. */
async function writeLines(declaration: Declaration, context: Context, ownerId: string, saving: Saving): Promise<Record<string, [unknown, unknown]>> {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const [key, spec] of Object.entries(declaration.lines ?? {})) {
    const lines = saving.lines[key];
    if (lines === undefined) continue;
    const table = ident(lineTableOf(declaration, key));
    const owner = ident(ownerColumn(declaration));
    const stored = saving.before === null ? [] : await context.tx.rows<Record<string, unknown>>(sql`select * from ${table} where ${owner} = ${ownerId}::bigint order by line_no for update`);
    const byId = new Map(stored.map((row) => [String(row['id']), row]));
    const unknown = lines.map((line, index) => ({ line, index })).filter(({ line }) => line.id !== null && !byId.has(line.id));
    if (unknown.length > 0) throw new Refused(...unknown.map(({ index }) => refuse('lines.unknown', { line: index + 1 }, { line: index + 1 })));
    const kept = new Set(lines.map((line) => line.id).filter((id) => id !== null));
    const gone = [...byId.keys()].filter((id) => !kept.has(id));
    if (gone.length > 0) await context.tx.run(sql`delete from ${table} where id = any(${gone}::bigint[])`);
    const numbered = lines.map((line, index) => ({ ...withStored(spec, line, byId), id: line.id, line_no: index + 1 }));
    await updateLines(spec, table, context, numbered.filter((line) => line.id !== null));
    await insertLines(spec, table, owner, context, ownerId, numbered.filter((line) => line.id === null));
    for (const id of gone) changes[`${key}.${byId.get(id)!['lineNo']}`] = [plain(spec.fields, byId.get(id)!), null];
    lines.forEach((line, index) => {
      const old = line.id === null ? null : byId.get(line.id)!;
      const differs = differences(old, Object.fromEntries(Object.entries(line.values).filter(([name]) => spec.fields[name])));
      for (const [name, pair] of Object.entries(differs)) changes[`${key}.${index + 1}.${name}`] = pair;
    });
  }
  return changes;
}

/** A line as it will stand: what was sent over what is stored, server-owned fields included. */
const withStored = (spec: Lines, line: LineValues, byId: ReadonlyMap<string, Record<string, unknown>>): Record<string, unknown> => {
  const old = line.id === null ? {} : (byId.get(line.id) ?? {});
  return Object.fromEntries(Object.entries(spec.fields).filter(([, field]) => isStored(field)).map(([name, field]) => [name, line.values[name] !== undefined ? line.values[name] : (old[name] ?? (line.id === null ? (field.rules.default ?? null) : null))]));
};

const plain = (fields: Fields, row: Record<string, unknown>): Record<string, unknown> => Object.fromEntries(Object.keys(fields).map((name) => [name, row[name] ?? null]));

async function insertLines(spec: Lines, table: Sql, owner: Sql, context: Context, ownerId: string, lines: readonly Record<string, unknown>[]): Promise<void> {
  if (lines.length === 0) return;
  const { names, record } = recordShape(spec);
  const columns = names.map((name) => column(name));
  await context.tx.run(sql`
    insert into ${table} (${owner}, line_no, ${join(columns)})
    select ${ownerId}::bigint, l.line_no, ${join(names.map((name) => fromJson(spec.fields[name]!, name)))}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(line_no integer, ${record})`);
}

async function updateLines(spec: Lines, table: Sql, context: Context, lines: readonly Record<string, unknown>[]): Promise<void> {
  if (lines.length === 0) return;
  const { names, record } = recordShape(spec);
  const terms = names.map((name) => sql`${column(name)} = ${fromJson(spec.fields[name]!, name)}`);
  await context.tx.run(sql`
    update ${table} d set line_no = l.line_no, ${join(terms)}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id bigint, line_no integer, ${record}) where d.id = l.id`);
}

const LISTS = new Set(['refs', 'pictures', 'attachments']);
const recordShape = (spec: Lines): { names: string[]; record: Sql } => {
  const names = Object.entries(spec.fields).filter(([, field]) => isStored(field)).map(([name]) => name);
  return { names, record: join(names.map((name) => sql`"${raw(name)}" ${raw(LISTS.has(spec.fields[name]!.kind) ? 'jsonb' : columnType(spec.fields[name]!.kind))}`)) };
};
const fromJson = (field: Field, name: string): Sql =>
  LISTS.has(field.kind) ? sql`(select array_agg(e::bigint) from jsonb_array_elements_text(case when jsonb_typeof(l."${raw(name)}") = 'array' then l."${raw(name)}" else '[]'::jsonb end) e)` : sql`l."${raw(name)}"`;

/** References that were set now must exist in the tenant and not be frozen: named by field and line, in one query per target. */
async function requireReferences(registry: Registry, declaration: Declaration, context: Context, saving: Saving, before: RecordValues | null): Promise<void> {
  const wanted = new Map<string, { id: string; name: string; field: Field; line?: number }[]>();
  const want = (fields: Fields, values: RecordValues, old: RecordValues | null, line?: number): void => {
    for (const [name, field] of Object.entries(fields)) {
      const value = values[name];
      if (field.kind !== 'ref' || !isWritable(field) || value === null || value === undefined || (old !== null && String(old[name]) === String(value))) continue;
      const list = wanted.get(field.rules.target!) ?? [];
      list.push({ id: String(value), name, field, ...(line === undefined ? {} : { line }) });
      wanted.set(field.rules.target!, list);
    }
  };
  want(declaration.fields, saving.values, before);
  for (const [key, spec] of Object.entries(declaration.lines ?? {})) saving.lines[key]?.forEach((line, index) => want(spec.fields, line.values, line.id === null ? null : line.values, index + 1));
  const refusals: Refusal[] = [];
  for (const [name, references] of wanted) {
    const target = registry.find(name);
    if (target.view) continue;
    const frozen = target.fields['frozen'] ? sql`t.frozen` : sql`0`;
    const rows = await context.tx.rows<{ id: string; frozen: number; title: string }>(sql`
      select t.id, ${frozen} as frozen, t.${column(titleField(target))}::text as title from ${ident(tableOf(target))} t where t.id = any(${[...new Set(references.map((each) => each.id))]}::bigint[])`);
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const each of references) {
      const row = found.get(each.id);
      const at = { field: each.name, ...(each.line === undefined ? {} : { line: each.line }) };
      if (row === undefined) refusals.push(refuse('field.unknown-reference', { name: each.field.label }, at));
      else if (row.frozen === 1) refusals.push(refuse('field.frozen-reference', { name: each.field.label, value: row.title }, at));
    }
  }
  if (refusals.length > 0) throw new Refused(...refusals);
}

const hideSecrets = (fields: Fields, changes: Record<string, [unknown, unknown]>): Record<string, [unknown, unknown]> =>
  Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, fields[name]?.kind === 'secret' ? (['******', '******'] as [unknown, unknown]) : pair]));
