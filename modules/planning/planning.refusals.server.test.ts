/** What planning refuses, as its calls answer it; nothing of what was refused stands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { approvedSales, dish, openPlanningRoom, place, type PlanningRoom } from './planning-room.testing.ts';

type Plan = Record<string, unknown> & {
  readonly id: string;
  readonly billCode: string;
  readonly details: readonly Record<string, unknown>[];
};
let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

const refused = async (work: Promise<unknown>, code: string, sentence: string): Promise<void> => {
  expect(await room.refusalsOf(work)).toEqual([sentence]);
  await expect(work).rejects.toMatchObject({ refusals: [{ code }] });
};
const read = (id: string): Promise<Plan> => room.call<Plan>('invrequireplan/detail', { id });
const SITES = { bladeProjectDeptIds: [place.site] };

test.each([
  [
    'a plan for 32 days',
    'generatePlan',
    { ...SITES, startDate: '2026-12-01', endDate: '2027-01-01' },
    'planning.days-many',
    '需求计划最多 31 天，请缩短期间，或分成几份计划',
  ],
  [
    'a plan that ends before it begins',
    'generatePlan',
    { ...SITES, startDate: '2026-12-02', endDate: '2026-12-01' },
    'planning.days-reversed',
    '需求结束 2026-12-01 不能早于需求开始 2026-12-02',
  ],
  [
    'a plan by hand for 32 days',
    'submit',
    { ...SITES, startDate: '2026-12-01', endDate: '2027-01-01' },
    'planning.days-many',
    '需求计划最多 31 天，请缩短期间，或分成几份计划',
  ],
  [
    'a plan for no place',
    'generatePlan',
    { startDate: '2026-12-01', endDate: '2026-12-01' },
    'planning.no-site',
    '请选择项目部、仓库、营销计划或特殊餐',
  ],
  [
    'a plan for safety stock where nothing is short',
    'generatePlan',
    { ...SITES, planType: 'safety', startDate: '2026-12-01', endDate: '2026-12-01' },
    'planning.nothing-short',
    '所选范围内没有低于安全库存的物料，无需生成计划',
  ],
] as const)('%s is refused, and no plan is made', async (_, call, body, code, sentence) => {
  await refused(room.call(`invrequireplan/${call}`, body), code, sentence);
  expect(await room.call('invrequireplan/page', {})).toMatchObject({ total: 0 });
});

test('a plan without lines is neither sent nor confirmed', async () => {
  const { id, billCode } = await room.call<Plan>('invrequireplan/submit', {
    ...SITES,
    startDate: '2026-12-01',
    endDate: '2026-12-01',
  });
  const sentence = `计划 ${billCode} 没有明细，请先重新生成或添加明细`;
  await refused(room.call('invrequireplan/toApply', { ids: id }), 'planning.no-lines', sentence);
  await refused(room.call('invrequireplan/confirmPlan', { id }), 'planning.no-lines', sentence);
  expect(await read(id)).toMatchObject({ status: 'draft', confirmFlag: 0 });
});

test('confirming a line that the plan does not have is refused, and the plan stays as it was', async () => {
  await approvedSales(room, place.noodles, [{ date: '2026-12-02', dishId: dish.pork, portions: 100 }]);
  const plan = await room.call<Plan>('invrequireplan/generatePlan', {
    ...SITES,
    startDate: '2026-12-02',
    endDate: '2026-12-02',
  });
  const details = [
    { id: plan.details[0]!['id'], planQty: '9', adjustReason: '聚餐' },
    { id: '999999', planQty: '1' },
  ];
  await refused(
    room.call('invrequireplan/confirmPlan', { id: plan.id, details }),
    'planning.line-unknown',
    `计划 ${plan.billCode} 没有所选的明细，可能已被删除，请刷新后重试`,
  );
  expect(await read(plan.id)).toMatchObject({ confirmFlag: 0, details: plan.details });
});

test('a plan of two sites is not voided while the request of one of them stands: it keeps its meals', async () => {
  const date = '2026-12-03';
  for (const stall of [place.noodles, place.otherStall])
    await approvedSales(room, stall, [{ date, dishId: dish.pork, portions: 100 }]);
  const { id, billCode } = await room.call<Plan>('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site, place.otherSite],
    startDate: date,
    endDate: date,
  });
  await room.call('invrequireplan/toApply', { ids: id });
  await room.call('invrequireplan/doApply', { ids: id }, '2');
  await room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: id });
  const [first, second] = (await read(id))['links'] as { id: string; billCode: string }[];
  await room.call('invpleasepurchase/void', { ids: first!.id, reason: '取消' });
  await refused(
    room.call('invrequireplan/void', { ids: id, reason: '取消' }),
    'planning.requested',
    `计划 ${billCode} 已生成请购单（${second!.billCode}），不能作废；请先作废请购单`,
  );
  expect(await read(id)).toMatchObject({ status: 'approved', requestStatus: 'partial' });
  expect(
    await room.as(({ tx }) =>
      tx.rows(sql`select 1 from plan_claim where holder_id = ${id}::bigint and released_time is null`),
    ),
  ).toHaveLength(2);
});
