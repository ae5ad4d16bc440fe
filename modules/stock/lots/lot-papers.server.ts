/** Papers of lots: what they are called, and which a material asks for. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dictionaryEntries } from '../../admin/dictionaries/dict.server.ts';
import { requiredPapers } from './lot-papers.rules.ts';

export type PaperWords = (kind: string) => string;

/** The kinds of paper in the language of who asks. */
export async function wordsOfPapers(context: Context): Promise<PaperWords> {
  const words = new Map(
    (await dictionaryEntries(context, 'materialPaper')).map(({ dictKey, dictValue, dictValueEn }) => [
      String(dictKey),
      String((context.language === 'en' && dictValueEn) || dictValue),
    ]),
  );
  return (kind) => words.get(kind) ?? kind;
}

/** The papers a lot of each material must bring, by what the material says, else the nearest of its types. */
export async function papersAskedFor(
  context: Context,
  materialIds: readonly Id[],
): Promise<ReadonlyMap<Id, readonly string[]>> {
  const rows = await context.tx.rows<{ id: Id; papers: string | null }>(sql`
    with recursive chain as (
      select y.id as type_id, y.parent_id, y.required_papers, 1 as place from material_type y
      where y.id in (select g.material_type_id from material g where g.id = any(${materialIds as Id[]}::bigint[]))
      union all select c.type_id, y.parent_id, y.required_papers, c.place + 1
      from material_type y join chain c on y.id = c.parent_id where c.required_papers is null and c.place < 5)
    select m.id, coalesce(m.required_papers, (select c.required_papers from chain c
      where c.type_id = m.material_type_id and c.required_papers is not null limit 1)) as papers
    from material m where m.id = any(${materialIds as Id[]}::bigint[])`);
  return new Map(rows.map(({ id, papers }) => [id, requiredPapers(papers)]));
}
