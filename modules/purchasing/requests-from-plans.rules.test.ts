import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { requestsFromPlans, type OpenPlanLine } from './requests-from-plans.rules.ts';

const line = (lineId: string, qty: number, more: Partial<OpenPlanLine> = {}): OpenPlanLine => ({
  planId: 'p1',
  planCode: 'XQ1',
  lineId,
  companyDeptId: 'c',
  projectDeptId: 's',
  warehouseId: 'w1',
  materialId: 'rice',
  unitId: 'bag',
  factor: Decimal.of(25),
  needDate: '2026-12-01',
  deliveryDate: '2026-12-01',
  sourceKind: 'direct',
  supplierId: 'farm',
  price: null,
  openQty: Decimal.of(qty),
  ...more,
});
const short = (lines: readonly OpenPlanLine[]): string[] =>
  requestsFromPlans(lines).map(
    (request) =>
      `${request.warehouseId} ${request.planCodes.join('+')}: ${request.lines.map((each) => `${each.like.materialId} ${each.requestQty} from ${each.from.map((from) => from.lineId).join('+')}`).join(', ')}`,
  );

test.each`
  title                                    | lines                                                              | requests
  ${'lines alike become one'}              | ${[line('1', 2), line('2', 3, { planId: 'p2', planCode: 'XQ2' })]} | ${['w1 XQ1+XQ2: rice 5 from 1+2']}
  ${'another day stays a line of its own'} | ${[line('1', 2), line('2', 3, { needDate: '2026-12-02' })]}        | ${['w1 XQ1: rice 2 from 1, rice 3 from 2']}
  ${'another supplier too'}                | ${[line('1', 2), line('2', 3, { supplierId: null })]}              | ${['w1 XQ1: rice 3 from 2, rice 2 from 1']}
  ${'another pack of the same unit too'}   | ${[line('1', 2), line('2', 3, { factor: Decimal.of(20) })]}        | ${['w1 XQ1: rice 3 from 2, rice 2 from 1']}
  ${'each warehouse has its request'}      | ${[line('1', 2), line('2', 3, { warehouseId: 'w2' })]}             | ${['w1 XQ1: rice 2 from 1', 'w2 XQ1: rice 3 from 2']}
  ${'what is not open is not requested'}   | ${[line('1', 0), line('2', 3)]}                                    | ${['w1 XQ1: rice 3 from 2']}
  ${'nothing open, nothing requested'}     | ${[line('1', 0)]}                                                  | ${[]}
`('$title', ({ lines, requests }) => {
  expect(short(lines)).toEqual(requests);
});
