import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import {
  acceptRefusal,
  completeReceiving,
  insideUnderTolerance,
  isFresh,
  requiredLife,
  lifeRefusal,
  openQty,
  percentOfLife,
  proposeDifferences,
  receivingLimit,
  shareOfLife,
  type LifeRequirement,
  type ReceivingLine,
  type Tolerance,
} from './receiving.rules.ts';

const d = Decimal.of;
const tolerance = (over: string, under: string, more: Partial<Tolerance> = {}): Tolerance => ({
  overPercent: d(over),
  underPercent: d(under),
  overQty: d(0),
  underQty: d(0),
  ...more,
});
type Figures = Partial<Record<'ordered' | 'received' | 'refused' | 'over' | 'settled' | 'waiting', string>>;
const line = (figures: Figures = {}, more: Partial<ReceivingLine> = {}): ReceivingLine => {
  const figure = (name: keyof Figures, other: string) => d(figures[name] ?? other);
  return {
    line: 1,
    material: '番茄',
    unit: 'kg',
    source: 'external',
    ordered: figure('ordered', '100'),
    received: figure('received', '0'),
    refused: figure('refused', '0'),
    over: figure('over', '0'),
    settled: figure('settled', '0'),
    waiting: figure('waiting', '0'),
    tolerance: tolerance('3', '3'),
    ...more,
  };
};
const shown = (proposals: ReturnType<typeof proposeDifferences>) =>
  proposals.map(
    (one) => `${one.differenceType} ${one.qty} ${one.bearer} ${one.outcome}${one.settlesItself ? ' by itself' : ''}`,
  );

describe('deliveries of a line add up to its limit and no further', () => {
  test.each`
    title                             | before          | accepted      | refused
    ${'the limit itself'}             | ${'0'}          | ${'103.000'}  | ${false}
    ${'a gram over it'}               | ${'0'}          | ${'103.001'}  | ${true}
    ${'the limit reached by several'} | ${'60'}         | ${'43'}       | ${false}
    ${'a gram over it by several'}    | ${'60'}         | ${'43.001'}   | ${true}
    ${'a millionth over it'}          | ${'102.999999'} | ${'0.000002'} | ${true}
  `('$title', ({ before, accepted, refused }) => {
    expect(acceptRefusal(line({ received: before }), d(accepted)) !== undefined).toBe(refused);
  });

  test('the sentence says how much, how much more, and why', () => {
    const refusal = acceptRefusal(line({ received: '60' }), d('43.001'));
    expect(refusal && sentenceOf(refusal, 'zh')).toBe(
      '番茄 累计收货 103.001 kg，超过上限 103 kg（订购 100 kg，允许超收 3%）',
    );
  });
  test('the wider of percent and quantity counts', () => {
    expect(
      String(receivingLimit(line({ ordered: '10' }, { tolerance: tolerance('3', '0', { overQty: d('0.5') }) }))),
    ).toBe('10.5');
  });
  test('our own places cannot deliver more than they sent', () => {
    const refusal = acceptRefusal(line({ ordered: '10' }, { source: 'internal' }), d('10.01'));
    expect(refusal && sentenceOf(refusal, 'zh')).toBe('番茄 不能大于发货数量 10 kg，多出部分请填多收数量');
  });
});

describe('goods have enough of their life left', () => {
  const percent = (least: string): LifeRequirement => percentOfLife(d(least));
  const share = (text: string): LifeRequirement => shareOfLife(text)!;
  test.each`
    title                                      | production      | expiry          | shelfLife | requirement                   | sentence
    ${'two thirds of 90 days, exactly'}        | ${'2025-01-01'} | ${'2025-04-01'} | ${90}     | ${percent('66.666666')}       | ${undefined}
    ${'a half, exactly'}                       | ${'2025-01-11'} | ${'2025-03-22'} | ${70}     | ${percent('50')}              | ${'番茄 剩余保质期 71.43% 低于要求 80%（2025-03-22 到期）'}
    ${'the boundary passes'}                   | ${'2025-01-21'} | ${'2025-02-10'} | ${20}     | ${percent('50')}              | ${undefined}
    ${'a day later does not'}                  | ${'2025-01-20'} | ${'2025-02-09'} | ${20}     | ${percent('50')}              | ${'番茄 剩余保质期 45% 低于要求 50%（2025-02-09 到期）'}
    ${'expiry from production and shelf life'} | ${'2025-01-20'} | ${null}         | ${20}     | ${percent('50')}              | ${'番茄 剩余保质期 45% 低于要求 50%（2025-02-09 到期）'}
    ${'production counted back from expiry'}   | ${null}         | ${'2025-02-09'} | ${20}     | ${percent('50')}              | ${'番茄 剩余保质期 45% 低于要求 50%（2025-02-09 到期）'}
    ${'days, the last one that will do'}       | ${null}         | ${'2025-02-03'} | ${5}      | ${{ kind: 'days', least: 3 }} | ${undefined}
    ${'days, one too few'}                     | ${null}         | ${'2025-02-02'} | ${5}      | ${{ kind: 'days', least: 3 }} | ${'番茄 剩余保质期 2 天 低于要求 3 天（2025-02-02 到期）'}
    ${'expiry before production'}              | ${'2025-02-05'} | ${'2025-02-02'} | ${5}      | ${{ kind: 'none' }}           | ${'番茄 到期日 2025-02-02 早于生产日期 2025-02-05'}
    ${'no date at all'}                        | ${null}         | ${null}         | ${5}      | ${{ kind: 'none' }}           | ${'番茄 请填写生产日期或到期日'}
    ${'nothing to date'}                       | ${null}         | ${null}         | ${null}   | ${percent('50')}              | ${undefined}
    ${'two thirds as a fraction, exactly'}     | ${'2025-01-01'} | ${'2025-04-01'} | ${90}     | ${share('2/3')}               | ${undefined}
    ${'a day under two thirds'}                | ${'2024-12-31'} | ${null}         | ${90}     | ${share('2/3')}               | ${'番茄 剩余保质期 65.56% 低于要求 2/3（2025-03-31 到期）'}
    ${'its last day'}                          | ${'2025-01-26'} | ${null}         | ${5}      | ${{ kind: 'none' }}           | ${undefined}
    ${'the day after'}                         | ${'2025-01-25'} | ${null}         | ${5}      | ${{ kind: 'none' }}           | ${'番茄 已于 2025-01-30 过期，不能收货，请填拒收数量'}
    ${'expired, though no life is kept'}       | ${null}         | ${'2025-01-30'} | ${null}   | ${{ kind: 'none' }}           | ${'番茄 已于 2025-01-30 过期，不能收货，请填拒收数量'}
    ${'made the day it comes'}                 | ${'2025-01-31'} | ${null}         | ${5}      | ${share('2/3')}               | ${undefined}
    ${'made tomorrow'}                         | ${'2025-02-01'} | ${null}         | ${5}      | ${{ kind: 'none' }}           | ${'番茄 生产日期 2025-02-01 晚于到货日 2025-01-31'}
    ${'made tomorrow, though no life is kept'} | ${'2025-02-01'} | ${null}         | ${null}   | ${{ kind: 'none' }}           | ${'番茄 生产日期 2025-02-01 晚于到货日 2025-01-31'}
  `('$title', ({ production, expiry, shelfLife, requirement, sentence }) => {
    const asked = sentence?.includes('80%') === true ? percent('80') : requirement;
    const refusal = lifeRefusal(
      '番茄',
      { productionDate: production, expiryDate: expiry },
      shelfLife,
      '2025-01-31',
      asked,
      1,
    );
    expect(refusal && sentenceOf(refusal, 'zh')).toBe(sentence);
  });

  const start = { dry: share('2/3'), cold: share('1/2'), fresh: { kind: 'days', least: 1 } } as const;
  const shown = (asked: LifeRequirement): string =>
    asked.kind === 'share' ? asked.shown : asked.kind === 'days' ? `${asked.least} days` : 'none';
  test.each`
    title                               | percent    | days    | fresh    | cold     | asks
    ${'nobody says, dry'}               | ${null}    | ${null} | ${false} | ${false} | ${'2/3'}
    ${'nobody says, chilled or frozen'} | ${null}    | ${null} | ${false} | ${true}  | ${'1/2'}
    ${'nobody says, fresh'}             | ${null}    | ${null} | ${true}  | ${true}  | ${'1 days'}
    ${'the class says days'}            | ${null}    | ${60}   | ${false} | ${true}  | ${'60 days'}
    ${'the class says a share as well'} | ${d('40')} | ${60}   | ${true}  | ${true}  | ${'40%'}
    ${'the class asks for nothing'}     | ${d('0')}  | ${null} | ${false} | ${false} | ${'0%'}
  `(
    'how much is asked: $title',
    ({
      percent: own,
      days,
      fresh,
      cold,
      asks,
    }: {
      percent: Decimal | null;
      days: number | null;
      fresh: boolean;
      cold: boolean;
      asks: string;
    }) => {
      expect(shown(requiredLife({ percent: own, days }, { isFresh: fresh, isCold: cold }, start))).toBe(asks);
    },
  );
  test.each([
    ['3/4', '3/4'],
    [' 2/3 ', '2/3'],
    ['0', 'none'],
    ['3/2', undefined],
    ['1/0', undefined],
    ['two thirds', undefined],
    ['', undefined],
  ])('a share written %o is %o', (text, asks) => {
    const asked = shareOfLife(text);
    expect(asked && shown(asked)).toBe(asks);
  });
  test.each([
    [5, false, true],
    [30, false, true],
    [31, false, false],
    [3, true, false],
    [null, false, false],
  ])('goods that keep %o days, packed %o, are fresh: %o', (days, isPacked, fresh) => {
    expect(isFresh(days, isPacked)).toBe(fresh);
  });
});

describe('what stays open is proposed as a difference', () => {
  test.each`
    title                                      | figures                              | proposals
    ${'all came'}                              | ${{ received: '100' }}               | ${[]}
    ${'short inside the tolerance'}            | ${{ received: '97' }}                | ${['short 3 supplier cancel-rest by itself']}
    ${'short beyond it'}                       | ${{ received: '96.999' }}            | ${['short 3.001 supplier wait']}
    ${'refused and short'}                     | ${{ received: '80', refused: '15' }} | ${['quality 15 supplier wait', 'short 5 supplier wait']}
    ${'refused, then delivered again'}         | ${{ received: '90', refused: '15' }} | ${['quality 10 supplier wait']}
    ${'over inside the tolerance'}             | ${{ received: '102' }}               | ${['over 2 supplier over-accept by itself']}
    ${'what is settled is not proposed again'} | ${{ received: '80', settled: '20' }} | ${[]}
    ${'nor what already waits in a case'}      | ${{ received: '80', waiting: '15' }} | ${['short 5 supplier wait']}
  `('$title', ({ figures, proposals }) => {
    expect(shown(proposeDifferences(line(figures)))).toEqual(proposals);
  });

  test('between our own places nothing settles itself', () => {
    const sent = line({ ordered: '10', received: '9', over: '0' }, { source: 'internal' });
    expect(shown(proposeDifferences(sent))).toEqual(['short 1 carrier loss']);
    expect(
      shown(proposeDifferences(line({ ordered: '10', received: '10', over: '2' }, { source: 'internal' }))),
    ).toEqual(['over 2 sender over-accept']);
    expect(insideUnderTolerance(sent, d('0.001'))).toBe(false);
  });
  test('proposals and cases together are exactly what is open', () => {
    const figure = fc.integer({ min: 0, max: 120 }).map(String);
    fc.assert(
      fc.property(figure, figure, figure, (received, refused, settled) => {
        const one = line({ received, refused, settled });
        const missing = proposeDifferences(one)
          .filter((proposal) => proposal.differenceType !== 'over')
          .map((proposal) => proposal.qty);
        expect(String(Decimal.sum(missing))).toBe(String(openQty(one)));
      }),
    );
  });
});

describe('a bill closes when nothing open remains unexplained', () => {
  const all = line({ received: '100' });
  const nearly = line({ received: '98' }, { line: 2 });
  const half = line({ received: '50' }, { line: 3, material: '黄瓜' });

  test('a shortage inside the tolerance settles with it', () => {
    const completion = completeReceiving([all, nearly]);
    expect(completion.ok && [completion.state, shown(completion.settledNow)]).toEqual([
      'done',
      ['short 2 supplier cancel-rest by itself'],
    ]);
  });
  test('every unexplained line is named', () => {
    const completion = completeReceiving([all, nearly, half, line({}, { line: 4 })]);
    expect(!completion.ok && completion.refusals.map((refusal) => sentenceOf(refusal, 'zh'))).toEqual([
      '还有 2 行未收货也未登记差异：3 黄瓜 50 kg, 4 番茄 100 kg',
    ]);
  });
  test('a case that waits keeps the bill open for it', () => {
    const completion = completeReceiving([all, line({ received: '50', waiting: '50' }, { line: 3 })]);
    expect(completion.ok && completion.state).toBe('difference');
  });
});
