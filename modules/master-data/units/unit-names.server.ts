import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** Other words for units of the trade, by code. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  公斤: 'KG',
  公克: 'G',
  公吨: 'T',
  市斤: 'JIN',
  市两: 'LIANG',
  公升: 'L',
  cc: 'ML',
  pcs: 'PCS',
};

/** Units by what sheets call them beside code and name: symbol or code in any case, or another word for them. */
export async function unitsCalled(context: Context, texts: readonly string[]): Promise<Map<string, readonly Id[]>> {
  const wordOf = (text: string): string => {
    const word = text.normalize('NFKC').trim().toLowerCase();
    return (OTHER_WORDS[word] ?? word).toLowerCase();
  };
  const words = texts.map(wordOf);
  const rows = await context.tx.rows<{ id: Id; code: string; symbol: string | null }>(sql`
    select u.id, lower(u.code) as code, lower(u.symbol) as symbol from material_unit u
    where lower(u.code) = any(${words}) or lower(u.symbol) = any(${words})`);
  return new Map(
    texts.flatMap((text, at) => {
      const byCode = rows.filter(({ code }) => code === words[at]);
      const found = byCode.length > 0 ? byCode : rows.filter(({ symbol }) => symbol === words[at]);
      return found.length === 0 ? [] : [[text, found.map(({ id }) => id)] as const];
    }),
  );
}
