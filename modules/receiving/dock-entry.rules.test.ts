import { expect, test } from 'vitest';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { barOf, deliveredOf, entriesOf, entryRefusal, hasDifference, missingField, nextUnchecked, resumed, stepped, withField, type ProposedLine } from './dock-entry.rules.ts';

const line = (more: Partial<ProposedLine> = {}): ProposedLine => ({
  detailId: '1', lineNo: 1, materialName: '番茄', materialCode: 'VG1', unitName: 'kg', qty: '100', receivedQty: '0', openQty: '100', limitQty: '103', acceptedQty: '100', overRate: '3', absTolerance: '0',
  needsLife: 0, needsTemperature: 0, needsWeight: 0, needsPieces: 0, shelfLifeDays: null, productionDate: '', ...more,
});
const entry = (more: Partial<ProposedLine> = {}, fields = {}) => ({ ...entriesOf([line(more)])[0]!, ...fields });

test('what is open is proposed; a line that came in full is not asked for', () => {
  expect(entriesOf([line(), line({ detailId: '2', openQty: '0' })]).map((each) => [each.line.detailId, each.acceptedQty, each.isChecked])).toEqual([['1', '100', false]]);
});

test.each`
  title                                  | traits                                          | fields                                       | missing
  ${'nothing is missing'}                | ${{}}                                           | ${{}}                                        | ${null}
  ${'no number'}                         | ${{}}                                           | ${{ acceptedQty: 'x' }}                      | ${'acceptedQty'}
  ${'refused without a reason'}          | ${{}}                                           | ${{ refusedQty: '1' }}                       | ${'refuseReason'}
  ${'weighed: gross first'}              | ${{ needsWeight: 1 }}                           | ${{}}                                        | ${'grossQty'}
  ${'a temperature'}                     | ${{ needsTemperature: 1 }}                      | ${{}}                                        | ${'temperature'}
  ${'a date that was proposed'}          | ${{ needsLife: 1, productionDate: '2026-11-21' }} | ${{}}                                      | ${null}
  ${'a date that was cleared'}           | ${{ needsLife: 1, productionDate: '2026-11-21' }} | ${{ productionDate: '' }}                  | ${'productionDate'}
  ${'nothing accepted needs nothing'}    | ${{ needsTemperature: 1 }}                      | ${{ acceptedQty: '0', refusedQty: '1', refuseReason: 'rotten' }} | ${null}
`('$title', ({ traits, fields, missing }) => {
  expect(missingField(entry(traits, fields))).toBe(missing);
});

test('the limit of the server is said while typing', () => {
  expect(entryRefusal(entry({}, { acceptedQty: '103' }))).toBeUndefined();
  const refusal = entryRefusal(entry({ receivedQty: '60' }, { acceptedQty: '43.001' }));
  expect(refusal && sentenceOf(refusal, 'zh')).toBe('番茄 累计收货 103.001kg 超过上限 103kg（订购 100kg，允许超收 3%）');
});

test('weights say what was accepted; a change asks to be checked again; steps never fall below nothing', () => {
  const weighed = withField(withField(entry({ needsWeight: 1 }, { isChecked: true }), 'grossQty', '12.5'), 'tareQty', '0.5');
  expect([weighed.acceptedQty, weighed.isChecked]).toEqual(['12', false]);
  expect([stepped('0.5', -1), stepped('9.5', 1), stepped('', 1)]).toEqual(['0', '10.5', '1']);
});

test('only checked lines that brought something are sent; the next unchecked one comes, from the top again at the end', () => {
  const entries = [entry({}, { isChecked: true }), entry({ detailId: '2' }), entry({ detailId: '3' }, { isChecked: true, acceptedQty: '0' })];
  expect(deliveredOf(entries)).toEqual([{ detailId: '1', acceptedQty: '100' }]);
  expect([nextUnchecked(entries, 2), nextUnchecked(entries, 1), nextUnchecked([entries[0]!], 0)]).toEqual([1, 1, -1]);
});

const photo = { id: '7', link: '/7', name: 'tomato.jpg' };
test.each`
  title                          | fields                                 | differs
  ${'all of it'}                 | ${{ acceptedQty: '40' }}               | ${false}
  ${'written otherwise'}         | ${{ acceptedQty: '40.0' }}             | ${false}
  ${'less'}                      | ${{ acceptedQty: '39' }}               | ${true}
  ${'more'}                      | ${{ acceptedQty: '41' }}               | ${true}
  ${'all, and something back'}   | ${{ acceptedQty: '40', refusedQty: '1' }} | ${true}
  ${'nothing typed yet'}         | ${{ acceptedQty: '' }}                 | ${false}
`('photos are asked for where a line differs from what was open: $title', ({ fields, differs }) => {
  expect(hasDifference(entry({ openQty: '40' }, fields))).toBe(differs);
});

test('a delivery begun earlier goes on, photos included; a line that moved meanwhile starts from what is open now', () => {
  const kept = [entry({}, { acceptedQty: '98', isChecked: true, pictures: [photo] }), entry({ detailId: '2' }, { acceptedQty: '5', pictures: [photo] })];
  const now = entriesOf([line(), line({ detailId: '2', receivedQty: '60', openQty: '40', acceptedQty: '40' }), line({ detailId: '3' })]);
  expect(resumed(now, kept).map(({ acceptedQty, isChecked, pictures }) => [acceptedQty, isChecked, pictures?.length])).toEqual([['98', true, 1], ['40', false, undefined], ['100', false, undefined]]);
  expect(deliveredOf(resumed(now, kept))).toEqual([{ detailId: '1', acceptedQty: '98', pictures: ['7'] }]);
});

test('the bar is drawn on the limit', () => {
  expect(barOf(entry({ qty: '100', limitQty: '200', receivedQty: '50' }, { acceptedQty: '50' }))).toEqual({ before: 25, now: 25, ordered: 50 });
});
