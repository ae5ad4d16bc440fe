/** W12: what is taken is what is packed and what is lost; what may not be mixed is not. */
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { lossOf, repackRefusals, type LotToRepack, type Portion } from './repack.rules.ts';

const TODAY = '2026-11-21';
const rice: LotToRepack = {
  id: '1',
  batchId: '11',
  batchCode: 'PC1',
  materialId: '201',
  locationId: '500',
  material: '大米',
  unit: '千克',
  lotState: 'free',
  expiryDate: '2026-11-21',
  isCounted: false,
};
const other: LotToRepack = { ...rice, id: '2', batchId: '12', batchCode: 'PC2', expiryDate: null };
const fish: LotToRepack = { ...rice, material: '鲈鱼', isCounted: true };

type Of = readonly [qty: string, pieces?: string];
const portion = ([qty, pieces = '0']: Of): Portion => ({ qty: Decimal.of(qty), pieces: Decimal.of(pieces) });
const against = (
  from: readonly (readonly [LotToRepack, ...Of])[],
  into: readonly Of[],
  reason: string | null = null,
): string[] =>
  repackRefusals(
    from.map(([lot, ...of]) => ({ lot, ...portion(of) })),
    into.map(portion),
    reason,
    TODAY,
  ).map((refusal) => sentenceOf(refusal, 'zh'));

test.each<[string, Parameters<typeof against>, readonly string[]]>([
  ['one into three', [[[rice, '10']], [['2.5'], ['2.5'], ['5']]], []],
  [
    'two into one',
    [
      [
        [rice, '3'],
        [other, '0.000001'],
      ],
      [['3.000001']],
    ],
    [],
  ],
  ['some is spilt, and says why', [[[rice, '10']], [['9.9']], '洒落'], []],
  ['some is spilt', [[[rice, '10']], [['9.9']]], ['大米 损耗 0.1 千克，请填写原因']],
  ['blanks are no reason', [[[rice, '10']], [['9.9']], '  '], ['大米 损耗 0.1 千克，请填写原因']],
  [
    'more than there was',
    [[[rice, '10']], [['5'], ['5.2']]],
    ['大米 取用 10 千克，分成 10.2 千克，多出 0.2 千克；分出的不能多于取用的'],
  ],
  ['nothing of a lot', [[[rice, '0']], [['1']]], ['批次 PC1 请填写取用数量（千克），须大于 0']],
  ['an empty part', [[[rice, '1']], [['1'], ['0']]], ['大米 每份数量（千克）须大于 0']],
  [
    'the same lot twice',
    [
      [
        [rice, '1'],
        [rice, '1'],
      ],
      [['2']],
    ],
    ['批次 PC1 选了两次，请合为一行'],
  ],
  [
    'several into several',
    [
      [
        [rice, '1'],
        [other, '1'],
      ],
      [['1'], ['1']],
    ],
    ['多个批次不能同时分成多份：请先合并为一批，再分装'],
  ],
  [
    'another material',
    [
      [
        [rice, '1'],
        [{ ...other, materialId: '202', material: '豆腐' }, '1'],
      ],
      [['2']],
    ],
    ['PC2 是 豆腐，与 PC1 不是同一物料、同一地点，不能合并'],
  ],
  [
    'another place',
    [
      [
        [rice, '1'],
        [{ ...other, locationId: '501' }, '1'],
      ],
      [['2']],
    ],
    ['PC2 是 大米，与 PC1 不是同一物料、同一地点，不能合并'],
  ],
  ['held', [[[{ ...rice, lotState: 'hold' }, '1']], [['1']]], ['批次 PC1 已冻结，不能分装或合并；请先处理']],
  [
    'provisional',
    [[[{ ...rice, lotState: 'provisional' }, '1']], [['1']]],
    ['批次 PC1 待核，不能分装或合并；请先处理'],
  ],
  ['expired', [[[{ ...rice, expiryDate: '2026-11-20' }, '1']], [['1']]], ['批次 PC1 已过期，不能分装或合并；请先处理']],
  [
    'pieces stay',
    [
      [[fish, '6', '4']],
      [
        ['2', '1'],
        ['4', '3'],
      ],
    ],
    [],
  ],
  [
    'pieces that are not packed',
    [[[fish, '6', '4']], [['6', '3']]],
    ['鲈鱼 按件和重量管理：取用 4 件，分成 3 件，两者须相等且大于 0'],
  ],
  ['no pieces', [[[fish, '6']], [['6']]], ['鲈鱼 按件和重量管理：取用 0 件，分成 0 件，两者须相等且大于 0']],
])('%s', (_case, given, sentences) => {
  expect(against(...given)).toEqual(sentences);
});

test('what is lost is to the gram what was taken and not packed', () => {
  expect(lossOf([['10'] as Of, ['0.000003'] as Of].map(portion), [portion(['9.9'])]).toString()).toBe('0.100003');
});
