/**
 * Goods systems: saved with their goods, put into use and taken out of it. Whoever changes what a stall may sell is
 * asked once, with the plans of the coming days that stops.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { rowKeys } from '../../../kernel/server/row-keys.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { placeOf } from '../sites/ancestors.server.ts';
import * as calls from './goods-system.calls.ts';
import { goodsSystem, goodsSystemMenuTemplate } from './goods-system.resource.ts';
import { shelfRefusals } from './goods-system.rules.ts';
import { IN_USE, reaches } from './shelf.server.ts';

/** So many days ahead plans are looked at, today included. */
const DAYS_AHEAD = 14;
const PLANS_NAMED = 5;

export const goodsSystemBehaviour = behaviour(goodsSystem, {
  async beforeSave(context, saving) {
    const { values, before } = saving;
    if (before?.frozen === 1)
      throw new Refused(refuse('operations.shelf-frozen', { name: before.name }, { field: 'name' }));
    await placeOf(context, values.gearProjectDeptSysDeptId, DEPT.project, 'gearProjectDeptSysDeptId');
    await requireStallsOf(context, values.gearProjectDeptSysDeptId, values.gearOperationDeptIds ?? []);
    await fillLines(context, saving);
  },
  async afterFreeze(context, ids, frozen) {
    if (frozen) await requireOutOfUse(context, ids);
  },
  beforeRemove: (context, rows) =>
    requireOutOfUse(
      context,
      rows.map((row) => row.id),
    ),
});

export const goodsSystemMenuTemplateBehaviour = behaviour(goodsSystemMenuTemplate, {
  async beforeSave(context, saving) {
    const { values } = saving;
    const system = await context.tx.row<{ siteId: Id }>(sql`
      select gear_project_dept_sys_dept_id as site_id from goods_system
      where id = ${values.goodsSystemId}::bigint for no key update`);
    const menu = await context.tx.row<{ billCode: string; usable: boolean }>(sql`
      select bill_code, status = 'approved' and enabled = 1 and frozen = 0 as usable from menu_template
      where id = ${values.menuTemplateId}::bigint`);
    if (system === undefined || menu === undefined) return;
    values.gearProjectDeptSysDeptId = system.siteId;
    if (!menu.usable)
      throw new Refused(
        refuse('operations.shelf-menu-unusable', { billCode: menu.billCode }, { field: 'menuTemplateId' }),
      );
    if (values.endDate !== null && values.endDate < values.startDate)
      throw new Refused(refuse('operations.shelf-menu-days', {}, { field: 'endDate' }));
    await requireStallsOf(context, system.siteId, values.gearOperationDeptIds ?? []);
    await requireOnce(context, saving);
  },
});

/** A menu is linked once for a stall on a day. */
async function requireOnce(context: Context, { id, values }: Saving<typeof goodsSystemMenuTemplate>): Promise<void> {
  const stalls = [...(values.gearOperationDeptIds ?? [])];
  const taken = await context.tx.row<{ startDate: string }>(sql`
    select l.start_date from goods_system_menu_template l
    where l.goods_system_id = ${values.goodsSystemId}::bigint and l.menu_template_id = ${values.menuTemplateId}::bigint
      and l.id <> ${id ?? '0'}::bigint and l.start_date <= coalesce(${values.endDate}::date, 'infinity')
      and coalesce(l.end_date, 'infinity') >= ${values.startDate}::date
      and (coalesce(cardinality(l.gear_operation_dept_ids), 0) = 0 or cardinality(${stalls}::bigint[]) = 0
        or l.gear_operation_dept_ids && ${stalls}::bigint[])
    order by l.start_date limit 1`);
  if (taken !== undefined) throw new Refused(refuse('operations.shelf-menu-twice', taken, { field: 'startDate' }));
}

/** The stalls named belong to the site. */
async function requireStallsOf(context: Context, siteId: Id, stallIds: readonly Id[]): Promise<void> {
  if (stallIds.length === 0) return;
  const strange = await context.tx.row<{ stall: string }>(sql`
    with recursive below as (select d.id from dept d where d.id = ${siteId}::bigint union
      select d.id from dept d join below b on d.parent_id = b.id)
    select d.dept_name as stall from dept d where d.id = any(${[...stallIds]}::bigint[])
      and (d.dept_category <> ${DEPT.stall} or d.id not in (select id from below)) order by d.id limit 1`);
  if (strange !== undefined)
    throw new Refused(refuse('operations.shelf-stall', strange, { field: 'gearOperationDeptIds' }));
}

/** Each line names what its kind says and nothing else; a dish without a price of the shelf takes its own. */
async function fillLines(context: Context, saving: Saving<typeof goodsSystem>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return;
  const stored = lines.map(({ id, values }) => ({
    id,
    values: {
      ...values,
      dishId: values.goodsKind === 'dish' ? values.dishId : null,
      materialId: values.goodsKind === 'material' ? values.materialId : null,
    },
  }));
  const refusals = shelfRefusals(stored.map((line) => line.values));
  if (refusals.length > 0) throw new Refused(...refusals);
  const prices = new Map(
    (
      await context.tx.rows<{ id: Id; salePrice: DecimalText | null }>(
        sql`select id, sale_price from dish where id = any(${stored.map((line) => line.values.dishId)}::bigint[])`,
      )
    ).map((row) => [row.id, row.salePrice]),
  );
  saving.lines['details'] = stored.map(({ id, values }) => ({
    id,
    values: { ...values, salePrice: values.salePrice ?? prices.get(values.dishId ?? '') ?? null },
  }));
}

async function requireOutOfUse(context: Context, ids: readonly Id[]): Promise<void> {
  const used = await context.tx.rows<{ name: string }>(
    sql`select name from goods_system where id = any(${[...ids]}::bigint[]) and use_status = 'enabled' order by id`,
  );
  if (used.length > 0) throw new Refused(...used.map((row) => refuse('operations.shelf-in-use', row)));
}

/** The chosen systems within the caller's departments, locked. */
async function lockChosen(context: Context, ids: readonly Id[]) {
  const terms = join([sql`t.id = any(${[...ids]}::bigint[])`, ...scopeCondition(goodsSystem, context)], ' and ');
  const rows = await context.tx.rows<{ id: Id; name: string; frozen: number; useStatus: string; lines: number }>(sql`
    select t.id, t.name, t.frozen, t.use_status, (select count(*)::integer from goods_system_detail g
      where g.goods_system_id = t.id and g.line_status = 'on') as lines
    from goods_system t where ${terms} order by t.id for update of t`);
  if (rows.length < new Set(ids).size) throw unknownRecord(goodsSystem.label);
  return rows;
}

const setUse = (context: Context, ids: readonly Id[], useStatus: 'enabled' | 'stopped'): Promise<number> =>
  context.tx.run(sql`
    update goods_system set use_status = ${useStatus}, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    where id = any(${[...ids]}::bigint[]) and use_status <> ${useStatus}`);

interface ComingPlan {
  readonly billCode: string;
  readonly stall: string;
  readonly dishes: number;
}
/** Plans of the coming days at stalls these systems reach, with dishes for which `isStopped` holds; over `d`, `p`. */
const comingPlans = (context: Context, ids: readonly Id[], isStopped: Sql): Promise<ComingPlan[]> =>
  context.tx.rows<ComingPlan>(sql`
    select p.bill_code, t.dept_name as stall, count(distinct d.dish_id)::integer as dishes
    from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id
    join dept t on t.id = p.gear_operation_dept_id
    where p.status in ('draft', 'pending', 'approved') and p.end_date >= ${context.today}::date
      and d.meal_date between ${context.today}::date and ${context.today}::date + ${DAYS_AHEAD - 1}::integer
      and exists (select 1 from goods_system s where s.id = any(${[...ids]}::bigint[])
        and ${reaches(sql`p.gear_operation_dept_id`, sql`p.blade_project_dept_id`)})
      and ${isStopped}
    group by p.id, p.bill_code, t.dept_name order by p.bill_code`);

/** Refuses with these plans, unless the person has said yes to them. */
function askOnce(plans: readonly ComingPlan[], accepted: string | null): void {
  if (plans.length === 0 || accepted === '1') return;
  const named = plans.slice(0, PLANS_NAMED);
  const rest = plans.length - named.length;
  throw new Refused(
    refuse(
      'operations.shelf-stops-plans',
      {
        count: plans.length,
        days: DAYS_AHEAD,
        plans: label(
          `${named.map((plan) => `${plan.billCode}（${plan.stall}，${plan.dishes} 道菜）`).join('、')}${rest > 0 ? ' 等' : ''}`,
          `${named.map((plan) => `${plan.billCode} (${plan.stall}, ${plan.dishes} ${plan.dishes === 1 ? 'dish' : 'dishes'})`).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
        ),
      },
      { override: { name: calls.ACCEPT_PLANS } },
    ),
  );
}

const enable = serve(calls.enableSystems, async (context, input) => {
  const rows = await lockChosen(context, readIds(input));
  const refusals = rows.flatMap(({ name, frozen, lines }) => [
    ...(frozen === 1 ? [refuse('operations.shelf-frozen', { name })] : []),
    ...(lines === 0 ? [refuse('operations.shelf-empty', { name })] : []),
  ]);
  if (refusals.length > 0) throw new Refused(...refusals);
  const ids = rows.filter((row) => row.useStatus === 'stopped').map((row) => row.id);
  await setUse(context, ids, 'enabled');
  const offEveryShelf = sql`not exists (select 1 from goods_system s
    join goods_system_detail g on g.goods_system_id = s.id and g.line_status = 'on'
    where ${IN_USE} and ${reaches(sql`p.gear_operation_dept_id`, sql`p.blade_project_dept_id`)}
      and g.dish_id = d.dish_id)`;
  askOnce(await comingPlans(context, ids, offEveryShelf), input.acceptPlans);
  return true;
});

const stop = serve(calls.stopSystems, async (context, input) => {
  const rows = await lockChosen(context, readIds(input));
  const ids = rows.filter((row) => row.useStatus === 'enabled').map((row) => row.id);
  const fromTheirShelves = sql`exists (select 1 from goods_system_detail g
    where g.goods_system_id = any(${ids}::bigint[]) and g.line_status = 'on' and g.dish_id = d.dish_id)`;
  askOnce(await comingPlans(context, ids, fromTheirShelves), input.acceptPlans);
  await setUse(context, ids, 'stopped');
  return true;
});

export const goodsSystemCalls: readonly Call[] = [
  serve(calls.systemsInScope, (context, _input, { body }) =>
    readPage(goodsSystem, context, body, [], rowKeys(goodsSystem, context, body)),
  ),
  serve(calls.saveGoods, async (context, input, { body }) => {
    if (!context.allowed(input.id === null ? 'geargoodssys_add' : 'geargoodssys_edit')) throw notPermitted();
    await saveRecord(goodsSystem, context, body);
    return true;
  }),
  enable,
  stop,
];
