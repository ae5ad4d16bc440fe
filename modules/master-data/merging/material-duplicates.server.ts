/** Materials that are probably one: the same name, one called as the other is, or names that look alike. */
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { flagOf, type Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dishBom } from '../dishes/dish-bom.resource.ts';
import { stockToday } from '../materials/stock-today.port.server.ts';
import { namedId, requireId } from '../units/unit-calls.server.ts';
import { materialDistinction } from './material-distinction.resource.ts';
import * as calls from './material-merge.calls.ts';
import { material } from '../materials/material.resource.ts';
import { withBelow } from '../materials/tree-place.server.ts';

const PAIRS_MAX = 200;
/** Each of so many is compared with each: more would keep people waiting, so they choose a type first. */
const ALIKE_MAX = 1_000;
const ALIKE = 0.5;

type Duplicates = TypeOf<typeof calls.findDuplicates.answer>;
type Pair = Duplicates['pairs'][number];

// Only materials counted in the same base unit can be one, and none of which somebody said that they are two.
export const findDuplicates = serve(calls.findDuplicates, async (context, input) => {
  if (input.apart === '1') return pairsToldApart(context);
  const type = namedId(input.materialType);
  const keyword = (input.keyword ?? '').toLowerCase();
  const chosen = sql`m.frozen = 0
    ${
      type !== null
        ? sql`and m.material_type_id in
      (${withBelow('material_type', type)})`
        : empty
    } ${
      keyword === ''
        ? empty
        : sql`and m.search_text like
        ${searchPattern(keyword)}`
    }`;
  const { looked } = (await context.tx.row<{ looked: number }>(
    sql`select count(*)::integer as looked from material m where ${chosen}`,
  ))!;
  const alike = looked <= ALIKE_MAX;
  const pairs = await context.tx.rows<Pair>(sql`
    with chosen as materialized (select m.id, m.name, m.base_unit_id, m.material_type_id,
      lower(regexp_replace(normalize(m.name, NFKC), '\\s+', '', 'g')) as key from material m where ${chosen}),
    found as (
      select 1 as place, 'same' as kind, a.id as one, b.id as other, 1::real as likeness from chosen a
      join chosen b on b.key = a.key and b.base_unit_id = a.base_unit_id and b.id > a.id
      union all
      select 2, 'alias', least(a.id, b.id), greatest(a.id, b.id), 1 from chosen a
      join material_alias x on x.alias_key = a.key and x.frozen = 0 and x.material_id <> a.id
        join chosen b on b.id = x.material_id and b.base_unit_id = a.base_unit_id
      ${
        alike
          ? sql`union all select 3, 'alike', a.id, b.id, similarity(a.name, b.name) from chosen a
        join chosen b on b.material_type_id = a.material_type_id and b.base_unit_id = a.base_unit_id and b.id > a.id
          where similarity(a.name, b.name) >= ${ALIKE}::real and a.key <> b.key`
          : empty
      }),
    surest as (select distinct on (f.one, f.other) f.* from found f
      where not exists (select 1 from material_distinction d
      where d.material_id = f.one and d.other_material_id = f.other) order by f.one, f.other, f.place)
    select s.kind, ${goods('one')} as one, ${goods('other')} as other from surest s
    order by s.place, s.likeness desc, s.one, s.other limit ${PAIRS_MAX}`);
  return { pairs: await withUse(context, pairs), looked, alikeTold: flagOf(alike) };
});

/** How much hangs on each of a pair, so that one sees which should stay; to each reader what his lists show. */
async function withUse(context: Context, pairs: readonly Pair[]): Promise<Pair[]> {
  const ids = [...new Set(pairs.flatMap(({ one, other }) => [one.id, other.id]))];
  if (ids.length === 0) return [];
  const [stock, dishes] = await Promise.all([
    stockToday(context, ids),
    context.allowed(permissionOf(dishBom, 'view')) ? dishesWith(context, ids) : undefined,
  ]);
  const used = (each: Pair['one']): Pair['one'] => ({
    ...each,
    ...(dishes === undefined ? {} : { dishes: dishes.get(each.id) ?? 0 }),
    ...(stock === undefined ? {} : { availableQty: stock.get(each.id) ?? '0' }),
  });
  return pairs.map((pair) => ({ ...pair, one: used(pair.one), other: used(pair.other) }));
}
async function dishesWith(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, number>> {
  const rows = await context.tx.rows<{ id: Id; dishes: number }>(sql`
    select d.material_id as id, count(distinct b.dish_id)::integer as dishes
    from dish_bom_detail d join dish_bom b on b.id = d.dish_bom_id
    where d.material_id = any(${ids as Id[]}::bigint[]) and b.released = 1
      and coalesce(b.end_date, 'infinity'::date) >= ${context.today}::date group by 1`);
  return new Map(rows.map((row) => [row.id, row.dishes]));
}

/** Pairs somebody said are two, the latest first. */
async function pairsToldApart(context: Context): Promise<Duplicates> {
  const pairs = await context.tx.rows<Pair>(sql`
    select 'apart' as kind, ${goods('one')} as one, ${goods('other')} as other, concat_ws(' · ', s.who, s.at) as "markedBy"
    from (
      select d.material_id as one, d.other_material_id as other, u.real_name as who, to_char(d.create_time,
        'YYYY-MM-DD HH24:MI') as at, d.id from material_distinction d left join app_user u on u.id = d.create_user) s
        order by s.id desc limit ${PAIRS_MAX}`);
  return { pairs, looked: pairs.length, alikeTold: 1 };
}

/** These two are not one: said once, by whoever says it first. */
export const markDifferent = serve(calls.markDifferent, async (context, input) => {
  const [one, other] = [requireId(input, 'materialId'), requireId(input, 'otherMaterialId')];
  const found = await context.tx.rows<{ id: Id; name: string; mergedIntoId: Id | null }>(
    sql`select id, name, merged_into_id from material where id = any(${[one, other]}::bigint[])
      order by id for no key update`,
  );
  if (one === other) throw new Refused(refuse('master-data.merge-same'));
  if (found.length < 2) throw unknownRecord(material.label);
  const merged = found.filter((each) => each.mergedIntoId !== null);
  if (merged.length > 0)
    throw new Refused(...merged.map((each) => refuse('master-data.apart-merged', { material: each.name })));
  const [first, second] = found as [(typeof found)[0], (typeof found)[0]];
  const made = await context.tx.row<{ id: Id }>(sql`
    insert into material_distinction (material_id, other_material_id, create_user, update_user)
    values (${first.id}::bigint, ${second.id}::bigint, ${context.user.userId}::bigint, ${context.user.userId}::bigint)
    on conflict (tenant_id, material_id, other_material_id) do nothing returning id`);
  if (made !== undefined)
    await audit(context, [
      {
        resource: materialDistinction.name,
        recordId: made.id,
        action: 'create',
        title: `${first.name} ≠ ${second.name}`,
        changes: { materialId: [null, first.id], otherMaterialId: [null, second.id] },
      },
    ]);
  return true;
});

/** Nobody says so any more: they are offered as probable duplicates again. */
export const unmarkDifferent = serve(calls.unmarkDifferent, async (context, input) => {
  const [one, other] = [requireId(input, 'materialId'), requireId(input, 'otherMaterialId')];
  const gone = await context.tx.row<{ id: Id; materialId: Id; otherMaterialId: Id }>(sql`
    delete from material_distinction where material_id = least(${one}::bigint, ${other}::bigint)
    and other_material_id = greatest(${one}::bigint, ${other}::bigint) returning id, material_id, other_material_id`);
  if (gone !== undefined)
    await audit(context, [
      {
        resource: materialDistinction.name,
        recordId: gone.id,
        action: 'remove',
        title: '',
        changes: { materialId: [gone.materialId, null], otherMaterialId: [gone.otherMaterialId, null] },
      },
    ]);
  return true;
});

const goods = (
  which: 'one' | 'other',
) => sql`(select jsonb_build_object('id', m.id::text, 'code', m.code, 'name', m.name, 'spec', coalesce(m.spec, ''),
  'typeName', t.name, 'unitName', u.called)
  from material m join material_type t on t.id = m.material_type_id join material_unit u on u.id = m.base_unit_id
  where m.id = ${which === 'one' ? sql`s.one` : sql`s.other`})`;
