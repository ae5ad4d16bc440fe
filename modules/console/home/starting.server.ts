/** What a new company takes to begin with: starting sets, and a week planned to look at. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { saveAll, saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { stallPlaces } from '../../operations/meals/meals.server.ts';
import { salesPlan } from '../../operations/sales-plan/sales-plan.document.ts';
import { dishTypeSet, materialTypeSet, menuTypeSet, planSampleWeek, type StartingSet } from './first-steps.calls.ts';
import { missingOf } from './first-steps.rules.ts';
import { sampleWeek } from './sample-week.rules.ts';

interface Kept {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Adds what is missing of a set, what others stand below first. `there`: id, code and name of what is there. */
const takes = ({ of, rows, take }: StartingSet, there: Sql): Call =>
  serve(take, async (context) => {
    const { missing, ids } = missingOf(rows, await context.tx.rows<Kept>(there));
    const known = new Map(ids);
    const isTree = of.tree !== undefined;
    const [tops, below] = [
      missing.filter(({ above }) => above === undefined),
      missing.filter(({ above }) => above !== undefined),
    ];
    for (const level of [tops, below]) {
      const saved = await saveAll(
        of,
        context,
        level.map(({ code, name, above, values }) => ({
          ...values,
          code,
          name,
          ...(isTree ? { parentId: above === undefined ? '0' : known.get(above)! } : {}),
        })),
      );
      for (const [at, { code }] of level.entries()) known.set(code, saved[at]!);
    }
    return { created: missing.length };
  });

interface Stall {
  readonly id: string;
  readonly deptName: string;
}

/** The first stall in reach that is not closed, those with a profile before others. */
function firstStall({ tx, user: { scope } }: Context): Promise<Stall | undefined> {
  const reach = scope.all ? [] : [...scope.depts];
  return tx.row<Stall>(sql`
    select d.id, d.dept_name from dept d left join operation_system o on o.gear_operation_dept_id = d.id
    where d.dept_category = '4' and d.frozen = 0 and coalesce(o.business_status, '') <> 'closed'
      and (${scope.all} or d.id = any(${reach}::bigint[]))
    order by o.id is null, d.sort, d.id limit 1`);
}

const SAMPLE = { zh: '示例周', en: 'Sample week' };
const REMARK = {
  zh: '示例：按现有菜品自动排出，仅供参考，可以直接删除',
  en: 'A sample made of the dishes there are; delete it whenever you like',
};
/** So many dishes are taken turns with. */
const MOST_DISHES = 60;

/** Plans the week, or answers the one that was planned before. */
async function planWeek(context: Context): Promise<{ id: string; billCode: string }> {
  const { tx, language, today } = context;
  const stall = await firstStall(context);
  if (stall === undefined) throw new Refused(refuse('console.no-stall'));
  // Who presses twice at once gets one week.
  await tx.run(sql`select 1 from dept where id = ${stall.id}::bigint for no key update`);
  const earlier = await tx.row<{ id: string; billCode: string; isSample: boolean }>(sql`
    select id, bill_code, remark in (${REMARK.zh}, ${REMARK.en}) as is_sample from sales_plan
    where gear_operation_dept_id = ${stall.id}::bigint order by id limit 1`);
  if (earlier?.isSample === true) return { id: earlier.id, billCode: earlier.billCode };
  if (earlier !== undefined)
    throw new Refused(refuse('console.planned', { stall: stall.deptName, billCode: earlier.billCode }));
  const dishes = await tx.rows<{ id: string }>(sql`
    select id from dish where dish_kind = 'finished' and frozen = 0 and sale_price is not null
    order by code limit ${MOST_DISHES}`);
  if (dishes.length === 0) throw new Refused(refuse('console.no-dish'));
  const meals = (await stallPlaces(context, [stall.id])).get(stall.id)?.intervals ?? [];
  const week = sampleWeek(
    today,
    meals.map(({ mealType }) => mealType),
    dishes.map(({ id }) => id),
  );
  const id = await saveRecord(salesPlan, context, {
    ...week,
    gearOperationDeptId: stall.id,
    planName: `${SAMPLE[language]} ${stall.deptName} ${week.startDate}`.slice(0, 60),
    remark: REMARK[language],
  });
  const { billCode } = (await tx.row<{ billCode: string }>(
    sql`select bill_code from sales_plan where id = ${id}::bigint`,
  ))!;
  return { id, billCode };
}

export const startingCalls: readonly Call[] = [
  takes(materialTypeSet, sql`select id, code, name from material_type`),
  takes(dishTypeSet, sql`select id, code, name from dish_type`),
  takes(menuTypeSet, sql`select id, code, name from menu_template_type`),
  serve(planSampleWeek, planWeek),
];
