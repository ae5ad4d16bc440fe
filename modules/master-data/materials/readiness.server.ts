/** What materials lack, asked for a page of them at once and as a condition of lists: one text for both. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, join, raw, sql, type Sql } from '../../../parts/postgres/database.ts';
import { offered } from './readiness.port.server.ts';
import { lacksAt, readiness, type Gate, type Lack } from './readiness.rules.ts';

/** Figures a label cannot do without. */
const LABELLED = sql`n.energy_kcal is not null and n.protein_g is not null and n.fat_g is not null
  and n.carbohydrate_g is not null and n.sodium_mg is not null`;
/** Nobody eats a lunch box. */
const isEaten = sql`t.material_kind not in ('packaging', 'consumable')`;
const basis = sql`coalesce((select param_value from param where param_key = 'dish.costBasis'), 'purchase')`;

type Use = 'recipe' | 'issue' | 'purchase';
/** Each lack as a condition over the row `t` of materials; `lost` tells whether the unit of a use leads nowhere. */
const conditionsOf = (
  context: Pick<Context, 'today' | 'registry'>,
  lost: (use: Use) => Sql,
): Readonly<Record<Lack, Sql>> => ({
  frozen: sql`t.frozen = 1`,
  recipeUnit: lost('recipe'),
  issueUnit: lost('issue'),
  purchaseUnit: lost('purchase'),
  taxRate: sql`t.tax_rate is null`,
  offer: sql`(t.source_kind not in ('self', 'factory') and not ${offered(context)})`,
  cost: sql`(case when ${basis} in ('standard', 'plan')
    then not exists (select 1 from material_cost c
    where c.material_id = t.id and c.cost_kind = ${basis} and c.dept_id is null
      and c.start_date <= ${context.today}::date and coalesce(c.end_date, 'infinity'::date) >= ${context.today}::date)
    else not ${offered(context)} end)`,
  // The dictionary is read once, not once for each material.
  allergens: sql`(${isEaten} and exists (select 1 from unnest(array(
    select d.dict_key from dict_biz d where d.code = 'allergen' and d.parent_id <> 0 and d.is_sealed = 0)) allergen
    where not exists (select 1 from jsonb_array_elements(case when jsonb_typeof(t.allergens) = 'array' then t.allergens
      else '[]' end) a where a ->> 'allergen' = allergen and a ->> 'state' <> 'unknown')))`,
  nutrients: sql`(${isEaten} and not exists (select 1 from material_nutrient n
    where n.material_id = t.id and ${LABELLED}))`,
  storage: sql`(${isEaten} and t.storage_zone is null)`,
});

/**
 * Materials, and uses of them whose unit has no way to the base unit on a day, by the same steps as `unitPath`:
 * constants both ways, own rows forwards, from the base unit and densities also back. Nearly all are one row away, and
 * those are told apart first.
 */
function wayless(uses: readonly Use[], day: string, among?: readonly Id[]): Sql {
  const units = {
    recipe: sql`(m.recipe_unit_id, 'recipe')`,
    issue: sql`(m.issue_unit_id, 'issue')`,
    purchase: sql`(m.purchase_unit_id, 'purchase')`,
  };
  const holds = sql`c.frozen = 0 and c.start_date <= ${day}::date
    and coalesce(c.end_date, 'infinity'::date) >= ${day}::date`;
  const within = (id: 'm.id' | 'c.material_id'): Sql =>
    among === undefined ? empty : sql`and ${raw(id)} = any(${among}::bigint[])`;
  // Of some materials only the units they name, and those kin to them, are walked.
  const named =
    among === undefined
      ? sql`select u.id from material_unit u`
      : sql`
    select u.id from material m cross join lateral (values (m.base_unit_id), (m.recipe_unit_id), (m.issue_unit_id),
      (m.purchase_unit_id)) as u(id) where u.id is not null ${within('m.id')}
    union select u.id from item_unit_conversion c cross join lateral (values (c.from_unit_id), (c.to_unit_id)) as u(id)
    where ${holds} ${within('c.material_id')}`;
  return sql`
    with recursive constants as (
      select c.from_unit_id as one, c.to_unit_id as other from basic_unit_conversion c where ${holds}
      union all select c.to_unit_id, c.from_unit_id from basic_unit_conversion c where ${holds}),
    kin as (select u.id as one, u.id as other from (${named}) u union select k.one, c.other from kin k
    join constants c on c.one = k.other),
    asked as (
      select m.id, u.unit, u.use, m.base_unit_id as base from material m cross
      join lateral (values ${join(uses.map((use) => units[use]))}) as u(unit, use)
      where u.unit <> m.base_unit_id ${within('m.id')}),
    direct as (
      select c.material_id, f.other as unit, o.other as base from item_unit_conversion c
      join kin f on f.one = c.from_unit_id join kin o on o.one = c.to_unit_id where ${holds} ${within('c.material_id')}
      union all select c.material_id, o.other, f.other from item_unit_conversion c join kin f on f.one = c.from_unit_id
      join kin o on o.one = c.to_unit_id where ${holds} ${within('c.material_id')}),
    far as (
      select a.* from asked a where not exists (select 1 from kin k where k.one = a.unit and k.other = a.base)
        and not exists (select 1 from direct d where d.material_id = a.id and d.unit = a.unit and d.base = a.base)),
    reach as (
      select distinct a.id, a.unit, a.unit as at, a.base from far a
      union
      select r.id, r.unit, n.at, r.base from reach r cross join lateral (
        select k.other as at from kin k where k.one = r.at
        union all select c.to_unit_id from item_unit_conversion c
        where c.material_id = r.id and c.from_unit_id = r.at and ${holds}
        union all select c.from_unit_id from item_unit_conversion c
          join material_unit f on f.id = c.from_unit_id join material_unit o on o.id = c.to_unit_id
          where c.material_id = r.id and c.to_unit_id = r.at and ${holds}
            and (exists (select 1 from kin k where k.one = r.base and k.other = c.from_unit_id)
              or (f.dimension in ('mass', 'volume') and o.dimension in ('mass', 'volume')))) n)
    select a.id, a.use from far a where not exists (select 1 from reach r
    where r.id = a.id and r.unit = a.unit and r.at = a.base)`;
}

/** Fills what a page of materials is ready for. */
export async function fillReadiness(context: Context, rows: readonly { readonly id: Id }[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  const lost = (use: Use): Sql => sql`exists (select 1 from lost l where l.id = t.id and l.use = ${use})`;
  const cases = Object.entries(conditionsOf(context, lost)).map(
    ([lack, condition]) => sql`case when ${condition} then ${lack}::text end`,
  );
  const found = await context.tx.rows<{ id: Id; lacking: string[] }>(sql`
    with lost as materialized (${wayless(['recipe', 'issue', 'purchase'], context.today, ids)})
    select t.id, array_remove(array[${join(cases)}], null) as lacking from material t
    where t.id = any(${ids}::bigint[])`);
  const byId = new Map(found.map((row) => [row.id, row.lacking]));
  // Many lack the same.
  const ready = new Map<string, ReturnType<typeof readiness>>();
  for (const row of rows) {
    const lacking = byId.get(row.id) ?? [];
    const known = ready.get(lacking.join()) ?? readiness(lacking, context.language);
    ready.set(lacking.join(), known);
    Object.assign(row, known);
  }
}

/** Nobody asked: nothing is said, since an unlit lamp would be an answer. */
export function withoutReadiness(row: Record<string, unknown>): void {
  for (const name of ['readyFor', 'readyPlan', 'readyBuy', 'readyCost', 'readyLabel', 'notReadyFor', 'notReadyForName'])
    delete row[name];
}

/** Over the row `t`: ready for a gate, or not. */
export function readyFor(gate: Gate, ready: boolean, context: Pick<Context, 'today' | 'registry'>): Sql {
  const conditions = conditionsOf(
    context,
    (use) => sql`t.id in (select l.id from (${wayless([use], context.today)}) l)`,
  );
  const lacking = join(
    lacksAt(gate).map((lack) => conditions[lack]),
    ' or ',
  );
  return ready ? sql`not (${lacking})` : sql`(${lacking})`;
}
