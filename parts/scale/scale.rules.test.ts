import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { readScaleLine, type ScaleReading } from './scale-line.rules.ts';
import { EMPTY_SCALE, stableWeight, STILL_MS } from './stable-weight.rules.ts';

describe('W16: what a scale says', () => {
  test.each`
    line                   | kg            | isStable
    ${'ST,GS,+  12.345kg'} | ${'12.345'}   | ${true}
    ${'US,GS,+  12.31 kg'} | ${'12.31'}    | ${false}
    ${'ST,NT,-   0.120kg'} | ${'-0.12'}    | ${true}
    ${'S S     12.345 kg'} | ${'12.345'}   | ${true}
    ${'S D      0.50 kg'}  | ${'0.5'}      | ${false}
    ${'  7.5 kg\r'}        | ${'7.5'}      | ${null}
    ${'850 g'}             | ${'0.85'}     | ${null}
    ${'10 lb'}             | ${'4.535924'} | ${null}
  `('$line', ({ line, kg, isStable }: { line: string; kg: string; isStable: boolean | null }) => {
    const reading = readScaleLine(line);
    expect([reading?.kg.toString(), reading?.isStable]).toEqual([kg, isStable]);
  });
  test.each(['OL,GS,+99999.9kg', 'S +', 'S I', '', '12.345', 'kg', 'ST,GS,+ 12.', '1e9 kg', 'ST,GS,+ 12.3kgST,GS'])(
    '“%s” is no weight',
    (line) => {
      expect(readScaleLine(line)).toBeUndefined();
    },
  );
});

/** What counts of readings, one every 100 ms. */
function counted(readings: readonly (readonly [kg: string, isStable?: boolean])[]): string[] {
  let state = EMPTY_SCALE;
  return readings.flatMap(([kg, isStable], nr) => {
    const reading: ScaleReading = { kg: Decimal.of(kg), isStable: isStable ?? null };
    const { now, counts } = stableWeight(state, reading, nr * 100);
    state = now;
    return counts === null ? [] : [counts.toString()];
  });
}
const held = (kg: string, times: number, isStable?: boolean): [string, boolean?][] =>
  Array.from({ length: times }, () => (isStable === undefined ? [kg] : [kg, isStable]));

describe('W16: when a weight counts', () => {
  test('once it stood still, and once only while it lies there', () => {
    expect(counted([...held('0', 5), ['3'], ['9'], ...held('12.5', 30)])).toEqual(['12.5']);
    expect(counted(held('12.5', 8))).toEqual([]);
    expect(counted(held('12.5', 4, true))).toEqual(['12.5']);
  });
  test('the next load counts after the scale was empty, the same weight too', () => {
    expect(counted([...held('12.5', 12), ...held('0', 3), ...held('12.5', 12)])).toEqual(['12.5', '12.5']);
  });
  test('what is put on top counts as it all weighs', () => {
    expect(counted([...held('12.5', 12), ...held('20', 12)])).toEqual(['12.5', '20']);
  });
  test('nothing, dirt and a weight below zero count for nothing', () => {
    expect(counted([...held('0', 20), ...held('0.01', 20), ...held('-3', 20)])).toEqual([]);
  });
  test('a scale that says it moves is believed', () => {
    expect(counted(held('12.5', 30, false))).toEqual([]);
  });
  test('a scale that jumps gives nothing, however it jumps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 5, maxLength: 60 }), (runs) => {
        const jumping = runs.flatMap((length, nr) => held(String(5 + nr), Math.min(length, STILL_MS / 100)));
        expect(counted(jumping)).toEqual([]);
      }),
    );
  });
});
