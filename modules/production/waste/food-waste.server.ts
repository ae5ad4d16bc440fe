/** Food waste: a bill is posted when it is saved; what was not served or used up leaves stock at its cost. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { askedText } from '../../../kernel/server/asked-text.ts';
import { behaviour, type SavedRecord, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { runAction } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { lotsOnHand } from '../../stock/ledger/lots-on-hand.server.ts';
import { placeKey } from '../../stock/ledger/posting.rules.ts';
import { post } from '../../stock/ledger/posting.server.ts';
import { holdStalls, ledgerTime, requireOpenDays, type KitchenStall } from '../produce/kitchen-stalls.server.ts';
import { reversePosted } from '../produce/produce.server.ts';
import * as calls from './food-waste.calls.ts';
import { gearFoodWaste, wasteKinds } from './food-waste.document.ts';
import { leavesStock, portionsIn, sampleRefusal, thrownRefusals, wastedLots, type Thrown } from './food-waste.rules.ts';
import { wasteTotals } from './waste-totals.server.ts';
import { factsOfWaste, type WasteFacts } from './waste-facts.server.ts';

type Waste = Saving<typeof gearFoodWaste>;

/** New bills: stall, day, what it was and how much of it, its stock held. */
async function prepare(context: Context, savings: readonly Waste[]): Promise<void> {
  const stalls = await holdStalls(
    context,
    savings.map(({ values }) => values.gearOperationDeptId),
  );
  const stallOf = ({ values }: Waste): KitchenStall => stalls.get(values.gearOperationDeptId)!;
  for (const saving of savings) fillHead(context, saving, stallOf(saving));
  await requireOpenDays(
    context,
    savings.map((saving) => ({ stall: stallOf(saving), bizDate: saving.values.bizDate! })),
  );
  const photo = (await readParameter(context, 'waste.photo')) === '1';
  for (const saving of savings) {
    if (photo && (saving.values.pictures ?? []).length === 0)
      throw new Refused(refuse('production.waste-photo', {}, { field: 'pictures' }));
    await prepareOne(context, saving, stallOf(saving));
  }
}

function fillHead(context: Context, { values }: Waste, stall: KitchenStall): void {
  values.bizDate ??= context.today;
  values.operatorId ??= context.user.userId;
  values.companyDeptId = stall.companyDeptId;
  values.bladeProjectDeptId = stall.bladeProjectDeptId;
  values.useRestaurantDeptId = stall.useRestaurantDeptId;
  if (values.wasteKind !== 'sample') values.labelId = null;
}

const thrownOf = ({ values }: Waste, facts: WasteFacts): Thrown => {
  const [, zh, en] = wasteKinds.find(([kind]) => kind === values.wasteKind)!;
  return {
    wasteKind: values.wasteKind,
    kindLabel: { zh, en },
    hasMaterial: values.materialId !== null,
    hasDish: values.dishId !== null,
    hasLabel: values.labelId !== null,
    stdYield: facts.stdYield,
  };
};

/** One bill: named by its lot or its sample where people scan, its quantity reckoned from the weight. */
async function prepareOne(context: Context, saving: Waste, stall: KitchenStall): Promise<void> {
  const { values } = saving;
  if (values.materialId !== null && values.dishId !== null)
    throw new Refused(refuse('production.waste-one', {}, { field: 'dishId' }));
  const facts = await factsOfWaste(context, stall, values);
  if (values.labelId !== null) {
    const wrong = sampleRefusal(facts.sample, context.now);
    if (wrong !== undefined) throw new Refused(wrong);
  }
  values.dishId = facts.dishId;
  values.materialId = facts.ofDish ? null : facts.materialId;
  const thrown = thrownOf(saving, facts);
  const found: Refusal[] = [...thrownRefusals(thrown), ...lotRefusals(values.batchId, stall, facts)];
  if (found.length > 0) throw new Refused(...found);
  if (values.materialId === null && values.dishId === null) return;
  values.unitId = facts.unitId;
  if (!leavesStock(thrown) || facts.materialId === null || facts.isGone) {
    values.qty = null;
    if (facts.materialId === null && values.labelId === null && leavesStock(thrown))
      throw new Refused(refuse('production.never-made', { stall: stall.name, dish: facts.name }, { field: 'dishId' }));
    return;
  }
  const key = { locationId: stall.locationId, materialId: facts.materialId };
  await holdStock(context, [key]);
  values.qty ??= reckoned(Decimal.of(values.weightKg), facts)?.toString() ?? null;
  if (values.qty === null) throw new Refused(refuse('production.waste-qty', { what: facts.name }, { field: 'qty' }));
}

/** How much a weight is, in base unit or portions; null where nobody says. */
function reckoned(weightKg: Decimal, facts: WasteFacts): Decimal | null {
  if (facts.perKilogram !== null) return weightKg.times(facts.perKilogram).rounded(6);
  return facts.portionGrams === null || !facts.there.isPositive()
    ? null
    : portionsIn(weightKg, facts.portionGrams, facts.there);
}

function lotRefusals(batchId: Id | null, stall: KitchenStall, { lot }: WasteFacts): Refusal[] {
  const at = { field: 'batchId' };
  if (batchId === null) return [];
  if (lot === null) return [refuse('production.waste-elsewhere', { stall: stall.name }, at)];
  return lot.state === 'hold' ? [refuse('production.waste-held', { batch: lot.code, reason: lot.holdReason }, at)] : [];
}

/** Takes what was thrown away out of its lots and writes what it was worth. */
async function throwAway(context: Context, { id, values }: SavedRecord<typeof gearFoodWaste>): Promise<void> {
  if (values.qty === null) return;
  const stall = (await holdStalls(context, [values.gearOperationDeptId])).get(values.gearOperationDeptId)!;
  const facts = await factsOfWaste(context, stall, values);
  const materialId = facts.materialId!;
  const qty = Decimal.of(values.qty);
  const there = (await lotsOnHand(context, [{ locationId: stall.locationId, materialId }])).get(
    placeKey(stall.locationId, materialId),
  )!;
  const picks = values.batchId === null ? wastedLots(there.lots, qty) : [{ batchId: values.batchId, qty }];
  if (picks === null) {
    const free = Decimal.sum(there.lots.filter(({ lotState }) => lotState === 'free').map((lot) => lot.qty));
    throw new Refused(
      refuse('production.waste-short', { what: facts.name, qty, free, unit: facts.unit }, { field: 'qty' }),
    );
  }
  const businessTime = ledgerTime(values.bizDate!, context.today);
  const moves = await post(
    context,
    picks.map((pick) => ({
      bill: {
        type: gearFoodWaste.segment,
        id,
        code: String((values as { billCode: string }).billCode),
      },
      lineId: id,
      reason: 'kitchen.waste',
      reasonDetail: values.wasteKind,
      materialId,
      batchId: pick.batchId,
      from: stall.locationId,
      qty: pick.qty.toString(),
      ...(businessTime === undefined ? {} : { businessTime }),
    })),
  );
  const amount = Decimal.sum(moves.map((move) => Decimal.of(move.amount))).negated();
  await context.tx.run(sql`update gear_food_waste set amount = ${amount.toFixed(2)} where id = ${id}::bigint`);
}

export const foodWasteBehaviour = behaviour(gearFoodWaste, {
  async beforeSaveAll(context, savings) {
    const fresh = savings.filter(({ before }) => before === null);
    if (fresh.length > 0) await prepare(context, fresh);
  },
  async afterSave(context, saved) {
    if (saved.creating) await throwAway(context, saved);
  },
  actions: {
    reverse: (context, bills, input) =>
      reversePosted(context, gearFoodWaste.segment, bills, askedText(input, 'reason')),
  },
});

const page = serve(calls.wastePage, (context, _input, { body }) => readPage(gearFoodWaste, context, body), {
  reads: true,
});

/** `remove` takes bills back: nothing that is posted is ever deleted. */
const remove = serve(calls.removeWaste, async (context, _input, { body }) => {
  await runAction(gearFoodWaste, 'reverse', context, body);
  return true;
});

export const foodWasteCalls: readonly Call[] = [page, remove, wasteTotals];
