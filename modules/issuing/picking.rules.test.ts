import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { inBase, planPicking, type EnteredPick, type OnHand, type OpenLine } from './picking.rules.ts';

const d = (text: string): Decimal => Decimal.of(text);
/** One box of 30 kilograms is asked for. */
const box: OpenLine = {
  id: '1',
  lineNo: 1,
  material: '土豆',
  unitName: '箱',
  baseUnitName: '千克',
  factor: d('30'),
  openBaseQty: d('30'),
  isCatchWeight: false,
  inPieces: false,
};
const pick = (batchId: string, qty: string, baseQty: string | null = null): EnteredPick => ({
  batchId,
  qty: d(qty),
  baseQty: baseQty === null ? null : d(baseQty),
  auxQty: null,
  overrideReason: '',
});
const lots = (...given: readonly [string, string][]): OnHand =>
  new Map(given.map(([batchId, qty]) => [batchId, { qty: d(qty), pieces: d('0') }]));

describe('a part of a pack is read as what lies there, so that no crumb stays', () => {
  test.each`
    title                                               | picks                                                                    | onHand                                         | base
    ${'as it was shown'}                                | ${[pick('a', '0.333333', '10'), pick('b', '0.666667', '20')]}            | ${lots(['a', '100'], ['b', '100'])}            | ${['10', '20']}
    ${'the whole of two lots'}                          | ${[pick('a', '0.333333'), pick('b', '0.666667')]}                        | ${lots(['a', '10'], ['b', '20'])}              | ${['10', '20']}
    ${'three thirds'}                                   | ${[pick('a', '0.333333'), pick('b', '0.333333'), pick('c', '0.333333')]} | ${lots(['a', '10'], ['b', '10'], ['c', '10'])} | ${['10', '10', '10']}
    ${'a whole lot, and of another what is still open'} | ${[pick('a', '0.333333'), pick('b', '0.666667')]}                        | ${lots(['a', '10'], ['b', '50'])}              | ${['10', '20']}
    ${'less than is there, and less than is open'}      | ${[pick('a', '0.333333')]}                                               | ${lots(['a', '50'])}                           | ${['9.99999']}
    ${'all that is open of one lot'}                    | ${[pick('a', '1')]}                                                      | ${lots(['a', '50'])}                           | ${['30']}
  `('$title', ({ picks, onHand, base }: { picks: EnteredPick[]; onHand: OnHand; base: string[] }) => {
    expect(inBase(box, picks, onHand).map(String)).toEqual(base);
  });
});

describe('what is handed in', () => {
  const handIn = (
    picks: readonly EnteredPick[] | null,
    more: { shortReason?: string; keepOpen?: boolean; isBegun?: boolean } = {},
  ) =>
    planPicking({
      lines: [box],
      entered: new Map([['1', { detailId: '1', shortReason: more.shortReason ?? null, picks }]]),
      proposed: new Map(),
      onHand: lots(['a', '10']),
      foreignLots: new Map(),
      keepOpen: more.keepOpen ?? false,
      isBegun: more.isBegun ?? false,
    });
  const says = (...given: Parameters<typeof handIn>): string[] =>
    handIn(...given).refusals.map((refusal) => sentenceOf(refusal, 'zh'));

  test('a lot may not be two quantities', () => {
    expect(says([pick('a', '0.333333', '11')], { keepOpen: true })).toContain(
      '土豆 的拣货数量 0.333333 箱，不是 11 千克，请重新拣货',
    );
  });
  test('a quantity that is nothing in base unit is none', () => {
    expect(
      planPicking({
        lines: [{ ...box, factor: d('0.000001') }],
        entered: new Map([['1', { detailId: '1', shortReason: 'other', picks: [pick('a', '0.1')] }]]),
        proposed: new Map(),
        onHand: new Map(),
        foreignLots: new Map(),
        keepOpen: false,
        isBegun: false,
      }).refusals.map((refusal) => refusal.code),
    ).toContain('issuing.pick-invalid');
  });
  test.each(['late', 'split'])(
    'a picker does not give %s as a reason: it belongs to the sorting table',
    (shortReason) => {
      expect(says([], { shortReason, isBegun: true })).toEqual([expect.stringContaining('是分拣台的原因')]);
    },
  );
  test('nothing at all is refused, unless it ends what was begun', () => {
    expect(says([], { shortReason: 'not-found' })).toEqual([expect.stringContaining('还没有拣出任何批次')]);
    expect(says([], { keepOpen: true, isBegun: true })).toEqual([expect.stringContaining('还没有拣出任何批次')]);
    expect(says([], { isBegun: true })).toEqual(['土豆 缺货 1 箱，请填写缺货原因']);
    const ended = handIn([], { shortReason: 'not-found', isBegun: true });
    expect([ended.refusals, ended.picks, String(ended.short.get('1')!.baseQty)]).toEqual([[], [], '30']);
  });
});
