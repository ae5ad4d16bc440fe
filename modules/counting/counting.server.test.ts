import type { Readable } from 'node:stream';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Download } from '../../parts/http/downloads.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readSheet } from '../../parts/xlsx/bounded-reader.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { prove } from '../stock/ledger/proof.server.ts';
import { balanceOf, NOW, place, received, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import {
  aCountingRoom,
  COUNTER,
  REVIEWER,
  sentences,
  type Check,
  type CountedLine,
  type CountingRoom,
} from './counting.testing.ts';

let room: CountingRoom;
beforeAll(async () => {
  room = await aCountingRoom();
});
afterAll(() => room.close());

let rice: { batchId: string; batchCode: string };
let tofu: { batchId: string; batchCode: string };
/** Counts left open would keep their lots from the next. */
beforeEach(async () => {
  await room.act((context) =>
    context.tx.run(sql`update stock_check set status = 'void' where status in ('counting', 'counted')`),
  );
  [rice, tofu] = await room.act(
    async (context) =>
      [
        await received(context, thing.rice, 100, '400'),
        await received(context, thing.tofu, 8, '24', { productionDate: '2025-03-15' }),
      ] as const,
  );
});

const onlyNew = (): Record<string, unknown> => ({ scopeType: 'batch', batchIds: [rice.batchId, tofu.batchId] });
const lineOf = (check: Check, lot: { batchId: string }): CountedLine =>
  check.details.find((line) => line.batchId === lot.batchId)!;
const enter = (check: Check, details: readonly Record<string, unknown>[], who = COUNTER): Promise<unknown> =>
  room.call('invcheck/saveDetail', { checkId: check.id, details }, who);
/** A count of both lots, entered and finished. */
const counted = async (riceQty: string, tofuQty: string, more: Record<string, unknown> = {}): Promise<Check> => {
  const check = await room.aCount({ ...onlyNew(), ...more });
  await enter(check, [
    { id: lineOf(check, rice).id, countQty: riceQty },
    { id: lineOf(check, tofu).id, countQty: tofuQty },
  ]);
  await room.call('invcheck/doCheck', { id: check.id });
  return check;
};
const approve = (check: Check, details: readonly Record<string, unknown>[], who = REVIEWER): Promise<unknown> =>
  room.call('invcheck/doCheckApproval', { id: check.id, details }, who);

describe('from plan to result', () => {
  test('EP-0628 EP-0631 EP-0635 EP-0629 EP-0632 EP-0630 EP-0633: snapshot, counts in other units, review, and both differences posted with their value', async () => {
    const check = await room.aCount(onlyNew());
    expect(check).toMatchObject({
      status: 'counting',
      billCode: expect.stringMatching(/^PD20250316\d{4}$/),
      checkName: '主仓 2025-03-16',
      lineCount: 2,
      countedCount: 0,
    });
    const sheet = await room.call<{
      progress: unknown;
      details: { batchId: string; units: { name: string; factor: string }[] }[];
    }>('invcheck/preCheck', { checkId: check.id });
    expect(sheet.progress).toEqual({ count: 2, counted: 0 });
    expect(
      sheet.details.find((line) => line.batchId === rice.batchId)!.units.map((each) => `${each.name} ${each.factor}`),
    ).toEqual(['千克 1', '袋 25']);

    await enter(check, [
      {
        id: lineOf(check, rice).id,
        parts: [
          { qty: '3', unitId: unit.bag },
          { qty: '22.5', unitId: unit.kg },
        ],
      },
      { id: lineOf(check, tofu).id, countQty: '8.25' },
    ]);
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({
      countQty: '97.5',
      countBaseQty: '97.5',
      unitName: '千克',
      parts: [
        { qty: '3', baseQty: '75' },
        { qty: '22.5', baseQty: '22.5' },
      ],
      lineState: 'counted',
      countUserName: '测试员',
    });
    await room.call('invcheck/doCheck', { id: check.id });
    expect(await room.checkOf(check.id)).toMatchObject({
      status: 'counted',
      varianceCount: 2,
      gainAmount: '0.75',
      lossAmount: '10.00',
    });

    const review = await room.call<Check>('invcheck/preCheckApproval', { checkId: check.id }, REVIEWER);
    expect(
      review.details.map((line) => [
        line.materialName,
        line['snapshotQty'],
        line['expectedQty'],
        line['varianceQty'],
        line['proposedCause'],
      ]),
    ).toEqual([
      ['大米', '100', '100', '-2.5', 'lost'],
      ['豆腐', '8', '8', '0.25', 'found'],
    ]);
    expect(await sentences(approve(check, []))).toEqual([
      expect.stringMatching(/大米 差异 -2.5 千克，请填写差异原因$/),
      expect.stringMatching(/豆腐 差异 0.25 千克，请填写差异原因$/),
    ]);
    await approve(check, [
      { id: lineOf(check, rice).id, cause: 'lost', causeRemark: '袋子破了' },
      { id: lineOf(check, tofu).id, cause: 'found' },
    ]);
    const result = await room.call<{
      header: Check;
      details: CountedLine[];
      totals: { byCause: unknown; byType: unknown };
    }>('invcheck/viewCheckResult', { checkId: check.id });
    expect(result.header).toMatchObject({ status: 'done', varianceCount: 2, gainAmount: '0.75', lossAmount: '10.00' });
    expect(result.totals).toEqual({
      byCause: [
        { name: '丢失', count: 1, gain: '0.00', loss: '10.00' },
        { name: '找到', count: 1, gain: '0.75', loss: '0.00' },
      ],
      byType: [{ name: '食材', count: 2, gain: '0.75', loss: '10.00' }],
    });
    expect(await room.bookOf(rice.batchId)).toEqual({ qty: '97.5', amount: '390' });
    expect(await room.bookOf(tofu.batchId)).toEqual({ qty: '8.25', amount: '24.75' });
    expect(await room.act((context) => prove(context))).toMatchObject({ ok: true });
  });

  test('EP-0624 EP-0625 EP-0626 EP-0627 EP-0620 EP-0621 EP-0622 EP-0623: a plan is saved, sent, sent back, approved, listed, read and removed', async () => {
    const plan = await room.call<{ id: string; billCode: string }>('invcheck/submit', {
      warehouseId: place.warehouse,
      checkName: '三月月末盘点',
      checkType: 'period-end',
    });
    await room.call('invcheck/toApply', { ids: plan.id });
    await room.call('invcheck/refuse', { ids: plan.id, reason: '先收完货' }, REVIEWER);
    expect(await room.checkOf(plan.id)).toMatchObject({ status: 'rejected', reason: '先收完货' });
    await room.call('invcheck/toApply', { ids: plan.id });
    expect(await sentences(room.call('invcheck/doApply', { ids: plan.id }))).toEqual([
      expect.stringMatching(/由您提交/),
    ]);
    await room.call('invcheck/doApply', { ids: plan.id }, REVIEWER);
    for (const verb of ['list', 'page'])
      expect(
        (await room.call<{ records: Check[] }>(`invcheck/${verb}`, { checkName: '三月月末盘点' })).records.map(
          (row) => [row.billCode, row['statusName']],
        ),
      ).toEqual([[plan.billCode, '待盘点']]);
    const other = await room.call<{ id: string }>('invcheck/submit', { warehouseId: place.warehouse });
    expect(await room.call('invcheck/remove', { ids: other.id })).toBe(true);
    expect((await room.call<Check>('invcheck/generateDetail', { id: plan.id })).details.length).toBeGreaterThan(1);
  });

  test('with plans under approval a draft is not counted', async () => {
    await room.act((context) =>
      context.tx.run(
        sql`insert into param (param_name, param_key, param_value) values ('盘点计划审批', 'store.check.plan-approval', '1')
          on conflict (tenant_id, param_key) do update set param_value = '1'`,
      ),
    );
    expect(await sentences(room.aCount(onlyNew()))).toEqual([
      expect.stringMatching(/^盘点计划 PD\d+ 尚未审批，请先提交审批$/),
    ]);
    await room.act((context) =>
      context.tx.run(sql`update param set param_value = '0' where param_key = 'store.check.plan-approval'`),
    );
  });

  test('a count of a material takes in the lots of what was merged into it', async () => {
    const old = await room.act(async (context) => {
      await context.tx.run(
        sql`insert into material (id, code, name, material_type_id, base_unit_id, frozen, merged_into_id)
          select 298, 'OLDOIL', '旧油', material_type_id, base_unit_id, 1, id from material
          where id = ${thing.oil}::bigint`,
      );
      await received(context, thing.oil, 3, '30');
      return received(context, '298', 5, '40');
    });
    const check = await room.aCount({ scopeType: 'material', materialIds: [thing.oil], blind: 0 });
    expect(check.details.map((line) => line.materialName).toSorted()).toEqual(['旧油', '油']);
    expect(lineOf(check, old)).toMatchObject({ snapshotQty: '5', materialId: '298' });
  });

  test('a plan that may still change follows a merge of the materials it names; one that is being counted does not', async () => {
    await room.act((context) =>
      context.tx.run(
        sql`insert into material (id, code, name, material_type_id, base_unit_id)
          select 299, 'NEWOIL', '新油', material_type_id, base_unit_id from material where id = ${thing.oil}::bigint`,
      ),
    );
    const planOf = async (materialIds: readonly string[]): Promise<string> =>
      (
        await room.call<{ id: string }>('invcheck/submit', {
          warehouseId: place.warehouse,
          scopeType: 'material',
          materialIds,
        })
      ).id;
    const [one, both] = [await planOf([thing.rice, '299']), await planOf(['299', thing.oil, thing.rice])];
    await room.act((context) => received(context, '299', 3, '30'));
    const running = await room.aCount({ scopeType: 'material', materialIds: ['299'] });
    const named = async (): Promise<unknown[]> =>
      Promise.all([one, both, running.id].map(async (id) => (await room.checkOf(id))['materialIds']));
    const input = { materialId: '299', intoMaterialId: thing.oil };
    expect(await room.call('material/mergePreview', input)).toMatchObject({
      moves: expect.arrayContaining([expect.objectContaining({ count: 2 })]),
    });
    const { id } = await room.call<{ id: string }>('material/merge', input);
    expect(await named()).toEqual([`${thing.rice},${thing.oil}`, `${thing.oil},${thing.rice}`, '299']);
    expect(await room.call('materialmerge/undo', { id })).toMatchObject({ left: 0 });
    expect(await named()).toEqual([`${thing.rice},299`, `${thing.oil},${thing.rice},299`, '299']);
  });

  test('a stall counts what it was issued', async () => {
    await room.picked(thing.rice, '10');
    const [out] = await room.act((context) =>
      context.tx.rows<{ id: string }>(sql`select o.id from out_store o order by o.id desc limit 1`),
    );
    await room.call('invoutstore/received', { outstoreId: out!.id });
    const check = await room.aCount({ warehouseId: null, gearOperationDeptId: place.stall });
    await enter(
      check,
      check.details.map((line) => ({ id: line.id, countQty: '9' })),
    );
    await room.call('invcheck/doCheck', { id: check.id });
    await approve(
      check,
      check.details.map((line) => ({ id: line.id, cause: 'lost' })),
    );
    expect(await room.act((context) => balanceOf(context, place.stall, thing.rice))).toMatchObject({
      qty: String(9 * check.details.length),
    });
  });
});

describe('while people count', () => {
  test('EP-0634: a blind count says nowhere what the book holds, neither in its lines nor in its sheet; an open one does', async () => {
    const blind = await room.aCount(onlyNew());
    await enter(blind, [{ id: lineOf(blind, rice).id, countQty: '90' }]);
    for (const shown of [
      await room.checkOf(blind.id),
      await room.call('invcheck/checkDetailList', { checkId: blind.id }),
      await room.call('invcheck/preCheck', { checkId: blind.id }),
    ]) {
      expect(JSON.stringify(shown)).not.toMatch(
        /"(snapshotQty|snapshotAmount|expectedQty|moveQty|varianceQty|varianceAmount)":"/,
      );
    }
    expect(
      (await room.call<CountedLine[]>('invcheck/checkDetailList', { checkId: blind.id, lineState: 'counted' })).map(
        (line) => line.batchId,
      ),
    ).toEqual([rice.batchId]);
    await room.call('invcheck/void', { ids: blind.id, reason: '改为明盘' });
    const open = await room.aCount({ ...onlyNew(), blind: 0 });
    expect(lineOf(open, rice)).toMatchObject({ snapshotQty: '100', snapshotAmount: '400.00' });
  });

  test('no lot is counted twice at once, and nothing is finished half counted', async () => {
    const check = await room.aCount(onlyNew());
    expect(await sentences(room.aCount(onlyNew()))).toEqual(
      [`大米 正在盘点单 ${check.billCode} 中盘点`, `豆腐 正在盘点单 ${check.billCode} 中盘点`].toSorted((a) =>
        a.startsWith('大米') ? -1 : 1,
      ),
    );
    // Each says of which lot that was sent, and where it is counted.
    await expect(room.aCount(onlyNew())).rejects.toMatchObject({
      refusals: [
        { line: 1, detail: { checkId: check.id, list: 'invcheck' } },
        { line: 2, detail: { checkId: check.id } },
      ],
    });
    expect(await sentences(room.call('invcheck/doCheck', { id: check.id }))).toEqual([
      `${check.billCode} 还有 2 行未盘点：大米、豆腐`,
    ]);
    await enter(check, [
      { id: lineOf(check, rice).id, countQty: '100' },
      { id: lineOf(check, tofu).id, skipReason: '冷库在除霜' },
    ]);
    await room.call('invcheck/doCheck', { id: check.id });
    await approve(check, []);
    const moves = await room.act((context) =>
      context.tx.rows(sql`select v.reason, v.qty from stock_move v where v.bill_id = ${check.id}::bigint`),
    );
    expect(moves).toEqual([{ reason: 'count.zero', qty: '0' }]);
  });

  test('the parameters store.check.recount-amount and store.check.recount-percent say from where on a difference is counted again', async () => {
    const set = (key: string, value: string | null): Promise<unknown> =>
      room.act((context) =>
        context.tx.run(
          value === null
            ? sql`delete from param where param_key = ${key}`
            : sql`insert into param (param_name, param_key, param_value) values (${key}, ${key}, ${value})
              on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
        ),
      );
    /** Whether 98 of 100 at 4.00 are counted again. */
    const isCountedAgain = async (amount: string, percent: string): Promise<string> => {
      await set('store.check.recount-amount', amount);
      await set('store.check.recount-percent', percent);
      const check = await room.aCount({ ...onlyNew(), recountAmount: null, recountPercent: null });
      await enter(check, [{ id: lineOf(check, rice).id, countQty: '98' }]);
      const { lineState } = lineOf(await room.checkOf(check.id), rice);
      await room.call('invcheck/void', { ids: check.id, reason: '试一下' });
      return String(lineState);
    };
    expect([
      await isCountedAgain('8', '2'),
      await isCountedAgain('7.99', '2'),
      await isCountedAgain('8', '1.99'),
    ]).toEqual(['counted', 'recount', 'recount']);
    await set('store.check.recount-amount', null);
    await set('store.check.recount-percent', null);
  });

  test('a large difference is counted again by somebody else, whose figure counts', async () => {
    const check = await room.aCount({ ...onlyNew(), recountAmount: '100', recountPercent: '5' });
    const { id } = lineOf(check, rice);
    await enter(check, [
      { id, countQty: '94' },
      { id: lineOf(check, tofu).id, countQty: '8' },
    ]);
    expect(await sentences(room.call('invcheck/doCheck', { id: check.id }))).toEqual([
      `${check.billCode} 还有 1 行需要复盘：大米`,
    ]);
    // A slip of the finger is corrected by who made it; somebody else counts again all the same.
    await enter(check, [{ id, countQty: '9' }]);
    await enter(check, [{ id, countQty: '94' }]);
    for (const shown of [
      await room.checkOf(check.id),
      await room.call('invcheck/preCheck', { checkId: check.id }, REVIEWER),
      { details: await room.call('invcheck/checkDetailList', { checkId: check.id }) },
    ]) {
      expect(lineOf(shown as Check, rice)).toMatchObject({
        lineState: 'recount',
        countQty: null,
        countBaseQty: null,
        firstQty: null,
        parts: null,
      });
    }
    await enter(check, [{ id, countQty: '96' }], REVIEWER);
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({
      firstQty: '94',
      secondQty: '96',
      countBaseQty: '96',
      lineState: 'agreed',
      secondUserName: '另一人',
    });
    // A third, who still saw it waiting for a second count, does not write over the second.
    expect(await sentences(enter(check, [{ id, countQty: '90', seenQty: '' }], '3'))).toEqual([
      `大米 ${rice.batchCode} 刚由 另一人 盘为 96，请核对，仍按您的数请再填一次`,
    ]);
    expect(await sentences(enter(check, [{ id, countQty: '95' }]))).toEqual([
      `大米 ${rice.batchCode}：复盘人不能是初盘人，请另一人复盘`,
    ]);
    await room.call('invcheck/doCheck', { id: check.id });
    expect(await sentences(approve(check, []))).toEqual([
      `盘点人不能审核差异，请由未参加 ${check.billCode} 盘点的人审核`,
    ]);
  });

  test('a figure somebody else entered meanwhile is not written over', async () => {
    const check = await room.aCount(onlyNew());
    const { id } = lineOf(check, rice);
    await enter(check, [{ id, countQty: '99', seenQty: '' }]);
    expect(await sentences(enter(check, [{ id, countQty: '98', seenQty: '' }], REVIEWER))).toEqual([
      `大米 ${rice.batchCode} 刚由 测试员 盘为 99，请核对，仍按您的数请再填一次`,
    ]);
    await enter(check, [{ id, countQty: '98', seenQty: '99' }], REVIEWER);
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({ countBaseQty: '98', countUserName: '另一人' });
  });

  test('what is wrong with a figure is said by line, and nothing of the save stands', async () => {
    const check = await room.aCount(onlyNew());
    const refusals = await sentences(
      enter(check, [
        { id: lineOf(check, tofu).id, countQty: '8' },
        { id: lineOf(check, rice).id, countQty: '-1' },
      ]),
    );
    expect(refusals).toEqual(['实盘数量不能小于 0']);
    expect(
      await sentences(
        enter(check, [
          { id: lineOf(check, rice).id, countQty: '1', countTime: '2025-03-15 08:00:00' },
          { id: '77', countQty: '1' },
        ]),
      ),
    ).toEqual(['第 2 行不属于本单']);
    expect(
      await sentences(enter(check, [{ id: lineOf(check, rice).id, countQty: '1', countTime: '2025-03-15 08:00:00' }])),
    ).toEqual(['第 1 行盘点时间不能早于快照时间 2025-03-16 10:00:00']);
    expect(await sentences(enter(check, [{ id: lineOf(check, tofu).id, countQty: '1', unitId: unit.bag }]))).toEqual([
      expect.stringMatching(/豆腐/),
    ]);
    expect((await room.checkOf(check.id))['countedCount']).toBe(0);
  });

  test.each([
    ['of which no day is known', {}, '豆腐 请填写到期日；知道保质期的，填写生产日期也可'],
    [
      'that expired before it was made',
      { productionDate: '2025-03-10', expiryDate: '2025-03-09' },
      '豆腐 到期日 2025-03-09 早于生产日期 2025-03-10，请核对',
    ],
  ])('a lot nobody knew of, %s, is not entered', async (_, dates, sentence) => {
    const check = await room.aCount(onlyNew());
    await room.act(({ tx }) =>
      tx.run(sql`update material set shelf_life_managed = 1 where id = ${thing.tofu}::bigint`),
    );
    expect(
      await sentences(enter(check, [{ materialId: thing.tofu, countQty: '2', supplierBatchNo: 'T-5', ...dates }])),
    ).toEqual([sentence]);
    await room.act(({ tx }) =>
      tx.run(sql`update material set shelf_life_managed = 0 where id = ${thing.tofu}::bigint`),
    );
    expect((await room.checkOf(check.id)).details.map((line) => line['supplierBatchNo'])).not.toContain('T-5');
  });

  test('a lot nobody knew of becomes a provisional lot at the average cost', async () => {
    const check = await room.aCount(onlyNew());
    // Also of a material that is frozen by now.
    await room.act(({ tx }) => tx.run(sql`update material set frozen = 1 where id = ${thing.tofu}::bigint`));
    await enter(check, [
      { materialId: thing.tofu, countQty: '2', supplierBatchNo: 'T-9', expiryDate: '2025-03-19' },
      { id: lineOf(check, rice).id, countQty: '100' },
      { id: lineOf(check, tofu).id, countQty: '8' },
    ]);
    expect(
      await sentences(
        enter(check, [{ materialId: thing.tofu, countQty: '1', supplierBatchNo: 'T-8', productionDate: '2025-04-01' }]),
      ),
    ).toEqual(['豆腐 生产日期 2025-04-01 晚于今天']);
    expect(await sentences(enter(check, [{ materialId: thing.tofu, countQty: '1', supplierBatchNo: 'T-9' }]))).toEqual([
      '第 1 行的批次已在盘点单第 3 行，请填在那一行',
    ]);
    await room.call('invcheck/doCheck', { id: check.id });
    const found = (await room.checkOf(check.id)).details.find((line) => line['supplierBatchNo'] === 'T-9')!;
    await approve(check, [{ id: found.id, cause: 'found' }]);
    const [lot] = await room.act((context) =>
      context.tx.rows<Record<string, unknown>>(
        sql`select b.id, b.lot_state, b.expiry_date, sb.qty, sb.amount, b.source_bill_type from batch b
          join stock_batch sb on sb.batch_id = b.id where b.supplier_batch_no = 'T-9'`,
      ),
    );
    expect(lot).toMatchObject({
      lotState: 'provisional',
      expiryDate: '2025-03-19',
      qty: '2',
      sourceBillType: 'invcheck',
    });
    await room.call('stockbatch/release', { batchId: lot!['id'], reason: '核对无误' });
    expect(await sentences(room.call('stockbatch/release', { batchId: lot!['id'], reason: '核对无误' }))).toEqual([
      expect.stringContaining('未冻结'),
    ]);
    await room.act(({ tx }) => tx.run(sql`update material set frozen = 0 where id = ${thing.tofu}::bigint`));
    expect(Number(lot!['amount'])).toBeGreaterThan(0);
  });
});

describe('the review', () => {
  test('a loss of what was promised shortens the newest promise and names its document', async () => {
    const onHand = await room.act((context) => balanceOf(context, place.warehouse, thing.tofu));
    const { id } = await room.call<{ id: string }>('pick/submit', {
      warehouseId: place.warehouse,
      useRestaurantDeptId: place.restaurant,
      gearOperationDeptId: place.stall,
      needTime: '2025-03-16 23:00:00',
      details: [{ materialId: thing.tofu, qty: String(Math.floor(Number(onHand.qty) - 2)), unitId: unit.kg }],
    });
    await room.call('pick/toApply', { ids: id });
    await room.call('pick/doApply', { ids: id, allowShort: '1' }, REVIEWER);
    const before = await room.act((context) => balanceOf(context, place.warehouse, thing.tofu));
    const check = await counted('100', '1');
    await approve(check, [{ id: lineOf(check, tofu).id, cause: 'lost' }]);
    const after = await room.act((context) => balanceOf(context, place.warehouse, thing.tofu));
    expect(Number(after.qty)).toBe(Number(before.qty) - 7);
    expect(Number(after.reserved)).toBeLessThan(Number(before.reserved));
    const pick = await room.call<Check>('pick/detail', { id });
    expect(await room.checkOf(check.id)).toMatchObject({ shortBills: pick.billCode });
    expect(pick.details[0]).toMatchObject({ reservedQty: after.reserved });
    expect(Number(pick.details[0]!['shortQty'])).toBeGreaterThan(0);
    await room.call('pick/void', { ids: id, reason: '改天再领' }, REVIEWER);
  });

  test('chosen lines go back and are counted by somebody else; the rest stays', async () => {
    const check = await counted('90', '8');
    expect(await sentences(room.call('invcheck/recount', { id: check.id, reason: '' }, REVIEWER))).toHaveLength(1);
    await room.call(
      'invcheck/recount',
      { id: check.id, reason: '大米差异太大', detailIds: lineOf(check, rice).id },
      REVIEWER,
    );
    const back = await room.checkOf(check.id);
    expect(back).toMatchObject({ status: 'counting', varianceCount: null });
    expect([
      lineOf(back, rice)['lineState'],
      lineOf(back, tofu)['lineState'],
      lineOf(back, rice)['snapshotQty'],
    ]).toEqual(['recount', 'counted', null]);
    await enter(check, [{ id: lineOf(check, rice).id, countQty: '99.5' }], REVIEWER);
    await room.call('invcheck/doCheck', { id: check.id });
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({
      varianceQty: '-0.5',
      firstQty: '90',
      secondQty: '99.5',
    });
  });
});

describe('after the review', () => {
  test('a voided count posts nothing and lets its lots go', async () => {
    const check = await counted('90', '8');
    await room.call('invcheck/void', { ids: check.id, reason: '盘错仓库' });
    expect(await room.bookOf(rice.batchId)).toMatchObject({ qty: '100' });
    expect((await room.aCount(onlyNew())).status).toBe('counting');
  });

  test('EP-0636: a voucher belongs to a done count, balances, and is kept once', async () => {
    const check = await counted('97.5', '8');
    const entries = (credit: string) => [
      { subjectCode: '6711', direction: 'debit', amount: '10.00' },
      { subjectCode: '1405', direction: 'credit', amount: credit },
    ];
    const save = (credit: string): Promise<unknown> =>
      room.call(
        'invcheck/saveOrUpdateInvCheckVoucher',
        { checkId: check.id, voucherDate: '2025-03-16', details: entries(credit) },
        REVIEWER,
      );
    expect(await sentences(save('10.00'))).toEqual([`盘点 ${check.billCode} 未完成，不能做凭证`]);
    await approve(check, [{ id: lineOf(check, rice).id, cause: 'lost' }]);
    expect(await sentences(save('9.99'))).toEqual(['借贷不平：借 10，贷 9.99']);
    await save('10.00');
    await save('10');
    expect(
      (await room.call<{ voucher: unknown }>('invcheck/viewCheckResult', { checkId: check.id })).voucher,
    ).toMatchObject({
      lossAmount: '10.00',
      gainAmount: '0.00',
      details: [{ subjectCode: '6711' }, { subjectCode: '1405' }],
    });
  });
});

describe('the count sheet', () => {
  const bytesOf = async (body: Download['body']): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of body as Readable) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const importing = async (
    check: Check,
    rows: readonly (string | null)[][],
    who = COUNTER,
    more: Record<string, unknown> = {},
  ): Promise<Record<string, unknown> & { rows: { reason: string }[] }> => {
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-count-')), 'sheet.xlsx');
    const columns = ['行号', '批次号', '实盘数量', '单位', '未盘原因', '实盘件数'].map((header) =>
      sheetColumn(header, { kind: 'text' }),
    );
    await fs.writeFile(file, await bytesOf(writeSheet(columns, rows, { name: '数据' })));
    const size = (await fs.stat(file)).size;
    const call = room.registry.calls.find((each) => each.path === 'invcheck/importExcelTemplate')!;
    return room.act((context) =>
      call.handle(
        { ...context, user: { ...context.user, userId: who } },
        { checkId: check.id, ...more },
        { name: 'sheet.xlsx', path: file, size },
      ),
    ) as never;
  };
  /** The cells of the sheet that goes out. */
  const sheetOf = async (check: Check): Promise<(readonly (string | null)[])[]> => {
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'larder-count-')), 'sheet.xlsx');
    await fs.writeFile(
      file,
      await bytesOf((await room.call<Download>('invcheck/downloadExcelTemplate', { checkId: check.id })).body),
    );
    const rows: (readonly (string | null)[])[] = [];
    for await (const { cells } of readSheet(file)) rows.push(cells);
    return rows;
  };
  test('goes out with its lots and comes back with figures; a dry run changes nothing', async () => {
    const check = await room.aCount(onlyNew());
    const download = await room.call<Download>('invcheck/downloadExcelTemplate', { checkId: check.id });
    expect(download.fileName).toBe(`${check.billCode}-盘点表.xlsx`);
    expect((await bytesOf(download.body)).length).toBeGreaterThan(1000);
    const [one, two] = check.details;
    const rows = [
      [String(one!['lineNo']), String(one!['batchName']), '4', '袋', ''],
      [String(two!['lineNo']), String(two!['batchName']), '7.5', '千克', ''],
    ];
    const [bags, kilos] =
      one!.batchId === rice.batchId
        ? [rows[0]!, rows[1]!]
        : [
            [rows[1]![0]!, rows[1]![1]!, '4', '袋', ''],
            [rows[0]![0]!, rows[0]![1]!, '7.5', '千克', ''],
          ];
    expect(await importing(check, [bags, kilos], COUNTER, { dryRun: '1' })).toMatchObject({
      total: 2,
      updated: 2,
      failed: 0,
      landed: false,
    });
    expect((await room.checkOf(check.id))['countedCount']).toBe(0);
    expect(await importing(check, [bags, kilos])).toMatchObject({ updated: 2, failed: 0, landed: true });
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({
      countQty: '4',
      unitName: '袋',
      countBaseQty: '100',
      countWay: 'sheet',
    });
  });
  test('a cell left blank leaves what was counted; 清空 takes the figure back', async () => {
    const check = await room.aCount(onlyNew());
    const { lineNo } = lineOf(check, rice);
    await importing(check, [[String(lineNo), rice.batchCode, '4', '袋', '']]);
    expect(await importing(check, [[String(lineNo), rice.batchCode, '', '', '两袋破损']])).toMatchObject({
      updated: 1,
      failed: 0,
      landed: true,
    });
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({
      countQty: '4',
      unitName: '袋',
      countBaseQty: '100',
      skipReason: '两袋破损',
    });
    await importing(check, [[String(lineNo), rice.batchCode, '清空', '', '清空']]);
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({ countQty: null, skipReason: '' });
  });
  test('goods of catch weight have a column for their pieces, which comes back with the weight', async () => {
    await room.act(({ tx }) => tx.run(sql`update material set catch_weight = 1 where id = ${thing.tofu}::bigint`));
    const check = await room.aCount(onlyNew());
    const { id, lineNo } = lineOf(check, tofu);
    expect((await sheetOf(check))[0]!.slice(-4)).toEqual(['实盘数量', '单位', '实盘件数', '未盘原因']);
    const sheet = (qty: string, pieces: string) =>
      importing(check, [[String(lineNo), tofu.batchCode, qty, '千克', '', pieces]]);
    expect(await sheet('7.5', '')).toMatchObject({
      failed: 1,
      landed: false,
      rows: [{ reason: `豆腐 ${tofu.batchCode} 按件双计量，请填写件数` }],
    });
    expect(await sheet('7.5', '15')).toMatchObject({ updated: 1, failed: 0, landed: true });
    expect(await sheet('7', '')).toMatchObject({ updated: 1, failed: 0, landed: true });
    expect((await room.checkOf(check.id)).details.find((line) => line.id === id)).toMatchObject({
      countBaseQty: '7',
      countAuxQty: '15',
    });
    await room.act(({ tx }) => tx.run(sql`update material set catch_weight = 0 where id = ${thing.tofu}::bigint`));
  });
  test('of a blind count does not say what was counted first of a lot that is counted again, and a reason beside it counts nothing', async () => {
    const check = await room.aCount({ ...onlyNew(), recountAmount: '100', recountPercent: '5' });
    await enter(check, [{ id: lineOf(check, rice).id, countQty: '94' }]);
    expect((await sheetOf(check)).find((row) => row.includes('大米'))).not.toContain('94');
    expect(
      await importing(
        check,
        [[String(lineOf(check, rice)['lineNo']), rice.batchCode, null, null, '货架被挡']],
        REVIEWER,
      ),
    ).toMatchObject({ failed: 0, landed: true });
    expect(lineOf(await room.checkOf(check.id), rice)).toMatchObject({ lineState: 'skipped', secondQty: null });
  });
  test('the sheet of another count is refused as a whole', async () => {
    const check = await room.aCount(onlyNew());
    const answer = await importing(check, [
      ['1', 'PC0', '4', '', ''],
      [String(lineOf(check, rice)['lineNo']), rice.batchCode, '90', '', ''],
    ]);
    expect(answer).toMatchObject({ failed: 1, landed: false, rows: [{ row: 2, reason: '表格里没有本盘点单的行' }] });
    expect((await room.checkOf(check.id))['countedCount']).toBe(0);
  });
});

test('counted at the business clock', async () => {
  expect((await room.aCount(onlyNew()))['snapshotTime']).toBe(NOW);
});
