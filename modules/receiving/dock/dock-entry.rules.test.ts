import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import {
  needsOverride,
  barOf,
  deliveredOf,
  entriesOf,
  entryRefusal,
  hasDifference,
  isAssumed,
  missingField,
  nextUnchecked,
  resumed,
  shortOf,
  stepped,
  withField,
  type ProposedLine,
} from './dock-entry.rules.ts';

const line = (more: Partial<ProposedLine> = {}): ProposedLine => ({
  detailId: '1',
  lineNo: 1,
  materialId: '9',
  materialName: '番茄',
  materialCode: 'VG1',
  unitName: 'kg',
  qty: '100',
  receivedQty: '0',
  openQty: '100',
  limitQty: '103',
  acceptedQty: '100',
  overRate: '3',
  underRate: '3',
  absTolerance: '0',
  needsLife: 0,
  needsTemperature: 0,
  needsWeight: 0,
  needsPieces: 0,
  shelfLifeDays: null,
  codes: [],
  unitKg: '1',
  productionDate: '',
  lifeAsked: { kind: 'none' },
  mayOverride: 0,
  ...more,
});
const TODAY = '2026-11-21';
const entry = (more: Partial<ProposedLine> = {}, fields = {}) => ({ ...entriesOf([line(more)])[0]!, ...fields });

test('what is open is proposed; a line that came in full is not asked for', () => {
  expect(
    entriesOf([line(), line({ detailId: '2', openQty: '0' })]).map((each) => [
      each.line.detailId,
      each.acceptedQty,
      each.isChecked,
    ]),
  ).toEqual([['1', '100', false]]);
});

test.each`
  title                               | traits                                            | fields                                                           | missing
  ${'nothing is missing'}             | ${{}}                                             | ${{}}                                                            | ${null}
  ${'no number'}                      | ${{}}                                             | ${{ acceptedQty: 'x' }}                                          | ${'acceptedQty'}
  ${'refused without a reason'}       | ${{}}                                             | ${{ refusedQty: '1' }}                                           | ${'refuseReason'}
  ${'weighed: gross first'}           | ${{ needsWeight: 1 }}                             | ${{}}                                                            | ${'grossQty'}
  ${'a temperature'}                  | ${{ needsTemperature: 1 }}                        | ${{}}                                                            | ${'temperature'}
  ${'a date that was proposed'}       | ${{ needsLife: 1, productionDate: '2026-11-21' }} | ${{}}                                                            | ${null}
  ${'a date that was cleared'}        | ${{ needsLife: 1, productionDate: '2026-11-21' }} | ${{ productionDate: '' }}                                        | ${'productionDate'}
  ${'a date that is none'}            | ${{ needsLife: 1 }}                               | ${{ productionDate: '20-11' }}                                   | ${'productionDate'}
  ${'nothing accepted needs nothing'} | ${{ needsTemperature: 1 }}                        | ${{ acceptedQty: '0', refusedQty: '1', refuseReason: 'rotten' }} | ${null}
`('$title', ({ traits, fields, missing }) => {
  expect(missingField(entry(traits, fields))).toBe(missing);
});

test('the limit of the server is said while typing', () => {
  expect(entryRefusal(entry({}, { acceptedQty: '103' }), TODAY)).toBeUndefined();
  const refusal = entryRefusal(entry({ receivedQty: '60' }, { acceptedQty: '43.001' }), TODAY);
  expect(refusal && sentenceOf(refusal, 'zh')).toBe(
    '番茄 累计收货 103.001 kg，超过上限 103 kg（订购 100 kg，允许超收 3%）',
  );
});

describe('the dates of what comes', () => {
  const pack: Partial<ProposedLine> = {
    needsLife: 1,
    shelfLifeDays: 30,
    lifeAsked: { kind: 'share', part: 1, whole: 2, shown: '1/2' },
    mayOverride: 1,
  };
  test.each`
    title                         | fields                                                      | says
    ${'not read yet'}             | ${{}}                                                       | ${undefined}
    ${'half of its life is left'} | ${{ productionDate: '2026-11-06' }}                         | ${undefined}
    ${'a day less'}               | ${{ productionDate: '2026-11-05' }}                         | ${'番茄 剩余保质期 46.67% 低于要求 1/2（2026-12-05 到期）'}
    ${'let pass'}                 | ${{ productionDate: '2026-11-05', overrideReason: '急用' }} | ${undefined}
    ${'expired is not let pass'}  | ${{ productionDate: '2026-10-21', overrideReason: '急用' }} | ${'番茄 已于 2026-11-20 过期，不能收货，请填拒收数量'}
    ${'made tomorrow'}            | ${{ productionDate: '2026-11-22' }}                         | ${'番茄 生产日期 2026-11-22 晚于到货日 2026-11-21'}
    ${'all of it refused'}        | ${{ productionDate: '2026-10-21', acceptedQty: '0' }}       | ${undefined}
  `('$title', ({ fields, says }: { fields: Record<string, string>; says: string | undefined }) => {
    const refusal = entryRefusal(entry(pack, fields), TODAY);
    expect(refusal && sentenceOf(refusal, 'zh')).toBe(says);
  });
  test('of packed goods nothing is taken for granted; of fresh ones today, until somebody says otherwise', () => {
    expect(missingField(entry(pack))).toBe('productionDate');
    const fresh = entry({ ...pack, productionDate: TODAY });
    expect([
      missingField(fresh),
      isAssumed(fresh),
      isAssumed(withField(fresh, 'productionDate', '2026-11-20')),
      isAssumed(entry(pack)),
    ]).toEqual([null, true, false, false]);
  });
  test('a reason is asked for where the goods may be let pass, and of nobody who may not', () => {
    const short = entry(pack, { productionDate: '2026-11-05' });
    const expired = entry(pack, { productionDate: '2026-10-21' });
    expect([short, expired].map((each) => needsOverride(each, entryRefusal(each, TODAY), false))).toEqual([
      true,
      false,
    ]);
    expect(needsOverride({ ...short, line: line({ ...pack, mayOverride: 0 }) }, entryRefusal(short, TODAY), true)).toBe(
      false,
    );
  });
});

test.each`
  title                             | more                   | fields                                     | says
  ${'all of it'}                    | ${{}}                  | ${{}}                                      | ${null}
  ${'short inside the tolerance'}   | ${{}}                  | ${{ acceptedQty: '97' }}                   | ${null}
  ${'short beyond it'}              | ${{}}                  | ${{ acceptedQty: '96.9' }}                 | ${{ qty: '3.1', percent: '3' }}
  ${'a figure mistyped'}            | ${{ openQty: '10.5' }} | ${{ acceptedQty: '0.4' }}                  | ${{ qty: '10.1', percent: '96' }}
  ${'nothing'}                      | ${{ openQty: '4' }}    | ${{ acceptedQty: '0' }}                    | ${{ qty: '4', percent: '100' }}
  ${'the rest was refused'}         | ${{}}                  | ${{ acceptedQty: '60', refusedQty: '40' }} | ${null}
  ${'part of the rest was refused'} | ${{}}                  | ${{ acceptedQty: '60', refusedQty: '20' }} | ${{ qty: '20', percent: '20' }}
  ${'no number yet'}                | ${{}}                  | ${{ acceptedQty: '' }}                     | ${null}
`(
  'what is missing is said: $title',
  ({ more, fields, says }: { more: Partial<ProposedLine>; fields: Record<string, string>; says: unknown }) => {
    const typed = entry(
      { ...more, ...('openQty' in more ? { qty: more.openQty!, acceptedQty: more.openQty! } : {}) },
      fields,
    );
    expect(shortOf(typed)).toEqual(says);
    expect(withField({ ...typed, isShortConfirmed: true }, 'acceptedQty', '1').isShortConfirmed).toBe(false);
  },
);

test('weights say what was accepted; a change asks to be checked again; steps never fall below nothing', () => {
  const weighed = withField(
    withField(entry({ needsWeight: 1 }, { isChecked: true }), 'grossQty', '12.5'),
    'tareQty',
    '0.5',
  );
  expect([weighed.acceptedQty, weighed.isChecked]).toEqual(['12', false]);
  expect([stepped('0.5', -1), stepped('9.5', 1), stepped('', 1)]).toEqual(['0', '10.5', '1']);
});

test('only checked lines that brought something are sent; the next unchecked one comes, from the top again at the end', () => {
  const entries = [
    entry({}, { isChecked: true }),
    entry({ detailId: '2' }),
    entry({ detailId: '3' }, { isChecked: true, acceptedQty: '0' }),
  ];
  expect(deliveredOf(entries)).toEqual([{ detailId: '1', acceptedQty: '100' }]);
  expect([nextUnchecked(entries, 2), nextUnchecked(entries, 1), nextUnchecked([entries[0]!], 0)]).toEqual([1, 1, -1]);
});

const photo = { id: '7', link: '/7', name: 'tomato.jpg' };
test.each`
  title                        | fields                                    | differs
  ${'all of it'}               | ${{ acceptedQty: '40' }}                  | ${false}
  ${'written otherwise'}       | ${{ acceptedQty: '40.0' }}                | ${false}
  ${'less'}                    | ${{ acceptedQty: '39' }}                  | ${true}
  ${'more'}                    | ${{ acceptedQty: '41' }}                  | ${true}
  ${'all, and something back'} | ${{ acceptedQty: '40', refusedQty: '1' }} | ${true}
  ${'nothing typed yet'}       | ${{ acceptedQty: '' }}                    | ${false}
`('photos are asked for where a line differs from what was open: $title', ({ fields, differs }) => {
  expect(hasDifference(entry({ openQty: '40' }, fields))).toBe(differs);
});

test('a delivery begun earlier goes on, photos included; a line that moved meanwhile starts from what is open now', () => {
  const entries = [
    entry({}, { acceptedQty: '98', isChecked: true, pictures: [photo] }),
    entry({ detailId: '2' }, { acceptedQty: '5', pictures: [photo] }),
  ];
  const now = entriesOf([
    line(),
    line({ detailId: '2', receivedQty: '60', openQty: '40', acceptedQty: '40' }),
    line({ detailId: '3' }),
  ]);
  expect(
    resumed(now, entries).map(({ acceptedQty, isChecked, pictures }) => [acceptedQty, isChecked, pictures?.length]),
  ).toEqual([
    ['98', true, 1],
    ['40', false, undefined],
    ['100', false, undefined],
  ]);
  expect(deliveredOf(resumed(now, entries))).toEqual([{ detailId: '1', acceptedQty: '98', pictures: ['7'] }]);
});

test('the bar is drawn on the limit', () => {
  expect(barOf(entry({ qty: '100', limitQty: '200', receivedQty: '50' }, { acceptedQty: '50' }))).toEqual({
    before: 25,
    now: 25,
    ordered: 50,
  });
});
