/** Work lists over HTTP, from approved requests to lines with their suppliers, and back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thing } from '../../receiving/dock.testing.ts';
import { aDispatch, DAY, site, type Lists } from './lists.testing.ts';

let room: Lists;
beforeAll(async () => {
  room = await aDispatch();
});
afterAll(() => room.running.close());

const STRAIGHT = 'distributionstraight';
const shown = (lines: readonly Readonly<Record<string, string>>[], ...keys: string[]): string[] =>
  lines.map((line) => keys.map((key) => line[key]).join(' ')).toSorted();
const onOrder = (materialId: string): Promise<string> =>
  room.figure(
    `select coalesce(string_agg(bill_type || ' ' || trim_scale(qty)::text, ', ' order by bill_type), '') from (
      select bill_type, sum(open_qty) as qty from expected_receipt where open_qty > 0 and material_id = $1 group by 1) e`,
    [materialId],
  );

describe('RULE-338, B13: generate', () => {
  test('straight: who brings it at what price until when, and the need stands on the list alone', async () => {
    const id = await room.requested([{ materialId: thing.rice, requestQty: '10' }]);
    const [line] = await room.straight(id);
    expect(line).toMatchObject({
      materialName: '大米',
      qty: '10',
      supplierName: '甲',
      price: '4.1',
      amount: '41.00',
      deliveryDate: DAY.wednesday,
      orderBefore: '2026-11-24 16:00:00',
      lineStatus: 'open',
      isLate: 0,
    });
    expect(await onOrder(thing.rice)).toBe('distributionBill 10');
    expect(await room.get(room.keeper, 'invpleasepurchase/detail', { id })).toMatchObject({
      distributeStatus: 'all',
      executeStatus: 'none',
      details: [{ distributedQty: '10', orderedQty: '0' }],
    });
    expect(await room.proof()).toBeNull();
    const bill = await room.get(room.keeper, `${STRAIGHT}/detail`, { id: line!['billId'] });
    expect(bill).toMatchObject({ lineCount: 1, openCount: 1, unassignedCount: 0, amount: '41.00', status: 'open' });
    expect(String(bill['billCode'])).toMatch(/^ZP/);
  });

  test('shares part a line by largest remainder, to the last gram', async () => {
    const id = await room.requested([{ materialId: thing.tofu, requestQty: '10.001' }]);
    const lines = await room.straight(id);
    expect(shown(lines, 'supplierName', 'qty', 'baseQty')).toEqual(['丙 4 4', '甲 6.001 6.001']);
    expect(await room.proof()).toBeNull();
  });

  test('twice, from a void request, from what is not approved or unknown', async () => {
    const id = await room.requested([{ materialId: thing.rice, requestQty: '1' }]);
    const bad = await room.requested([{ materialId: thing.rice, requestQty: '1' }]);
    await room.must('invpleasepurchase/void', { ids: bad, reason: '不要了' });
    const generate = (ids: string): Promise<string> =>
      room.refusal(`${STRAIGHT}/generateDistributionStraight`, { ids });
    expect(await generate(`${id},${bad}`)).toMatch(/已作废，审批后才能分配/);
    await room.straight(id);
    expect(await generate(id)).toMatch(/没有可直配的明细/);
    expect(await generate('999')).toMatch(/不存在/);
    expect(await room.refusal('distributionuniform/generateDistributionUniform', { ids: id })).toMatch(
      /没有可统配的明细/,
    );
    expect(await room.refusal('invpleasepurchase/void', { ids: id, reason: '不要了' })).toMatch(/已分配，不能作废/);
    expect(await room.refusal('purchaseorder/generateFromRequest', { ids: id })).toMatch(/没有可订购的明细/);
  });

  test('a frozen receiving warehouse', async () => {
    const id = await room.requested([{ materialId: thing.rice, requestQty: '1' }], site.second);
    await room.running.asOwner(`update warehouse set frozen = 1 where id = 502`);
    expect(await room.refusal(`${STRAIGHT}/generateDistributionStraight`, { ids: id })).toMatch(/「二仓」已冻结/);
    await room.running.asOwner(`update warehouse set frozen = 0 where id = 502`);
  });
});

describe('RULE-338, B13: generate, at once and by sender', () => {
  test('at the same moment twice: one list, the other finds nothing open', async () => {
    const id = await room.requested([{ materialId: thing.rice, requestQty: '7' }]);
    const answers = await Promise.all(
      [room.keeper, room.rival].map((who) =>
        room.refusal(`${STRAIGHT}/generateDistributionStraight`, { ids: id }, who),
      ),
    );
    expect(answers.toSorted()).toEqual(
      ['所选单据没有可直配的明细：已全部分配、订购，或货源不是供应商直送', '操作成功'].toSorted(),
    );
    expect(await room.lines('straight', { sourceOf: id })).toHaveLength(1);
  });

  test('RULE-441, B13: uniform: sender, supply and supplier of a factory; both sides conserve the need', async () => {
    const id = await room.requested([
      { materialId: thing.rice, requestQty: '10', sourceKind: 'factory' },
      { materialId: thing.milk, requestQty: '5', sourceKind: 'factory' },
    ]);
    expect(
      await room.refusal('distributionuniform/generateDistributionUniform', { ids: id, type: 'warehouse' }),
    ).toMatch(/没有可统配的明细/);
    const lines = await room.uniform(id, 'factory');
    expect(shown(lines, 'materialName', 'outOrgName', 'type', 'supplyMode', 'supplierName', 'qty')).toEqual([
      '大米 中央厨房 factory purchase 甲 10',
      '牛奶 中央厨房 factory purchase 丁 5',
    ]);
    const found = async (filters: Record<string, string>): Promise<number> =>
      (await room.lines('uniform', { ...filters, sourceOf: id })).length;
    expect([
      await found({ outOrg: '中央' }),
      await found({ outOrg: '120' }),
      await found({ outOrg: '别处' }),
      await found({ supplierName: '甲' }),
      await found({ materialId: thing.milk }),
    ]).toEqual([2, 2, 0, 1, 1]);
    const bills = async (filters: Record<string, string>): Promise<unknown> =>
      (await room.get(room.keeper, 'distributionuniform/page', { size: 50, ...filters }))['total'];
    expect([
      await bills({ outOrg: '中央' }),
      await bills({ outOrg: '别处' }),
      await bills({ supplierName: '丁' }),
      await bills({ materialId: thing.beef }),
    ]).toEqual([1, 0, 1, 0]);
    expect(await room.proof()).toBeNull();
  });

  test('a need nobody can send is refused by line', async () => {
    const id = await room.requested([{ materialId: thing.rice, requestQty: '10', sourceKind: 'warehouse' }]);
    expect(await room.refusal('distributionuniform/generateDistributionUniform', { ids: id })).toMatch(
      /第 1 行【大米】在【一项目部】没有货源规则/,
    );
  });

  test('a central warehouse by its rule; what it has not and nobody offers waits for a supplier', async () => {
    await room.running.asOwner(`begin; set local app.tenant = '000001';
      insert into source_inventory_configure (code, company_dept_id, material_id, source_kind, warehouse_id, priority,
        start_date) values ('C1', 100, 205, 'warehouse', 503, 1, '2020-01-01'); commit`);
    const id = await room.requested([{ materialId: thing.fish, requestQty: '3', sourceKind: 'warehouse' }]);
    const [line] = await room.uniform(id);
    expect(line).toMatchObject({ supplyMode: 'purchase', supplierId: '', outWarehouseName: '中心仓' });
    expect(await room.lines('uniform', { unassigned: '1', sourceOf: id })).toHaveLength(1);
  });
});
