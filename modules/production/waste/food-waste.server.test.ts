/** Waste, labels and samples as kitchens enter them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf, type BillRoom, type BillRow } from '../../other-moves/other-moves.testing.ts';
import { place, thing } from '../../stock/ledger/stock-room.testing.ts';
import { aKitchen, dish, LABEL, PRODUCE, stallLot, WASTE } from '../production.testing.ts';
import { servedFromPots } from '../day/served-portions.server.ts';

let room: BillRoom;
beforeEach(async () => {
  room = await aKitchen();
});
afterEach(() => room.close());

const codesOf = async (work: Promise<unknown>): Promise<string[]> => (await refusalsOf(work)).map(([code]) => code);
async function thrown(more: object, person: object = {}): Promise<BillRow> {
  const { id } = await room.call<{ id: string }>(
    `${WASTE}/submit`,
    { gearOperationDeptId: place.stall, wasteKind: 'spoiled', wasteCause: 'storage', weightKg: '1', ...more },
    person,
  );
  return room.billOf(WASTE, id);
}
async function cooked(): Promise<BillRow> {
  await stallLot(room, thing.rice, '20', '80');
  await stallLot(room, thing.oil, '5', '50');
  const { id } = await room.call<{ id: string }>(`${PRODUCE}/submit`, {
    gearOperationDeptId: place.stall,
    mealType: 'lunch',
    dishId: dish.rice,
    actualQty: '40',
  });
  return room.billOf(PRODUCE, id);
}
const setting = (key: string, value: string): Promise<unknown> =>
  room.act(({ tx }) =>
    tx.run(sql`insert into param (param_key, param_value, param_name) values (${key}, ${value}, ${key})`),
  );

describe('R05 RULE-462: what is thrown away', () => {
  test('spoiled goods leave stock at their cost, an expired lot too, the first to expire first', async () => {
    const old = await stallLot(room, thing.rice, '2', '10', { expiryDate: '2025-03-10' });
    await stallLot(room, thing.rice, '8', '32', { expiryDate: '2025-04-10' });
    const bill = await thrown({ materialId: thing.rice, weightKg: '3' });
    expect(bill).toMatchObject({ status: 'posted', qty: '3', amount: '14.00' });
    expect(bill.billCode).toMatch(/^LF20250316\d{4}$/);
    expect(await room.lotAt(old.batchId, place.stall)).toEqual({ qty: '0', amount: '0' });
    expect(await room.proven()).toBe(true);
    expect(await room.call(`${WASTE}/remove`, { ids: bill.id })).toBe(true);
    expect((await room.lotAt(old.batchId, place.stall)).qty).toBe('2');
    expect(await room.proven()).toBe(true);
  });

  test('a held lot, one of another stall, more than there is, and what is not named are refused', async () => {
    const lot = await stallLot(room, thing.rice, '2', '10');
    const other = await stallLot(room, thing.rice, '2', '10', { locationId: place.otherStall });
    expect(await codesOf(thrown({ materialId: thing.rice, weightKg: '3' }))).toEqual(['production.waste-short']);
    expect(await codesOf(thrown({ batchId: other.batchId }))).toEqual(['production.waste-elsewhere']);
    await room.call('stockbatch/hold', { batchId: lot.batchId, reason: '待检' });
    expect(await codesOf(thrown({ batchId: lot.batchId }))).toEqual(['production.waste-held']);
    expect(await codesOf(thrown({}))).toEqual(['production.waste-what']);
    expect(await codesOf(thrown({ materialId: thing.rice, dishId: dish.rice }))).toEqual(['production.waste-one']);
    expect(await codesOf(thrown({ wasteKind: 'overproduction' }))).toEqual(['production.waste-dish']);
    expect(await codesOf(thrown({ wasteKind: 'plate', dishId: dish.rice }))).toEqual(['production.waste-plate']);
    expect(await codesOf(thrown({ wasteKind: 'overproduction', dishId: dish.rice }))).toEqual([
      'production.never-made',
    ]);
    await room.act(({ tx }) => tx.run(sql`update dish set portion_weight = null where id = 801`));
    await cooked();
    expect(await codesOf(thrown({ wasteKind: 'overproduction', dishId: dish.rice }))).toEqual(['production.waste-qty']);
  });

  test('portions by weight; plates and trimmings move nothing, unless the material is said to have no loss', async () => {
    const pot = await cooked();
    expect(
      await thrown({ wasteKind: 'overproduction', dishId: dish.rice, mealType: 'lunch', weightKg: '2.5' }),
    ).toMatchObject({
      qty: '10',
      amount: '6.00',
    });
    expect((await room.lotAt(String(pot['batchId']), place.stall)).qty).toBe('30');
    expect(await thrown({ wasteKind: 'plate', weightKg: '4' })).toMatchObject({ qty: null, amount: null });
    expect(await thrown({ wasteKind: 'trim', materialId: thing.rice })).toMatchObject({ qty: null, amount: null });
    expect(await thrown({ wasteKind: 'trim', materialId: thing.oil })).toMatchObject({ qty: '1', amount: '10.00' });
    const totals = await room.call<{ kinds: object[]; dishes: object[] }>(`${WASTE}/totals`, {});
    expect(totals.kinds).toMatchObject([
      { key: 'plate', weightKg: '4', amount: '0.00' },
      { key: 'overproduction', weightKg: '2.5', amount: '6.00' },
      { key: 'trim', weightKg: '2', amount: '10.00' },
    ]);
    const hidden = await room.call<{ kinds: object[] }>(`${WASTE}/totals`, {}, { without: ['dish_cost_view'] });
    expect(hidden.kinds.some((each) => 'amount' in each)).toBe(false);
    const page = await room.call<{ total: number }>(`${WASTE}/page`, { current: 1, size: 2 });
    expect(page.total).toBe(4);
  });
});

describe('R05: beside what was made', () => {
  test('R06 H27: the board tells planned, made, left, wasted and served; leftovers that are thrown away count once', async () => {
    const pot = await cooked();
    await room.call(`${PRODUCE}/submit`, { id: pot.id, leftoverQty: '8' });
    const { leftoverBatchId } = await room.billOf(PRODUCE, pot.id);
    await thrown({ wasteKind: 'drop', dishId: dish.rice, batchId: pot['batchId'], qty: '2', mealType: 'lunch' });
    await thrown({ wasteKind: 'overproduction', batchId: leftoverBatchId, qty: '5' });
    const board = await room.call<Record<string, unknown>>(`${PRODUCE}/board`, { gearOperationDeptId: place.stall });
    expect(board).toMatchObject({
      stallName: '面档',
      isClosed: false,
      missingSamples: [{ dishName: '炒饭', isOverdue: false }],
      meals: [
        {
          mealType: 'lunch',
          dishes: [{ planned: '40', made: '40', left: '8', wasted: '7', served: '30', pots: [{ id: pot.id }] }],
        },
      ],
    });
    const served = await room.act(({ tx }) => tx.rows(servedFromPots()));
    expect(served).toMatchObject([{ dishId: dish.rice, mealType: 'lunch', portions: '30' }]);
  });

  test('a photo where the parameter waste.photo asks for one', async () => {
    await setting('waste.photo', '1');
    expect(await codesOf(thrown({ wasteKind: 'plate' }))).toEqual(['production.waste-photo']);
  });
});

const labelled = async (more: object): Promise<Record<string, unknown>> =>
  room.call(`${LABEL}/saveOrUpdate`, { gearOperationDeptId: place.stall, labelType: 'dish', ...more });
const printed = (id: unknown): Promise<unknown> =>
  room.act(({ tx }) =>
    tx.run(sql`insert into print_log (title, printed, record_id, print_time, print_user_id, output, paper, language, copies,
      content) values ('x', 'gearLabel', ${String(id)}, now(), 1, 'printer', '60x40', 'zh', 2, '{}')`),
  );
const allergens = (): Promise<unknown> =>
  room.act(async ({ tx }) => {
    await tx.run(sql`insert into dict_biz (id, code, dict_key, dict_value, dict_value_en, parent_id, sort) values
      (900, 'allergen', '-1', '过敏原', 'Allergens', 0, 0), (901, 'allergen', 'gluten', '麸质', 'Gluten', 900, 1),
      (902, 'allergen', 'egg', '蛋', 'Egg', 900, 2)`);
  });

describe('F08 RULE-458: labels', () => {
  beforeEach(allergens);
  test('made from pots in one call: times, ingredients and allergens in four states; nobody knows is never free of', async () => {
    const pot = await cooked();
    expect(await room.call(`${LABEL}/addBatch`, { produceIds: [pot.id], copies: 3 })).toBe(true);
    const { records } = await room.call<{ records: Record<string, unknown>[] }>(`${LABEL}/page`, {
      produceId_equal: pot.id,
    });
    expect(records).toMatchObject([
      { labelType: 'dish', labelName: '炒饭', useByTime: '2025-03-16 12:00:00', allergenState: 'unknown' },
    ]);
    const one = await room.call<Record<string, unknown>>(`${LABEL}/detail`, { id: records[0]!['id'] });
    expect(one).toMatchObject({
      allergenText: '过敏原：未知 麸质、蛋',
      ingredients: '大米、油',
      copies: 3,
      printCount: 0,
    });
    const flour = await labelled({ labelType: 'opened', materialId: thing.flour });
    expect(flour).toMatchObject({ allergenState: 'contains', allergenText: '过敏原：含有 麸质；未知 蛋' });
  });

  test('an allergen nobody knows, a state there is not, no dish, and a life that ends before it begins are refused', async () => {
    const refused = async (more: object): Promise<string[]> => codesOf(labelled({ dishId: dish.rice, ...more }));
    expect(await refused({ allergens: [{ allergen: 'moon', state: 'free' }] })).toEqual([
      'production.allergen-unknown',
    ]);
    expect(await refused({ allergens: [{ allergen: 'egg', state: 'none' }] })).toEqual(['production.allergen-state']);
    expect(await refused({ dishId: null })).toEqual(['production.label-what']);
    expect(await refused({ useByTime: '2025-03-16 09:00:00' })).toEqual(['production.label-life']);
    expect(await codesOf(room.call(`${LABEL}/addBatch`, {}))).toEqual(['production.label-none']);
    const many = Array.from({ length: 501 }, () => ({
      gearOperationDeptId: place.stall,
      labelType: 'dish',
      dishId: dish.rice,
    }));
    expect(await codesOf(room.call(`${LABEL}/addBatch`, { body: many }))).toEqual(['production.label-too-many']);
  });
});

describe('F08: printed and many', () => {
  beforeEach(allergens);
  test('what was printed stays: only its remark may change, and it is never removed', async () => {
    const { id } = await labelled({ dishId: dish.rice });
    await labelled({ id, dishId: dish.rice, labelName: '扬州炒饭' });
    await printed(id);
    expect(await room.call(`${LABEL}/detail`, { id })).toMatchObject({ labelName: '扬州炒饭', printCount: 2 });
    expect(await codesOf(labelled({ id, labelName: '蛋炒饭' }))).toEqual(['production.label-printed']);
    expect(await codesOf(room.call(`${LABEL}/remove`, { ids: id }))).toEqual(['production.label-printed']);
    expect(await labelled({ id, remark: '窗口 2' })).toMatchObject({ remark: '窗口 2', labelName: '扬州炒饭' });
  });

  test('300 labels in one call, all or none', async () => {
    const many = Array.from({ length: 300 }, () => ({
      gearOperationDeptId: place.stall,
      labelType: 'dish',
      dishId: dish.rice,
    }));
    const begun = performance.now();
    await room.call(`${LABEL}/addBatch`, { body: many });
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(await room.call<{ total: number }>(`${LABEL}/page`, {})).toMatchObject({ total: 300 });
    expect(
      await codesOf(room.call(`${LABEL}/addBatch`, { body: [...many.slice(0, 2), { ...many[0], dishId: null }] })),
    ).toEqual(['production.label-what']);
    expect(await room.call<{ total: number }>(`${LABEL}/page`, {})).toMatchObject({ total: 300 });
  });
});

describe('F04 H29: samples', () => {
  const sampled = async (pot: BillRow, more: object = {}): Promise<Record<string, unknown>> => {
    const made = { produceId: pot.id, gearOperationDeptId: place.stall, labelType: 'sample', weightG: 130, ...more };
    return room.call(`${LABEL}/saveOrUpdate`, made);
  };
  const board = (now?: string): Promise<Record<string, readonly Record<string, unknown>[]>> =>
    room.call(
      `${PRODUCE}/board`,
      { gearOperationDeptId: place.stall, date: '2025-03-16' },
      now === undefined ? {} : { now },
    );

  test('at least 125 g and 48 hours, by somebody', async () => {
    const pot = await cooked();
    expect(await codesOf(sampled(pot, { weightG: 124 }))).toEqual(['production.sample-gram']);
    expect(await codesOf(sampled(pot, { sampleExpire: '2025-03-18 09:59:59' }))).toEqual(['production.sample-hours']);
    expect(await sampled(pot)).toMatchObject({
      sampleExpire: '2025-03-18 10:00:00',
      sampleUserId: '1',
      destroyed: 'kept',
    });
  });

  test('the parameters sample.minGram and sample.keepHours say how much of a dish is kept, and for how long', async () => {
    const pot = await cooked();
    await setting('sample.minGram', '200');
    await setting('sample.keepHours', '72');
    expect(await codesOf(sampled(pot))).toEqual(['production.sample-gram']);
    expect(await sampled(pot, { weightG: 200 })).toMatchObject({ sampleExpire: '2025-03-19 10:00:00' });
  });

  test('missing after an hour it alarms; kept long enough it waits to be destroyed, once', async () => {
    const pot = await cooked();
    expect((await board('2025-03-16 11:01:00'))['missingSamples']).toMatchObject([
      { produceId: pot.id, isOverdue: true },
    ]);
    const label = await sampled(pot);
    expect((await board())['missingSamples']).toEqual([]);
    const due = '2025-03-18 10:00:00';
    expect((await board('2025-03-18 09:00:00'))['toDestroy']).toEqual([]);
    expect((await board(due))['toDestroy']).toMatchObject([{ id: label['id'] }]);
    const waiting = await room.call<{ total: number }>(`${LABEL}/page`, { toDestroy: '1' }, { now: due });
    expect(waiting.total).toBe(1);
    const destroy = { wasteKind: 'sample', wasteCause: 'other', labelId: label['id'], weightKg: '0.13' };
    expect(await codesOf(thrown(destroy))).toEqual(['production.sample-early']);
    const bill = await thrown(destroy, { now: due });
    expect(bill).toMatchObject({ dishId: dish.rice, qty: '0.52' });
    expect(await codesOf(thrown(destroy, { now: due }))).toEqual(['production.sample-twice']);
    expect((await board(due))['toDestroy']).toEqual([]);
    const other = await room.call<Record<string, unknown>>(`${LABEL}/saveOrUpdate`, {
      gearOperationDeptId: place.otherStall,
      labelType: 'sample',
      dishId: dish.rice,
      weightG: 130,
    });
    expect(await codesOf(thrown({ ...destroy, labelId: other['id'] }, { now: due }))).toEqual([
      'production.sample-label',
    ]);
  });
});

describe('R10: the prep list', () => {
  interface Slot {
    readonly time: string;
    readonly items: readonly Record<string, unknown>[];
  }
  const list = async (date: string): Promise<readonly Slot[]> =>
    (await room.call<{ slots: readonly Slot[] }>(`${PRODUCE}/prepList`, { gearOperationDeptId: place.stall, date }))
      .slots;
  test('by clock: what is prepared the day before stands on the day before; ticked by whom, and unticked', async () => {
    const slots = await list('2025-03-16');
    expect(slots.map(({ time, items }) => [time, items[0]!['mealDate'], items[0]!['goods']])).toEqual([
      ['11:30', '2025-03-16', [{ materialName: '油', qty: '0.4', unitName: '千克' }]],
      ['16:00', '2025-03-17', [{ materialName: '大米', qty: '3', unitName: '千克' }]],
    ]);
    const { key } = slots[1]!.items[0]!;
    const tick = (done: number): Promise<unknown> =>
      room.call(`${PRODUCE}/tickPrep`, { gearOperationDeptId: place.stall, key, done });
    await tick(1);
    await tick(1);
    expect((await list('2025-03-16'))[1]!.items[0]).toMatchObject({ isDone: true, doneBy: '测试员' });
    await tick(0);
    expect((await list('2025-03-16'))[1]!.items[0]).toMatchObject({ isDone: false });
  });
});
