/** What a list of materials says of price and stock: to whom, and of which warehouses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context, DataScope } from '../../../kernel/server/context.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { material } from '../../master-data/materials/material.resource.ts';
import { aStockRoom, place, received, thing, TODAY, unit, type StockRoom } from '../ledger/stock-room.testing.ts';

const ELSEWHERE = '120';
let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom();
  await room.act(async (context) => {
    await context.tx.run(
      sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
        values (${ELSEWHERE}::bigint, '二项目部', '二项目部', 'Q', 100, '2')`,
    );
    await context.tx.run(
      sql`update stock_location set dept_id = ${ELSEWHERE}::bigint where id = ${place.otherWarehouse}::bigint`,
    );
    await received(context, thing.rice, 50, 200);
    await received(context, thing.rice, 8, 32, { locationId: place.otherWarehouse });
    await received(context, thing.tofu, 10, 30, { productionDate: '2025-03-15' });
    await received(context, thing.tofu, 4, 12, { productionDate: '2025-03-08' }); // expired on 03-13
    const supplierId = await saveRecord(room.registry.find('supplier'), context, {
      name: '粮油行',
      contact: '李',
      contactPhone: '13800000000',
    });
    await saveRecord(room.registry.find('supplierMaterial'), context, {
      supplierId,
      materialId: thing.rice,
      unitId: unit.bag,
      price: '110',
      startDate: TODAY,
    });
  });
});
afterAll(() => room.close());

interface Reader {
  readonly scope?: DataScope;
  /** Of a supplier or a client. */
  readonly outsider?: boolean;
  /** Rights that are missing. */
  readonly without?: readonly string[];
}
const listed = async (
  { scope = { all: true }, outsider = false, without = [] }: Reader,
  query: Record<string, unknown>,
) => {
  const seenBy = (context: Context): Context => ({
    ...context,
    allowed: (code) => !without.includes(code),
    user: { ...context.user, scope, outsider },
  });
  const { records } = await room.act((context) =>
    readPage(material, seenBy(context), { size: 50, ascs: 'code', ...query }),
  );
  return Object.fromEntries(records.map((row) => [row.id, row]));
};
const TODAY_TOO = { withToday: 1 };

test('the price is the best offer’s per base unit, and stock is what is available in all warehouses', async () => {
  const rows = await listed({}, TODAY_TOO);
  expect(rows[thing.rice]).toMatchObject({ todayPrice: '4.4', availableQty: '58', unitNames: '千克' });
  expect(rows[thing.tofu], 'expired lots are not available').toMatchObject({ todayPrice: null, availableQty: '10' });
  expect(rows[thing.oil], 'what never came').toMatchObject({ todayPrice: null, availableQty: '0' });
});

test('stock counts the warehouses the reader lists, and no other', async () => {
  const rows = await listed({ scope: { all: false, depts: [ELSEWHERE] } }, TODAY_TOO);
  expect(rows[thing.rice]).toMatchObject({ availableQty: '8' });
  expect(rows[thing.tofu]).toMatchObject({ availableQty: '0' });
});

test.each([
  ['without the right to list stock', { without: ['stock_view'] }, TODAY_TOO, ['todayPrice']],
  ['without the right to see purchase prices', { without: ['purchaseprice_see'] }, TODAY_TOO, ['availableQty']],
  ['for somebody from outside', { outsider: true }, TODAY_TOO, ['availableQty']],
  ['without either', { without: ['stock_view', 'purchaseprice_see'] }, TODAY_TOO, []],
  ['where nobody asks', {}, {}, []],
])('%s a row tells no more than may be told', async (_title, reader, query, told) => {
  const row = (await listed(reader, query))[thing.rice]!;
  expect(['todayPrice', 'availableQty'].filter((name) => name in row)).toEqual(told);
});
