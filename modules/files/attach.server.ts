import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { forEachTenant } from '../../parts/jobs/tenant-tasks.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call } from '../../kernel/server/context.ts';
import { ident, join, snake, sql, type Sql, type Transaction } from '../../parts/postgres/database.ts';
import { nameOf, removeStored } from '../../parts/storage/file-store.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { isOwner, type ScheduledTask, type Registry, type Services } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { lineTableOf, tableOf } from '../../kernel/server/schema.ts';
import * as calls from './files.calls.ts';
import { attach } from './files.resource.ts';

export const attachBehaviour = behaviour(attach, {
  source: () => sql`
    select f.tenant_id, f.id, f.name as original_name, lower(coalesce(substring(f.name
    from '\.([A-Za-z0-9]{1,10})$'), '')) as extension, greatest(1, (f.size + 1023) / 1024)::integer as attach_size,
      f.purpose, f.content_type, f.oss_code,
      f.create_user, f.create_time, f.tenant_id || '-' || f.id as name, case f.purpose
      when 'picture' then '/api/blade-resource/file/picture?tenant=' || f.tenant_id || '&id=' || f.id || '&key=' ||
      f.link_key else '' end as link, '' as domain_url, f.sha256
    from stored_file f`,
});

/**
 * A column that may refer to files: by their ids, or by words that contain one, an address or a picture in formatted
 * text.
 */
export interface FilePlace {
  readonly table: string;
  readonly column: string;
  readonly holds: 'ids' | 'id' | 'words';
  /** The record it belongs to. */
  readonly name: string;
}
/** An address of a file is longer than this. */
const ADDRESS_LENGTH = 60;

/** Every place of the program that may refer to a file, whoever declared it. */
export function filePlaces(registry: Registry): readonly FilePlace[] {
  const holds = ({ kind, rules }: Field): FilePlace['holds'] | undefined => {
    if (rules.computed) return undefined;
    if (kind === 'pictures' || kind === 'attachments') return 'ids';
    if ((kind === 'ref' || kind === 'refs') && rules.target === attach.name) return kind === 'ref' ? 'id' : 'ids';
    return kind === 'richtext' ||
      kind === 'longtext' ||
      kind === 'json' ||
      (kind === 'text' && (rules.max ?? ADDRESS_LENGTH) >= ADDRESS_LENGTH)
      ? 'words'
      : undefined;
  };
  const columnsOf = (table: string, fields: Declaration['fields'], name: string): FilePlace[] =>
    Object.entries(fields).flatMap(([field, each]) => {
      const what = holds(each);
      return what === undefined ? [] : [{ table, column: snake(field), holds: what, name }];
    });
  return registry.declarations
    .filter((declaration) => !declaration.view && isOwner(declaration))
    .flatMap((declaration) => [
      ...columnsOf(tableOf(declaration), declaration.fields, declaration.label.zh),
      ...Object.entries(declaration.lines ?? {}).flatMap(([key, lines]) =>
        columnsOf(lineTableOf(declaration, key), lines.fields, declaration.label.zh),
      ),
    ]);
}

const places = (registry: Registry, id: string): Sql[] =>
  filePlaces(registry).map(({ table, column: at, holds, name }) => {
    const there =
      holds === 'ids'
        ? sql`${id}::bigint = any(${ident(at)})`
        : holds === 'id'
          ? sql`${ident(at)} = ${id}::bigint`
          : sql`${ident(at)}::text like ${`%${id}%`}`;
    return sql`select ${name}::text as name from ${ident(table)} where ${there}`;
  });

const rename = serve(calls.renameFile, async (context, input) => {
  const [id] = readIds(input, 'id');
  const name = String(input.originalName ?? '').trim();
  if (name === '')
    throw new Refused(refuse('field.required', { name: attach.fields.originalName.label }, { field: 'originalName' }));
  if ([...name].length > 200 || /[/\\\u0000-\u001f]/.test(name))
    throw new Refused(refuse('attach.name', {}, { field: 'originalName' }));
  const before = await context.tx.row<{ name: string }>(
    sql`select name from stored_file where id = ${id!}::bigint for update`,
  );
  if (before === undefined) throw unknownRecord(attach.label);
  await context.tx.run(sql`update stored_file set name = ${name} where id = ${id!}::bigint`);
  if (before.name !== name)
    await audit(context, [
      {
        resource: 'attach',
        recordId: id!,
        action: 'update',
        title: name,
        changes: { originalName: [before.name, name] },
      },
    ]);
  return recordById(context, attach, id!);
});

/** Rows first, bytes once that is certain; what a record refers to stays. */
const remove = (services: Services): Call =>
  serve(calls.removeFiles, async (context, input) => {
    const ids = readIds(input);
    const rows = await context.tx.rows<{ id: string; name: string; ossCode: string }>(
      sql`select id, name, oss_code from stored_file where id = any(${ids}::bigint[]) order by id for update`,
    );
    if (rows.length < new Set(ids).size) throw unknownRecord(attach.label);
    for (const row of rows) {
      const used = await context.tx.row<{ name: string }>(
        sql`select name from (${join(places(context.registry, row.id), ' union all ')}) p limit 1`,
      );
      if (used !== undefined) throw new Refused(refuse('attach.used', { name: row.name, by: used.name }));
    }
    const gone = await Promise.all(
      rows.map((row) => removeStored(context, services.fileFolder, nameOf(context.tenant, row.id), row.ossCode)),
    );
    await context.tx.run(sql`delete from stored_file where id = any(${ids}::bigint[])`);
    await audit(
      context,
      rows.map((row) => ({
        resource: 'attach',
        recordId: row.id,
        action: 'remove',
        title: row.name,
        changes: { originalName: [row.name, null] } as const,
      })),
    );
    context.tx.afterCommit(async () => {
      for (const removeBytes of gone) await removeBytes();
    });
    return true;
  });

/** Calls that rename and remove stored files. */
export const attachCalls = (services: Services): readonly Call[] => [rename, remove(services)];

const A_DAY_MS = 86_400_000;
const RETENTION_DAYS = 7;
const FORGOTTEN_HOURS = 24;

/** Files nobody refers to a day after they came: of forms that were never saved, of records that let them go. */
async function forgotten(registry: Registry, tx: Transaction): Promise<string[]> {
  const all = filePlaces(registry);
  const named = all
    .filter(({ holds }) => holds !== 'words')
    .map(({ table, column: at, holds }) =>
      holds === 'ids'
        ? sql`select unnest(${ident(at)}) as id from ${ident(table)} where ${ident(at)} <> '{}'`
        : sql`select ${ident(at)} as id from ${ident(table)} where ${ident(at)} is not null`,
    );
  const loose = await tx.rows<{ id: string }>(sql`
    select f.id from stored_file f where f.purpose in ('picture', 'attachment')
      and f.create_time < now() - make_interval(hours => ${FORGOTTEN_HOURS})
      and not exists (select 1 from (${join(named, ' union all ')}) n where n.id = f.id)
        order by f.id for update of f`);
  if (loose.length === 0) return [];
  // Words are read only where there is something to look for, each table once.
  const words = all
    .filter(({ holds }) => holds === 'words')
    .map(
      ({ table, column: at }) =>
        sql`select (regexp_matches(${ident(at)}::text, '[0-9]{15,19}', 'g'))[1] as id
          from ${ident(table)} where ${ident(at)}::text ~ '[0-9]{15}'`,
    );
  const mentioned = new Set(
    (
      await tx.rows<{ id: string }>(
        sql`select distinct w.id from (${join(words, ' union all ')}) w where w.id = any(${loose.map(({ id }) => id)})`,
      )
    ).map(({ id }) => id),
  );
  return loose.map(({ id }) => id).filter((id) => !mentioned.has(id));
}

/**
 * Sheets that were imported and their marked answers are of no use after a week; uploads nobody refers to, after a day.
 */
export const sweepFiles = (services: Services): ScheduledTask => ({
  name: 'file.sweep',
  everyMs: A_DAY_MS,
  run: () =>
    forEachTenant(
      services,
      'file.sweep',
      ({ tenant, transaction }) =>
        transaction(async (context) => {
          const loose = await forgotten(context.registry, context.tx);
          const old = await context.tx.rows<{ id: string; ossCode: string }>(sql`
          delete from stored_file where (purpose in ('import', 'import-result', 'export')
          and create_time < now() - make_interval(days => ${RETENTION_DAYS})) or id = any(${loose}::bigint[])
            returning id, oss_code`);
          const gone = await Promise.all(
            old.map((row) => removeStored(context, services.fileFolder, nameOf(tenant, row.id), row.ossCode)),
          );
          context.tx.afterCommit(async () => {
            for (const removeBytes of gone) await removeBytes();
          });
        }),
      { frozen: true },
    ),
});
