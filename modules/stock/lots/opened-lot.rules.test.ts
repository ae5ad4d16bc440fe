/** M13: clocks that start when goods are opened or thawed. */
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { openedLife, openingRefusals, type LotToOpen } from './opened-lot.rules.ts';

const NOW = '2026-11-27 10:00:00';
const d = Decimal.of;
const lot = (more: Partial<LotToOpen> = {}): LotToOpen => ({
  batchCode: 'PC1',
  material: '鲜牛奶',
  unit: '千克',
  expiryDate: '2026-12-05',
  useBy: null,
  openedTime: null,
  thawedTime: null,
  receivedDate: '2026-11-26',
  qty: d(10),
  pieces: d(0),
  hours: 48,
  ...more,
});

test.each`
  title                                           | of                                                            | useBy                    | expiryDate
  ${'the clock ends first'}                       | ${{}}                                                         | ${'2026-11-29 10:00:00'} | ${'2026-11-29'}
  ${'the lot expires first'}                      | ${{ expiryDate: '2026-11-28' }}                               | ${null}                  | ${'2026-11-28'}
  ${'on the same day the hour counts'}            | ${{ expiryDate: '2026-11-29' }}                               | ${'2026-11-29 10:00:00'} | ${'2026-11-29'}
  ${'hours, not days'}                            | ${{ hours: 4 }}                                               | ${'2026-11-27 14:00:00'} | ${'2026-11-27'}
  ${'until midnight: the day before is the last'} | ${{ hours: 14 }}                                              | ${'2026-11-28 00:00:00'} | ${'2026-11-27'}
  ${'a lot that never expired'}                   | ${{ expiryDate: null }}                                       | ${'2026-11-29 10:00:00'} | ${'2026-11-29'}
  ${'a material without a clock'}                 | ${{ hours: null }}                                            | ${null}                  | ${'2026-12-05'}
  ${'thawed before: the earlier clock counts'}    | ${{ useBy: '2026-11-28 06:00:00', expiryDate: '2026-11-28' }} | ${'2026-11-28 06:00:00'} | ${'2026-11-28'}
  ${'nothing says when'}                          | ${{ hours: null, expiryDate: null }}                          | ${null}                  | ${null}
`(
  '$title',
  ({ of, useBy, expiryDate }: { of: Partial<LotToOpen>; useBy: string | null; expiryDate: string | null }) => {
    expect(openedLife(lot(of), NOW)).toEqual({ useBy, expiryDate });
  },
);

test.each`
  title                       | of                                       | how                              | words
  ${'some of it'}             | ${{}}                                    | ${{}}                            | ${[]}
  ${'none of it'}             | ${{}}                                    | ${{ qty: d(0) }}                 | ${['鲜牛奶 请填写开封或解冻的数量（千克），须大于 0']}
  ${'later than now'}         | ${{}}                                    | ${{ at: '2026-11-27 10:00:01' }} | ${['时间 2026-11-27 10:00:01 晚于现在 2026-11-27 10:00:00，请填实际开封或解冻的时间']}
  ${'before it came'}         | ${{}}                                    | ${{ at: '2026-11-25 23:00:00' }} | ${['批次 PC1 于 2026-11-26 入库，不能在 2026-11-25 23:00:00 开封或解冻；请核对时间']}
  ${'opened already'}         | ${{ openedTime: '2026-11-26 09:00:00' }} | ${{}}                            | ${['批次 PC1 已于 2026-11-26 09:00:00 开封，不能再开封；请选未开封的批次']}
  ${'thawed, and now opened'} | ${{ thawedTime: '2026-11-26 09:00:00' }} | ${{}}                            | ${[]}
  ${'thawed already'}         | ${{ thawedTime: '2026-11-26 09:00:00' }} | ${{ opening: 'thawed' }}         | ${['批次 PC1 已于 2026-11-26 09:00:00 解冻，不能再解冻；请选未解冻的批次']}
  ${'pieces left out'}        | ${{ pieces: d(4) }}                      | ${{}}                            | ${['鲜牛奶 按件和重量管理，请填写件数']}
  ${'with its pieces'}        | ${{ pieces: d(4) }}                      | ${{ pieces: d(1) }}              | ${[]}
  ${'all of it: all pieces'}  | ${{ pieces: d(4) }}                      | ${{ qty: d(10) }}                | ${[]}
  ${'its clock has run out'}  | ${{ hours: 4 }}                          | ${{ at: '2026-11-27 06:00:00' }} | ${['批次 PC1 开封或解冻后 4 小时内可用，2026-11-27 10:00:00 已过；这些请报废']}
`('$title', ({ of, how, words }: { of: Partial<LotToOpen>; how: object; words: string[] }) => {
  const refusals = openingRefusals(lot(of), { opening: 'opened', at: NOW, qty: d(2), pieces: d(0), ...how }, NOW);
  expect(refusals.map((refusal) => sentenceOf(refusal, 'zh'))).toEqual(words);
});
