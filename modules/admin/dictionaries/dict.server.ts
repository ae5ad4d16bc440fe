import type { Declaration } from '../../../kernel/core/declaration.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { wholeTree } from '../../../kernel/server/tree-calls.ts';
import { requirePlatform } from '../sign-in/client.server.ts';
import { dict, dictBiz, HEAD_KEY } from './dict.resource.ts';
import { allRows, treeOf } from '../row-tree.server.ts';

const dictionaries = [dict, dictBiz] as unknown as readonly Declaration[];

/** Entries carry their head's code; built-in ones keep code and key, and are sealed instead of removed. */
export const dictBehaviours: readonly Behaviour[] = dictionaries.map((declaration) =>
  behaviour(declaration, {
    async beforeSave(context, saving) {
      if (declaration.platform) requirePlatform(context);
      await placeEntry(declaration, context, saving);
    },
    async beforeRemove(context, rows) {
      if (declaration.platform) requirePlatform(context);
      if (rows.some((row) => row['isSystem'] === 1)) throw new Refused(refuse('dict.system'));
    },
  }),
);

async function placeEntry(declaration: Declaration, context: Context, saving: Saving): Promise<void> {
  const { values, before, id } = saving;
  const table = ident(tableOf(declaration));
  const parentId = String(values['parentId'] ?? '0');
  if (before?.['isSystem'] === 1)
    Object.assign(values, { code: before['code'], dictKey: before['dictKey'], parentId: before['parentId'] });
  else if (parentId === '0') values['dictKey'] = HEAD_KEY;
  else {
    const head = await context.tx.row<{ code: string }>(
      sql`select code from ${table} where id = ${parentId}::bigint and id <> ${id ?? '0'}::bigint for share`,
    );
    if (head === undefined) throw new Refused(refuse('dict.parent', {}, { field: 'parentId' }));
    values['code'] = head.code;
    const key = String(values['dictKey'] ?? '');
    if (key === '' || key === HEAD_KEY) throw new Refused(refuse('dict.key', {}, { field: 'dictKey' }));
  }
  const taken = await context.tx.row(
    sql`select 1 as one from ${table} where code = ${String(values['code'])} and dict_key =
      ${String(values['dictKey'])} and id <> ${id ?? '0'}::bigint`,
  );
  if (taken !== undefined) throw new Refused(refuse('dict.exists', {}, { field: 'dictKey' }));
  // A head that is renamed takes its entries along, at whatever depth.
  if (before !== null && parentId === '0' && before['code'] !== values['code'])
    await context.tx.run(
      sql`update ${table} set code = ${String(values['code'])} where code = ${String(before['code'])} and dict_key <>
        ${HEAD_KEY}`,
    );
}

/**
 * Entries people may choose from: without the head, without sealed ones. A tenant without a dictionary of that code
 * sees the platform's.
 */
async function entries(declaration: Declaration, context: Context, input: Input): Promise<Record<string, unknown>[]> {
  const code = String(input['code'] ?? '');
  const read = (table: string): Promise<Record<string, unknown>[]> =>
    context.tx.rows(sql`
    select id, coalesce(parent_id, 0)::text as parent_id, code, dict_key, dict_value, coalesce(dict_value_en,
      '') as dict_value_en, sort, coalesce(remark, '') as remark, is_sealed, 0 as is_deleted
    from ${ident(table)} where code = ${code} and dict_key <> ${HEAD_KEY} and is_sealed = 0 order by sort, id`);
  const own = await read(tableOf(declaration));
  return own.length > 0 || declaration.platform ? own : read('dict');
}

/** Entries of a business dictionary people may choose from; the platform's where the tenant has none of that code. */
export const dictionaryEntries = (context: Context, code: string): Promise<Record<string, unknown>[]> =>
  entries(dictBiz, context, { code });

/** Calls of both dictionaries beyond page, detail, submit and remove. */
export const dictCalls = (services: Services): readonly Call[] =>
  dictionaries.flatMap((declaration) => {
    const view = `${declaration.permission ?? declaration.segment}_view`;
    const get = (path: string, permission: string, zh: string, en: string, handle: Call['handle']): Call => ({
      method: 'GET',
      service: 'blade-system',
      path: `${declaration.segment}/${path}`,
      permission,
      summary: label(`${declaration.label.zh}：${zh}`, `${declaration.label.en}: ${en}`),
      handle,
    });
    return [
      get('list', view, '列表', 'list', async (context, input) =>
        treeOf(await allRows(services, declaration, context, input)),
      ),
      get('parent-list', view, '字典头', 'heads', (context, input) =>
        readPage(services.registry(), declaration, context, input, [sql`coalesce(t.parent_id, 0) = 0`]),
      ),
      get('child-list', view, '字典项', 'entries', async (context, input) =>
        treeOf(await allRows(services, declaration, context, input)),
      ),
      {
        ...get('tree', SESSION, '树', 'tree', (context) => wholeTree(declaration, context)),
        chooses: declaration.name,
      },
      // Asked for at the start, also by the program of a guest, who is told nothing by it.
      {
        ...get('dictionary', SESSION, '取值', 'values', async (context, input) =>
          context.user.unregistered === undefined ? entries(declaration, context, input) : [],
        ),
        outsiders: true,
        beforeRegistered: true,
      },
    ];
  });
