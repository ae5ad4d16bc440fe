import { type Declaration, type Lines, titleField } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import { integer, ref, text, type Fields } from '../core/field.ts';
import { kinds } from '../core/kinds.ts';
import { refuse, Refused, type Refusal } from '../core/refusal.ts';
import { readDraft, type LineValues, type RecordValues } from '../core/validate.ts';
import { audit, differences, stated, type Change } from './audit.ts';
import type { RowOf, Saving } from './behaviour.ts';
import { unknownRecord, type Context, type Input } from './context.ts';
import { camel, ident, join, sql } from '../../parts/postgres/database.ts';
import { othersFirst } from '../../parts/postgres/others-first.ts';
import { scopeCondition } from './filters.ts';
import { tooLarge } from './fitting-figures.ts';
import { cleaned } from '../../parts/rich-text/clean-fields.ts';
import { placeBelow, placeInTree } from './tree-place.ts';
import { assignNumbers, newIds } from './numbering.ts';
import { isStored, lineTableOf, ownerColumn, tableOf } from './schema.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { isSealedText, MASK } from '../../parts/secrets/secrets.ts';
import { insertRows, updateRows, type ExtraColumns } from './write-rows.ts';
import type { PendingSave } from './pending-save.ts';
import { asRead, editRefusals, fixedRefusals, foreignRefusals, lockedRefusals } from './edit-refusals.ts';
import { requireFiles, requireReferences } from './named-records.ts';

/** What became of one record: its id, or every reason why it was not written. */
export type Saved = { readonly id: string } | { readonly refusals: readonly Refusal[] };

/** Creates (no id) or changes one record with its lines. Answers its id. Refuses all problems at once, or saves all. */
export async function saveRecord(declaration: Declaration, context: Context, body: Input): Promise<string> {
  return (await saveAll(declaration, context, [body]))[0]!;
}

/** Saves all of many records or none. Answers their ids in the order of the bodies. */
export async function saveAll(declaration: Declaration, context: Context, bodies: readonly Input[]): Promise<string[]> {
  const saved = await saveRecords(declaration, context, bodies);
  const refusals = saved.flatMap((each) => ('refusals' in each ? each.refusals : []));
  if (refusals.length > 0) throw new Refused(...refusals);
  return saved.flatMap((each) => ('id' in each ? [each.id] : []));
}

/** Reads bodies for `saveRecords`. The records that they change are locked; of new ones the database is not asked. */
export async function beginSaves(
  declaration: Declaration,
  context: Context,
  bodies: readonly Input[],
  owned?: readonly RecordValues[],
): Promise<PendingSave[]> {
  const ids = bodies.flatMap((body) => idOf(body) ?? []);
  const stored = new Map(
    (ids.length === 0 ? [] : await lockRows(declaration, context, ids)).map((row) => [String(row['id']), row]),
  );
  const saves: PendingSave[] = [];
  for (const [index, body] of bodies.entries()) {
    saves.push(await startSave(declaration, context, body, stored, owned?.[index]));
    await othersFirst();
  }
  return saves;
}

/**
 * Saves many records with a few statements, in the order of `bodies`: good ones are written, others answer refusals.
 * `owned`: for each body, fields that only the system owning the records sets. `begun`: what `beginSaves` answered.
 */
export async function saveRecords(
  declaration: Declaration,
  context: Context,
  bodies: readonly Input[],
  owned?: readonly RecordValues[],
  begun?: readonly PendingSave[],
): Promise<Saved[]> {
  const saves = begun ?? (await beginSaves(declaration, context, bodies, owned));
  const behaviour = context.registry.behaviour(declaration);
  const accepted = (): PendingSave[] => saves.filter((pending) => pending.refusals.length === 0);
  const read = accepted();
  await behaviour?.beforeSaveAll?.(
    context,
    read.map((pending) => pending.saving),
  );
  for (const pending of read)
    await collectRefusals(pending, async () => {
      if (declaration.tree !== undefined) await placeInTree(declaration, declaration.tree, context, pending.saving);
      await behaviour?.beforeSave?.(context, pending.saving);
    });
  for (const pending of accepted()) pending.refusals.push(...figuresTooLarge(declaration, pending.saving));
  await requireReferences(declaration, context, accepted());
  await requireFiles(declaration, context, accepted());
  const created = accepted().filter(({ saving }) => saving.before === null);
  const creating = created.map(({ saving }) => saving);
  const [, fresh] = await Promise.all([
    assignNumbers(declaration, context, creating),
    created.length === 0 ? [] : newIds(context, created.length),
  ]);
  created.forEach((pending, index) => (pending.id = pending.saving.newId ?? fresh[index]!));
  for (const { saving } of declaration.keyword ? accepted() : []) {
    saving.values['searchText'] = searchText(declaration.keyword!.map((name) => saving.values[name]));
    await othersFirst();
  }

  await write(declaration, context, accepted());
  const saved = accepted().map(({ saving, id }) => ({
    id: id!,
    creating: saving.before === null,
    before: saving.before,
    values: saving.values,
  }));
  for (const each of saved) {
    if (declaration.tree !== undefined && !each.creating) await placeBelow(declaration, context, each.id);
    await behaviour?.afterSave?.(context, each);
  }
  if (saved.length > 0) await behaviour?.afterSaveAll?.(context, saved);
  return saves.map((pending) => (pending.refusals.length > 0 ? { refusals: pending.refusals } : { id: pending.id! }));
}

const figuresTooLarge = ({ fields, lines = {} }: Declaration, saving: Saving): Refusal[] => [
  ...Object.entries(lines).flatMap(([key, spec]) =>
    (saving.lines[key] ?? []).flatMap((line, index) => tooLarge(spec.fields, line.values, index + 1)),
  ),
  ...tooLarge(fields, saving.values),
];

/** The id of the record a body changes; null where it creates. An id is text: a number has lost digits. */
export function idOf({ id }: Input): string | null {
  if (id === undefined || id === null || id === '') return null;
  if (typeof id !== 'string' || !/^\d{1,19}$/.test(id))
    throw new Refused(refuse('param.id', { value: typeof id === 'string' ? id : JSON.stringify(id) }, { field: 'id' }));
  return id;
}

async function startSave(
  declaration: Declaration,
  context: Context,
  body: Input,
  stored: ReadonlyMap<string, Record<string, unknown>>,
  owned?: RecordValues,
): Promise<PendingSave> {
  const id = idOf(body);
  const before = id === null ? null : (stored.get(id) ?? null);
  if (id !== null && before === null) throw unknownRecord(declaration.label);
  const refusals = before === null ? [] : await editRefusals(declaration, context, before, body);
  const refuseIt = (...more: readonly Refusal[]): void => void refusals.push(...more);
  if (refusals.length > 0)
    return { saving: { id, before, body, values: {}, lines: {}, refuse: refuseIt }, refusals, id };
  const read = readDraft(declaration, body, before === null);
  const lines: Record<string, LineValues[]> = Object.fromEntries(
    Object.entries(read.draft.lines).map(([key, rows]) => [key, [...rows]]),
  );
  const { values, refusals: empty } = cleaned(declaration.fields, read.draft.values);
  refusals.push(
    ...read.refusals,
    ...empty,
    ...fixedRefusals(declaration, before, read.draft.values),
    ...lockedRefusals(declaration, before, values),
    ...(owned === undefined ? foreignRefusals(declaration, before, values) : []),
  );
  return {
    saving: {
      id,
      before,
      body,
      values: { ...before, ...values, ...owned, ...(before === null ? declaration.where : {}) },
      lines,
      refuse: refuseIt,
    },
    refusals,
    id,
  };
}

/** Stored rows by id, locked in id order, within the caller's scope. Missing ones are left out. */
export async function lockRows<D extends Declaration>(
  declaration: D,
  context: Context,
  ids: readonly string[],
): Promise<RowOf<D>[]> {
  const scope = scopeCondition(declaration, context);
  return context.tx.rows(sql`
    select t.* from ${ident(tableOf(declaration))} t
    where ${join([sql`t.id = any(${ids as string[]}::bigint[])`, ...scope], ' and ')} order by t.id for update`);
}

async function collectRefusals(pending: PendingSave, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    pending.refusals.push(...error.refusals);
  }
}

/** The hidden column of the one search box. */
const searched = (declaration: Declaration): Fields =>
  declaration.keyword ? { searchText: text('', '', { default: '' }) } : {};

/** New records, in the order given, and their lines: one statement for each kind, however many records. */
async function create(declaration: Declaration, context: Context, created: readonly PendingSave[]): Promise<void> {
  const me = sql`${context.user.userId}::bigint`;
  const extraColumns: ExtraColumns = {
    create_user: me,
    create_dept: sql`${context.user.deptId || null}::bigint`,
    update_user: me,
  };
  const head = insertRows(
    context,
    tableOf(declaration),
    declaration.fields,
    created.map(({ saving, id }) => ({ ...saving.values, id })),
    extraColumns,
    { ...searched(declaration), id: ref('', '', recordsOf(declaration)) },
  );
  const owner = camel(ownerColumn(declaration));
  const lines = Object.entries(declaration.lines ?? {}).map(([key, spec]) => {
    const rows = created.flatMap((pending) =>
      (pending.saving.lines[key] ?? []).map((line, index) => ({
        ...completeLine(spec, line, new Map()),
        lineNo: index + 1,
        [owner]: pending.id,
      })),
    );
    const own = { ...LINE_NO, [owner]: ref('', '', recordsOf(declaration)) };
    return insertRows(context, lineTableOf(declaration, key), spec.fields, rows, {}, own);
  });
  await Promise.all([head, ...lines]);
}

/** Writes lines, then headers and audit rows of what really changed: an unchanged record keeps its version. */
async function write(declaration: Declaration, context: Context, saves: readonly PendingSave[]): Promise<void> {
  const created = create(
    declaration,
    context,
    saves.filter((pending) => pending.saving.before === null),
  );
  created.catch(() => {}); // thrown below, where all that was sent is waited for
  const entries: Change[] = [];
  const changed: PendingSave[] = [];
  const storedNames = Object.keys(declaration.fields).filter((name) => isStored(declaration.fields[name]!));
  for (const pending of saves) {
    await othersFirst();
    const { saving, id } = pending;
    const lineChanges = declaration.lines === undefined ? {} : await writeLines(declaration, context, id!, saving);
    const storedValues: Record<string, unknown> = {};
    for (const name of storedNames) if (name in saving.values) storedValues[name] = saving.values[name];
    const changes = Object.assign(differences(saving.before, asRead(declaration.fields, storedValues)), lineChanges);
    if (saving.before !== null && Object.keys(changes).length === 0) continue;
    if (saving.before !== null) changed.push(pending);
    entries.push({
      resource: recordsOf(declaration),
      recordId: id!,
      action: saving.before === null ? 'create' : 'update',
      title: String(saving.values[titleField(declaration)] ?? ''),
      changes: hideSecrets(declaration.fields, changes),
    });
  }
  const extraColumns: ExtraColumns = {
    version: sql`t.version + 1`,
    update_user: sql`${context.user.userId}::bigint`,
    update_time: sql`now()`,
  };
  const updated = updateRows(
    context,
    tableOf(declaration),
    declaration.fields,
    changed.map((pending) => ({ ...pending.saving.values, id: pending.id })),
    extraColumns,
    searched(declaration),
  );
  await Promise.all([created, updated, audit(context, entries)]);
}

const LINE_NO = { lineNo: integer('', '') };

/** Removes, changes and adds the lines of a record, one statement each. Answers what changed, by line. */
async function writeLines(
  declaration: Declaration,
  context: Context,
  ownerId: string,
  saving: Saving,
): Promise<Record<string, [unknown, unknown]>> {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const [key, spec] of Object.entries(declaration.lines ?? {})) {
    const lines = saving.lines[key];
    if (lines === undefined) continue;
    const table = lineTableOf(declaration, key);
    const owner = ownerColumn(declaration);
    const stored =
      saving.before === null
        ? []
        : await context.tx.rows<Record<string, unknown>>(
            sql`select * from ${ident(table)} where ${ident(owner)} = ${ownerId}::bigint order by line_no for update`,
          );
    const byId = new Map(stored.map((row) => [String(row['id']), row]));
    const unknown = lines.flatMap((line, index) =>
      line.id !== null && !byId.has(line.id) ? [refuse('lines.unknown', { line: index + 1 }, { line: index + 1 })] : [],
    );
    if (unknown.length > 0) throw new Refused(...unknown);
    const remaining = new Set(lines.map((line) => line.id));
    const gone = stored.filter((row) => !remaining.has(String(row['id'])));
    if (gone.length > 0)
      await context.tx.run(
        sql`delete from ${ident(table)} where id = any(${gone.map((row) => String(row['id']))}::bigint[])`,
      );
    // Those of a new record are written with it.
    const changing = saving.before === null ? [] : lines;
    const numbered = changing.map((line, index) => ({
      ...completeLine(spec, line, byId),
      id: line.id,
      lineNo: index + 1,
    }));
    await updateRows(
      context,
      table,
      spec.fields,
      numbered.filter((line) => line.id !== null),
      {},
      LINE_NO,
      { column: owner, id: ownerId },
    );
    await insertRows(
      context,
      table,
      spec.fields,
      numbered.filter((line) => line.id === null),
      { [owner]: sql`${ownerId}::bigint` },
      LINE_NO,
    );
    for (const row of gone)
      changes[`${key}.${String(row['lineNo'])}`] = [
        Object.fromEntries(Object.keys(spec.fields).map((name) => [name, row[name] ?? null])),
        null,
      ];
    lines.forEach((line, index) => {
      const old = line.id === null ? null : byId.get(line.id)!;
      const declared: Record<string, unknown> = {};
      for (const name in line.values) if (spec.fields[name]) declared[name] = line.values[name];
      const sent = asRead(spec.fields, declared);
      const place = `${key}.${index + 1}`;
      // A new line may take the number of one that went.
      if (old === null) changes[place] = [changes[place]?.[0] ?? null, stated(sent)];
      else for (const [name, pair] of Object.entries(differences(old, sent))) changes[`${place}.${name}`] = pair;
    });
  }
  return changes;
}

/** A line as it will stand: what was sent over what is stored, server-owned fields included. */
const completeLine = (
  spec: Lines,
  line: LineValues,
  byId: ReadonlyMap<string, Record<string, unknown>>,
): Record<string, unknown> => {
  const old = line.id === null ? {} : (byId.get(line.id) ?? {});
  const whole: Record<string, unknown> = {};
  for (const name in spec.fields)
    whole[name] = line.values[name] !== undefined ? line.values[name] : (old[name] ?? null);
  return whole;
};

/** Puts a mask over what is secret among fresh changes. */
function hideSecrets(fields: Fields, changes: Record<string, [unknown, unknown]>): Record<string, [unknown, unknown]> {
  for (const name in changes)
    if ((fields[name] !== undefined && kinds[fields[name].kind].sealed) || changes[name]!.some(isSealedText))
      changes[name] = [MASK, MASK];
  return changes;
}
