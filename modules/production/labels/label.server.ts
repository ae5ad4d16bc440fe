/** Food labels: filled from what they are of when they are made, and never changed once they were printed. */
import type { Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { inBoth } from '../../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { differences } from '../../../kernel/server/audit.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { nextBillCodes } from '../../../kernel/server/numbering.ts';
import { saveAll } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import type { DishFood } from '../../master-data/dishes/dish-food.rules.ts';
import { holdStalls } from '../produce/kitchen-stalls.server.ts';
import { minutesLater } from '../produce/produce.rules.ts';
import * as calls from './label.calls.ts';
import { allergensOfMaterial, labelFacts, type LabelFacts } from './label-facts.server.ts';
import { gearLabel, SAMPLE } from './label.resource.ts';
import {
  allergenRefusals,
  allergenWords,
  sampleExpiry,
  nutritionWords,
  sampleRefusals,
  worstOf,
  type LabelAllergen,
} from './label.rules.ts';

type LabelSaving = Saving<typeof gearLabel>;
const TEXT_MAX = 240;

/** How often and when last these labels were printed, those that were. */
async function printsOf(
  context: Context,
  ids: Id[],
): Promise<ReadonlyMap<Id, { readonly printCount: number; readonly lastPrintTime: string }>> {
  const rows = await context.tx.rows<{ id: Id; printCount: number; lastPrintTime: string }>(sql`
    select p.record_id as id, sum(p.copies)::integer as print_count, max(p.print_time) as last_print_time
    from print_log p where p.printed = ${gearLabel.name} and p.record_id = any(${ids}::text[]) group by p.record_id`);
  return new Map(rows.map(({ id, ...prints }) => [id, prints]));
}

/** Which of these labels were printed. */
const printedOf = async (context: Context, ids: Id[]): Promise<ReadonlySet<Id>> =>
  new Set((await printsOf(context, ids)).keys());

/** Labels that were printed keep all but their remark; answers the others. */
async function unprinted(context: Context, savings: readonly LabelSaving[]): Promise<readonly LabelSaving[]> {
  const stored = savings.flatMap(({ id }) => id ?? []);
  const printed = stored.length === 0 ? new Set<Id>() : await printedOf(context, stored);
  return savings.filter((saving) => {
    if (saving.id === null || !printed.has(saving.id)) return true;
    const changed = Object.keys(differences(saving.before, saving.values));
    if (changed.some((name) => name in gearLabel.fields && name !== 'remark'))
      saving.refuse(refuse('production.label-printed', { label: saving.values.labelNo }));
    return false;
  });
}

/** A label stands at a stall, or at a factory the person answers for. */
async function requirePlaces(context: Context, deptIds: readonly Id[]): Promise<void> {
  const { scope } = context.user;
  const factories = new Set(
    (
      await context.tx.rows<{ id: Id }>(sql`
        select d.id from dept d where d.id = any(${[...new Set(deptIds)]}::bigint[])
          and d.dept_category = ${DEPT.factory}
          ${scope.all ? empty : sql`and d.id = any(${scope.depts}::bigint[])`}`)
    ).map(({ id }) => id),
  );
  const stalls = deptIds.filter((id) => !factories.has(id));
  if (stalls.length > 0) await holdStalls(context, stalls);
}

/** Everything a label says that nobody typed. */
async function fillLabels(context: Context, savings: readonly LabelSaving[]): Promise<void> {
  const facts = await labelFacts(
    context,
    savings.map(({ values }) => values),
  );
  await requirePlaces(
    context,
    savings.map(({ values }) => values.gearOperationDeptId),
  );
  const fresh = savings.filter(({ before }) => before === null);
  const codes = fresh.length === 0 ? [] : await nextBillCodes(context, 'BQ', fresh.length);
  fresh.forEach((saving, index) => (saving.values.labelNo = codes[index]!));
  for (const saving of savings) {
    const found = fillLabel(context, saving, facts);
    if (found.length > 0) saving.refuse(...found);
  }
}

function fillLabel(context: Context, { values }: LabelSaving, facts: LabelFacts): Refusal[] {
  const bill = facts.bills.get(values.produceId ?? '');
  values.dishId ??= bill?.dishId ?? null;
  values.batchId ??= (values.labelType === 'leftover' ? bill?.leftoverBatchId : bill?.batchId) ?? null;
  if (values.dishId === null) values.materialId ??= facts.lots.get(values.batchId ?? '')?.materialId ?? null;
  const dish = facts.dishes.get(values.dishId ?? '');
  const material = facts.materials.get(values.materialId ?? '');
  const wrong = allergenRefusals(values.allergens, facts.allergens);
  if (values.dishId === null && values.materialId === null)
    wrong.push(refuse('production.label-what', {}, { field: 'dishId' }));
  if (wrong.length > 0) return wrong;
  values.labelName ||= dish?.name ?? material?.name ?? null;
  values.produceTime ??= bill?.produceTime ?? context.now;
  values.ingredients ||= dish?.ingredients ?? null;
  values.storage ||= STORAGE[material?.storage ?? ''] ?? null;
  fillFood(values, facts);
  if (values.labelType === SAMPLE) {
    values.sampleUserId ??= context.user.userId;
    values.sampleExpire ??= sampleExpiry(values.produceTime, facts.limits);
    values.useByTime = values.sampleExpire;
    wrong.push(
      ...sampleRefusals(
        {
          weightG: values.weightG,
          produceTime: values.produceTime,
          sampleExpire: values.sampleExpire,
          sampleUserId: values.sampleUserId,
        },
        facts.limits,
      ),
    );
  }
  values.useByTime ??=
    facts.lots.get(values.batchId ?? '')?.until ??
    bill?.expireTime ??
    (dish === undefined ? null : minutesLater(values.produceTime, dish.holdMinutes));
  if (values.useByTime !== null && values.useByTime <= values.produceTime)
    wrong.push(refuse('production.label-life', {}, { field: 'useByTime' }));
  return wrong;
}

/** Short, and in both languages at once: it is printed on every label. */
const STORAGE: Readonly<Record<string, string>> = {
  ambient: '常温 Ambient',
  cool: '阴凉 Cool',
  chilled: '冷藏 Chilled 0–4 ℃',
  frozen: '冷冻 Frozen −18 ℃',
};

/** Allergens and nutrition: as they were given, else as the dish or the material has them on this day. */
function fillFood(values: LabelSaving['values'], facts: LabelFacts): void {
  const food = facts.food.get(values.dishId ?? '');
  const material = facts.materials.get(values.materialId ?? '');
  values.allergens ??= food === undefined ? allergensOfMaterial(material?.allergens, facts.allergens) : statesOf(food);
  const stated = values.allergens as readonly LabelAllergen[];
  values.allergenState = worstOf(stated);
  values.allergenText = inBoth(allergenWords(stated, facts.allergens), TEXT_MAX);
  values.nutrition ??= food?.nutrients ?? null;
  const nutrition = nutritionWords((values.nutrition ?? {}) as Readonly<Record<string, string | null>>);
  values.nutritionText = nutrition.zh === '' ? null : inBoth(nutrition, TEXT_MAX);
}
const statesOf = ({ allergens }: DishFood): LabelAllergen[] =>
  Object.entries(allergens).map(([allergen, state]) => ({ allergen, state }));

// Row by row by its index: as `exists` the database may read all waste for a page of ten.
const isDestroyed = sql`coalesce((select true from gear_food_waste w where w.label_id = t.id
  and w.status = 'posted' limit 1), false)`;

export const labelBehaviour = behaviour(gearLabel, {
  async beforeSaveAll(context, savings) {
    const open = await unprinted(context, savings);
    if (open.length > 0) await fillLabels(context, open);
  },
  async beforeRemove(context, rows) {
    const printed = await printedOf(
      context,
      rows.map(({ id }) => id),
    );
    const printedRows = rows.filter(({ id }) => printed.has(id));
    if (printedRows.length > 0)
      throw new Refused(...printedRows.map(({ labelNo }) => refuse('production.label-printed', { label: labelNo })));
  },
  computed: {
    destroyed: (context) => sql`(case when t.label_type <> ${SAMPLE} then null when ${isDestroyed} then 'destroyed'
      when t.sample_expire <= ${context.now}::timestamptz then 'due' else 'kept' end)`,
  },
  fills: { printCount: [], lastPrintTime: [] },
  async fillRows(context, rows) {
    const printed = await printsOf(
      context,
      rows.map(({ id }) => id),
    );
    for (const row of rows) Object.assign(row, printed.get(row.id) ?? { printCount: 0, lastPrintTime: '' });
  },
  filters: {
    toDestroy: (_value, context) =>
      sql`(t.label_type = ${SAMPLE} and t.sample_expire <= ${context.now}::timestamptz and not ${isDestroyed})`,
  },
});

/** Labels as they came: given one by one, or one for each bill. */
export const addLabels = serve(calls.addLabels, async (context, input) => {
  const given = Array.isArray(input.body) ? (input.body as readonly Input[]) : [];
  const bills = listOf(input.produceIds ?? '').map(String);
  const bodies = given.length > 0 ? given : await ofBills(context, bills, input);
  if (bodies.length === 0) throw new Refused(refuse('production.label-none', {}, { field: 'produceIds' }));
  if (bodies.length > calls.LABELS_MAX)
    throw new Refused(refuse('production.label-too-many', { max: calls.LABELS_MAX }));
  await saveAll(
    gearLabel,
    context,
    bodies.map(({ id: _id, ...body }) => body),
  );
  return true;
});

interface Wanted {
  readonly labelType: string | null;
  readonly copies: number | null;
  readonly weightG: number | null;
}
async function ofBills(context: Context, ids: readonly string[], wanted: Wanted): Promise<readonly Input[]> {
  const known = ids.filter((id) => /^\d{1,19}$/.test(id));
  const rows = await context.tx.rows<{ id: Id; placeDeptId: Id; produceType: string }>(sql`
    select id, place_dept_id, produce_type from gear_produce
    where id = any(${known}::bigint[]) and status = 'posted' and dish_id is not null order by id`);
  return rows.map(({ id, placeDeptId, produceType }) => ({
    produceId: id,
    gearOperationDeptId: placeDeptId,
    labelType: wanted.labelType ?? (produceType === 'semi' ? 'semi' : 'dish'),
    copies: wanted.copies ?? 1,
    ...(wanted.weightG === null ? {} : { weightG: wanted.weightG }),
  }));
}
