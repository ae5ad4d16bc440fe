import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { column, ident, join, sql, type Sql } from '../../kernel/server/database.ts';
import { nameOf, removeStored } from '../../kernel/server/file-store.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Chore, Registry, Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { lineTableOf, tableOf } from '../../kernel/server/schema.ts';
import { attach } from './files.resource.ts';

const of = attach as unknown as Declaration;

export const attachBehaviour = behaviour(attach, {
  source: () => sql`
    select f.tenant_id, f.id, f.name as original_name, lower(coalesce(substring(f.name from '\.([A-Za-z0-9]{1,10})$'), '')) as extension, greatest(1, (f.size + 1023) / 1024)::integer as attach_size, f.purpose, f.content_type, f.oss_code,
      f.create_user, f.create_time, f.tenant_id || '-' || f.id as name, case f.purpose when 'picture' then '/api/blade-resource/file/picture?tenant=' || f.tenant_id || '&id=' || f.id || '&key=' || f.link_key else '' end as link, '' as domain_url, f.sha256
    from stored_file f`,
});

/** Every place of the program that may hold ids of files, or a picture's address in formatted text. */
function places(registry: Registry, id: string): Sql[] {
  const found: Sql[] = [];
  const add = (table: string, fields: Declaration['fields'], name: string): void => {
    for (const [field, { kind, rules }] of Object.entries(fields)) {
      if (rules.computed) continue;
      if (kind === 'pictures' || kind === 'attachments') found.push(sql`select ${name}::text as name from ${ident(table)} where ${id}::bigint = any(${column(field)})`);
      if (kind === 'richtext') found.push(sql`select ${name}::text as name from ${ident(table)} where ${column(field)} like ${`%file/picture?%id=${id}&%`}`);
      if (field === 'avatar') found.push(sql`select ${name}::text as name from ${ident(table)} where avatar like ${`%file/picture?%id=${id}&%`}`);
    }
  };
  for (const declaration of registry.declarations) {
    if (declaration.view) continue;
    add(tableOf(declaration), declaration.fields, declaration.label.zh);
    for (const [key, lines] of Object.entries(declaration.lines ?? {})) add(lineTableOf(declaration, key), lines.fields, declaration.label.zh);
  }
  return found;
}

async function rename(services: Services, context: Context, input: Input): Promise<unknown> {
  const [id] = readIds(input, 'id');
  const name = String(input['originalName'] ?? '').trim();
  if (name === '') throw new Refused(refuse('field.required', { name: attach.fields.originalName.label }, { field: 'originalName' }));
  if ([...name].length > 200 || /[/\\\u0000-\u001f]/.test(name)) throw new Refused(refuse('attach.name', {}, { field: 'originalName' }));
  const before = await context.tx.row<{ name: string }>(sql`select name from stored_file where id = ${id!}::bigint for update`);
  if (before === undefined) throw unknownRecord(attach.label);
  await context.tx.run(sql`update stored_file set name = ${name} where id = ${id!}::bigint`);
  if (before.name !== name) await audit(context, [{ resource: 'attach', recordId: id!, action: 'update', title: name, changes: { originalName: [before.name, name] } }]);
  return readRecord(services.registry(), of, context, { id: id! });
}

/** Rows first, bytes once that is certain; what a record refers to stays. */
async function remove(services: Services, context: Context, input: Input): Promise<boolean> {
  const ids = readIds(input);
  const rows = await context.tx.rows<{ id: string; name: string; ossCode: string }>(sql`select id, name, oss_code from stored_file where id = any(${ids}::bigint[]) order by id for update`);
  if (rows.length < new Set(ids).size) throw unknownRecord(attach.label);
  for (const row of rows) {
    const used = await context.tx.row<{ name: string }>(sql`select name from (${join(places(services.registry(), row.id), ' union all ')}) p limit 1`);
    if (used !== undefined) throw new Refused(refuse('attach.used', { name: row.name, by: used.name }));
  }
  const gone = await Promise.all(rows.map((row) => removeStored(context.tx, services.fileFolder, nameOf(context.tenant, row.id), row.ossCode)));
  await context.tx.run(sql`delete from stored_file where id = any(${ids}::bigint[])`);
  await audit(context, rows.map((row) => ({ resource: 'attach', recordId: row.id, action: 'remove', title: row.name, changes: { originalName: [row.name, null] } as const })));
  context.tx.afterCommit(async () => {
    for (const removeBytes of gone) await removeBytes();
  });
  return true;
}

export const attachCalls = (services: Services): readonly Call[] => [
  { method: 'POST', service: 'blade-resource', path: 'attach/submit', permission: 'attach_upload', summary: label('附件改名', 'Rename a file'), handle: (context, input) => rename(services, context, input) },
  { method: 'POST', service: 'blade-resource', path: 'attach/remove', permission: 'attach_delete', summary: label('删除附件', 'Remove files'), handle: (context, input) => remove(services, context, input) },
];

const A_DAY_MS = 86_400_000;
const KEPT_DAYS = 7;
/** Sheets that were imported and their marked answers are of no use after a week. */
export const sweepFiles = (services: Services): Chore => ({
  name: 'file.sweep', everyMs: A_DAY_MS,
  async run() {
    const tenants = await services.database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) => tx.rows<{ tenantId: string }>(sql`select tenant_id from tenant`));
    for (const { tenantId } of tenants) {
      await services.database.transaction({ tenant: tenantId, timeZone: 'UTC' }, async (tx) => {
        const old = await tx.rows<{ id: string; ossCode: string }>(sql`delete from stored_file where purpose in ('import', 'import-result', 'export') and create_time < now() - make_interval(days => ${KEPT_DAYS}) returning id, oss_code`);
        const gone = await Promise.all(old.map((row) => removeStored(tx, services.fileFolder, nameOf(tenantId, row.id), row.ossCode)));
        tx.afterCommit(async () => {
          for (const removeBytes of gone) await removeBytes();
        });
      });
    }
  },
});
