/** Each figure of the board counts what its list shows, of one factory alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { conditions } from '../../../kernel/server/filters.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { aFactory, ARRIVES, line, receive, site, thing, type Factory } from '../../suppress-orders/suppress.testing.ts';
import { boardLists, filtersOf, lineOf, type BoardKey } from './board-lists.rules.ts';

let factory: Factory;
let own: { id: string; name: string };
let other: { id: string; name: string };
beforeAll(async () => {
  factory = await aFactory('console');
  const id = await factory.figure(sql`select id::text as n from central_factory`);
  own = { id, name: '中央厨房' };
  await factory.act(({ tx }) =>
    tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      values (121, '烘焙工厂', '烘焙工厂', 'F2', 100, '6')`),
  );
  other = {
    id: (
      await factory.call<{ id: string }>('centralfactory/submit', {
        factoryName: '烘焙工厂',
        deptId: '121',
        linkman: '李',
        address: '工业路 2 号',
      })
    ).id,
    name: '烘焙工厂',
  };
  await furnish();
});
afterAll(() => factory.close());

/** One of each: a lot near its expiry, one past it, one on hold that sites ship back, an order held, a count. */
async function furnish(): Promise<void> {
  await factory.lot(thing.tofu, 5, 15, { expiryDate: '2025-03-18' });
  await factory.lot(thing.oil, 5, 15, { expiryDate: '2025-03-10' });
  const called = await factory.lot(thing.rice, 50, 150);
  const { id: order } = await factory.pushed([line(site.first, thing.rice, '10', { batchId: called })]);
  await receive(factory, (await factory.billsOf(order))[0]!.id, [{ accepted: '10' }]);
  const call = await factory.posted('factoryreturned', {
    factoryWarehouseId: factory.returns,
    returnReason: 'recall',
    recallBatchId: called,
    deadline: ARRIVES,
  });
  const out = await factory.figure(
    sql`select id::text as n from return_out_store where source_bill_id = ${call.id} limit 1`,
  );
  await factory.call('invreturnoutstore/outstore', { ids: out });
  await factory.lot(thing.rice, 30, 90);
  await factory.pushed([line(site.first, thing.rice, '10')], { shipMode: 'held' });
  await factory.call('factorystock/submit', {
    factoryWarehouseId: factory.store,
    materialId: thing.flour,
    safetyStockThreshold: '900',
  });
  const check = await factory.call<{ id: string }>('factoryinvcheck/submit', {
    factoryWarehouseId: factory.store,
    checkName: '冷库盘点',
    counterIds: '1',
  });
  await factory.call('factoryinvcheck/generateDetail', { id: check.id });
}

const EMPTY: readonly BoardKey[] = ['receive', 'differs', 'cases', 'ordered'];
test.each(Object.keys(boardLists) as BoardKey[])('%s', async (key) => {
  const list = boardLists[key];
  const of = factory.registry.declarations.find(({ name }) => name === list.of) as Declaration;
  const total = async (asked: typeof own): Promise<number> =>
    (await factory.call<{ total: number }>(`${of.segment}/page`, { ...filtersOf(list, asked), ascs: list.sort })).total;
  // Every word of the filters is one the list understands.
  await factory.act(async (context) => conditions(of, context, filtersOf(list, own), { wholly: true }));
  expect(await total(own)).toBe(EMPTY.includes(key) ? 0 : 1);
  if (list.ofFactory) expect(await total(other)).toBe(0);
  const { records } = await factory.call<{ records: Record<string, unknown>[] }>(
    `${of.segment}/page`,
    filtersOf(list, own),
  );
  for (const row of records) expect(lineOf(key, row).what).not.toBe('');
});
