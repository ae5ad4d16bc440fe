/**
 * Menu templates: saved for places of one site, checked before they are sent and again before they are approved, in use
 * one at a time for each meal of a place.
 */
import type { Action, Row } from '../../../kernel/core/declaration.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { menuTemplateType } from './menu-template-type.resource.ts';
import { menuTemplate } from './menu-template.document.ts';
import { isServiceDay, readWeekdays, type MenuCycle } from './menu-cycle.rules.ts';
import { menuFigures, type PlannedDish } from './menu-plan.rules.ts';
import { costsToday } from '../dishes/dish-cost.port.server.ts';
import { judgeMenus, type DrawnMenu } from './menu-plan.server.ts';
import { overlapRefusals, type MenuPlace } from './menu-template.rules.ts';
import { deptsUpwards } from '../dishes/dish.server.ts';
import { requirePeriod, validOn } from '../materials/validity.server.ts';

const actions = menuTemplate.life!.actions as Readonly<Record<string, Action>>;
type Menu = Saving<typeof menuTemplate>;
type MenuRow = Acting<typeof menuTemplate>['row'];

export const menuTemplateTypeBehaviour = behaviour(menuTemplateType, {
  beforeSave(_context, saving) {
    const reversed = (savingLines(saving, 'structure') ?? []).flatMap(({ values }, index) =>
      Number(values.min) > Number(values.max)
        ? [
            refuse(
              'master-data.menu-structure',
              { line: index + 1, min: values.min, max: values.max },
              { line: index + 1, field: 'max' },
            ),
          ]
        : [],
    );
    if (reversed.length > 0) throw new Refused(...reversed);
  },
});

/** Approved, in use, not frozen, and the day lies in its period; over the row `t`. */
export const inForceOn = (date: string): Sql =>
  sql`(t.status = 'approved' and t.enabled = 1 and t.frozen = 0 and t.start_date <= ${date}::date
    and (t.end_date is null or t.end_date >= ${date}::date))`;
/** The cycle of a stored template, or of one about to be saved. */
export const cycleOf = ({
  cycleStartDate,
  cycleDays,
  serviceWeekdays,
}: Pick<Row<typeof menuTemplate>, 'cycleStartDate' | 'cycleDays' | 'serviceWeekdays'>): MenuCycle => ({
  cycleStartDate: String(cycleStartDate),
  cycleDays: Number(cycleDays),
  serviceWeekdays: readWeekdays(serviceWeekdays ?? '') ?? [],
});

export const menuTemplateBehaviour = behaviour(menuTemplate, {
  async beforeSave(context, saving) {
    const { values, before } = saving;
    if (before !== null && before.frozen === 1)
      throw new Refused(
        refuse('master-data.menu-frozen', { billCode: before.billCode, action: { zh: '修改', en: 'change it' } }),
      );
    requirePeriod(context, saving);
    await completeCycle(context, values);
    await requirePlaces(context, values);
    if (before === null) values.versionNo = await nextVersion(context, values.previousId);
    await priceLines(context, saving);
  },
  actions: {
    toApply: (context, documents) => problemsOf(context, documents, 'toApply'),
    doApply: (context, documents) => problemsOf(context, documents, 'doApply'),
    async enable(context, documents) {
      const ids = documents.map((document) => document.id);
      const refusals = documents.flatMap(({ billCode, row }) =>
        row.enabled === 1 ? [refuse('master-data.menu-in-use', { billCode })] : frozenRefusals(billCode, row, 'enable'),
      );
      if (refusals.length > 0) return refusals;
      await stopPrevious(context, documents);
      const taken = await takePlaces(context, ids);
      if (taken.length > 0) return taken;
      await context.tx.run(
        sql`update menu_template set enabled = 1, enabled_time = now(), stop_time = null, version = version + 1,
          update_user = ${context.user.userId}::bigint, update_time = now() where id = any(${ids}::bigint[])`,
      );
    },
    async stop(context, documents) {
      const refusals = documents.flatMap(({ billCode, row }) =>
        row.enabled === 1 ? [] : [refuse('master-data.menu-not-in-use', { billCode })],
      );
      if (refusals.length > 0) return refusals;
      await takeOutOfUse(
        context,
        documents.map((document) => document.id),
      );
    },
    void: async (_context, documents) =>
      documents.flatMap(({ billCode, row }) =>
        row.enabled === 1 ? [refuse('master-data.menu-stop-first', { billCode })] : [],
      ),
  },
  async afterFreeze(context, ids, frozen) {
    const voided = await context.tx.rows<{ billCode: string }>(
      sql`select bill_code from menu_template where id = any(${[...ids]}::bigint[]) and status = 'void' order by id`,
    );
    if (voided.length > 0) throw new Refused(...voided.map((row) => refuse('master-data.menu-void', row)));
    if (frozen) return leavePlaces(context, ids);
    const inUse = await context.tx.rows<{ id: Id }>(
      sql`select id from menu_template where id = any(${[...ids]}::bigint[]) and enabled = 1`,
    );
    const taken = await takePlaces(
      context,
      inUse.map((row) => row.id),
    );
    if (taken.length > 0) throw new Refused(...taken);
  },
  fills: { costPerDiner: [], overBudgetCells: [], missingCells: [] },
  fillRows: fillFigures,
  computed: { effective: (context) => sql`case when ${inForceOn(context.today)} then 1 else 0 end` },
  filters: {
    effective: (value, context) => (value === '1' ? inForceOn(context.today) : sql`not ${inForceOn(context.today)}`),
    /** Whose period holds the day. */
    validOn: (value) => validOn(value),
    useRestaurantDeptId: (value) => sql`${value} = any(t.use_restaurant_dept_ids::text[])`,
    gearOperationDeptId: (value) => sql`${value} = any(t.gear_operation_dept_ids::text[])`,
  },
});

const idsOf = (value: unknown): readonly Id[] => (Array.isArray(value) ? value.map(String) : []);

/** Days from the type where none are given; weekdays in order; day 1 is a day of service. */
async function completeCycle(context: Context, values: Menu['values']): Promise<void> {
  values.cycleDays ??=
    (
      await context.tx.row<{ cycleDays: number }>(
        sql`select cycle_days from menu_template_type where id = ${values.menuTemplateTypeId ?? null}::bigint`,
      )
    )?.cycleDays ?? null;
  const weekdays = readWeekdays(String(values.serviceWeekdays ?? ''));
  if (weekdays === undefined) throw new Refused(refuse('master-data.menu-weekdays', {}, { field: 'serviceWeekdays' }));
  values.serviceWeekdays = weekdays.length === 0 ? null : weekdays.join(',');
  const date = values.cycleStartDate;
  if (!isServiceDay({ serviceWeekdays: weekdays }, date))
    throw new Refused(refuse('master-data.menu-cycle-start', { date }, { field: 'cycleStartDate' }));
}

const KINDS = {
  restaurant: {
    field: 'useRestaurantDeptIds',
    other: 'gearOperationDeptIds',
    category: DEPT.restaurant,
    label: menuTemplate.fields.useRestaurantDeptIds.label,
    kind: { zh: '餐厅', en: 'restaurant' },
  },
  gear: {
    field: 'gearOperationDeptIds',
    other: 'useRestaurantDeptIds',
    category: DEPT.stall,
    label: menuTemplate.fields.gearOperationDeptIds.label,
    kind: { zh: '档口', en: 'stall' },
  },
} as const;

/**
 * Restaurants or stalls as its kind says, all of them below its site and within reach; the company stands above the
 * site.
 */
async function requirePlaces(context: Context, values: Menu['values']): Promise<void> {
  const { field, other, category, label, kind } = KINDS[values.templateKind === 'gear' ? 'gear' : 'restaurant'];
  const siteId = values.bladeProjectDeptId;
  const ids = idsOf(values[field]);
  if (ids.length === 0) throw new Refused(refuse('field.required', { name: label }, { field }));
  values[other] = null;
  const site = await context.tx.row<{ deptName: string; deptCategory: string; companyDeptId: Id | null }>(sql`
    select d.dept_name, d.dept_category, (select c.id from dept c
    where c.dept_category = ${DEPT.company} and c.id in (${deptsUpwards(siteId)}) limit 1) as company_dept_id
    from dept d where d.id = ${siteId}::bigint`);
  if (site !== undefined && site.deptCategory !== DEPT.project)
    throw new Refused(refuse('master-data.menu-site', { place: site.deptName }, { field: 'bladeProjectDeptId' }));
  values.companyDeptId = site?.companyDeptId ?? null;
  const places = new Map(
    (
      await context.tx.rows<{ id: Id; deptName: string; deptCategory: string; isBelow: boolean }>(sql`
    with recursive upwards as (select d.id as place, d.id, d.parent_id from dept d
    where d.id = any(${[...ids]}::bigint[]) union select u.place, d.id, d.parent_id from dept d
    join upwards u on d.id = u.parent_id)
    select p.id, p.dept_name, p.dept_category, bool_or(u.id = ${siteId}::bigint) as is_below from dept p
    join upwards u on u.place = p.id group by p.id, p.dept_name, p.dept_category`)
    ).map((row) => [row.id, row]),
  );
  const { scope } = context.user;
  const refusals = ids.flatMap((id): Refusal[] => {
    const place = places.get(id);
    if (place === undefined) return [refuse('field.unknown-reference', { name: label }, { field })];
    if (place.deptCategory !== category || !place.isBelow)
      return [
        refuse('master-data.menu-place', { place: place.deptName, site: site?.deptName ?? siteId, kind }, { field }),
      ];
    return scope.all || scope.depts.includes(id)
      ? []
      : [refuse('master-data.menu-place-scope', { place: place.deptName }, { field })];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
}

const nextVersion = async (context: Context, previousId: unknown): Promise<number> =>
  previousId
    ? ((
        await context.tx.row<{ versionNo: number }>(
          sql`select version_no from menu_template where id = ${String(previousId)}::bigint`,
        )
      )?.versionNo ?? 0) + 1
    : 1;

/** A line without a price takes the dish's. */
async function priceLines(context: Context, saving: Menu): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return;
  const prices = new Map(
    (
      await context.tx.rows<{ id: Id; salePrice: string | null }>(
        sql`select id, sale_price from dish where id = any(${lines.map(({ values }) => values.dishId)}::bigint[])`,
      )
    ).map((dish) => [dish.id, dish.salePrice]),
  );
  saving.lines['details'] = lines.map((line) => ({
    ...line,
    values: {
      ...line.values,
      salePrice: line.values.salePrice ?? prices.get(line.values.dishId) ?? null,
    },
  }));
}

const frozenRefusals = (billCode: string, row: MenuRow, action: string): Refusal[] =>
  row.frozen === 1 ? [refuse('master-data.menu-frozen', { billCode, action: actions[action]!.label })] : [];

/**
 * The check of sent and approved templates, the same both times, and the same as beside the grid; what a rule of the
 * type only warns of stops nothing.
 */
async function problemsOf(
  context: Context,
  documents: readonly Acting<typeof menuTemplate>[],
  action: string,
): Promise<Refusal[]> {
  const drawn = await drawnLines(
    context,
    documents.map((document) => document.id),
  );
  const menus = documents.map(({ id, billCode, row }): DrawnMenu => ({
    billCode,
    typeId: row.menuTemplateTypeId,
    templateKind: row.templateKind,
    cycleDays: Number(row.cycleDays),
    startDate: String(row.startDate),
    restaurantIds: idsOf(row.useRestaurantDeptIds),
    stallIds: idsOf(row.gearOperationDeptIds),
    ...drawn(id),
  }));
  const judged = await judgeMenus(context, menus, 'send');
  return documents.flatMap(({ billCode, row }, index) => [
    ...frozenRefusals(billCode, row, action),
    ...judged[index]!.refusals,
  ]);
}

/** Meals and dishes of stored menus, by their ids: two statements, however many. */
async function drawnLines(
  context: Context,
  ids: readonly Id[],
): Promise<(id: Id) => Pick<DrawnMenu, 'meals' | 'dishes'>> {
  const meals = Map.groupBy(
    await context.tx.rows<{
      menuTemplateId: Id;
      mealType: string;
      mealStandard: DecimalText | null;
      plannedDiners: number | null;
    }>(sql`
    select menu_template_id, meal_type, meal_standard, planned_diners from menu_template_meal
    where menu_template_id = any(${[...ids]}::bigint[]) order by line_no`),
    (meal) => meal.menuTemplateId,
  );
  const lines = Map.groupBy(
    await context.tx.rows<Omit<PlannedDish, 'line'> & { menuTemplateId: Id }>(sql`
    select menu_template_id, day_no, meal_type, gear_operation_dept_id, dish_id, plan_portions
    from menu_template_detail where menu_template_id = any(${[...ids]}::bigint[]) order by menu_template_id, line_no`),
    (line) => line.menuTemplateId,
  );
  return (id) => ({
    meals: (meals.get(id) ?? []).map((meal) => ({
      ...meal,
      mealStandard: meal.mealStandard === null ? null : Decimal.of(meal.mealStandard),
    })),
    dishes: (lines.get(id) ?? []).map((line, index) => ({ ...line, line: index + 1 })),
  });
}

/** What the menus of a page cost a guest, by today's dish costs; asked for once however many menus. */
async function fillFigures(context: Context, rows: readonly { readonly id: Id }[]): Promise<void> {
  if (rows.length === 0 || !context.allowed('dish_cost_view')) return;
  const drawn = await drawnLines(
    context,
    rows.map((row) => row.id),
  );
  const menus = rows.map((row) => drawn(row.id));
  const costs = await costsToday(context, [
    ...new Set(menus.flatMap((menu) => menu.dishes.map((line) => line.dishId))),
  ]);
  const dishes = new Map(
    [...costs].map(([id, { todayCost }]) => [
      id,
      { name: id, role: null, cost: todayCost === null ? null : Decimal.of(todayCost), costMissing: [] },
    ]),
  );
  if (dishes.size === 0) return;
  rows.forEach((row, index) => {
    const { costPerDiner, overBudgetCells, missingCells } = menuFigures(menus[index]!.dishes, menus[index]!.meals, {
      dishes,
    });
    Object.assign(row, { costPerDiner: costPerDiner?.toFixed(2) ?? '', overBudgetCells, missingCells });
  });
}

/** Meals of places as rows of `menu_template_place` want them, with the words a refusal needs. */
const mealsOfPlaces = (ids: readonly Id[]): Sql => sql`
  select t.id as menu_template_id, t.bill_code, t.name, t.template_kind, d.id as dept_id, d.dept_name, m.meal_type,
    t.start_date, t.end_date
  from menu_template t join menu_template_meal m on m.menu_template_id = t.id
  join dept d on d.id = any(case t.template_kind when 'gear' then t.gear_operation_dept_ids
    else t.use_restaurant_dept_ids end) where t.id = any(${[...ids]}::bigint[])`;

/**
 * Holds every meal of every place for the period, or says which other template holds it. The places are locked first;
 * the database refuses what slips between.
 */
async function takePlaces(context: Context, ids: readonly Id[]): Promise<Refusal[]> {
  if (ids.length === 0) return [];
  const wanted = await context.tx.rows<MenuPlace>(sql`${mealsOfPlaces(ids)} order by t.id, d.id, m.line_no`);
  const deptIds = [...new Set(wanted.map((place) => place.deptId))];
  await context.tx.run(sql`select 1 from dept where id = any(${deptIds}::bigint[]) order by id for no key update`);
  const current = await context.tx.rows<MenuPlace>(sql`
    select p.*, t.bill_code, t.name, '' as dept_name from menu_template_place p
    join menu_template t on t.id = p.menu_template_id where p.dept_id = any(${deptIds}::bigint[])
      order by p.menu_template_id`);
  const refusals = overlapRefusals(wanted, current, mealName);
  if (refusals.length > 0) return refusals;
  await context.tx.run(sql`
    insert into menu_template_place (menu_template_id, template_kind, dept_id, meal_type, start_date, end_date)
    select menu_template_id, template_kind, dept_id, meal_type, start_date, end_date from (${mealsOfPlaces(ids)}) w`);
  return [];
}

const leavePlaces = async (context: Context, ids: readonly Id[]): Promise<void> =>
  void (await context.tx.run(sql`delete from menu_template_place where menu_template_id = any(${[...ids]}::bigint[])`));

async function takeOutOfUse(context: Context, ids: readonly Id[]): Promise<void> {
  await leavePlaces(context, ids);
  await context.tx.run(
    sql`update menu_template set enabled = 0, stop_time = now(), version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = any(${[...ids]}::bigint[])`,
  );
}

/** The version before goes out of use in the same act, and its timeline says so. */
async function stopPrevious(context: Context, documents: readonly Acting<typeof menuTemplate>[]): Promise<void> {
  const previousIds = documents.flatMap(({ row }) => (row.previousId ? [row.previousId] : []));
  const previous =
    previousIds.length === 0
      ? []
      : await context.tx.rows<MenuRow>(
          sql`select t.* from menu_template t where t.id = any(${previousIds}::bigint[]) and t.enabled = 1
            order by t.id for update`,
        );
  if (previous.length === 0) return;
  await takeOutOfUse(
    context,
    previous.map((row) => row.id),
  );
  await moveState(
    menuTemplate,
    context,
    previous.map((row) => ({ id: row.id, billCode: row.billCode, status: row.status, row })),
    'stop',
    {},
    null,
  );
}
