/** What the dock is shown of differences before it explains them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyPermission } from '../../tests/support/program.ts';
import { aDock, thing, type Dock } from './dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

test('a difference is proposed with what was ordered and what came of it; its price only to who sees prices', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100', price: '4.25' }]);
  await dock.post(dock.keeper, 'invinstore/doReceiving', {
    instoreId,
    details: [{ detailId: details[0]!['id'], acceptedQty: '60' }],
  });
  const seen = await dock.post(dock.keeper, 'invinstore/preDifference', { instoreId });
  expect(seen.body.data).toMatchObject({
    details: [{ materialName: '大米', qty: '40', orderedQty: '100', receivedQty: '60', agreedPrice: '4.25' }],
  });
  const blind = dock.running.signIn({
    tenant: '000001',
    userId: '1',
    deptId: '110',
    permissions: new Set([...everyPermission(dock.running.program)].filter((code) => code !== 'invinstore_view_cost')),
  });
  const hidden = await dock.post(blind, 'invinstore/preDifference', { instoreId });
  expect(hidden.body.data).toMatchObject({ details: [{ qty: '40', orderedQty: '100', receivedQty: '60' }] });
  expect(hidden.text).not.toMatch(/agreedPrice|4\.25/);
});
