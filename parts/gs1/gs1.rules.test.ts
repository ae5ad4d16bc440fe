/** What GS1 codes say, and what is wrong with those that say nothing. */
import { expect, test } from 'vitest';
import { checkDigitHolds, codeKey, printedGtin } from './check-digit.rules.ts';
import { readGs1 } from './gs1.rules.ts';

const TODAY = '2026-11-27';
const GS = '\u001D';
const MILK = '06901234567892';

/** What was read, its empty facts left out, decimals as text. */
const read = (code: string, today = TODAY): unknown => {
  const reading = readGs1(code, today);
  if (reading === undefined) return 'none';
  if (!reading.ok) return [reading.refusal.code, reading.refusal.detail];
  return Object.fromEntries(
    Object.entries(reading.gs1).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
};

test.each([
  ['GS1-128 with its symbology', `]C101${MILK}1726120110LOT7`, { gtin: MILK, expiryDate: '2026-12-01', lot: 'LOT7' }],
  ['DataMatrix', `]d201${MILK}10A/1${GS}21S9`, { gtin: MILK, lot: 'A/1', serial: 'S9' }],
  ['QR code of GS1', `]Q301${MILK}10A1`, { gtin: MILK, lot: 'A1' }],
  ['FNC1 first, no symbology', `${GS}01${MILK}10A1`, { gtin: MILK, lot: 'A1' }],
  ['neither: it begins with a trade item', `01${MILK}10A1`, { gtin: MILK, lot: 'A1' }],
  ['a variable value ends at GS', `]C110AB12${GS}01${MILK}`, { gtin: MILK, lot: 'AB12' }],
  ['GS written as ␝', `]C110AB12␝01${MILK}`, { gtin: MILK, lot: 'AB12' }],
  ['GS written as {GS}', `]C110AB12{GS}01${MILK}`, { gtin: MILK, lot: 'AB12' }],
  ['GS written as ^]', `]C110AB12^]01${MILK}`, { gtin: MILK, lot: 'AB12' }],
  ['GS after a value of fixed length', `]C101${MILK}${GS}11261120`, { gtin: MILK, productionDate: '2026-11-20' }],
  ['brackets', `(01)${MILK}(11)261120(10)B-7`, { gtin: MILK, productionDate: '2026-11-20', lot: 'B-7' }],
  ['brackets with spaces', `(01) ${MILK} (10) B 7`, { gtin: MILK, lot: 'B 7' }],
  ['a bracket within a lot', `(01)${MILK}(10)B(x)7`, { gtin: MILK, lot: 'B(x)7' }],
  [
    'digital link',
    `https://id.gs1.org/01/${MILK}/10/A1?17=261201`,
    { gtin: MILK, lot: 'A1', expiryDate: '2026-12-01' },
  ],
  ['digital link below a path, EAN-13', 'http://x.cn/p/01/6901234567892/10/A%2F1', { gtin: MILK, lot: 'A/1' }],
  ['digital link with other questions', `https://x.cn/01/${MILK}?3103=012345&s=4`, { gtin: MILK, netKg: '12.345' }],
  ['contained items and their count', `]C102${MILK}3748`, { gtin: MILK, count: '48' }],
  ['a count of a measured item', `]C101${MILK}308${GS}10A`, { gtin: MILK, count: '8', lot: 'A' }],
  ['an SSCC beside it is passed over', `]C10000614141123456789002${MILK}`, { gtin: MILK }],
  ['best before stands in for expiry', `]C115261201`, { expiryDate: '2026-12-01' }],
  ['sell by, too', `]C116261201`, { expiryDate: '2026-12-01' }],
  ['expiry comes before best before', `]C11526110117261201`, { expiryDate: '2026-12-01' }],
  ['what nobody asks for is passed over', `]C101${MILK}410690123456789210A`, { gtin: MILK, lot: 'A' }],
])('%s', (_title, code, facts) => {
  expect(read(code)).toEqual(facts);
});

test.each`
  ai        | value       | netKg         | grossKg
  ${'3100'} | ${'000012'} | ${'12'}       | ${undefined}
  ${'3101'} | ${'000125'} | ${'12.5'}     | ${undefined}
  ${'3102'} | ${'001250'} | ${'12.5'}     | ${undefined}
  ${'3103'} | ${'012345'} | ${'12.345'}   | ${undefined}
  ${'3104'} | ${'012345'} | ${'1.2345'}   | ${undefined}
  ${'3105'} | ${'012345'} | ${'0.12345'}  | ${undefined}
  ${'3202'} | ${'001000'} | ${'4.535924'} | ${undefined}
  ${'3302'} | ${'001300'} | ${undefined}  | ${'13'}
  ${'3401'} | ${'000010'} | ${undefined}  | ${'0.453592'}
`('weight $ai $value', ({ ai, value, netKg, grossKg }: Record<string, string | undefined>) => {
  expect(read(`]C101${MILK}${ai}${value}`)).toEqual({
    gtin: MILK,
    ...(netKg === undefined ? {} : { netKg }),
    ...(grossKg === undefined ? {} : { grossKg }),
  });
});

test.each`
  title                                    | ai      | date        | today           | day
  ${'a day'}                               | ${'17'} | ${'270228'} | ${TODAY}        | ${'2027-02-28'}
  ${'day 00 of an expiry: the last day'}   | ${'17'} | ${'270200'} | ${TODAY}        | ${'2027-02-28'}
  ${'and in a leap year'}                  | ${'15'} | ${'280200'} | ${TODAY}        | ${'2028-02-29'}
  ${'day 00 of production: the first day'} | ${'11'} | ${'261100'} | ${TODAY}        | ${'2026-11-01'}
  ${'50 years ahead'}                      | ${'17'} | ${'760101'} | ${TODAY}        | ${'2076-01-01'}
  ${'51 years ahead are the last century'} | ${'17'} | ${'770101'} | ${TODAY}        | ${'1977-01-01'}
  ${'50 years back are the next century'}  | ${'17'} | ${'100101'} | ${'2060-01-01'} | ${'2110-01-01'}
`('$title', ({ ai, date, today, day }: Record<string, string>) => {
  expect(read(`]C1${ai}${date}`, today)).toEqual({ [ai === '11' ? 'productionDate' : 'expiryDate']: day });
});

test.each([
  [
    'a wrong check digit',
    `]C10106901234567891`,
    ['gs1.check-digit', { code: '06901234567891', expected: MILK.at(-1) }],
  ],
  ['and without a symbology', `010690123456789110A`, ['gs1.check-digit', { code: '06901234567891', expected: '2' }]],
  [
    'and in a digital link',
    `https://x.cn/01/6901234567891`,
    ['gs1.check-digit', { code: '06901234567891', expected: '2' }],
  ],
  ['weight with 6 decimals', `]C101${MILK}3106012345`, ['gs1.places', { ai: '3106', places: 6 }]],
  ['and more', `]C101${MILK}3309012345`, ['gs1.places', { ai: '3309', places: 9 }]],
  ['no such day', `]C117261131`, ['gs1.date', { ai: '17', value: '261131' }]],
  ['no such month', `]C111261300`, ['gs1.date', { ai: '11', value: '261300' }]],
  ['a date cut off', `]C1172611`, ['gs1.length', { ai: '17', value: '2611' }]],
  ['an empty lot', `]C110${GS}01${MILK}`, ['gs1.length', { ai: '10', value: '' }]],
  ['a lot too long', `]C110${'A'.repeat(21)}`, ['gs1.length', { ai: '10', value: 'A'.repeat(21) }]],
  ['letters in a weight', `]C13103A12345`, ['gs1.not-digits', { ai: '3103', value: 'A12345' }]],
  ['an identifier nobody knows', `]C101${MILK}05X`, ['gs1.unknown', { rest: '05X' }]],
  ['in brackets', `(01)${MILK}(05)X`, ['gs1.unknown', { rest: '(05)X' }]],
  ['in a link', `https://x.cn/01/${MILK}/abc/1`, ['gs1.unknown', { rest: 'abc' }]],
  ['two lots', `(10)A(10)B`, ['gs1.twice', { ai: '10', first: 'A', second: 'B' }]],
])('in words: %s', (_title, code, refusal) => {
  expect(read(code)).toEqual(refusal);
});

test.each([
  ['an EAN-13', '6901234567892'],
  ['an EAN-13 with its symbology', ']E06901234567892'],
  ['a name', '鲜牛奶'],
  ['a bill code', 'RK202611270001'],
  ['our lot label', 'L1000123'],
  ['an address that is no digital link', 'https://x.cn/p/17'],
  ['digits that begin like a trade item and go on like none', `01${MILK}05X`],
  ['nothing', ''],
])('no GS1: %s', (_title, code) => {
  expect(read(code)).toBe('none');
});

test.each`
  code               | holds    | key                 | printed
  ${'6901234567892'} | ${true}  | ${MILK}             | ${'6901234567892'}
  ${MILK}            | ${true}  | ${MILK}             | ${'6901234567892'}
  ${'6901234567891'} | ${false} | ${'6901234567891'}  | ${'6901234567891'}
  ${'20000004'}      | ${true}  | ${'00000020000004'} | ${'20000004'}
  ${'20000005'}      | ${false} | ${'20000005'}       | ${'20000005'}
  ${'96385074'}      | ${true}  | ${'00000096385074'} | ${'96385074'}
  ${'036000291452'}  | ${true}  | ${'00036000291452'} | ${'036000291452'}
`('$code is compared as $key', ({ code, holds, key, printed }: Record<string, string> & { holds: boolean }) => {
  expect([checkDigitHolds(code!), codeKey(code!), printedGtin(code!)]).toEqual([holds, key, printed]);
});

test('a code of our own is compared without regard to case and spaces around it', () => {
  expect(codeKey(' ab-1 ')).toBe('AB-1');
});
