/** Records to print, as whoever prints may see them, set by set: two statements and one for each kind of lines. */
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import type { Language } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { notPermitted, unknownRecord, type Context } from '../../kernel/server/context.ts';
import { readLinesOf, readPage } from '../../kernel/server/record-query.ts';
import { sql } from '../../parts/postgres/database.ts';
import { dictionariesOf, type Dictionaries } from './field-text.rules.ts';
import { isPrintable, printedColumns, printedFields } from './layout.rules.ts';

type PrintedRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** The declaration of this name, as far as the caller may look at one of its records. */
export function printableOf(context: Context, name: string): Declaration {
  const of = printableNamed(context, name);
  if (!['view', 'edit'].some((button) => context.allowed(permissionOf(of, button)))) throw notPermitted();
  return of;
}

/** The declaration of this name that has something to print. */
export function printableNamed({ registry }: Context, name: string): Declaration {
  const of = registry.declarations.find((each) => each.name === name && isPrintable(each));
  if (of === undefined) throw new Refused(refuse('print.printed-unknown', { name }, { field: 'printed' }));
  return of;
}

/** These records in this order, with lines and names in a language. 404 where one is none the caller may see. */
export async function readPrinted(
  context: Context,
  of: Declaration,
  ids: readonly string[],
  language: Language,
): Promise<readonly PrintedRow[]> {
  return inLanguage(context, language, async (reading) => {
    const { records } = await readPage(of, reading, { size: String(ids.length) }, [
      sql`t.id = any(${ids as string[]}::bigint[])`,
    ]);
    const rows = new Map(records.map((row) => [String(row['id']), row]));
    if (ids.some((id) => !rows.has(id))) throw unknownRecord(of.label);
    for (const lines of Object.keys(of.lines ?? {})) {
      const found = await readLinesOf(of, lines, reading, ids);
      for (const [id, row] of rows) row[lines] = found.get(id) ?? [];
    }
    const makers = await makersOf(context, records);
    return ids.map((id) => {
      const row = rows.get(id)!;
      return { ...row, id, createUserName: makers.get(String(row['createUser'] ?? '')) ?? '' };
    });
  });
}

/** The newest record the caller may see: what a template is tried with. */
export async function newestOf(context: Context, of: Declaration): Promise<string | undefined> {
  const { records } = await readPage(of, context, { size: '1' });
  return records[0] === undefined ? undefined : String(records[0]['id']);
}

/** Does `work` as if the caller read this language: what records are called in it is for the database to say. */
async function inLanguage<T>(context: Context, language: Language, work: (context: Context) => Promise<T>): Promise<T> {
  if (language === context.language) return work(context);
  const speak = (to: Language): Promise<number> =>
    context.tx.run(to === 'en' ? sql`set local app.language = 'en'` : sql`set local app.language = ''`);
  await speak(language);
  const answer = await work({ ...context, language });
  await speak(context.language);
  return answer;
}

async function makersOf({ tx }: Context, rows: readonly Record<string, unknown>[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => String(row['createUser'] ?? '')))].filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  const people = await tx.rows<{ id: string; realName: string }>(
    sql`select id, real_name from app_user where id = any(${ids}::bigint[])`,
  );
  return new Map(people.map(({ id, realName }) => [id, realName]));
}

/** What the keys of the dictionaries are called that a declaration takes its words from. */
export async function dictionariesFor({ tx }: Context, of: Declaration, language: Language): Promise<Dictionaries> {
  const codes = dictionariesOf([
    printedFields(of),
    ...Object.keys(of.lines ?? {}).map((lines) => printedColumns(of, lines)),
  ]);
  if (codes.length === 0) return {};
  const entries = await tx.rows<{ code: string; dictKey: string; zh: string; en: string | null }>(
    sql`select code, dict_key, dict_value as zh, dict_value_en as en from dict_biz
      where code = any(${codes as string[]}) and parent_id <> 0`,
  );
  const found: Record<string, Record<string, string>> = {};
  for (const { code, dictKey, zh, en } of entries) (found[code] ??= {})[dictKey] = language === 'en' ? en || zh : zh;
  return found;
}
