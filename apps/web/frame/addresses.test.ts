import { expect, test } from 'vitest';
import { routesAt } from './addresses.ts';

const TABLE = [
  '/wel/index',
  '/store/stock',
  '/store/stock/:id',
  '/store/invoutstore/:id/pick',
  '/gear/gearstockbatch/:id',
  '/gear/gearstockbatch/stall/:id',
].map((path) => ({ path }));

test.each([
  ['/store/stock', ['/store/stock']],
  ['/Store/Stock/', ['/store/stock']],
  ['/store/stock/17', ['/store/stock/:id']],
  ['/store/stock/index', ['/store/stock/:id', '/store/stock/index']],
  ['/store/invoutstore/17', []],
  ['/store/invoutstore/17/pick', ['/store/invoutstore/:id/pick']],
  ['/gear/gearstockbatch/stall/3', ['/gear/gearstockbatch/stall/:id']],
  ['/wel/index', ['/wel/index']],
  ['/', []],
])('%s may mean %j', (address, patterns) => {
  expect(routesAt(TABLE, address).map(({ path }) => path)).toEqual(patterns);
});
