/** What comes is fit to be eaten, and what is claimed or set by a tenant counts: over HTTP on a real database. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aDock, thing, type Dock } from './dock.testing.ts';

let dock: Dock;
const goods = { herbs: '211', yoghurt: '212', fungus: '213', dumplings: '214' } as const;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`
    insert into material (tenant_id, id, code, name, material_type_id, base_unit_id, shelf_life_managed,
      shelf_life_days, storage_zone) values
      ('000001', 211, 'HERB', '香菜', 400, 301, 1, 3, null), ('000001', 212, 'YOGH', '酸奶', 400, 301, 1, 20, 'chilled'),
      ('000001', 213, 'FUNG', '木耳', 400, 301, 1, 540, null), ('000001', 214, 'DUMP', '水饺', 400, 301, 1, 180,
      'frozen')`);
  await dock.running.asOwner(
    `insert into item_unit_conversion (tenant_id, material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date)
      values ('000001', 212, 1, 302, 10, 301, '2020-01-01')`,
  );
  await dock.running.asOwner(`update warehouse set zones = 'ambient,chilled,frozen' where id = 500`);
});
afterEach(() => dock.proved());
afterAll(() => dock.running.close());

const OK = '操作成功';
const PACK = '302';
const receive = async (instoreId: string, ...details: Record<string, unknown>[]): Promise<string> =>
  String((await dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details })).body.msg);
const deliver = async (materialId: string, line: Record<string, unknown>, unitId = '301'): Promise<string> => {
  const { instoreId, details } = await dock.order([{ materialId, qty: '2', unitId }]);
  return receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '1', ...line });
};
const set = (key: string, value: string): Promise<unknown> =>
  dock.running.asOwner(
    `insert into param (tenant_id, param_name, param_key, param_value) values ('000001', $1, $1, $2)
      on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
    [key, value],
  );

describe('where neither the material nor its type says, so much of their life is asked of goods', () => {
  test.each`
    title                           | material           | unitId   | made            | says
    ${'loose fresh goods: a day'}   | ${goods.herbs}     | ${'301'} | ${'2026-11-19'} | ${OK}
    ${'none left'}                  | ${goods.herbs}     | ${'301'} | ${'2026-11-18'} | ${'香菜 剩余保质期 0 天 低于要求 1 天'}
    ${'chilled packs: a half'}      | ${goods.yoghurt}   | ${PACK}  | ${'2026-11-11'} | ${OK}
    ${'a day less than a half'}     | ${goods.yoghurt}   | ${PACK}  | ${'2026-11-10'} | ${'酸奶 剩余保质期 45% 低于要求 1/2'}
    ${'frozen goods: a half'}       | ${goods.dumplings} | ${'301'} | ${'2026-08-23'} | ${OK}
    ${'a day less of frozen'}       | ${goods.dumplings} | ${'301'} | ${'2026-08-22'} | ${'水饺 剩余保质期 49.44% 低于要求 1/2'}
    ${'dry goods: two thirds'}      | ${goods.fungus}    | ${'301'} | ${'2026-05-25'} | ${OK}
    ${'a day less than two thirds'} | ${goods.fungus}    | ${'301'} | ${'2026-05-24'} | ${'木耳 剩余保质期 66.48% 低于要求 2/3'}
    ${'dry goods of six years ago'} | ${goods.fungus}    | ${'301'} | ${'2020-01-01'} | ${'木耳 已于 2021-06-24 过期，不能收货'}
  `(
    '$title',
    async ({ material, unitId, made, says }: { material: string; unitId: string; made: string; says: string }) => {
      expect(await deliver(material, { productionDate: made }, unitId)).toContain(says);
    },
  );

  test('a tenant asks for more or less, and what he writes that is no share changes nothing', async () => {
    const made = { productionDate: '2026-05-24' };
    await set('receiving.minLifeShare', '3/5');
    expect(await deliver(goods.fungus, made)).toBe(OK);
    await set('receiving.minLifeShare', 'two thirds');
    expect(await deliver(goods.fungus, made)).toContain('低于要求 2/3');
    await set('receiving.minLifeShare', '0');
    expect(await deliver(goods.fungus, { productionDate: '2025-06-01' })).toBe(OK);
    await set('receiving.minLifeShare.cold', '3/4');
    expect(await deliver(goods.yoghurt, { productionDate: '2026-11-15' }, PACK)).toContain('低于要求 3/4');
    await set('receiving.minLifeDays', '2');
    expect(await deliver(goods.herbs, { productionDate: '2026-11-19' })).toContain('低于要求 2 天');
  });

  test('too little is let pass by who may, with a reason; the dock is told what is asked and what is assumed', async () => {
    expect(await deliver(goods.herbs, { productionDate: '2026-11-18', overrideReason: '当天用完' })).toBe(OK);
    const { instoreId } = await dock.order([
      { materialId: goods.herbs, qty: '2' },
      { materialId: goods.yoghurt, qty: '2', unitId: PACK },
    ]);
    const { details } = (await dock.post(dock.keeper, 'invinstore/preReceiving', { instoreId })).body.data as {
      details: Record<string, unknown>[];
    };
    expect(details).toMatchObject([
      {
        materialName: '香菜',
        isFresh: 1,
        productionDate: '2026-11-21',
        expiryDate: '2026-11-24',
        mayOverride: 1,
        lifeAsked: { kind: 'days' },
      },
      {
        materialName: '酸奶',
        isFresh: 0,
        productionDate: '',
        expiryDate: '',
        lifeAsked: { kind: 'share', shown: '3/4' },
      },
    ]);
  });
});

test('goods that failed the residue test are held, and cannot be picked', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.milk, qty: '5' }]);
  expect(
    await receive(instoreId, {
      detailId: details[0]!['id'],
      acceptedQty: '5',
      grossQty: '5',
      tareQty: '0',
      residueResult: 'fail',
    }),
  ).toBe(OK);
  const [lot] = await dock.running.asOwner<Record<string, string>>(
    `select lot_state, hold_reason, residue_result from batch where id = $1`,
    [(await dock.detail(instoreId)).receivings[0]!.details[0]!['batchId']],
  );
  expect(lot).toEqual({ lot_state: 'hold', hold_reason: '农残不合格', residue_result: 'fail' });
  await dock.running.asOwner(
    `insert into dept (tenant_id, id, dept_name, full_name, code, parent_id, dept_category)
      values ('000001', 111, '一餐厅', '一餐厅', 'R', 110, '3')`,
  );
  const bill = (
    await dock.post(dock.keeper, 'pick/submit', {
      warehouseId: '500',
      useRestaurantDeptId: '111',
      needTime: '2026-11-21 18:00:00',
      details: [{ materialId: thing.milk, qty: '1', unitId: '301' }],
    })
  ).body.data as { id: string };
  await dock.post(dock.keeper, 'pick/toApply', { ids: bill.id });
  expect((await dock.post(dock.boss, 'pick/doApply', { ids: bill.id })).body.msg).toContain(
    '牛奶 需 1 千克，可用 0 千克（现存 5，占用 0，不可用 5）',
  );
});

test('W30: chilled goods do not come into a warehouse without a chilled zone, unless somebody answers for it', async () => {
  await dock.running.asOwner(`update warehouse set zones = 'ambient,frozen' where id = 500`);
  expect(await deliver(goods.yoghurt, { productionDate: '2026-11-21' }, PACK)).toContain('主仓 没有冷藏区');
  expect(await deliver(goods.yoghurt, { productionDate: '2026-11-21', overrideReason: '借用隔壁冷库' }, PACK)).toBe(OK);
  await dock.running.asOwner(`update warehouse set zones = 'ambient,chilled,frozen' where id = 500`);
});

describe('claims', () => {
  const claim = async (instoreId: string, ...details: Record<string, unknown>[]): Promise<string> =>
    String(
      (
        await dock.post(dock.keeper, 'invinstore/doDifference', {
          instoreId,
          details: details.map((each) => ({ cause: '少送', bearer: 'supplier', ...each })),
        })
      ).body.msg,
    );
  const tenOpen = async (): Promise<{ instoreId: string; detailId: string }> => {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '30' }]);
    expect(await receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '20' })).toBe(OK);
    return { instoreId, detailId: details[0]!['id']! };
  };

  test('two claims on one line may together not exceed what is open', async () => {
    const { instoreId, detailId } = await tenOpen();
    expect(
      await claim(
        instoreId,
        { detailId, differenceType: 'short', qty: '6', outcome: 'charge' },
        { detailId, differenceType: 'quality', qty: '6', outcome: 'charge' },
      ),
    ).toBe('第 2 行：大米 差异数量大于未收数量 4 千克');
    expect((await dock.detail(instoreId)).differences).toEqual([]);
    expect(
      await claim(
        instoreId,
        { detailId, differenceType: 'short', qty: '6', outcome: 'charge' },
        { detailId, differenceType: 'quality', qty: '4', outcome: 'charge' },
      ),
    ).toBe(OK);
  });

  test('goods that come after all end the oldest case first', async () => {
    const { instoreId, detailId } = await tenOpen();
    expect(await claim(instoreId, { detailId, differenceType: 'short', qty: '6', outcome: 'wait' })).toBe(OK);
    expect(await claim(instoreId, { detailId, differenceType: 'quality', qty: '4', outcome: 'wait' })).toBe(OK);
    expect(await receive(instoreId, { detailId, acceptedQty: '7' })).toBe(OK);
    const { differences } = await dock.detail(instoreId);
    const shown = differences
      .map((each) => [each['differenceType'], each['arrivedQty'], each['status']].join(' '))
      .toSorted();
    expect(shown).toEqual(['quality 1 waiting', 'short 6 confirmed']);
  });

  test('store.difference.days: a case that waits is due after as many days', async () => {
    const due = async (): Promise<unknown> => {
      const { instoreId, detailId } = await tenOpen();
      expect(await claim(instoreId, { detailId, differenceType: 'short', qty: '10', outcome: 'wait' })).toBe(OK);
      return (await dock.detail(instoreId)).differences[0]!['deadline'];
    };
    expect(await due()).toBe('2026-11-24');
    await set('store.difference.days', '5');
    expect(await due()).toBe('2026-11-26');
  });
});

test('store.cost.with-tax: goods cost what was agreed with its tax, or without', async () => {
  const costOf = async (): Promise<unknown> => {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '10', price: '10.90' }]);
    await dock.running.asOwner(`update in_store_detail set tax_rate = 9 where id = $1`, [details[0]!['id']]);
    expect(await receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '10' })).toBe(OK);
    return (
      await dock.running.asOwner<{ amount: string }>(
        `select trim_scale(amount)::text as amount from stock_move where bill_id = $1`,
        [instoreId],
      )
    )[0]!.amount;
  };
  expect(await costOf()).toBe('109');
  await set('store.cost.with-tax', '0');
  expect(await costOf()).toBe('100');
});
