/** Bulk changes of lines: looked at, saved, undone; two who want the same lines; parts and other sources. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thing } from '../../receiving/dock.testing.ts';
import { aDispatch, OK, site, supplier, type ListLine, type Lists } from './lists.testing.ts';

let room: Lists;
beforeAll(async () => {
  room = await aDispatch();
});
afterAll(() => room.running.close());

const STRAIGHT = 'distributionstraight';
const idsOf = (lines: readonly ListLine[]): string[] => lines.map((line) => line.id);
const again = async (lines: readonly ListLine[]): Promise<ListLine[]> => {
  const all = [...(await room.lines('straight')), ...(await room.lines('uniform'))];
  return lines.flatMap((line) => all.find((each) => each.id === line.id) ?? []);
};
const short = (lines: readonly ListLine[]): string[] =>
  lines.map(({ materialName, qty, unitName, supplierName, price }) =>
    [materialName, qty, unitName, supplierName, price].join(' '),
  );
/** Rice of two sites, by 甲. */
const twoLines = async (): Promise<ListLine[]> => {
  const [first, second] = [
    await room.requested([{ materialId: thing.rice, requestQty: '10' }]),
    await room.requested([{ materialId: thing.rice, requestQty: '20' }], site.second),
  ];
  return room.straight(`${first},${second}`);
};

describe('B15: another supplier for many lines', () => {
  test('preview says price, lead time, cut-off and quality of each line and saves nothing; save, undo, save again', async () => {
    const lines = await twoLines();
    const body = { ids: idsOf(lines), supplierId: supplier.far };
    const seen = await room.must<Record<string, unknown>>(`${STRAIGHT}/previewBatch`, body);
    expect(seen).toMatchObject({
      amountBefore: '123.00',
      amountAfter: '135.00',
      amountDiff: '12.00',
      lateCount: 0,
      worseCount: 2,
      allergenCount: 0,
      refusals: [],
    });
    expect((seen['lines'] as { id: string }[]).find((line) => line.id === lines[0]!.id)).toMatchObject({
      old: { supplierName: '甲', price: '4.1', leadDays: 1, grade: 'a', orderBefore: '2026-11-24 16:00:00' },
      new: {
        supplierName: '乙',
        price: '4.50',
        leadDays: 4,
        grade: 'b',
        orderBefore: '2026-11-21 16:00:00',
        isLate: 0,
      },
    });
    expect(short(await again(lines))).toEqual(short(lines));

    await room.must(`${STRAIGHT}/updateBatchSupplier`, { ...body, reason: '执照过期' });
    expect(short(await again(lines)).toSorted()).toEqual(['大米 10 千克 乙 4.5', '大米 20 千克 乙 4.5']);
    expect(await room.proof()).toBeNull();
    await room.must(`${STRAIGHT}/undoBatch`, {});
    expect(short(await again(lines))).toEqual(short(lines));
    await room.must(`${STRAIGHT}/updateBatchSupplierOrMaterial`, body);
    expect(short(await again(lines)).toSorted()).toEqual(['大米 10 千克 乙 4.5', '大米 20 千克 乙 4.5']);
    const changes = await room.get(room.keeper, `${STRAIGHT}/changePage`, { size: 3 });
    expect(
      (changes['records'] as Record<string, unknown>[]).map((each) => [each['changeType'], each['amountDiff']]),
    ).toEqual([
      ['supplier', '12'],
      ['undo', '-12'],
      ['supplier', '12'],
    ]);
    expect(await room.proof()).toBeNull();
  });
});

describe('B15: another material for many lines', () => {
  test('another material: quantity by the ratio, its own allergens to be confirmed, links exact, undone exactly', async () => {
    const lines = await room.straight(await room.requested([{ materialId: thing.beef, requestQty: '4' }]));
    const body = { ids: idsOf(lines), materialId: thing.milk };
    expect(await room.must(`${STRAIGHT}/previewBatch`, body)).toMatchObject({
      allergenCount: 1,
      allergenNames: ['乳制品'],
      lines: [{ old: { qty: '4', materialName: '牛肉' }, new: { qty: '6', materialName: '牛奶', supplierName: '丁' } }],
    });
    expect(await room.refusal(`${STRAIGHT}/updateBatchMaterial`, body)).toMatch(/替换将引入过敏原：乳制品（1 行）/);
    expect(await room.refusal(`${STRAIGHT}/updateBatchSupplierOrMaterial`, body)).toMatch(/替换将引入过敏原/);
    await room.must(`${STRAIGHT}/updateBatchMaterial`, { ...body, confirmAllergens: 1 });
    const [changed] = await again(lines);
    expect(changed).toMatchObject({
      materialName: '牛奶',
      originMaterialName: '牛肉',
      qty: '6',
      amount: '54.00',
      ratio: '1.5',
    });
    expect(await room.proof()).toBeNull();
    // Back to what was asked is no substitution.
    await room.must(`${STRAIGHT}/updateBatchMaterial`, { ids: idsOf(lines), materialId: thing.beef });
    expect(short(await again(lines))).toEqual(short(lines));
    await room.must(`${STRAIGHT}/undoBatch`, {});
    await room.must(`${STRAIGHT}/undoBatch`, {});
    expect(short(await again(lines))).toEqual(short(lines));
    expect(await room.proof()).toBeNull();
  });

  test('what cannot be: no substitute, no ratio, not offered, frozen, nothing chosen, too many, of nobody', async () => {
    const lines = await twoLines();
    const ids = idsOf(lines);
    const change = (body: Record<string, unknown>): Promise<string> =>
      room.refusal(`${STRAIGHT}/updateBatchSupplierOrMaterial`, { ids, ...body });
    expect(await change({ materialId: thing.milk })).toMatch(/【牛奶】不是【大米】的有效替代品/);
    expect(await change({ supplierId: supplier.other })).toMatch(/供应商【丁】不供应【大米】给【/);
    expect(await change({ supplierId: supplier.frozen })).toMatch(/供应商【冻】已冻结/);
    expect(await change({})).toBe('请选择供应商或物料');
    expect(await room.refusal(`${STRAIGHT}/updateBatchSupplier`, { ids })).toBe('请选择供应商或物料');
    expect(await room.refusal(`${STRAIGHT}/updateBatchMaterial`, { ids })).toBe('请选择供应商或物料');
    expect(await room.refusal(`${STRAIGHT}/updateBatchSupplier`, { ids: [], supplierId: '620' })).toBe('请选择明细');
    expect(await change({ ids: Array.from({ length: 10_001 }, (_, nr) => String(nr + 1)), supplierId: '620' })).toMatch(
      /一次最多处理 10000 行/,
    );
    expect(await change({ ids: '999', supplierId: '620' })).toMatch(/不存在/);
    expect(await change({ ids: 'x', supplierId: '620' })).toMatch(/ids/);
    expect(await room.refusal('distributionuniform/updateBatchSupplier', { ids, supplierId: '620' })).toMatch(/不存在/);
    await room.running.asOwner(`update material_substitute set ratio = null where material_id = 201`);
    expect(await change({ materialId: thing.tofu })).toMatch(/【大米】替换为【豆腐】没有换算比例/);
    await room.running.asOwner(`update material_substitute set ratio = 1 where material_id = 201`);
    await room.running.asOwner(`update material set frozen = 1 where id = 202`);
    expect(await change({ materialId: thing.tofu })).toMatch(/物料【豆腐】已冻结/);
    await room.running.asOwner(`update material set frozen = 0 where id = 202`);
    expect(await room.must(`${STRAIGHT}/previewBatch`, { ids, supplierId: supplier.frozen })).toMatchObject({
      lines: [],
      refusals: ['供应商【冻】已冻结，请选择其他供应商'],
    });
    expect(short(await again(lines))).toEqual(short(lines));
  });
});

describe('B15: lines without supplier or prices', () => {
  test('what a centre has or makes needs no supplier', async () => {
    const made = await room.uniform(
      await room.requested([{ materialId: thing.rice, requestQty: '3', sourceKind: 'factory' }]),
    );
    await room.running.asOwner(
      `update distribution_bill_detail set supply_mode = 'produce', supplier_id = null where id = $1`,
      [made[0]!.id],
    );
    expect(
      await room.refusal('distributionuniform/updateBatchSupplier', { ids: idsOf(made), supplierId: supplier.near }),
    ).toMatch(/由库存或生产供给，不需要供应商/);
  });

  test('a reader without the right sees no prices: lines, sums, suppliers, substitutes, preview, changes', async () => {
    const lines = await twoLines();
    const answers = [
      await room.get(room.blind, `${STRAIGHT}/dispatchLines`, {}),
      await room.get(room.blind, `${STRAIGHT}/summaryPage`, {}),
      await room.get(room.blind, `${STRAIGHT}/getSupplier`, { ids: idsOf(lines).join(',') }),
      await room.get(room.blind, `${STRAIGHT}/getMaterialReplace`, { materialId: thing.beef }),
      await room.get(room.blind, `${STRAIGHT}/changePage`, {}),
      (await room.post(room.blind, `${STRAIGHT}/previewBatch`, { ids: idsOf(lines), supplierId: '621' })).body.data,
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/[pP]rice(Diff)?"|mount|4\.1|4\.5/);
  });
});

describe('two dispatchers and the same lines', () => {
  test('who comes second is told who was first and which lines; nothing is saved', async () => {
    const lines = await twoLines();
    const body = { ids: idsOf(lines), revisions: lines.map((line) => line['revision']), supplierId: supplier.far };
    const answers = await Promise.all(
      [room.keeper, room.rival].map((who) => room.refusal(`${STRAIGHT}/updateBatchSupplier`, body, who)),
    );
    expect(answers).toContain(OK);
    const other = answers.find((answer) => answer !== OK);
    expect(other).toMatch(
      /^(收货员|李调度) 刚刚调整了其中 2 行（(一项目部 大米、二项目部 大米|二项目部 大米、一项目部 大米)），请刷新后再操作/,
    );
    expect((await again(lines)).map((line) => Number(line['revision']))).toEqual([1, 1]);
    // One of them alone was changed: the other line is not saved either.
    const [first, second] = await again(lines);
    await room.must(`${STRAIGHT}/updateBatchSupplier`, { ids: [first!.id], supplierId: supplier.near });
    expect(
      await room.refusal(`${STRAIGHT}/updateBatchSupplier`, { ...body, revisions: [1, 1], supplierId: supplier.near }),
    ).toMatch(/收货员 刚刚调整了其中 1 行/);
    expect((await again([second!]))[0]!['supplierName']).toBe('乙');
  });

  test('an undo after somebody else changed a line again, or a second one', async () => {
    const lines = await twoLines();
    await room.must(`${STRAIGHT}/updateBatchSupplier`, { ids: idsOf(lines), supplierId: supplier.far });
    const changes = await room.get(room.keeper, `${STRAIGHT}/changePage`, { size: 1 });
    const id = (changes['records'] as { id: string }[])[0]!.id;
    await room.must(`${STRAIGHT}/updateBatchSupplier`, { ids: [lines[0]!.id], supplierId: supplier.near }, room.rival);
    expect(await room.refusal(`${STRAIGHT}/undoBatch`, { id })).toMatch(/之后已有其他调整（1 行），不能撤销/);
    await room.must(`${STRAIGHT}/undoBatch`, {}, room.rival);
    await room.must(`${STRAIGHT}/undoBatch`, { id });
    expect(short(await again(lines))).toEqual(short(lines));
    expect(await room.refusal(`${STRAIGHT}/undoBatch`, { id })).toMatch(/已撤销/);
    expect(await room.refusal(`${STRAIGHT}/undoBatch`, { id: '999' })).toMatch(/不存在/);
    expect(await room.refusal(`${STRAIGHT}/undoBatch`, {}, room.boss)).toBe('没有可撤销的调整');
    expect(await room.refusal('distributionuniform/undoBatch', { id })).toMatch(/不存在|已撤销/);
  });
});

describe('parts, other sources', () => {
  test('a line in parts: they add up, each with its supplier; undone it is one line again', async () => {
    const [line] = await room.straight(await room.requested([{ materialId: thing.rice, requestQty: '10' }]));
    const split = (parts: readonly Record<string, unknown>[]): Promise<string> =>
      room.refusal(`${STRAIGHT}/splitDetail`, { id: line!.id, parts });
    expect(await split([{ qty: '3' }, { qty: '6.9' }])).toBe('拆分数量合计必须等于 10 千克，现为 9.9');
    expect(await split([{ qty: '10' }])).toBe('至少拆成两份');
    expect(await split([{ qty: '10' }, { qty: '0' }])).toMatch(/每份数量必须大于 0/);
    expect(await split([{ qty: '3.3' }, { qty: '6.7', supplierId: supplier.far }])).toBe(OK);
    const parts = (await room.lines('straight')).filter(
      (each) => each.id === line!.id || each['splitFromId'] === line!.id,
    );
    expect(short(parts).toSorted()).toEqual(['大米 3.3 千克 甲 4.1', '大米 6.7 千克 乙 4.5']);
    expect(await room.proof()).toBeNull();
    await room.must(`${STRAIGHT}/undoBatch`, {});
    expect(short(await again(parts))).toEqual(['大米 10 千克 甲 4.1']);
    expect(await room.proof()).toBeNull();
  });

  test('another source: the line moves to the other list in one act and comes back by undo; self gives it back', async () => {
    const requestId = await room.requested([{ materialId: thing.rice, requestQty: '10' }]);
    const lines = await room.straight(requestId);
    const to = (kind: string, body: Record<string, unknown>): Promise<string> =>
      room.refusal(`${kind}/changeSource`, { ids: idsOf(lines), ...body });
    expect(await to(STRAIGHT, { sourceKind: 'direct' })).toMatch(/已是该货源/);
    expect(await to(STRAIGHT, { sourceKind: 'warehouse' })).toMatch(/没有货源规则/);
    expect(await to(STRAIGHT, { sourceKind: 'warehouse', outWarehouseId: '999' })).toMatch(/发货仓/);
    expect(await to(STRAIGHT, { sourceKind: 'factory', reason: '改统配' })).toBe(OK);
    expect((await room.lines('uniform')).find((each) => each.id === lines[0]!.id)).toMatchObject({
      outOrgName: '中央厨房',
      supplyMode: 'purchase',
      supplierName: '甲',
    });
    expect(await room.proof()).toBeNull();
    await room.must(`${STRAIGHT}/undoBatch`, {});
    expect(short((await room.lines('straight')).filter((each) => each.id === lines[0]!.id))).toEqual(short(lines));
    expect(await room.proof()).toBeNull();
    expect(await to(STRAIGHT, { sourceKind: 'warehouse', outWarehouseId: site.central })).toBe(OK);
    expect(await to('distributionuniform', { sourceKind: 'factory', outFactoryWarehouseId: '710' })).toBe(OK);
    expect(await to('distributionuniform', { sourceKind: 'self' })).toBe(OK);
    expect(await again(lines)).toEqual([]);
    expect(await room.get(room.keeper, 'invpleasepurchase/detail', { id: requestId })).toMatchObject({
      distributeStatus: 'none',
      details: [{ distributedQty: '0', sourceKind: 'self' }],
    });
    expect(await room.refusal('distributionuniform/undoBatch', {})).toMatch(/转为自采，不能撤销/);
    expect(await room.proof()).toBeNull();
  });
});

describe('void, and choices for lines', () => {
  test('void gives every need back; what is documented stays and is not changed', async () => {
    const requestId = await room.requested([
      { materialId: thing.rice, requestQty: '10' },
      { materialId: thing.beef, requestQty: '2' },
    ]);
    const lines = await room.straight(requestId);
    const billId = lines[0]!['billId']!;
    await room.running.asOwner(`update distribution_bill_detail set documented_qty = 1 where id = $1`, [lines[0]!.id]);
    expect(await room.refusal(`${STRAIGHT}/void`, { ids: billId, reason: '重新分配' })).toMatch(/已制单，不能作废/);
    await room.running.asOwner(
      `update distribution_bill_detail set documented_qty = qty, line_status = 'documented' where id = $1`,
      [lines[0]!.id],
    );
    expect(
      await room.refusal(`${STRAIGHT}/updateBatchSupplier`, { ids: [lines[0]!.id], supplierId: supplier.far }),
    ).toMatch(/已制单，不能修改/);
    await room.running.asOwner(
      `update distribution_bill_detail set documented_qty = 0, line_status = 'open' where id = $1`,
      [lines[0]!.id],
    );
    expect(await room.refusal('distributionuniform/void', { ids: billId, reason: '重新分配' })).toMatch(/不存在/);
    await room.must(`${STRAIGHT}/void`, { ids: billId, reason: '重新分配' });
    expect(await again(lines)).toEqual([]);
    expect(await room.proof()).toBeNull();
    const anew = await room.straight(requestId);
    expect(short(anew).toSorted()).toEqual(short(lines).toSorted());
    expect(await room.proof()).toBeNull();
  });

  test('choices for lines: suppliers in their order, what may stand for a material', async () => {
    const lines = await twoLines();
    const suppliers = (await room.get(room.keeper, `${STRAIGHT}/getSupplier`, {
      ids: idsOf(lines).join(','),
    })) as unknown as Record<string, unknown>[];
    expect(suppliers.map((each) => [each['supplierName'], each['price'], each['lines'], each['allowed']])).toEqual([
      ['甲', '4.10', 2, 1],
      ['乙', '4.50', 2, 1],
    ]);
    const alone = (await room.get(room.keeper, `${STRAIGHT}/getSupplier`, {
      materialId: thing.milk,
    })) as unknown as Record<string, unknown>[];
    expect(alone.map((each) => each['supplierName'])).toEqual(['丁']);
    expect(await room.get(room.keeper, `${STRAIGHT}/getMaterialReplace`, { materialId: thing.beef })).toMatchObject([
      { materialName: '牛奶', ratio: '1.5', kind: 'substitute', allergens: ['乳制品'], allowed: 1 },
    ]);
    const missing = await room.running.call(room.keeper, 'GET', `/api/store-management/${STRAIGHT}/getSupplier`, {});
    expect(missing.body.msg).toMatch(/materialId/);
    const sums = await room.get(room.keeper, `${STRAIGHT}/summaryPage`, { materialId: thing.rice, size: 50 });
    expect((sums['records'] as Record<string, unknown>[])[0]).toMatchObject({ materialName: '大米', unitName: '千克' });
  });
});

describe('a replacement that holds in one dish', () => {
  test('may be taken for a line all of which is for that dish, and for no other', async () => {
    await room.running.asOwner(`begin; set local app.tenant = '000001';
      insert into dish_type (id, code, name, full_name) values (6600, 'M', '主菜', '主菜');
      insert into dish (id, code, name, dish_type_id, dish_kind)
        values (7701, 'D1', '八宝饭', 6600, 'finished'), (7702, 'D2', '白米饭', 6600, 'finished');
      insert into material_substitute (material_id, unit_id, qty, substitute_material_id, substitute_unit_id,
        substitute_qty, ratio, start_date, dish_id) values (201, 301, 1, 203, 301, 0.5, 0.5, '2026-01-01', 7701); commit`);
    /** A line for portions of these dishes, by way of a plan. */
    const lineFor = async (...dishIds: readonly string[]): Promise<ListLine> => {
      const plan = await room.must<{ id: string }>('invrequireplan/submit', {
        startDate: '2026-11-25',
        endDate: '2026-11-25',
        details: [{ warehouseId: '500', materialId: thing.rice, needDate: '2026-11-25', unitId: '301', planQty: '8' }],
      });
      await room.must('invrequireplan/toApply', { ids: plan.id });
      await room.must('invrequireplan/doApply', { ids: plan.id }, room.boss);
      await room.running.asOwner(`begin; set local app.tenant = '000001';
        insert into plan_claim (holder_type, holder_id, nr, source_type, source_id, source_line_id, source_version,
          stall_dept_id, meal_date, meal_type, dish_id, portions, released_time)
        select 'requirement-plan', ${plan.id}, nr, 'sales-plan', 1, nr, 1, 110, '2026-11-25', 'lunch', dish, 10, now()
        from unnest(array[${dishIds.join()}]::bigint[]) with ordinality as d(dish, nr);
        insert into requirement_pegging (requirement_plan_id, plan_detail_id, claim_nr, route_nr, qty)
        select ${plan.id}, d.id, array(select generate_series(1, ${dishIds.length})),
          array_fill(1, array[${dishIds.length}]), array_fill(4000000::bigint, array[${dishIds.length}])
        from requirement_plan_detail d where d.requirement_plan_id = ${plan.id}; commit`);
      await room.must('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: plan.id });
      const requestId = await room.figure(
        `select to_bill_id::text from bill_link where from_type = 'requirementPlan' and from_bill_id = $1`,
        [plan.id],
      );
      return (await room.straight(requestId))[0]!;
    };
    const offered = async ({ id }: ListLine): Promise<unknown[]> =>
      (
        (await room.get(room.keeper, `${STRAIGHT}/getMaterialReplace`, { ids: id })) as unknown as {
          materialName: string;
        }[]
      )
        .map(({ materialName }) => materialName)
        .toSorted();
    const take = ({ id }: ListLine): Promise<string> =>
      room.refusal(`${STRAIGHT}/updateBatchMaterial`, { ids: [id], materialId: thing.beef });

    const own = await lineFor('7701', '7701');
    const other = await lineFor('7702');
    const both = await lineFor('7701', '7702');
    expect([await offered(own), await offered(other), await offered(both)]).toEqual([
      ['牛肉', '豆腐'],
      ['豆腐'],
      ['豆腐'],
    ]);
    expect([await take(other), await take(both)]).toEqual([
      expect.stringMatching(/【牛肉】不是【大米】的有效替代品/),
      expect.stringMatching(/【牛肉】不是【大米】的有效替代品/),
    ]);
    expect(await take(own)).toBe(OK);
    expect(await again([own])).toMatchObject([{ materialName: '牛肉', qty: '4', ratio: '0.5' }]);
    expect(await room.proof()).toBeNull();
  });
});
