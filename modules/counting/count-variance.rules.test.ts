import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import {
  countLine,
  likelyCause,
  needsSecondCount,
  confirmCount,
  varianceOf,
  type Different,
  type ReviewedLine,
  type RecordedLine,
} from './count-variance.rules.ts';

const d = (text: string): Decimal => Decimal.of(text);

test('60 at the start, 12.5 out before the line was counted, 48.5 counted: 1 too many', () => {
  expect(varianceOf(d('48.5'), d('60').minus(d('12.5'))).toString()).toBe('1');
});

test.each([
  ['within both', '0.4', '10', '100', false],
  ['exactly at the share', '0.5', '10', '100', false],
  ['beyond the share', '0.6', '10', '1', true],
  ['exactly at the value', '-2', '100', '100', false],
  ['beyond the value', '-2.1', '100', '100', true],
  ['nothing expected: the value alone decides', '3', '0', '50', false],
  ['nothing expected, worth more', '5', '0', '50', true],
  ['no difference', '0', '0', '1000', false],
])('a second count: %s', (_name, variance, expected, unitCost, wanted) => {
  expect(needsSecondCount(d(variance), d(expected), d(unitCost), { amount: d('200'), percent: d('5') })).toBe(wanted);
});

describe('a line that is counted', () => {
  const standing = (more: Partial<RecordedLine> = {}): RecordedLine => ({
    material: '大米',
    batch: 'PC1',
    counted: null,
    firstUserId: null,
    user: '',
    needSecond: false,
    isCountedAgain: false,
    ...more,
  });
  const entry = (qty: string | null, more: { seen?: Decimal | null; skipReason?: string } = {}) => ({
    line: 3,
    qty: qty === null ? null : d(qty),
    skipReason: more.skipReason ?? null,
    ...(more.seen === undefined ? {} : { seen: more.seen }),
  });
  const first = standing({ counted: d('9'), firstUserId: '1', user: '张三', needSecond: true });
  test.each([
    ['is counted', standing(), entry('9'), false, 'counted'],
    ['is to be counted again beyond the threshold', standing(), entry('9'), true, 'recount'],
    ['is agreed by the second person', first, entry('9.2'), true, 'agreed'],
    ['is left out with a reason', standing(), entry(null, { skipReason: '货架被挡' }), false, 'skipped'],
    [
      'waits again when the figure is taken back',
      standing({ counted: d('9'), firstUserId: '2' }),
      entry(null),
      false,
      'waiting',
    ],
    [
      'is agreed by who saw the line waiting and counted for himself',
      first,
      entry('9.2', { seen: null }),
      true,
      'agreed',
    ],
    [
      'stays as somebody else just counted it alike',
      standing({ counted: d('9'), firstUserId: '1' }),
      entry('9.0', { seen: null }),
      false,
      'counted',
    ],
    ['still wants its second count when that is taken back', first, entry(null), false, 'recount'],
  ] as const)('%s', (_name, before, what, isBeyond, state) => {
    expect(countLine(before, what, isBeyond, '2', false)).toMatchObject({ ok: true, state });
  });
  test.each([
    [
      'by who counted it first, once somebody counted it again',
      { ...first, isCountedAgain: true },
      entry('9.2'),
      '1',
      '大米 PC1：复盘人不能是初盘人，请另一人复盘',
    ],
    [
      'over a figure he had not seen',
      standing({ counted: d('9'), firstUserId: '1', user: '张三' }),
      entry('8', { seen: null }),
      '2',
      '大米 PC1 刚由 张三 盘为 9，请核对，仍按您的数请再填一次',
    ],
    [
      'over a second count he had not seen',
      { ...first, counted: d('9.2'), user: '李四', isCountedAgain: true },
      entry('8', { seen: null }),
      '3',
      '大米 PC1 刚由 李四 盘为 9.2，请核对，仍按您的数请再填一次',
    ],
  ] as const)('is not written %s', (_name, before, what, user, sentence) => {
    const outcome = countLine(before, what, true, user, false);
    expect(outcome.ok ? '' : sentenceOf(outcome.refusal, 'zh')).toBe(sentence);
  });
  test('is corrected by who mistyped it, and counted again by somebody else all the same', () => {
    expect(countLine(first, entry('90'), false, '1', false)).toEqual({
      ok: true,
      state: 'recount',
      isSecond: false,
      needSecond: true,
    });
  });
  test('is counted twice by one person where one does everything', () => {
    expect(countLine(first, entry('9.2'), true, '1', true)).toMatchObject({
      ok: true,
      state: 'agreed',
      isSecond: true,
    });
  });
});

describe('a reviewed count', () => {
  const line = (more: Partial<ReviewedLine> = {}): ReviewedLine => ({
    line: 1,
    material: '大米',
    batch: 'PC1',
    unit: '千克',
    counted: d('10'),
    expected: d('10'),
    seenExpected: d('10'),
    lateBills: '',
    onHand: d('10'),
    cause: null,
    ...more,
  });
  test('posts what was missing, what was found, and zero as evidence', () => {
    const { settled, refusals } = confirmCount([
      line(),
      line({ counted: d('12'), cause: 'found' }),
      line({ counted: d('7.5'), cause: 'lost' }),
      line({ counted: null }),
    ]);
    expect(refusals).toEqual([]);
    expect(settled.map((each) => `${each.kind} ${each.variance}`)).toEqual(['zero 0', 'gain 2', 'loss -2.5', 'none 0']);
  });
  test.each([
    ['a difference without a cause', line({ counted: d('9') }), '第 1 行 大米 差异 -1 千克，请填写差异原因'],
    [
      'a book that moved under the review',
      line({ counted: d('9'), cause: 'lost', expected: d('8'), lateBills: 'CK1' }),
      '第 1 行 大米 PC1：盘点期间有新单据 CK1，应有数量由 10 变为 8，请重新核对',
    ],
    [
      'a loss of more than is left',
      line({ counted: d('0'), cause: 'lost', onHand: d('4') }),
      '第 1 行 大米 PC1 盘亏 10 千克，但盘点后又出库，账面只剩 4 千克，请复盘该行',
    ],
  ])('refuses %s', (_name, one, sentence) => {
    expect(confirmCount([one]).refusals.map((refusal) => sentenceOf(refusal, 'zh'))).toEqual([sentence]);
  });
});

test.each([
  ['the other lot has what this one lacks', '8', '10', false, [['12', '10']], 'wrong-lot'],
  ['bags were written for kilograms', '2', '50', false, [], 'unit-mistake'],
  ['more than expected', '11', '10', false, [], 'found'],
  ['a lot past its day', '0', '10', true, [], 'expired'],
  ['less than expected', '9', '10', false, [], 'lost'],
  ['nothing differs', '10', '10', false, [['12', '10']], null],
] as const)('the likely cause: %s', (_name, counted, expected, isExpired, others, cause) => {
  const of = (count: string, book: string, expired = false): Different => ({
    batchId: '1',
    materialId: '7',
    counted: d(count),
    expected: d(book),
    isExpired: expired,
    factors: [d('1'), d('25')],
  });
  const own = of(counted, expected, isExpired);
  expect(likelyCause(own, [own, ...others.map(([count, book]) => of(count, book))])).toBe(cause);
});
