import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { netInParts } from './decide-plan.server.ts';
import { lineKey, netPlan, type PlaceNeed, type StockFacts } from './net-plan.rules.ts';

const d = Decimal.of;

test('a plan netted some places at a time is netted as at once', async () => {
  const places = Array.from({ length: 130 }, (_, nr) => ({ warehouseId: `w${nr % 7}`, materialId: `m${nr}` }));
  const facts = places.map((place, nr): StockFacts => ({
    ...place,
    onHand: [{ qty: d(nr), expiryDate: null }],
    promised: [],
    others: [],
    receipts: [],
    safety: d(nr % 5),
    packs: [{ unitId: 'bag', factor: d(12), minOrderQty: d(0), orderMultiple: d(1) }],
  }));
  const on = (date: string, qty: number) => places.map((place): PlaceNeed => ({ ...place, date, qty: d(qty) }));
  const needs = [...on('2026-12-02', 50), ...on('2026-12-01', 40)];
  const manual = on('2026-12-03', 7).slice(60, 70);
  const decided = new Map(needs.slice(0, 9).map((need) => [lineKey(need), d(100)]));
  const options = { netFlag: true, includeSafety: true };
  expect(await netInParts(facts, needs, manual, decided, options)).toEqual(
    netPlan(facts, needs, manual, decided, options),
  );
});
