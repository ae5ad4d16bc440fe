/** What happens to pushed goods in the same second: their store is counted, their lot is called back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { refusalsOf } from '../other-moves/other-moves.testing.ts';
import {
  aFactory,
  line,
  MANAGER,
  ORDER,
  orderOf,
  receive,
  site,
  thing,
  unit,
  type Factory,
} from './suppress.testing.ts';

const COUNT = 'factoryinvcheck';
const CALL = 'factoryreturned';
type Check = { readonly id: string; readonly details: readonly { readonly id: string }[] };
let factory: Factory;
beforeAll(async () => {
  factory = await aFactory();
});
afterAll(() => factory.close());

test('W23 issue 21: a factory is counted blind while a suppress order ships: what left is no loss, what is missing is', async () => {
  const batchId = await factory.lot(thing.rice, 100, 500);
  const check = await factory.call<Check>(`${COUNT}/generateDetail`, {
    factoryWarehouseId: factory.store,
    blind: 1,
    recountAmount: '1000000',
    recountPercent: '100',
  });
  const { id } = await factory.sent(ORDER, orderOf(factory.store, [line(site.first, thing.rice, '30', { batchId })]));
  await factory.call(`${ORDER}/doApply`, { ids: id }, { who: MANAGER, now: '2025-03-16 10:20:00' });
  const details = [{ id: check.details[0]!.id, countQty: '67', unitId: unit.kg }];
  await factory.call(`${COUNT}/saveDetail`, { factoryCheckId: check.id, details }, { now: '2025-03-16 10:30:00' });
  await factory.call(`${COUNT}/doCheck`, { id: check.id }, { now: '2025-03-16 10:40:00' });
  // The count is approved in the second in which 20 kg more are pushed: neither waits in vain, and both stand.
  const more = await factory.sent(ORDER, orderOf(factory.store, [line(site.second, thing.rice, '20', { batchId })]));
  const at = { who: MANAGER, now: '2025-03-16 11:00:00' };
  const causes = [{ id: check.details[0]!.id, cause: 'lost', expectedQty: '70' }];
  const [counted, pushed] = await Promise.allSettled([
    factory.call(`${COUNT}/doCheckApproval`, { id: check.id, details: causes }, at),
    factory.call(`${ORDER}/doApply`, { ids: more.id }, at),
  ]);
  expect(pushed.status).toBe('fulfilled');
  // Whoever reviewed before goods left looks again at what he decides on.
  if (counted.status === 'rejected')
    await factory.call(`${COUNT}/doCheckApproval`, { id: check.id, details: causes }, at);
  expect((await factory.lotAt(batchId, factory.store)).qty).toBe('47');
  const lost = await factory.figure(
    sql`select trim_scale(-sum(qty))::text as n from stock_move where reason = 'count.loss'`,
  );
  expect(lost).toBe('3');
  expect(await factory.proven()).toBe(true);
});

test('W23 issue 21: a site receives a lot in the second in which it is called back: it lies on hold, and all of it is asked back', async () => {
  const batchId = await factory.lot(thing.tofu, 10, 40);
  const { id } = await factory.pushed([line(site.first, thing.tofu, '10', { batchId })]);
  const [bill] = await factory.billsOf(id);
  const call = await factory.sent(CALL, {
    factoryWarehouseId: factory.returns,
    returnReason: 'recall',
    recallBatchId: batchId,
    deadline: '2025-03-17',
  });
  const [received, called] = await Promise.allSettled([
    receive(factory, bill!.id, [{ accepted: '10' }]),
    factory.call(`${CALL}/doApply`, { ids: call.id }, { who: MANAGER }),
  ]);
  expect([received.status, called.status]).toEqual(['fulfilled', 'fulfilled']);
  expect((await factory.lotAt(batchId, site.first)).qty).toBe('10');
  expect(await factory.figure(sql`select lot_state as n from batch where id = ${batchId}::bigint`)).toBe('hold');
  const asked = await factory.figure(sql`select trim_scale(sum(base_qty))::text as n from factory_returned_detail
    where factory_returned_id = ${call.id}::bigint`);
  expect(asked).toBe('10');
  const eaten = await refusalsOf(
    factory.posted('otheroutstore', {
      warehouseId: site.first,
      outType: 'staff-meal',
      deptId: '110',
      details: [{ materialId: thing.tofu, batchId, unitId: unit.kg, qty: '1' }],
    }),
  );
  expect(eaten.map(([code]) => code)).toEqual(['stock.lot-held']);
  expect(await factory.proven()).toBe(true);
});
