import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { wholeTree } from '../../../kernel/server/tree-calls.ts';
import { requirePlatform } from '../sign-in/client.server.ts';
import { callsOfDict, callsOfDictBiz, type DictionaryEntry } from './dict.calls.ts';
import { dict, dictBiz, HEAD_KEY } from './dict.resource.ts';
import { allRows, treeOf } from '../row-tree.server.ts';

type Dictionary = typeof dict;

/** Entries carry their head's code; built-in ones keep code and key, and are sealed instead of removed. */
export const dictBehaviours: readonly Behaviour[] = [dict, dictBiz].map((declaration) =>
  behaviour(declaration, {
    async beforeSave(context, saving) {
      if (declaration.platform) requirePlatform(context);
      await placeEntry(declaration, context, saving);
    },
    async beforeRemove(context, rows) {
      if (declaration.platform) requirePlatform(context);
      if (rows.some((row) => row.isSystem === 1)) throw new Refused(refuse('dict.system'));
    },
  }),
);

/** Gives an entry the code of its head and a head its key; refuses an entry without a key, or one there is already. */
async function placeEntry(declaration: Dictionary, context: Context, saving: Saving<Dictionary>): Promise<void> {
  const { values, before, id } = saving;
  const table = ident(tableOf(declaration));
  const parentId = values.parentId ?? '0';
  if (before?.isSystem === 1)
    Object.assign(values, { code: before.code, dictKey: before.dictKey, parentId: before.parentId });
  else if (parentId === '0') values.dictKey = HEAD_KEY;
  else {
    const head = await context.tx.row<{ code: string }>(
      sql`select code from ${table} where id = ${parentId}::bigint and id <> ${id ?? '0'}::bigint for share`,
    );
    if (head === undefined) throw new Refused(refuse('dict.parent', {}, { field: 'parentId' }));
    values.code = head.code;
    if (!values.dictKey || values.dictKey === HEAD_KEY) throw new Refused(refuse('dict.key', {}, { field: 'dictKey' }));
  }
  const taken = await context.tx.row(
    sql`select 1 as one from ${table} where code = ${values.code} and dict_key = ${values.dictKey}
      and id <> ${id ?? '0'}::bigint`,
  );
  if (taken !== undefined) throw new Refused(refuse('dict.exists', {}, { field: 'dictKey' }));
  // A head that is renamed takes its entries along, at whatever depth.
  if (before !== null && parentId === '0' && before.code !== values.code)
    await context.tx.run(
      sql`update ${table} set code = ${values.code} where code = ${before.code} and dict_key <> ${HEAD_KEY}`,
    );
}

/**
 * Entries people may choose from: without the head, without sealed ones. A tenant without a dictionary of that code
 * sees the platform's.
 */
async function entries(declaration: Dictionary, context: Context, code: string): Promise<DictionaryEntry[]> {
  const read = (table: string): Promise<DictionaryEntry[]> =>
    context.tx.rows(sql`
    select id, coalesce(parent_id, 0)::text as parent_id, code, dict_key, dict_value, coalesce(dict_value_en,
      '') as dict_value_en, sort, coalesce(remark, '') as remark, is_sealed, 0 as is_deleted
    from ${ident(table)} where code = ${code} and dict_key <> ${HEAD_KEY} and is_sealed = 0 order by sort, id`);
  const own = await read(tableOf(declaration));
  return own.length > 0 || declaration.platform ? own : read('dict');
}

/** Entries of a business dictionary people may choose from; the platform's where the tenant has none of that code. */
export const dictionaryEntries = (context: Context, code: string): Promise<DictionaryEntry[]> =>
  entries(dictBiz, context, code);

const serveDictionary = (declaration: Dictionary, calls: typeof callsOfDict): readonly Call[] => [
  serve(calls.list, async (context, _, { body }) => treeOf(await allRows(declaration, context, body))),
  serve(calls.heads, (context, _, { body }) =>
    readPage(declaration, context, body, [sql`coalesce(t.parent_id, 0) = 0`]),
  ),
  serve(calls.entries, async (context, _, { body }) => treeOf(await allRows(declaration, context, body))),
  serve(calls.tree, (context) => wholeTree(declaration, context), { chooses: declaration.name }),
  // Asked when a program starts, also by that of a guest, who is answered nothing.
  serve(
    calls.values,
    async (context, { code }) =>
      context.user.unregistered === undefined ? entries(declaration, context, code ?? '') : [],
    { outsiders: true, beforeRegistered: true, lenient: true },
  ),
];

/** Calls of both dictionaries beyond page, detail, submit and remove. */
export const dictCalls: readonly Call[] = [
  ...serveDictionary(dict, callsOfDict),
  ...serveDictionary(dictBiz, callsOfDictBiz),
];
