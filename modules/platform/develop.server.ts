import { Readable } from 'node:stream';
import type { Row } from '../../kernel/core/declaration.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { storeFile } from '../../parts/storage/files.ts';
import { isOwner, type Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { requirePlatform } from '../admin/sign-in/client.server.ts';
import { nameOf, printDeclaration, type Column } from './code-generation.rules.ts';
import { codeGeneration, dataSource } from './develop.resource.ts';
import * as calls from './platform.calls.ts';

/** Data sources, kept by the platform alone: the password sealed, and none removed that a tenant uses. */
export const dataSourceBehaviour = (services: Services) =>
  behaviour(dataSource, {
    beforeSave(context, saving) {
      requirePlatform(context);
      createSecrets(services.tokenSecret).sealGiven(saving, ['password']);
    },
    beforeRemove: async (context, rows) => {
      requirePlatform(context);
      const used = await context.tx.row<{ name: string }>(
        sql`select tenant_name as name from tenant
          where datasource_id = any(${rows.map((row) => String(row.id))}::bigint[]) and removed_time is null limit 1`,
      );
      if (used !== undefined) throw new Refused(refuse('tenant.datasource-used', { tenant: used.name }));
    },
  });

export const codeGenerationBehaviour = behaviour(codeGeneration, {
  beforeSave: (context) => requirePlatform(context),
  beforeRemove: async (context) => requirePlatform(context),
});

interface Wanted {
  readonly id: string;
  readonly codeName: string;
  readonly serviceName: string;
  readonly tableName: string;
  readonly tablePrefix: string | null;
  readonly webPath: string | null;
}

/** Columns of a table of ours in their order; none when there is no such table. */
const columnsOf = (context: Context, table: string): Promise<Column[]> =>
  context.tx.rows<Column>(sql`
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull and not a.atthasdef as required,
    (select r.relname from pg_constraint c join pg_class r on r.oid = c.confrelid
    where c.conrelid = t.oid and c.contype = 'f' and a.attnum = any(c.conkey) and a.attname <> 'tenant_id'
    limit 1) as refers_to
  from pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  where t.relname = ${table} and t.relkind in ('r', 'p') order by a.attnum`);

/** What clients call the kind of program they want; they all get the same declaration. */
const SYSTEMS: ReadonlySet<string> = new Set(['saber', 'saber2', 'saber3', 'sword']);

/** Stores the printed declarations as attachments; nothing of them runs. */
const generateCode = (services: Services): Call =>
  serve(calls.generateCode, async (context, input) => {
    requirePlatform(context);
    const system = input.system ?? 'saber';
    if (!SYSTEMS.has(system)) throw new Refused(refuse('code.system', { value: system }));
    const ids = readIds(input);
    const wishes = await context.tx.rows<Wanted>(
      sql`select id, code_name, service_name, table_name, table_prefix, web_path from code_generation
        where id = any(${ids}::bigint[]) order by id for update`,
    );
    if (wishes.length < new Set(ids).size) throw unknownRecord(codeGeneration.label);
    const byTable = new Map(
      context.registry.declarations.filter(isOwner).map((declaration) => [tableOf(declaration), declaration.name]),
    );
    const found = await Promise.all(
      wishes.map(async (request) => ({ wish: request, columns: await columnsOf(context, request.tableName) })),
    );
    const missing = found.filter(({ columns }) => columns.length === 0);
    if (missing.length > 0)
      throw new Refused(
        ...missing.map(({ wish }) => refuse('code.table', { table: wish.tableName }, { field: 'tableName' })),
      );
    for (const { wish, columns } of found) {
      const named = { ...wish, tablePrefix: wish.tablePrefix ?? '', webPath: wish.webPath ?? '' };
      const text = printDeclaration(named, columns, (table) => byTable.get(table) ?? table);
      const file = await storeFile(
        context,
        services.fileFolder,
        Readable.from([Buffer.from(text)]),
        `${nameOf(named)}.resource.ts`,
        'text/plain; charset=utf-8',
        'document',
      );
      await context.tx.run(
        sql`update code_generation set attach_id = ${file}, version = version + 1,
          update_user = ${context.user.userId}::bigint, update_time = now() where id = ${wish.id}::bigint`,
      );
    }
    return true;
  });

const COPY = '副本';
const copyCode = serve(calls.copyCode, async (context, input) => {
  requirePlatform(context);
  const [id] = readIds(input, 'id');
  const row = await context.tx.row<Row<typeof codeGeneration>>(
    sql`select * from code_generation where id = ${id!}::bigint`,
  );
  if (row === undefined) throw unknownRecord(codeGeneration.label);
  const { id: _id, version: _version, attachId: _attachId, ...rest } = row;
  await saveRecord(codeGeneration, context, {
    ...rest,
    codeName: `${row.codeName}${COPY}`.slice(0, 64),
  });
  return true;
});

const selectDataSource = serve(calls.selectDataSource, (context) =>
  context.tx.rows<{ id: string; name: string; title: string }>(
    sql`select id, name, name as title from data_source
      where ${context.allowed('datasource_view') || context.allowed('tenant_datasource')} order by name`,
  ),
);

/** Calls of the tools that store files. */
export const developCalls = (services: Services): readonly Call[] => [
  generateCode(services),
  copyCode,
  selectDataSource,
];
