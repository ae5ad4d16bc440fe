/** B21: scores follow from what was ordered, answered, received and sent back, and each figure opens its rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, thing, type Dock } from '../receiving/dock.testing.ts';

const OK = '操作成功';
let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
const compute = (month: string) => dock.post(dock.keeper, 'supplierscore/compute', { month });
const scores = async (): Promise<Row[]> => (await dock.get(dock.keeper, 'supplierscore/page', {}))['records'] as Row[];
const opened = (id: string, figure: string): Promise<Row[]> =>
  dock.get(dock.keeper, 'supplierscore/rows', { id, figure }) as unknown as Promise<Row[]>;
const receive = async (instoreId: string, detailId: string, line: Record<string, unknown>): Promise<unknown> =>
  (await dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details: [{ detailId, ...line }] })).body.msg;

test('a month without anything has no score; a month to come is refused', async () => {
  expect((await compute('2026-10')).body).toMatchObject({ data: { suppliers: 0 } });
  for (const month of ['2026-12', '2026-13', '11-2026'])
    expect((await compute(month)).body.msg).toBe(`月份“${month}”不可用，请按 2026-11 这样填写，不能晚于本月`);
  expect(await scores()).toEqual([]);
});

test('one order in full and answered at once, one half short with a refusal: the figures, and what they are made of', async () => {
  const good = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  expect((await dock.post(dock.keeper, 'purchaseorder/supplierConfirm', { id: good.orderId })).body.msg).toBe(OK);
  expect(await receive(good.instoreId, good.details[0]!['id']!, { acceptedQty: '100' })).toBe(OK);
  const poor = await dock.order([{ materialId: thing.tofu, qty: '100' }]);
  const half = {
    acceptedQty: '50',
    refusedQty: '25',
    refuseReason: 'rotten',
    productionDate: '2026-11-20',
    expiryDate: '2026-12-10',
  };
  expect(await receive(poor.instoreId, poor.details[0]!['id']!, half)).toBe(OK);
  expect((await compute('2026-11')).body.data).toEqual({ suppliers: 1 });
  const [score] = await scores();
  expect(score).toMatchObject({
    supplierName: '鲜达',
    month: '2026-11',
    orderLines: 2,
    onTimePercent: '50',
    fillPercent: '75',
    refusePercent: '16.67',
    lifePercent: '100',
    pricePercent: '100',
    answerPercent: '100',
    answerMinutes: 0,
  });
  // (25·50 + 25·75 + 20·83.33… + 10·100 + 10·100 + 10·100) ÷ 100
  expect(score).toMatchObject({ score: '77.92', suggestedGrade: 'b' });
  expect(await opened(score!.id, 'onTime')).toMatchObject([
    {
      materialName: '豆腐',
      percent: '0',
      measured: '50 千克',
      asked: '100 千克',
      link: `/purchasing/purchaseorder/${poor.orderId}`,
    },
    { materialName: '大米', percent: '100' },
  ]);
  expect((await opened(score!.id, 'refuse')).map(({ percent, measured }) => [percent, measured])).toEqual([
    ['33.33', '25 千克'],
    ['0', '0 千克'],
  ]);
  for (const figure of ['fill', 'life', 'price', 'answer']) {
    const rows = await opened(score!.id, figure);
    const mean = rows.reduce((sum, { percent }) => sum + Number(percent), 0) / rows.length;
    expect([figure, mean.toFixed(2)]).toEqual([figure, Number(score![`${figure}Percent`]).toFixed(2)]);
  }
});

test('goods that failed the residue test count against him, also those sent back at once; who was not tested loses nothing', async () => {
  const [before] = await scores();
  expect(before).toMatchObject({ residuePercent: null, score: '77.92' });
  const tested = async (result: string, line: Record<string, unknown>): Promise<void> => {
    const order = await dock.order([{ materialId: thing.rice, qty: '10' }]);
    await dock.post(dock.keeper, 'purchaseorder/supplierConfirm', { id: order.orderId });
    expect(
      await receive(order.instoreId, order.details[0]!['id']!, { acceptedQty: '10', residueResult: result, ...line }),
    ).toBe(OK);
  };
  await tested('pass', {});
  await tested('pass', {});
  await tested('fail', { acceptedQty: '0', refusedQty: '10', refuseReason: 'rotten' });
  await compute('2026-11');
  const [score] = await scores();
  expect(score).toMatchObject({ residuePercent: '66.67' });
  expect(
    (await opened(score!.id, 'residue')).map(({ percent, measured, asked }) => [percent, measured, asked]),
  ).toEqual([
    ['0', '不合格', '合格'],
    ['100', '合格', '合格'],
    ['100', '合格', '合格'],
  ]);
});

test('the parameter supplier.answerHours says by when an answer is in time', async () => {
  await dock.running.asOwner(
    "update supplier_answer set answer_time = answer_time + interval '3 hours' where tenant_id = '000001'",
  );
  const grants = async (hours: string): Promise<unknown> => {
    await dock.running.asOwner(
      `insert into param (tenant_id, param_name, param_key, param_value) values ('000001', 'h', 'supplier.answerHours', '${hours}')
        on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
    );
    await compute('2026-11');
    return (await scores())[0]!['answerPercent'];
  };
  expect([await grants('24'), await grants('2'), await grants('24')]).toEqual(['100', '0', '100']);
});

test('weights are the company’s; reckoned again nothing doubles, and a person adopts the grade', async () => {
  await dock.running.asOwner(
    "insert into param (tenant_id, param_name, param_key, param_value) values ('000001', 'w', 'supplier.scoreWeights', '0,0,0,0,0,0,100')",
  );
  await compute('2026-11');
  const all = await scores();
  expect(all).toMatchObject([{ score: '66.67', suggestedGrade: 'c' }]);
  const adopt = async (grade: string): Promise<unknown> =>
    (await dock.post(dock.boss, 'supplier/adoptGrade', { id: '600', grade })).body.msg;
  expect([await adopt('d'), await adopt('d')]).toEqual([OK, OK]);
  expect(await dock.get(dock.keeper, 'supplier/detail', { id: '600' })).toMatchObject({ grade: 'd' });
});
