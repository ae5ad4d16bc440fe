/** Materials that are probably one: the same name, one called as the other is, or names that look alike. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { empty, sql } from '../../kernel/server/database.ts';
import { withBelow } from './tree-place.server.ts';

const PAIRS_MAX = 200;
/** Each of so many is compared with each: more would keep people waiting, so they choose a type first. */
const ALIKE_MAX = 1_000;
const ALIKE = 0.5;

export interface Pair {
  readonly kind: 'same' | 'alias' | 'alike';
  readonly one: Goods;
  readonly other: Goods;
}
interface Goods {
  readonly id: Id;
  readonly code: string;
  readonly name: string;
  readonly spec: string;
  readonly typeName: string;
  readonly unitName: string;
}

/** Surest first. Only materials counted in the same base unit can be one. */
export async function duplicates(context: Context, input: Input): Promise<{ pairs: Pair[]; looked: number; alikeTold: 0 | 1 }> {
  const type = String(input['materialType'] ?? '');
  const keyword = String(input['keyword'] ?? '').trim().toLowerCase();
  const chosen = sql`m.frozen = 0 ${/^\d{1,19}$/.test(type) ? sql`and m.material_type_id in (${withBelow('material_type', type)})` : empty} ${keyword === '' ? empty : sql`and m.search_text like ${`%${keyword}%`}`}`;
  const { looked } = (await context.tx.row<{ looked: number }>(sql`select count(*)::integer as looked from material m where ${chosen}`))!;
  const alike = looked <= ALIKE_MAX;
  const pairs = await context.tx.rows<Pair>(sql`
    with chosen as materialized (select m.id, m.name, m.base_unit_id, m.material_type_id, lower(regexp_replace(normalize(m.name, NFKC), '\\s+', '', 'g')) as key from material m where ${chosen}),
    found as (
      select 1 as place, 'same' as kind, a.id as one, b.id as other, 1::real as likeness from chosen a join chosen b on b.key = a.key and b.base_unit_id = a.base_unit_id and b.id > a.id
      union all
      select 2, 'alias', least(a.id, b.id), greatest(a.id, b.id), 1 from chosen a join material_alias x on x.alias_key = a.key and x.frozen = 0 and x.material_id <> a.id join chosen b on b.id = x.material_id and b.base_unit_id = a.base_unit_id
      ${alike ? sql`union all select 3, 'alike', a.id, b.id, similarity(a.name, b.name) from chosen a join chosen b on b.material_type_id = a.material_type_id and b.base_unit_id = a.base_unit_id and b.id > a.id where similarity(a.name, b.name) >= ${ALIKE}::real and a.key <> b.key` : empty}),
    surest as (select distinct on (one, other) * from found order by one, other, place)
    select s.kind, ${goods('one')} as one, ${goods('other')} as other from surest s order by s.place, s.likeness desc, s.one, s.other limit ${PAIRS_MAX}`);
  return { pairs, looked, alikeTold: alike ? 1 : 0 };
}
const goods = (which: 'one' | 'other') => sql`(select jsonb_build_object('id', m.id::text, 'code', m.code, 'name', m.name, 'spec', coalesce(m.spec, ''), 'typeName', t.name, 'unitName', u.name)
  from material m join material_type t on t.id = m.material_type_id join material_unit u on u.id = m.base_unit_id where m.id = ${which === 'one' ? sql`s.one` : sql`s.other`})`;
