/** What bills of production derive before they are written: their place and day, what they make, what that takes. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { savingLines } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { plannedMeals } from '../../operations/meals/meals.server.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { dayEndLines } from './day-end.server.ts';
import { requireOpenDays } from './kitchen-stalls.server.ts';
import type { NewPot, Pot } from './new-pot.server.ts';
import { stockOf } from './pot-lots.server.ts';
import { unitsOf } from './pot-units.server.ts';
import { needsOfPots, type PotGoods } from './pot-needs.server.ts';
import { holdPlaces, placeRefusals } from './pot-places.server.ts';
import { portionMaterials } from './portion-material.server.ts';
import { gearProduce } from './produce.document.ts';
import { overRefusals, type UsedGoods } from './produce.rules.ts';
import { splitLines } from './split.server.ts';

/** A dish as its pot needs it. */
interface PotDish {
  readonly id: Id;
  readonly name: string;
  readonly nameEn: string | null;
  readonly dishKind: 'finished' | 'semi';
  readonly stockMaterialId: Id | null;
  readonly portionMaterialId: Id | null;
  readonly unitId: Id | null;
}

/** So few are prepared by questions whose answers take less time than their plans: they keep them. */
const FEW = 20;

/** New bills: heads and lines filled, everything they touch held. */
export async function preparePots(context: Context, savings: readonly Pot[]): Promise<void> {
  const heads = savings.map(({ values }) => values);
  const [misplaced] = await Promise.all([
    placeRefusals(context, heads),
    savings.length <= FEW && context.tx.genericPlans(),
  ]);
  if (misplaced.length > 0) throw new Refused(...misplaced);
  const placeOf = await holdPlaces(context, heads);
  const pots = savings.map((saving): NewPot => {
    saving.values.bizDate ??= context.today;
    return { saving, place: placeOf(saving.values), bizDate: saving.values.bizDate };
  });
  const wrong = pots.flatMap((pot) => headRefusals(context, pot));
  if (wrong.length > 0) throw new Refused(...wrong);
  for (const pot of pots) fillHead(context, pot);
  const of = (...types: readonly string[]): NewPot[] =>
    pots.filter(({ saving }) => types.includes(saving.values.produceType));
  const [percent] = await Promise.all([
    readParameter(context, 'production.over-percent'),
    requireOpenDays(
      context,
      pots.map(({ place, bizDate }) => ({ stall: place, bizDate })),
    ),
    cookLines(context, of('cook', 'semi')),
    fillPlanned(context, of('cook')),
  ]);
  await splitLines(context, of('split'));
  await dayEndLines(context, of('day-end'));
  await refuseOveruse(context, of('cook', 'semi'), Decimal.of(Decimal.isText(percent) ? percent : '30'));
  await holdTouched(context, pots);
}

/** What one alone can say of itself. */
function headRefusals(context: Context, { saving: { values, lines }, place }: NewPot): Refusal[] {
  const { produceType, dishId, splitBomId, actualQty, leftoverQty, produceTime } = values;
  const found: Refusal[] = [];
  if (produceType === 'day-end') {
    if (place.costMode !== 'day-end') found.push(refuse('production.not-by-day-end', { stall: place.name }));
  } else {
    if (place.costMode === 'day-end' && produceType === 'cook')
      found.push(refuse('production.by-day-end', { stall: place.name }));
    if (produceType === 'split' && splitBomId === null)
      found.push(refuse('production.split-missing', {}, { field: 'splitBomId' }));
    if (produceType !== 'split' && dishId === null)
      found.push(refuse('production.dish-missing', {}, { field: 'dishId' }));
    if (actualQty === null) found.push(refuse('production.qty-missing', {}, { field: 'actualQty' }));
  }
  if (!place.isFactory && values.mealType === null)
    found.push(refuse('field.required', { name: gearProduce.fields.mealType.label }, { field: 'mealType' }));
  if (produceType === 'split' && (lines['outputs'] ?? []).length === 0)
    found.push(refuse('production.no-cuts', {}, { field: 'outputs' }));
  if (leftoverQty !== null) found.push(refuse('production.leftover-first', {}, { field: 'leftoverQty' }));
  if (produceTime !== null && produceTime > context.now)
    found.push(refuse('production.time-future', { time: produceTime }, { field: 'produceTime' }));
  return found;
}

function fillHead(context: Context, { saving: { values, lines }, place, bizDate }: NewPot): void {
  values.produceTime ??= bizDate === context.today ? context.now : `${bizDate} 12:00:00`;
  values.operatorId ??= context.user.userId;
  values.placeKind = place.isFactory ? 'factory' : 'stall';
  values.placeDeptId = place.deptId;
  if (place.isFactory) values.mealType = null;
  values.companyDeptId = place.companyDeptId;
  values.bladeProjectDeptId = place.bladeProjectDeptId;
  values.useRestaurantDeptId = place.useRestaurantDeptId;
  if (values.produceType !== 'split') lines['outputs'] = [];
  if (values.produceType === 'split' || values.produceType === 'day-end') values.dishId = null;
  if (values.produceType !== 'split') values.splitBomId = null;
}

/** What pots make, and their lines: those of the BOM where none came, and what the BOM says beside each. */
async function cookLines(context: Context, pots: readonly NewPot[]): Promise<void> {
  if (pots.length === 0) return;
  const dishes = await dishesOf(
    context,
    pots.map(({ saving }) => saving.values.dishId!),
  );
  const known = pots.filter(({ saving }) => dishes.has(saving.values.dishId!));
  for (const { saving } of known)
    saving.values.produceType = dishes.get(saving.values.dishId!)!.dishKind === 'semi' ? 'semi' : 'cook';
  const needs = await needsOfPots(
    context,
    known.map(({ saving: { values }, place, bizDate }) => ({
      deptId: place.deptId,
      dishId: values.dishId!,
      bizDate,
      qty: values.actualQty!,
      portionGroup: values.portionGroup ?? 'standard',
    })),
  );
  for (const [index, { saving }] of known.entries()) {
    const { bomId, goods } = needs[index]!;
    saving.values.dishBomId = bomId;
    fillLines(saving, goods);
  }
  await fillMade(context, known, dishes);
}

/** Lines of one pot. Of a material on several lines the first has the figure of the BOM. */
function fillLines(saving: Pot, goods: ReadonlyMap<Id, PotGoods>): void {
  const given = savingLines(saving, 'details') ?? [];
  const rows =
    given.length === 0
      ? [...goods.keys()].map((materialId) => ({
          id: null,
          values: { materialId, actualQty: null, restQty: null, batchId: null, lotReason: null },
        }))
      : given;
  const seen = new Set<Id>();
  saving.lines['details'] = rows.map(({ id, values }) => {
    const need = seen.has(values.materialId) ? undefined : goods.get(values.materialId);
    seen.add(values.materialId);
    const std = need?.gross ?? Decimal.zero;
    const used = values.actualQty ?? std.toString();
    const yields = need !== undefined && Decimal.of(used).isPositive();
    return {
      id,
      values: {
        ...values,
        stdQty: std.toString(),
        actualQty: used,
        restQty: null,
        actualYield: yields ? need.net.times(Decimal.hundred).dividedBy(Decimal.of(used)).rounded(2).toString() : null,
        amount: null,
        unitId: null,
      },
    };
  });
}

/** Dishes of pots, held: what their portions are kept as is made once. */
async function dishesOf(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, PotDish>> {
  const rows = await context.tx.rows<PotDish>(sql`
    select d.id, d.name, nullif(d.name_en, '') as name_en, d.dish_kind, d.portion_material_id,
      case when d.stockable = 1 then d.stock_material_id end as stock_material_id,
      (select b.output_unit_id from dish_bom b where b.dish_id = d.id and b.released = 1
        order by b.start_date desc limit 1) as unit_id
    from dish d where d.id = any(${[...new Set(ids)]}::bigint[]) order by d.id for no key update of d`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function fillMade(context: Context, pots: readonly NewPot[], dishes: ReadonlyMap<Id, PotDish>): Promise<void> {
  const cooked = [...new Set(pots.map(({ saving }) => saving.values.dishId!))].map((id) => dishes.get(id)!);
  const wrong = cooked
    .filter(({ dishKind, stockMaterialId }) => dishKind === 'semi' && stockMaterialId === null)
    .map(({ name }) => refuse('production.not-kept', { dish: name }, { field: 'dishId' }));
  if (wrong.length > 0) throw new Refused(...wrong);
  const made = await portionMaterials(
    context,
    cooked.flatMap(({ id, name, nameEn, dishKind, portionMaterialId, unitId }) =>
      dishKind === 'finished' && portionMaterialId === null && unitId !== null
        ? [{ dishId: id, name, nameEn, unitId }]
        : [],
    ),
  );
  for (const { saving } of pots) {
    const dish = dishes.get(saving.values.dishId!)!;
    saving.values.materialId =
      dish.dishKind === 'semi' ? dish.stockMaterialId : (dish.portionMaterialId ?? made.get(dish.id) ?? null);
  }
}

/** Portions planned for the dish, meal and day. */
async function fillPlanned(context: Context, pots: readonly NewPot[]): Promise<void> {
  if (pots.length === 0) return;
  const days = pots.map(({ bizDate }) => bizDate).toSorted();
  const planned = await plannedMeals(context, {
    from: days[0]!,
    to: days.at(-1)!,
    deptIds: [...new Set(pots.map(({ place }) => place.deptId))],
  });
  for (const { saving, place, bizDate } of pots) {
    const own = planned.filter(
      (meal) =>
        meal.gearOperationDeptId === place.deptId &&
        meal.mealDate === bizDate &&
        meal.mealType === saving.values.mealType &&
        meal.dishId === saving.values.dishId &&
        meal.portionGroup === (saving.values.portionGroup ?? 'standard'),
    );
    saving.values.planQty =
      own.length === 0 ? null : Decimal.sum(own.map((meal) => Decimal.of(meal.portions))).toString();
  }
}

async function refuseOveruse(context: Context, pots: readonly NewPot[], percent: Decimal): Promise<void> {
  const ids = pots.flatMap(({ saving }) => [
    ...(savingLines(saving, 'details') ?? []).map(({ values }) => values.materialId),
    ...(saving.values.materialId === null ? [] : [saving.values.materialId]),
  ]);
  if (ids.length === 0) return;
  const names = await unitsOf(context, ids);
  const refusals = pots.flatMap(({ saving }) => {
    const byMaterial = Map.groupBy(savingLines(saving, 'details') ?? [], ({ values }) => values.materialId);
    const goods = [...byMaterial].map(([id, own]): UsedGoods => ({
      material: names.get(id)?.name ?? '',
      unit: names.get(id)?.unit ?? '',
      std: Decimal.sum(own.map(({ values }) => Decimal.of(values.stdQty ?? '0'))),
      actual: Decimal.sum(own.map(({ values }) => Decimal.of(values.actualQty ?? '0'))),
    }));
    return overRefusals(goods, percent, saving.values.overReason ?? '');
  });
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** The stock of everything the bills take and make, held in one go; each line gets the unit of its material. */
async function holdTouched(context: Context, pots: readonly NewPot[]): Promise<void> {
  const touched = pots.flatMap(({ saving, place }) => [
    ...(savingLines(saving, 'details') ?? []).map(({ values: { materialId } }) => ({
      locationId: place.from.locationId,
      materialId,
    })),
    ...[
      ...(savingLines(saving, 'outputs') ?? []).map(({ values }) => values.materialId),
      ...(saving.values.materialId === null ? [] : [saving.values.materialId]),
    ].map((materialId) => ({ locationId: place.locationId, materialId })),
  ]);
  const units = await unitsOf(
    context,
    touched.map(({ materialId }) => materialId),
  );
  const known = touched.filter(({ materialId }) => units.has(materialId));
  await Promise.all([holdStock(context, await stockOf(context, known)), context.tx.genericPlans(false)]);
  for (const { saving } of pots)
    for (const key of ['details', 'outputs'] as const)
      saving.lines[key] = (savingLines(saving, key) ?? []).map(({ id, values }) => ({
        id,
        values: { ...values, unitId: units.get(values.materialId)?.unitId ?? null },
      }));
}
