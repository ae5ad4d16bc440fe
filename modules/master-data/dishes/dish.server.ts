import { flagOf, type Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dayOr } from '../figures/calendar-day.rules.ts';
import { costsToday } from './dish-cost.port.server.ts';
import * as calls from './dish.calls.ts';
import { dish } from './dish.resource.ts';
import { withBelow } from '../materials/tree-place.server.ts';
import { requireId } from '../units/unit-calls.server.ts';

/** Departments from one upwards, itself included: what is allowed above is allowed here. */
export const deptsUpwards = (deptId: string): Sql => sql`
  with recursive upwards as (select d.id, d.parent_id from dept d where d.id = ${deptId}::bigint union
    select d.id, d.parent_id from dept d join upwards u on d.id = u.parent_id)
  select id from upwards`;

/** A dish may be sold where it names no department, or one at or above the place. */
const usableAt = (deptId: string): Sql =>
  sql`(t.use_dept_ids is null or t.use_dept_ids = '{}' or t.use_dept_ids && (select array_agg(id)
    from (${deptsUpwards(deptId)}) as place))`;

export const dishBehaviour = behaviour(dish, {
  beforeSave(_context, { values }) {
    const semi = values.dishKind === 'semi';
    for (const field of ['stockable', 'stockMaterialId', 'makeDeptIds'] as const) {
      const value = values[field];
      const set = Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== 0;
      if (set && !semi)
        throw new Refused(refuse('master-data.dish-semi-only', { field: dish.fields[field].label }, { field }));
    }
    if (values.stockable === 1 && !values.stockMaterialId)
      throw new Refused(
        refuse(
          'master-data.field-needed-with',
          { name: dish.fields.stockMaterialId.label, because: dish.fields.stockable.label },
          { field: 'stockMaterialId' },
        ),
      );
  },
  fills: { todayCost: [], foodCostPct: [], costMissing: [] },
  async fillRows(context, rows) {
    if (!context.allowed('dish_cost_view')) return;
    const costs = await costsToday(
      context,
      rows.map((row) => row.id),
    );
    for (const row of rows) Object.assign(row, costs.get(row.id));
  },
  filters: {
    /** With the types below it. */
    dishType: (value) => sql`t.dish_type_id in (${withBelow('dish_type', value)})`,
  },
});

export const sellableDishes = serve(calls.sellableDishes, async (context, input, { body }) => {
  const gearId = requireId(input, 'gearId');
  const date = dayOr(input.date, context.today);
  const { gearId: _gear, date: _date, ...filters } = body;
  const page = await readPage(dish, context, filters, [
    sql`t.frozen = 0`,
    sql`t.dish_kind = 'finished'`,
    usableAt(gearId),
  ]);
  const boms = await context.tx.rows<{ dishId: Id; bomId: Id; hasVariant: boolean }>(sql`
        select b.dish_id, b.id as bom_id, exists (
          select 1 from dish_bom_special_gear v
          where v.dish_id = b.dish_id and v.released = 1 and v.dept_id in (${deptsUpwards(gearId)})
            and v.start_date <= ${date}::date and (v.end_date is null or v.end_date >= ${date}::date)) as has_variant
        from dish_bom b where b.released = 1 and b.dish_id = any(${page.records.map((row) => row.id)}::bigint[])
          and b.start_date <= ${date}::date and (b.end_date is null or b.end_date >= ${date}::date)`);
  const byDish = new Map(boms.map((bom) => [bom.dishId, bom]));
  return {
    ...page,
    records: page.records.map((row) => {
      const bom = byDish.get(row.id);
      return {
        ...row,
        code: row.code ?? '',
        bomId: bom?.bomId ?? '',
        hasVariant: flagOf(bom?.hasVariant === true),
        usable: flagOf(bom !== undefined),
        reason: bom === undefined ? `${date} 没有有效的BOM` : '',
      };
    }),
  };
});
