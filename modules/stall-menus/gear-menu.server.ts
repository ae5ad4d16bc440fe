/** Saving stall menus: their place, the price of each dish, and what their meal still lets change. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { saveRecords } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { mealName } from '../admin/dictionaries/dictionaries.ts';
import { namedId } from '../master-data/units/unit-calls.server.ts';
import { shelvesOf, type Shelf } from '../operations/goods-systems/shelf.server.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { requireNotStopped } from '../operations/profiles/store-admin.server.ts';
import { openStall } from '../operations/sites/ancestors.server.ts';
import { gearMenu } from './gear-menu.resource.ts';
import { changeRefusals, phaseOf, type Phase, type SoldDish } from './gear-menu.rules.ts';
import { notifyOfMenus } from './menu-changes.server.ts';

type Menu = Saving<typeof gearMenu>;
interface StoredLine extends SoldDish {
  readonly id: Id;
  readonly gearMenuId: Id;
  readonly soldQty: DecimalText;
  readonly soldOut: 0 | 1;
}
/** What is read once for all menus of a save. */
interface Facts {
  readonly places: ReadonlyMap<Id, Awaited<ReturnType<typeof openStall>>>;
  readonly phase: Phase;
  readonly shelves: ReadonlyMap<Id, Shelf>;
  readonly lines: readonly StoredLine[];
  readonly dishes: ReadonlyMap<Id, { readonly name: string; readonly salePrice: DecimalText | null }>;
  readonly plan: { readonly salesPlanId: Id; readonly menuTemplateId: Id | null } | undefined;
}
const factsOf = new WeakMap<Menu, Facts>();

export const gearMenuBehaviour = behaviour(gearMenu, {
  beforeSaveAll: readFacts,
  beforeSave(_context, saving) {
    const { values, before } = saving;
    const facts = factsOf.get(saving)!;
    const place = facts.places.get(values.gearOperationDeptId)!;
    const sent = savingLines(saving, 'details');
    const refusals = changeRefusals(
      {
        phase: facts.phase,
        date: values.menuDate,
        meal: mealName(values.mealType),
        determined: before?.menuStatus === 'determined',
      },
      facts.lines,
      sent?.map((line) => line.values),
    );
    if (refusals.length > 0) throw new Refused(...refusals);
    Object.assign(values, {
      useRestaurantDeptId: place.useRestaurantDeptId,
      bladeProjectDeptId: place.bladeProjectDeptId,
      gearSalesPlanId: facts.plan?.salesPlanId ?? before?.gearSalesPlanId ?? null,
      sourceTemplateId: facts.plan?.menuTemplateId ?? before?.sourceTemplateId ?? null,
    });
    if (sent !== undefined) saving.lines['details'] = completed(sent, facts, values.gearOperationDeptId);
  },
  afterSaveAll: (context, saved) =>
    notifyOfMenus(
      context,
      saved.map(({ values }) => values.useRestaurantDeptId),
    ),
});

/** Everything a save of menus looks at: a fixed number of statements for each stall, however many menus. */
async function readFacts(context: Context, savings: readonly Menu[]): Promise<void> {
  const stallIds = [...new Set(savings.map(({ values }) => values.gearOperationDeptId))];
  await requireNotStopped(context, stallIds);
  const places = new Map<Id, Awaited<ReturnType<typeof openStall>>>();
  for (const id of stallIds) places.set(id, await openStall(context, id));
  const shelves = await shelvesOf(context, stallIds);
  const stalls = await stallPlaces(context, stallIds);
  const ids = savings.flatMap(({ id }) => id ?? []);
  const lines = await context.tx.rows<StoredLine>(sql`
    select id, gear_menu_id, dish_id, portion_group, is_free, sold_qty, sold_out from gear_menu_detail
    where gear_menu_id = any(${ids}::bigint[])`);
  const dishIds = savings.flatMap((saving) => savingLines(saving, 'details')?.map(({ values }) => values.dishId) ?? []);
  const dishes = new Map(
    (
      await context.tx.rows<{ id: Id; name: string; salePrice: DecimalText | null }>(
        sql`select id, name, sale_price from dish where id = any(${[...new Set(dishIds)]}::bigint[])`,
      )
    ).map((row) => [row.id, row]),
  );
  const plans = await plansOf(context, stallIds, savings);
  for (const saving of savings) {
    const { gearOperationDeptId, mealType, menuDate } = saving.values;
    factsOf.set(saving, {
      places,
      shelves,
      dishes,
      phase: phaseOf(stalls.get(gearOperationDeptId)?.intervals ?? [], mealType, menuDate, context.now),
      lines: lines.filter((line) => line.gearMenuId === saving.id),
      plan: plans.get(`${gearOperationDeptId} ${menuDate} ${mealType}`),
    });
  }
}

/** The approved plan of each meal of these menus. */
async function plansOf(
  context: Context,
  stallIds: readonly Id[],
  savings: readonly Menu[],
): Promise<ReadonlyMap<string, NonNullable<Facts['plan']>>> {
  const days = savings.map(({ values }) => values.menuDate);
  const rows = await context.tx.rows<{ key: string; salesPlanId: Id; menuTemplateId: Id | null }>(sql`
    select p.gear_operation_dept_id || ' ' || d.meal_date || ' ' || d.meal_type as key, min(p.id) as sales_plan_id,
      min(d.menu_template_id) as menu_template_id
    from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id
    where p.status = 'approved' and p.gear_operation_dept_id = any(${[...stallIds]}::bigint[])
      and d.meal_date = any(${days}::date[])
    group by p.gear_operation_dept_id, d.meal_date, d.meal_type`);
  return new Map(rows.map((row) => [row.key, row]));
}

type Line = NonNullable<ReturnType<typeof savingLines<typeof gearMenu, 'details'>>>[number];
const dishOf = ({ dishId, portionGroup }: Pick<Line['values'], 'dishId' | 'portionGroup'>): string =>
  `${dishId}|${portionGroup}`;

/**
 * Lines as they will stand: the same dish stays the line it was, with what was sold of it; a price comes from the shelf
 * or the dish where none is typed. Refuses those without one.
 */
function completed(sent: readonly Line[], { lines, shelves, dishes }: Facts, stallId: Id): Line[] {
  const stored = new Map(lines.map((line) => [dishOf(line), line]));
  const refusals: Refusal[] = [];
  const result = sent.map(({ id, values }, index): Line => {
    const old = stored.get(dishOf(values)) ?? lines.find((line) => line.id === id);
    const dish = dishes.get(values.dishId);
    const price =
      values.isFree === 1
        ? null
        : (values.price ?? shelves.get(stallId)?.dishes.get(values.dishId) ?? dish?.salePrice ?? null);
    if (price === null && values.isFree === 0 && dish !== undefined)
      refusals.push(
        refuse('stall-menus.price', { line: index + 1, dish: dish.name }, { line: index + 1, field: 'price' }),
      );
    return {
      id: old?.id ?? null,
      values: { ...values, price, soldQty: old?.soldQty ?? '0', soldOut: old?.soldOut ?? 0 },
    };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return result;
}

/**
 * Saves menus, all or none; one without an id is that of its stall, day and meal. Answers their ids. Refusals of
 * several name their day and meal.
 */
export async function saveMenus(context: Context, bodies: readonly Input[]): Promise<Id[]> {
  const known = await storedMenus(context, bodies);
  const named = bodies.map(({ id, ...body }): Input => ({ ...body, id: id || known.get(keyOf(body)) || null }));
  const saved = await saveRecords(gearMenu, context, named);
  const refusals = saved.flatMap((each, index) =>
    'refusals' in each ? each.refusals.map((refusal) => inMeal(refusal, named[index]!, named.length)) : [],
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  return saved.flatMap((each) => ('id' in each ? [each.id] : []));
}

const keyOf = ({ gearOperationDeptId, menuDate, mealType }: Input): string =>
  [gearOperationDeptId, menuDate, mealType].map((part) => String(part ?? '')).join(' ');

async function storedMenus(context: Context, bodies: readonly Input[]): Promise<ReadonlyMap<string, Id>> {
  const stallIds = bodies.flatMap(({ gearOperationDeptId }) => namedId(gearOperationDeptId) ?? []);
  const rows = await context.tx.rows<{ id: Id; key: string }>(sql`
    select id, gear_operation_dept_id || ' ' || menu_date || ' ' || meal_type as key from gear_menu
    where gear_operation_dept_id = any(${stallIds}::bigint[])
      and gear_operation_dept_id || ' ' || menu_date || ' ' || meal_type = any(${bodies.map(keyOf)}::text[])`);
  return new Map(rows.map((row) => [row.key, row.id]));
}

function inMeal(refusal: Refusal, { menuDate, mealType }: Input, of: number): Refusal {
  if (of === 1 || refusal.code.startsWith('stall-menus.')) return refusal;
  return refuse('stall-menus.in-meal', {
    date: String(menuDate ?? ''),
    meal: mealName(String(mealType ?? '')),
    what: label(sentenceOf(refusal, 'zh'), sentenceOf(refusal, 'en')),
  });
}
