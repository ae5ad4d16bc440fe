import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import {
  conversionRefusals,
  fromBase,
  toBase,
  toBasePrice,
  unitPath,
  type ConversionScope,
  type Dimension,
  type UnitContext,
  type UnitConversion,
} from './unit-conversion.rules.ts';

const d = Decimal.of;
const units = (
  [
    'kg mass',
    'g mass',
    '斤 mass',
    't mass',
    'L volume',
    'mL volume',
    '个 number',
    '打 number',
    '箱 pack',
    '袋 pack',
    '罐 pack',
  ] as const
).map((text) => {
  const [name = '', dimension] = text.split(' ');
  return { id: name, name, dimension: dimension as Dimension };
});

/** '1 箱 = 12 袋', general unless a scope is named. */
const row = (text: string, scope: ConversionScope = 'material', more: Partial<UnitConversion> = {}): UnitConversion => {
  const [fromQty = '', fromUnitId = '', , toQty = '', toUnitId = ''] = text.split(' ');
  return {
    scope,
    fromQty: d(fromQty),
    fromUnitId,
    toQty: d(toQty),
    toUnitId,
    startDate: '2025-01-01',
    endDate: null,
    frozen: false,
    ...more,
  };
};
const constants = ['1 kg = 1000 g', '1 斤 = 500 g', '1 t = 1000 kg', '1 L = 1000 mL', '1 打 = 12 个'].map((text) =>
  row(text, 'general'),
);
const tomatoes = (conversions: readonly UnitConversion[], more: Partial<UnitContext> = {}): UnitContext => ({
  material: { id: 'm1', name: '番茄酱', baseUnitId: 'kg' },
  units,
  conversions: [...constants, ...conversions],
  date: '2025-03-17',
  ...more,
});
const answer = (context: UnitContext, unitId: string): string => {
  const path = unitPath(context, unitId);
  return path.ok ? `${path.factor} ${path.scope}` : path.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
};

describe('a unit is worth what the narrowest scope says', () => {
  const material = [row('1 箱 = 12 袋'), row('1 袋 = 2.5 kg')];
  const supplier = row('1 箱 = 28 kg', 'supplier', { supplierId: 's1' });
  const contract = row('1 箱 = 27 kg', 'contract', { supplierId: 's1', agreementNo: 'A7' });

  test.each`
    title                                              | conversions                                              | unit    | more                                       | expected
    ${'the base unit is itself'}                       | ${[]}                                                    | ${'kg'} | ${{}}                                      | ${'1 base'}
    ${'a universal constant'}                          | ${[]}                                                    | ${'斤'} | ${{}}                                      | ${'0.5 general'}
    ${'a constant turned round'}                       | ${[]}                                                    | ${'t'}  | ${{}}                                      | ${'1000 general'}
    ${'a chain of the material'}                       | ${material}                                              | ${'箱'} | ${{}}                                      | ${'30 material'}
    ${'a pack in grams meets the constants'}           | ${[row('1 袋 = 450 g')]}                                 | ${'袋'} | ${{}}                                      | ${'0.45 material'}
    ${"the supplier's pack before the material's"}     | ${[...material, supplier]}                               | ${'箱'} | ${{ supplierId: 's1' }}                    | ${'28 supplier'}
    ${"another supplier's pack is not ours"}           | ${[...material, supplier]}                               | ${'箱'} | ${{ supplierId: 's2' }}                    | ${'30 material'}
    ${'the contract before the supplier'}              | ${[...material, supplier, contract]}                     | ${'箱'} | ${{ supplierId: 's1', agreementNo: 'A7' }} | ${'27 contract'}
    ${'the contract of another agreement is not ours'} | ${[...material, supplier, contract]}                     | ${'箱'} | ${{ supplierId: 's1', agreementNo: 'A8' }} | ${'28 supplier'}
    ${'a narrower row shadows that unit only'}         | ${[...material, supplier]}                               | ${'袋'} | ${{ supplierId: 's1' }}                    | ${'2.5 material'}
    ${'a frozen row is not there'}                     | ${[...material, { ...supplier, frozen: true }]}          | ${'箱'} | ${{ supplierId: 's1' }}                    | ${'30 material'}
    ${'a row that has ended is not there'}             | ${[...material, { ...supplier, endDate: '2025-03-16' }]} | ${'箱'} | ${{ supplierId: 's1' }}                    | ${'30 material'}
    ${'a row counts on its last day'}                  | ${[...material, { ...supplier, endDate: '2025-03-17' }]} | ${'箱'} | ${{ supplierId: 's1' }}                    | ${'28 supplier'}
    ${'volume by the density of the material'}         | ${[row('1 L = 1.03 kg')]}                                | ${'mL'} | ${{}}                                      | ${'0.00103 material'}
    ${'a density typed from the base unit'}            | ${[row('1.03 kg = 1 L')]}                                | ${'L'}  | ${{}}                                      | ${'1.03 material'}
    ${'a row typed from the base unit is turned'}      | ${[row('1 kg = 4 罐')]}                                  | ${'罐'} | ${{}}                                      | ${'0.25 material'}
    ${'pieces by their dozen'}                         | ${[row('1 个 = 0.055 kg')]}                              | ${'打'} | ${{}}                                      | ${'0.66 material'}
    ${'a second path that agrees is welcome'}          | ${[...material, row('1 箱 = 30 kg')]}                    | ${'箱'} | ${{}}                                      | ${'30 material'}
    ${'within one billionth two paths agree'}          | ${[...material, row('1 箱 = 30.00000003 kg')]}           | ${'箱'} | ${{}}                                      | ${'30.00000003 material'}
  `('$title', ({ conversions, unit, more, expected }) => {
    expect(answer(tomatoes(conversions, more), unit)).toBe(expected);
  });
});

describe('what has no single answer is refused', () => {
  test.each`
    title                                       | conversions                                                                  | unit    | expected
    ${'no path, never a factor of 1'}           | ${[]}                                                                        | ${'箱'} | ${'物料「番茄酱」缺少从「箱」到「kg」的单位换算，请先维护'}
    ${'volume without a density'}               | ${[]}                                                                        | ${'mL'} | ${'物料「番茄酱」缺少从「mL」到「kg」的单位换算，请先维护'}
    ${'a general row for a pack'}               | ${[row('1 箱 = 10 kg', 'general')]}                                          | ${'箱'} | ${'物料「番茄酱」缺少从「箱」到「kg」的单位换算，请先维护'}
    ${'a general density'}                      | ${[row('1 L = 1 kg', 'general')]}                                            | ${'L'}  | ${'物料「番茄酱」缺少从「L」到「kg」的单位换算，请先维护'}
    ${'a chain that stops half way'}            | ${[row('1 箱 = 12 袋')]}                                                     | ${'箱'} | ${'物料「番茄酱」缺少从「箱」到「kg」的单位换算，请先维护'}
    ${'two paths that differ'}                  | ${[row('1 箱 = 12 袋'), row('1 袋 = 2.5 kg'), row('1 箱 = 25 kg')]}          | ${'箱'} | ${'物料「番茄酱」换算不一致：箱→kg = 25，箱→袋→kg = 30，请先修正其中一条'}
    ${'more than one billionth apart'}          | ${[row('1 箱 = 12 袋'), row('1 袋 = 2.5 kg'), row('1 箱 = 30.00000004 kg')]} | ${'箱'} | ${'物料「番茄酱」换算不一致：箱→kg = 30.00000004，箱→袋→kg = 30，请先修正其中一条'}
    ${'a density per litre and per millilitre'} | ${[row('1 L = 1.03 kg'), row('1 mL = 1 g')]}                                 | ${'L'}  | ${'物料「番茄酱」换算不一致：L→kg = 1.03，L→mL→g→kg = 1，请先修正其中一条'}
    ${'a loop'}                                 | ${[row('1 箱 = 12 袋'), row('1 袋 = 2 箱')]}                                 | ${'箱'} | ${'物料「番茄酱」的换算形成循环：箱→袋→箱，请先修正其中一条'}
    ${'a loop through a constant'}              | ${[row('1 L = 2 罐'), row('1 罐 = 400 mL')]}                                 | ${'L'}  | ${'物料「番茄酱」的换算形成循环：L→罐→mL→L，请先修正其中一条'}
    ${'a pound of its own'}                     | ${[row('1 斤 = 0.6 kg')]}                                                    | ${'斤'} | ${'斤→kg = 0.6，而斤→g→kg = 0.5为通用常数，不能按物料维护，请删除该换算'}
    ${'constants that contradict each other'}   | ${[row('1 斤 = 0.6 kg', 'general')]}                                         | ${'斤'} | ${/换算不一致：.*0\.5.*0\.6|换算不一致：.*0\.6.*0\.5/}
  `('$title', ({ conversions, unit, expected }) => {
    expect(answer(tomatoes(conversions), unit)).toMatch(expected);
  });

  test('a refusal carries the units, so that the form opens in place', () => {
    const path = unitPath(tomatoes([]), '箱');
    expect(!path.ok && path.refusals[0]?.detail).toMatchObject({ materialId: 'm1', fromUnitId: '箱', toUnitId: 'kg' });
  });
  test('saving asks for every unit at once', () => {
    const faults = conversionRefusals(tomatoes([row('1 箱 = 12 袋'), row('1 罐 = 3 个'), row('1 L = 1 kg')]));
    expect(faults.map((fault) => sentenceOf(fault, 'en'))).toEqual([
      '番茄酱 has no conversion from 箱 to kg; enter one first',
      '番茄酱 has no conversion from 罐 to kg; enter one first',
    ]);
  });
});

describe('a path explains itself and converts', () => {
  const found = (conversions: readonly UnitConversion[], unitId: string) => {
    const path = unitPath(tomatoes(conversions), unitId);
    if (!path.ok) throw new Error('no path');
    return path;
  };

  test('the sentence goes both ways', () => {
    expect(found([row('1 箱 = 12 袋'), row('1 袋 = 2.5 kg')], '箱').sentence).toEqual({
      zh: '1 箱 = 12 袋 = 30 kg；1 kg = 0.033333 箱',
      en: '1 箱 = 12 袋 = 30 kg; 1 kg = 0.033333 箱',
    });
    expect(found([], '斤').sentence.zh).toBe('1 斤 = 500 g = 0.5 kg；1 kg = 2 斤');
  });
  test('three cans that weigh a kilogram weigh exactly a kilogram', () => {
    const can = found([row('3 罐 = 1 kg')], '罐');
    expect(can.factor.toString()).toBe('0.333333333333');
    expect(toBase(can, d(3)).toString()).toBe('1');
    expect(toBase(can, d(2)).toString()).toBe('0.666667');
    expect(fromBase(can, d('1.5')).toString()).toBe('4.5');
  });
  test('a price travels with its unit', () => {
    expect(toBasePrice(found([row('1 箱 = 30 kg')], '箱'), d(100)).toString()).toBe('3.333333');
  });
});

test('a chain of packs equals its factors multiplied one after the other', () => {
  const pair = fc.record({ from: fc.integer({ min: 1, max: 50 }), to: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(pair, pair, pair, fc.integer({ min: 1, max: 9999 }), (a, b, c, qty) => {
      const conversions = [
        row(`${a.from} 箱 = ${a.to} 袋`),
        row(`${b.from} 袋 = ${b.to} 罐`),
        row(`${c.from} 罐 = ${c.to} kg`),
      ];
      const path = unitPath(tomatoes(conversions), '箱');
      const slow = d(qty * a.to * b.to * c.to).dividedBy(d(a.from * b.from * c.from));
      expect(path.ok && toBase(path, d(qty)).toString()).toBe(slow.rounded(6).toString());
    }),
  );
});
