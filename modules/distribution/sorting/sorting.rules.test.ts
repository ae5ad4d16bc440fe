import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { lotRefusal, progressOf, sorted, turnRefusal, type SortingLine } from './sorting.rules.ts';

const d = Decimal.of;
const line: SortingLine = {
  state: 'waiting',
  isShipped: false,
  orderNo: 'GD1',
  material: '青菜',
  unit: '千克',
  site: '一中',
  orderQty: d(10),
  targetQty: null,
  num: d(0),
  shortReason: null,
  operator: '李分拣',
  tolerance: d(3),
  isCatchWeight: false,
};
const act = (num: string, shortReason: string | null = null) => ({
  num: d(num),
  shortReason,
  pieces: null,
  weight: null,
});
const outcome = (of: Partial<SortingLine>, num: string, reason: string | null = null): string => {
  const made = sorted({ ...line, ...of }, act(num, reason));
  return 'state' in made
    ? `${made.state} ${made.num} short ${made.shortQty} ${made.shortReason ?? '-'}`
    : made.map((refusal) => refusal.code).join();
};

test.each`
  title                                            | of                                             | num        | reason    | made
  ${'weighed exactly'}                             | ${{}}                                          | ${'10'}    | ${null}   | ${'done 10 short 0 -'}
  ${'weighed a little above'}                      | ${{}}                                          | ${'10.3'}  | ${null}   | ${'done 10.3 short 0 -'}
  ${'weighed a little below: done, and the truth'} | ${{}}                                          | ${'9.7'}   | ${null}   | ${'done 9.7 short 0.3 -'}
  ${'above the tolerance'}                         | ${{}}                                          | ${'10.31'} | ${null}   | ${'sorting.over'}
  ${'below it, without a reason'}                  | ${{}}                                          | ${'9.69'}  | ${null}   | ${'sorting.why-short'}
  ${'below it, with one'}                          | ${{}}                                          | ${'9.69'}  | ${'none'} | ${'short 9.69 short 0.31 none'}
  ${'nothing there'}                               | ${{}}                                          | ${'0'}     | ${'none'} | ${'short 0 short 10 none'}
  ${'counted: one too many'}                       | ${{ tolerance: d(0) }}                         | ${'11'}    | ${null}   | ${'sorting.over'}
  ${'counted: one too few'}                        | ${{ tolerance: d(0) }}                         | ${'9'}     | ${'none'} | ${'short 9 short 1 none'}
  ${'less than nothing'}                           | ${{}}                                          | ${'-1'}    | ${'none'} | ${'sorting.negative'}
  ${'what a split left it'}                        | ${{ targetQty: d('7'), shortReason: 'split' }} | ${'7.1'}   | ${null}   | ${'short 7.1 short 2.9 split'}
  ${'more than a split left it'}                   | ${{ targetQty: d('7') }}                       | ${'7.5'}   | ${null}   | ${'sorting.over'}
  ${'less than a split left it, without a reason'} | ${{ targetQty: d('7') }}                       | ${'5'}     | ${null}   | ${'sorting.why-short'}
  ${'less than a split left it, with one'}         | ${{ targetQty: d('7') }}                       | ${'5'}     | ${'bad'}  | ${'short 5 short 5 bad'}
  ${'a split that left it nothing'}                | ${{ targetQty: d('0') }}                       | ${'0'}     | ${null}   | ${'short 0 short 10 split'}
  ${'a split that left it all'}                    | ${{ targetQty: d('10') }}                      | ${'10'}    | ${null}   | ${'done 10 short 0 -'}
  ${'by the piece, not weighed'}                   | ${{ isCatchWeight: true }}                     | ${'10'}    | ${null}   | ${'sorting.by-weight'}
`('W20: $title', ({ of, num, reason, made }) => {
  expect(outcome(of, num, reason)).toBe(made);
});

test('B13: what is short is what was ordered less what was weighed, and never below nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), (ordered, weighed) => {
      const made = sorted({ ...line, orderQty: d(ordered) }, act(String(weighed), 'none'));
      if (!('state' in made)) return;
      expect(String(made.shortQty)).toBe(String(Math.max(0, ordered - weighed)));
      expect(made.state === 'short').toBe(weighed < ordered * 0.97);
    }),
  );
});
test('W20: whoever comes second reads who was first; what is shipped stays', () => {
  const second = turnRefusal({ ...line, state: 'done', num: d('10.2') });
  expect(sentenceOf(second!, 'zh')).toBe('一中 的 青菜 已由 李分拣 分拣 10.2 千克；要改请先撤销，或用改数');
  expect(turnRefusal({ ...line, state: 'done', isShipped: true })!.code).toBe('sorting.shipped');
  expect(turnRefusal({ ...line, state: 'undone' })).toBeUndefined();
});
test('W20: a lot gives no more than it has', () => {
  const lot = { batch: 'L1', left: d('4.5'), baseUnit: 'kg' };
  expect(lotRefusal(line, lot, d('4.5'))).toBeUndefined();
  expect(sentenceOf(lotRefusal(line, lot, d('4.6'), 2)!, 'en')).toBe(
    '青菜 for 一中: lot L1 has 4.5 kg left; choose another lot or take less',
  );
});
test('W20: progress is 100 with the last line and not before', () => {
  expect([progressOf(0, 0), progressOf(0, 3), progressOf(299, 300), progressOf(300, 300)]).toEqual([0, 0, 99, 100]);
});
