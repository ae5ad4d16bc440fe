import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf } from '../../other-moves/other-moves.testing.ts';
import { aSortingRoom, LOGS, site, SPLIT, thing, type SortingRoom } from '../sorting/sorting.testing.ts';

let room: SortingRoom;
beforeAll(async () => {
  room = await aSortingRoom();
});
afterAll(() => room.close());

let days = 0;
/** A day nobody else has. */
const aDay = (): string => `2025-04-${String((days += 1)).padStart(2, '0')}`;
interface Shares {
  readonly details: readonly Readonly<Record<string, string>>[];
  readonly supplyQty: string;
  readonly thereQty: string;
  readonly shortQty: string;
}
const asked = (deliveryDate: string, more: Record<string, unknown> = {}) => ({
  factoryWarehouseId: room.store,
  deliveryDate,
  materialId: thing.rice,
  ...more,
});
const ordered = async (day: string, wanted: Readonly<Record<string, string>>): Promise<void> => {
  for (const [dept, qty] of Object.entries(wanted)) await room.order(dept, [[thing.rice, qty]], day);
};
const given = ({ details }: Pick<Shares, 'details'>): string[] => details.map((each) => String(each['allocatedQty']));

test('B14: 70 for 33.3, 50 and 16.7 in proportion; and by priority the school first', async () => {
  const day = aDay();
  await ordered(day, { [site.school]: '33.3', [site.office]: '50', [site.plant]: '16.7' });
  const shares = await room.call<Shares>(`${SPLIT}/preview`, asked(day, { supplyQty: '70', rule: 'proportional' }));
  expect([given(shares), shares.shortQty]).toEqual([['23.31', '35', '11.69'], '30']);
  const first = await room.call<Shares>(`${SPLIT}/preview`, asked(day, { supplyQty: '70' }));
  expect(given(first)).toEqual(['33.3', '27.51', '9.19']);
  expect(first.details.map((each) => each['reason'])).toEqual([
    '「优先」优先级可以全部满足：需求 33.3 千克，分得 33.3 千克。',
    '轮到「普通」优先级时可供 36.7 千克，2 个项目部共需 66.7 千克；按需求 50 千克的比例应得 27.511244 千克，按 0.01 千克取整，分得 27.51 千克，缺 22.49 千克。',
    '轮到「普通」优先级时可供 36.7 千克，2 个项目部共需 66.7 千克；按需求 16.7 千克的比例应得 9.188756 千克，按 0.01 千克取整，分得 9.19 千克，缺 7.51 千克。',
  ]);
  const none = await room.call<Shares>(`${SPLIT}/preview`, asked(day, { supplyQty: '0', rule: 'equal' }));
  expect([given(none), none.details[0]!['reason']]).toEqual([
    ['0', '0', '0'],
    '没有可供的货：需求 33.3 千克，分得 0。',
  ]);
});

test('B14: confirmed, each line is to get its share, and each site reads its own reason', async () => {
  const day = aDay();
  await room.lot(thing.rice, 70, 210);
  await ordered(day, { [site.school]: '40', [site.office]: '60' });
  const made = await room.call<{ id: string }>(`${SPLIT}/submit`, asked(day));
  const saved = await room.billOf(SPLIT, made.id);
  expect([saved['supplyQty'], saved['demandQty'], saved['shortQty'], given(saved as unknown as Shares)]).toEqual([
    '70',
    '100',
    '30',
    // Half of the sixty is there and half is not: two sorting lines of one order line, which is shared out once.
    ['40', '30', '0'],
  ]);
  await room.call(`${SPLIT}/confirm`, { ids: made.id });
  const lines = (await room.lines()).filter(({ orderQty }) => ['40', '60', '30', '10'].includes(orderQty));
  expect(lines.map(({ targetQty, state, shortReason }) => [targetQty, state, shortReason])).toEqual([
    ['40', 'waiting', null],
    ['30', 'waiting', null],
    ['0', 'short', 'split'],
  ]);
  const own = (depts: readonly string[] | null) =>
    room.act(async (context) => {
      const scope = depts === null ? { all: true as const } : { all: false as const, depts };
      const user = { ...context.user, scope };
      return room.callIn({ ...context, user }, `${SPLIT}/ownShares`, { startDate: day, endDate: day }, '1') as Promise<{
        records: readonly { siteDeptId: string; allocatedQty: string; reason: string }[];
      }>;
    });
  expect((await own(null)).records.map(({ allocatedQty }) => allocatedQty)).toEqual(['40', '30', '0']);
  const [mine, rest, ...others] = (await own([site.office])).records;
  expect([mine!.siteDeptId, mine!.allocatedQty, rest!.allocatedQty, others]).toEqual([site.office, '30', '0', []]);
  expect(mine!.reason).toContain('缺 30 千克');
  expect((await own([site.plant])).records).toEqual([]);

  // What was shared out is what is sorted: more is refused, exactly that is short by the split.
  const office = lines.find(({ siteDeptId, batchId }) => siteDeptId === site.office && batchId !== null)!;
  const sort = (num: string) => room.call(`${LOGS}/saveDistributionLog`, { id: office.id, num });
  expect((await refusalsOf(sort('40')))[0]![0]).toBe('sorting.over');
  await sort('30');
  const after = (await room.lines()).find(({ id }) => id === office.id)!;
  expect([after.state, after.shortQty, after.shortReason]).toEqual(['done', '0', null]);
  expect(await room.actsOn(office.id)).toEqual(['split', 'sort']);
});

test('B14: what changed since it was worked out is not confirmed', async () => {
  const day = aDay();
  await room.lot(thing.oil, 10, 30);
  const oil = (more = {}) => asked(day, { materialId: thing.oil, ...more });
  await room.order(site.school, [[thing.oil, '8']], day);
  await room.order(site.office, [[thing.oil, '8']], day);
  const { id } = await room.call<{ id: string }>(`${SPLIT}/submit`, oil());
  expect(await refusalsOf(room.call(`${SPLIT}/submit`, oil()))).toEqual([
    ['split.twice', expect.stringContaining('已有分摊 QF')],
  ]);
  const confirm = () => refusalsOf(room.call(`${SPLIT}/confirm`, { ids: id }));
  await room.order(site.plant, [[thing.oil, '1']], day);
  expect(await confirm()).toEqual([['split.more-lines', '又有 1 行待拣，请重新计算后再确认']]);
  await room.call(`${SPLIT}/submit`, { id, ...oil() });
  const line = (await room.lines()).find(
    ({ materialId, siteDeptId }) => materialId === thing.oil && siteDeptId === site.plant,
  )!;
  await room.call(`${LOGS}/saveDistributionLog`, { id: line.id, num: '0', state: 'short', shortReason: 'none' });
  expect((await confirm())[0]![0]).toBe('split.lines-changed');
  await room.call(`${LOGS}/undo`, { ids: line.id });
  await room.lot(thing.oil, 3, 9);
  expect(await confirm()).toEqual([['split.changed', '可供数量已变化（10 → 13），请重新计算后再确认']]);
  await room.call(`${SPLIT}/submit`, { id, ...oil() });
  await room.call(`${SPLIT}/confirm`, { ids: id });
  await room.call(`${SPLIT}/void`, { ids: id, reason: '货到了' });
  const targets = (await room.lines()).filter(({ materialId }) => materialId === thing.oil);
  expect(targets.map(({ targetQty, shortReason }) => [targetQty, shortReason])).toEqual(
    targets.map(() => [null, null]),
  );
  await room.call(`${SPLIT}/submit`, oil());
});

test('B14: before the goods came a figure is entered; what was shipped by a split keeps it', async () => {
  const day = aDay();
  await ordered(day, { [site.school]: '9', [site.office]: '9' });
  const { id } = await room.call<{ id: string }>(`${SPLIT}/submit`, asked(day, { supplyQty: '12', rule: 'equal' }));
  await room.call(`${SPLIT}/confirm`, { ids: id });
  expect(given((await room.billOf(SPLIT, id)) as unknown as Shares)).toEqual(['6', '6']);
  await room.act(({ tx }) =>
    tx.run(sql`update distribution_statement_log set shipped_flag = 1 where split_id = ${id}::bigint`),
  );
  expect((await refusalsOf(room.call(`${SPLIT}/void`, { ids: id, reason: '改主意' })))[0]![0]).toBe('split.shipped');
});

test('B14: by hand the shares add up to what there is, and none is above what was asked for', async () => {
  const day = aDay();
  await ordered(day, { [site.school]: '9', [site.office]: '9' });
  const { details } = await room.call<Shares>(`${SPLIT}/preview`, asked(day, { supplyQty: '12' }));
  const byHand = (...shares: readonly string[]) =>
    asked(day, {
      supplyQty: '12',
      rule: 'manual',
      details: details.map(({ logId }, index) => ({ logId, allocatedQty: shares[index] })),
    });
  expect(await refusalsOf(room.call(`${SPLIT}/submit`, byHand('10', '2')))).toEqual([
    ['split.above', '一项目部 需求 9，不能分 10：请减少'],
  ]);
  expect(await refusalsOf(room.call(`${SPLIT}/submit`, byHand('5', '5')))).toEqual([
    ['split.sum', '手工分摊合计 10，应为 12：请调整'],
  ]);
  const { id } = await room.call<{ id: string }>(`${SPLIT}/submit`, byHand('9', '3'));
  const shares = (await room.billOf(SPLIT, id)) as unknown as Shares;
  expect([given(shares), shares.details[1]!['reason']]).toEqual([
    ['9', '3'],
    '调度手工分摊：需求 9 千克，分得 3 千克，缺 6 千克。',
  ]);
});

test('B14: what cannot be shared says why', async () => {
  const day = aDay();
  const tried = (more: Record<string, unknown>) =>
    refusalsOf(room.call(`${SPLIT}/preview`, { ...asked(day), ...more }));
  expect((await tried({}))[0]![0]).toBe('split.nothing');
  expect((await tried({ factoryWarehouseId: null }))[0]![0]).toBe('split.store');
  await ordered(day, { [site.school]: '9', [site.office]: '9' });
  await room.act(({ tx }) =>
    tx.run(sql`update distribution_statement_log set unit_id = 302 where delivery_date = ${day}::date
      and site_dept_id = 130`),
  );
  expect(await tried({})).toEqual([['split.several-units', '大米 的待拣行用了不同单位（千克、袋），不能一起分摊']]);
});

test('the parameter distribution.split.rule says how a shortage is shared', async () => {
  const day = aDay();
  await ordered(day, { [site.school]: '4', [site.office]: '12' });
  const shared = async (rule: string) => {
    await room.act(({ tx }) =>
      tx.run(sql`insert into param (param_name, param_key, param_value) values ('规则', 'distribution.split.rule', ${rule})
        on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`),
    );
    return given(await room.call<Shares>(`${SPLIT}/preview`, asked(day, { supplyQty: '6' })));
  };
  expect(await shared('equal')).toEqual(['3', '3']);
  expect(await shared('proportional')).toEqual(['1.5', '4.5']);
  expect(await shared('priority')).toEqual(['4', '2']);
  expect(await shared('by luck')).toEqual(['4', '2']);
});
