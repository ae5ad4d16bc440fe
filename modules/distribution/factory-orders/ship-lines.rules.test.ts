import { expect, it } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { partsOfProposal, partsOfSorting, shortOf, type LineToShip } from './ship-lines.rules.ts';

const d = Decimal.of;
const line = (qty: string, factor = '1'): LineToShip => ({
  id: '1',
  orderId: '9',
  line: 1,
  materialId: 'M',
  unitId: 'box',
  factor: d(factor),
  baseUnitId: 'kg',
  openQty: d(qty),
  openBaseQty: d(qty).times(d(factor)).rounded(6),
});
const lot = (batchId: string, baseQty: string) => ({ batchId, materialId: 'M', baseQty: d(baseQty) });
const sorted = (batchId: string, num: string) => ({
  batchId,
  materialId: 'M',
  storeId: 'S',
  num: d(num),
  pieces: null,
});
const shown = (parts: readonly { batchId: string; qty: Decimal; baseQty: Decimal }[]) =>
  parts.map((part) => `${part.batchId} ${part.qty} ${part.baseQty}`);

it('lots of a proposal make the line in its unit, whatever each of them rounds to', () => {
  const thirds = line('1', '3');
  expect(shown(partsOfProposal(thirds, 'S', [lot('a', '1'), lot('b', '1'), lot('c', '1')]))).toEqual([
    'a 0.333333 1',
    'b 0.333334 1',
    'c 0.333333 1',
  ]);
});

it('what was sorted leaves as it was weighed; the whole line leaves whole', () => {
  expect(shown(partsOfSorting(line('2', '1.5'), [sorted('a', '1.2'), sorted('b', '0.8'), sorted('c', '0')]))).toEqual([
    'a 1.2 1.8',
    'b 0.8 1.2',
  ]);
  const over = line('10');
  const parts = partsOfSorting(over, [sorted('a', '10.25')]);
  expect(shown(parts)).toEqual(['a 10.25 10.25']);
  expect(shortOf(over, parts).qty.toString()).toBe('0');
});

it('what does not leave is short in both units, and sent + short is the line', () => {
  const whole = line('7', '0.7');
  for (const there of ['0', '0.7', '1.234567', '4.9']) {
    const parts = there === '0' ? [] : partsOfProposal(whole, 'S', [lot('a', there)]);
    const short = shortOf(whole, parts);
    const sent = parts.map((part) => part.baseQty);
    expect(Decimal.sum([...sent, short.baseQty]).toString()).toBe(whole.openBaseQty.toString());
    expect(Decimal.sum([...parts.map((part) => part.qty), short.qty]).toString()).toBe('7');
  }
});
