import { shownField, titleField } from '../../kernel/core/declaration.ts';
import type { Choice } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { column, empty, ident, sql, type Transaction } from '../postgres/database.ts';
import type { CellLookups } from './cell-text.ts';
import { tableOf } from '../../kernel/server/schema.ts';

/**
 * Ids of what texts name, by code, title or whatever else it is called, frozen ones left out, with one query or two.
 */
export async function resolveRef(
  context: Context,
  target: string,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  const declaration = context.registry.find(target);
  const title = sql`t.${column(titleField(declaration))}::text`;
  const code = declaration.fields['code'] ? sql`t.code` : title;
  const open = declaration.fields['frozen'] ? sql`and t.frozen = 0` : sql``;
  const shown = sql`t.${column(shownField(declaration))}::text`;
  const rows = await context.tx.rows<{ id: string; code: string; title: string; shown: string }>(sql`
    select t.id, ${code} as code, ${title} as title, ${shown} as shown from ${ident(tableOf(declaration))} t
    where (${code} = any(${texts as string[]}) or ${title} = any(${texts as string[]})
      ${declaration.shown === undefined ? empty : sql`or ${shown} = any(${texts as string[]})`}) ${open}`);
  const found = new Map<string, string[]>();
  for (const text of texts) {
    const byCode = rows.filter((row) => row.code === text);
    const matching = byCode.length > 0 ? byCode : rows.filter((row) => row.title === text || row.shown === text);
    if (matching.length > 0)
      found.set(
        text,
        matching.map((row) => row.id),
      );
  }
  const unknown = texts.filter((text) => !found.has(text));
  const also =
    unknown.length === 0 ? undefined : await context.registry.behaviour(declaration)?.alsoCalled?.(context, unknown);
  for (const [text, ids] of also ?? []) found.set(text, [...ids]);
  return found;
}

/** What records are called, code and title, by their ids. */
export async function titlesOf(context: Context, target: string, ids: readonly string[]): Promise<Map<string, string>> {
  const declaration = context.registry.find(target);
  const title = column(shownField(declaration));
  const called = declaration.fields['code']
    ? sql`concat_ws(' ', t.code, nullif(t.${title}::text, t.code))`
    : sql`t.${title}::text`;
  const rows = await context.tx.rows<{ id: string; called: string }>(
    sql`select t.id, ${called} as called from ${ident(tableOf(declaration))} t
      where t.id = any(${ids as string[]}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.called]));
}

/** Dictionary entries and what references are called, for reading and writing cells. */
export async function cellLookups(context: Context): Promise<CellLookups> {
  const entries = await dictionaryEntries(context.tx);
  return {
    dictionaries: entries,
    targets: Object.fromEntries(
      context.registry.declarations.map((declaration) => [
        declaration.name,
        { label: declaration.label, code: declaration.fields['code'] !== undefined },
      ]),
    ),
  };
}

async function dictionaryEntries(tx: Transaction): Promise<Record<string, Choice[]>> {
  const rows = await tx.rows<{ code: string; dictKey: string; dictValue: string }>(
    sql`select code, dict_key, dict_value from dict_biz where parent_id <> 0 and is_sealed = 0 order by code, sort`,
  );
  const entries: Record<string, Choice[]> = {};
  for (const row of rows)
    (entries[row.code] ??= []).push({ value: row.dictKey, label: { zh: row.dictValue, en: row.dictValue } });
  return entries;
}
