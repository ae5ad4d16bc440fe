import { expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { expiryOf, lotLifeRefusal } from './lot-life.rules.ts';

const lifeOf = (
  productionDate: string | null,
  expiryDate: string | null,
  shelfLifeDays: number | null,
  managed: boolean,
): string => {
  const refusal = lotLifeRefusal({ productionDate, expiryDate }, { material: '豆腐', managed, shelfLifeDays }, 3);
  return refusal === undefined ? '' : `${refusal.line} ${refusal.field} ${sentenceOf(refusal, 'zh')}`;
};
test.each`
  title                                         | made            | expires         | days    | managed  | sentence
  ${'no date at all'}                           | ${null}         | ${null}         | ${5}    | ${true}  | ${'3 expiryDate 豆腐 请填写到期日；知道保质期的，填写生产日期也可'}
  ${'made, and nobody knows how long it keeps'} | ${'2025-03-01'} | ${null}         | ${null} | ${true}  | ${'3 expiryDate 豆腐 请填写到期日；知道保质期的，填写生产日期也可'}
  ${'no date, and none is asked for'}           | ${null}         | ${null}         | ${5}    | ${false} | ${''}
  ${'made, and good for five days'}             | ${'2025-03-01'} | ${null}         | ${5}    | ${true}  | ${''}
  ${'good until a day'}                         | ${null}         | ${'2025-03-06'} | ${null} | ${true}  | ${''}
  ${'good on the day it is made and no longer'} | ${'2025-03-06'} | ${'2025-03-06'} | ${5}    | ${true}  | ${''}
  ${'expired before it was made'}               | ${'2025-03-06'} | ${'2025-03-05'} | ${5}    | ${true}  | ${'3 expiryDate 豆腐 到期日 2025-03-05 早于生产日期 2025-03-06，请核对'}
  ${'the same where no date is asked for'}      | ${'2025-03-06'} | ${'2025-03-05'} | ${null} | ${false} | ${'3 expiryDate 豆腐 到期日 2025-03-05 早于生产日期 2025-03-06，请核对'}
`(
  'the life of a lot: $title',
  ({
    made,
    expires,
    days,
    managed,
    sentence,
  }: {
    made: string | null;
    expires: string | null;
    days: number | null;
    managed: boolean;
    sentence: string;
  }) => {
    expect(lifeOf(made, expires, days, managed)).toBe(sentence);
  },
);

test('a given expiry beats a computed one', () => {
  expect(expiryOf({ productionDate: '2025-02-27', expiryDate: null }, 2)).toBe('2025-03-01');
  expect(expiryOf({ productionDate: '2025-02-27', expiryDate: '2025-02-28' }, 2)).toBe('2025-02-28');
});
