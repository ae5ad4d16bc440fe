import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openPlanningRoom, place, thing, unit, type PlanningRoom } from '../planning/planning-room.testing.ts';

let room: PlanningRoom;
let farm: string;
let trader: string;
beforeAll(async () => {
  room = await openPlanningRoom();
  farm = await aSupplier('农场', { allowDirect: 1 });
  trader = await aSupplier('商行', { allowDirect: 0 });
  for (const [supplierId, price] of [
    [farm, '6'],
    [trader, '5'],
  ] as const)
    await room.call('suppliermaterial/submit', {
      supplierId,
      materialId: thing.leek,
      unitId: unit.kg,
      price,
      startDate: '2026-01-01',
    });
});
afterAll(() => room.close());

type Row = Record<string, unknown> & { readonly id: string };
const aSupplier = async (name: string, body: Record<string, unknown>) =>
  (await room.call<Row>('supplier/submit', { name, contact: '李', contactPhone: '13800000000', ...body })).id;
const rule = (body: Record<string, unknown>) =>
  room.call<Row>('sourceinventoryconfigure/submit', { companyDeptId: place.company, sourceKind: 'direct', ...body });
const direct = (body: Record<string, unknown>) =>
  room.call<Row>('purchasedirectdeliveryrules/submit', { companyDeptId: place.company, ...body });
const total = async (path: string, query: Record<string, unknown> = {}) =>
  (await room.call<{ total: number }>(path, query)).total;

describe('a source rule', () => {
  test('EP-0802, EP-0803, EP-0804, EP-0805, EP-0806: is numbered, found by what it is for, opened, changed and removed', async () => {
    const made = await rule({
      deptId: place.site,
      materialId: thing.leek,
      sourceKind: 'warehouse',
      warehouseId: place.otherWarehouse,
      supplierId: farm,
    });
    expect(made).toMatchObject({
      code: expect.stringMatching(/^SOU\d+$/),
      startDate: '2026-11-21',
      priority: 10,
      sharePercent: '100',
      supplierId: '',
      warehouseName: '二仓',
    });
    expect([
      await total('sourceinventoryconfigure/list', { sourceKind: 'warehouse', deptId: place.site }),
      await total('sourceinventoryconfigure/page', { materialId: thing.pork }),
      await total('sourceinventoryconfigure/page', { date: '2026-11-20' }),
    ]).toEqual([1, 0, 0]);
    await rule({ id: made.id, endDate: '2026-12-31', sourceKind: 'direct', warehouseId: '', supplierId: farm });
    expect(await room.call('sourceinventoryconfigure/detail', { id: made.id })).toMatchObject({
      sourceKindName: '供应商直送',
      supplierName: '农场',
      warehouseId: '',
      endDate: '2026-12-31',
    });
    await room.call('sourceinventoryconfigure/remove', { ids: made.id });
    expect(await total('sourceinventoryconfigure/page')).toBe(0);
  });

  test.each([
    [{ companyDeptId: place.site }, ['「一项目」不是公司，请选择公司']],
    [{ deptId: place.company, materialId: thing.leek }, ['「公司」不是项目部、餐厅或档口']],
    [{ deptId: place.site }, ['部门规则须指定物料或物料类型']],
    [{ materialId: thing.leek, materialTypeId: '400' }, ['物料和物料类型只能选择一个']],
    [{ sourceKind: 'warehouse' }, ['货源为中心仓时请选择中心仓']],
    [{ sourceKind: 'factory' }, ['货源为工厂时请选择工厂']],
    [{ sourceKind: 'factory', factoryDeptId: place.site }, ['「一项目」不是工厂，请选择工厂']],
    [{ startDate: '2026-12-02', endDate: '2026-12-01' }, [expect.stringContaining('2026-12-01')]],
  ])('is refused in words: %j', async (body, refusals) => {
    expect(await room.refusalsOf(rule(body))).toEqual(refusals);
  });
});

describe('a source rule beside others', () => {
  test('of a company is for no place of another', async () => {
    await room.as(({ tx }) =>
      tx.run(
        sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
          values (190, '乙公司', '乙公司', 'C2', 0, '1')`,
      ),
    );
    const foreign = rule({ companyDeptId: '190', deptId: place.site, materialId: thing.leek, supplierId: farm });
    await expect(foreign).rejects.toMatchObject({
      refusals: [{ code: 'sourcing.dept-other-company', field: 'deptId' }],
    });
    expect(await room.refusalsOf(foreign)).toEqual(['「一项目」不属于公司「乙公司」，请选择该公司下的部门']);
    expect(await total('sourceinventoryconfigure/page')).toBe(0);
  });

  test('stands once for its scope and days, and shares come to a hundred at most', async () => {
    const half = await rule({ materialId: thing.pork, supplierId: farm, sharePercent: '60', endDate: '2026-12-31' });
    expect(
      await room.refusalsOf(
        rule({ materialId: thing.pork, supplierId: farm, sharePercent: '40', startDate: '2026-12-31' }),
      ),
    ).toEqual([
      `相同范围已有货源规则【${String(half['code'])}】，期间 2026-11-21~2026-12-31；请修改它，或使用其他优先级`,
    ]);
    expect(await room.refusalsOf(rule({ materialId: thing.pork, supplierId: trader, sharePercent: '40.01' }))).toEqual([
      `相同范围和优先级的货源比例合计 100.01%，超过100%（${String(half['code'])}）`,
    ]);
    const rest = await rule({ materialId: thing.pork, supplierId: trader, sharePercent: '40' });
    const later = await rule({ materialId: thing.pork, supplierId: farm, sharePercent: '60', startDate: '2027-01-01' });
    await room.call('sourceinventoryconfigure/remove', { ids: [half.id, rest.id, later.id] });
    const made = await Promise.allSettled(
      [1, 2, 3].map(() => rule({ materialId: thing.flour, supplierId: farm, sharePercent: '30' })),
    );
    expect(made.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await room.as((context) => context.tx.run(sql`delete from source_inventory_configure`));
  });
});

describe('a direct delivery rule', () => {
  test('EP-0683, EP-0684, EP-0685, EP-0686, EP-0687, EP-0688, EP-0692: is entered, found, opened, frozen, thawed and removed', async () => {
    const made = await direct({
      materialId: thing.leek,
      supplierId: farm,
      weekdays: '5、1,3',
      minOrderQty: '20000',
      unitId: unit.g,
    });
    expect(made).toMatchObject({ weekdays: '1,3,5', minBaseQty: '20', settleBasis: 'settlement', frozen: 0 });
    expect([
      await total('purchasedirectdeliveryrules/list', { supplierId: farm }),
      await total('purchasedirectdeliveryrules/page', { supplierId: trader }),
    ]).toEqual([1, 0]);
    await room.call('purchasedirectdeliveryrules/freeze', { ids: made.id });
    expect(await room.call('purchasedirectdeliveryrules/detail', { id: made.id })).toMatchObject({
      frozen: 1,
      materialName: '韭菜',
      supplierName: '农场',
    });
    await room.call('purchasedirectdeliveryrules/thaw', { ids: made.id });
    expect(await total('purchasedirectdeliveryrules/page', { frozen: 0 })).toBe(1);
    await room.call('purchasedirectdeliveryrules/remove', { ids: made.id });
    expect(await total('purchasedirectdeliveryrules/page')).toBe(0);
  });

  test.each([
    [() => ({ supplierId: trader }), ['供应商【商行】不可直送，请修改供应商，或选择其他供应商']],
    [() => ({ weekdays: '1,8' }), ['送货日请写成 1,3,5（1 为周一）']],
    [() => ({ minOrderQty: '5' }), ['起送数量须同时指定物料和单位']],
    [() => ({ materialId: thing.leek, minOrderQty: '5', unitId: unit.bag }), [expect.stringMatching(/韭菜.*袋.*千克/)]],
    [() => ({ settleBasis: 'markup' }), ['货源为采购价加成时请选择加成比例(%)']],
  ])('is refused in words (%#)', async (body, refusals) => {
    expect(await room.refusalsOf(direct(body()))).toEqual(refusals);
  });
});

describe('who asks for the source', () => {
  test('EP-0186: gets the materials of a place with channel, supplier and the rule behind it', async () => {
    const site = await direct({ deptId: place.site, materialId: thing.leek, supplierId: farm });
    const kitchen = await rule({ materialId: thing.pork, sourceKind: 'self' });
    const page = async (query: Record<string, unknown>) =>
      (
        await room.call<{ records: Row[] }>('material/selectMaterialPageBySourceRule', {
          date: '2026-11-25',
          size: 50,
          ...query,
        })
      ).records;
    const rows = await page({ bladeProjectDeptId: place.site });
    const of = (all: readonly Row[], id: string) => all.find((row) => row.id === id);
    expect(of(rows, thing.leek)).toMatchObject({
      name: '韭菜',
      channel: 'straight',
      supplierId: farm,
      supplierName: '农场',
      ruleKind: 'direct-delivery',
      ruleId: site.id,
      explain: `部门+物料规则【${String(site['code'])}】；基本单位价 6`,
    });
    expect(of(rows, thing.pork)).toMatchObject({
      channel: 'self',
      sourceKind: 'self',
      ruleId: kitchen.id,
      supplierId: '',
    });
    expect(of(rows, thing.flour)).toMatchObject({ channel: 'straight', ruleId: '', explain: '物料渠道' });
    expect(of(await page({ warehouseId: place.otherWarehouse }), thing.leek)).toMatchObject({
      ruleId: '',
      explain: '物料渠道；基本单位价 6',
    });
    expect((await page({ bladeProjectDeptId: place.site, sourceKind: 'self' })).map((row) => row['name'])).toEqual([
      '猪肉',
    ]);
    expect((await page({ bladeProjectDeptId: place.site, name: '韭' })).map((row) => row['name'])).toEqual(['韭菜']);
    expect(await room.refusalsOf(page({}))).toEqual(['请填写项目部、仓库或工厂']);
    await room.call('sourceinventoryconfigure/remove', { ids: kitchen.id });
    await room.call('purchasedirectdeliveryrules/remove', { ids: site.id });
  });

  test('tries it for a stall: its own rule goes before the site’s, and the trail says who was passed over', async () => {
    const site = await direct({ deptId: place.site, materialId: thing.leek, supplierId: farm });
    const stall = await direct({
      deptId: place.noodles,
      materialId: thing.leek,
      supplierId: farm,
      minOrderQty: '10',
      unitId: unit.kg,
    });
    const tried = (body: Record<string, unknown>) =>
      room.call<Row>('sourceinventoryconfigure/testSource', {
        deptId: place.noodles,
        materialId: thing.leek,
        date: '2026-11-25',
        ...body,
      });
    expect(await tried({ qty: '10' })).toMatchObject({
      ruleCode: stall['code'],
      ruleLink: `/purchasing/purchasedirectdeliveryrules/${stall.id}`,
      supplierName: '农场',
      supplierReason: '基本单位价 6',
      deliveryDate: '2026-11-25',
      orderBefore: '2026-11-24 16:00:00',
      late: 0,
      trail: [],
      note: '',
    });
    expect(await tried({ qty: '9.999' })).toMatchObject({
      ruleCode: site['code'],
      trail: [{ code: stall['code'], verdict: '9.999 不足起送数量 10' }],
    });
    expect(await tried({ deptId: place.otherStall })).toMatchObject({
      ruleCode: '',
      level: 'channel',
      reason: '物料渠道',
    });
    expect(await tried({ date: '2026-11-21' })).toMatchObject({ late: 1, orderBefore: '2026-11-20 16:00:00' });
    await expect(tried({ qty: 'viel' })).rejects.toThrow(/param.invalid/);
    await room.call('purchasedirectdeliveryrules/remove', { ids: [site.id, stall.id] });
  });
});

describe('a material channel', () => {
  const channel = (body: Record<string, unknown>) =>
    room.call<Row>('materialchannel/submit', { sourceKind: 'direct', ...body });

  test('EP-0299, EP-0300, EP-0301, EP-0302, EP-0303: is entered, found, opened and removed, and speaks where no rule does', async () => {
    const tried = () =>
      room.call<Row>('sourceinventoryconfigure/testSource', {
        deptId: place.noodles,
        materialId: thing.leek,
        date: '2026-11-25',
      });
    expect(await tried()).toMatchObject({ level: 'channel', ruleCode: '', sourceKind: 'direct' });
    const everywhere = await channel({ materialTypeId: '400', sourceKind: 'self' });
    expect(everywhere).toMatchObject({
      code: expect.stringMatching(/^MAT\d+$/),
      channel: 'self',
      channelName: '自采',
      deptId: '',
      companyDeptId: '',
      startDate: '2026-11-21',
    });
    const site = await channel({
      deptId: place.site,
      materialId: thing.leek,
      sourceKind: 'warehouse',
      warehouseId: place.otherWarehouse,
      supplierId: farm,
    });
    expect(site).toMatchObject({ channel: 'uniform', companyDeptId: place.company, supplierId: '' });
    expect(await tried()).toMatchObject({
      level: 'channel',
      sourceKind: 'warehouse',
      outWarehouseId: place.otherWarehouse,
      ruleCode: site['code'],
      ruleLink: `/masterdata/materialchannel/${site.id}`,
      reason: `物料渠道规则【${String(site['code'])}】`,
    });
    const made = await rule({ materialId: thing.leek, supplierId: farm });
    expect(await tried()).toMatchObject({ level: 'company-material', ruleCode: made['code'] });
    await room.call('sourceinventoryconfigure/remove', { ids: made.id });
    expect([
      await total('materialchannel/list', { channel: 'uniform' }),
      await total('materialchannel/page', { deptId: place.site }),
      await total('materialchannel/page', { date: '2026-11-20' }),
    ]).toEqual([1, 1, 0]);
    expect(await room.call('materialchannel/detail', { id: site.id })).toMatchObject({
      materialName: '韭菜',
      warehouseName: '二仓',
    });
    await room.call('materialchannel/remove', { ids: [site.id, everywhere.id] });
    expect(await tried()).toMatchObject({ ruleCode: '', sourceKind: 'direct' });
  });

  test('says one thing for a scope and its days, whoever is faster', async () => {
    const made = await channel({ materialId: thing.leek, endDate: '2026-12-31' });
    expect(await room.refusalsOf(channel({ materialId: thing.leek, startDate: '2026-12-31' }))).toEqual([
      `该范围在 2026-11-21~2026-12-31 已有渠道【${String(made['code'])}】，请修改它或调整期间`,
    ]);
    await channel({ materialId: thing.leek, startDate: '2027-01-01' });
    expect(await room.refusalsOf(channel({}))).toEqual(['物料和物料类型须填写其中一个']);
    expect(await room.refusalsOf(channel({ materialId: thing.pork, materialTypeId: '400' }))).toEqual([
      '物料和物料类型须填写其中一个',
    ]);
    expect(await room.refusalsOf(channel({ materialId: thing.pork, deptId: place.noodles }))).toEqual([
      '「面档」不是公司、项目部或餐厅，请重新选择适用部门',
    ]);
    expect(await room.refusalsOf(channel({ materialId: thing.pork, sourceKind: 'factory' }))).toEqual([
      '货源为工厂时请选择工厂',
    ]);
    const raced = await Promise.allSettled([1, 2, 3].map(() => channel({ materialId: thing.flour })));
    expect(raced.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await room.as((context) => context.tx.run(sql`delete from material_channel`));
  });
});
