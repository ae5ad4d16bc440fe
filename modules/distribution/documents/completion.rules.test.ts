import { expect, it } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { completionRefusals, type Completing, type CompletingLine } from './completion.rules.ts';
import './documents.refusals.ts';

const document = (over: Partial<Completing> = {}): Completing => ({
  id: '1',
  billCode: 'CD1',
  docType: 'straight',
  supplier: 'Green Farm',
  isFrozen: false,
  site: 'School 1',
  deliveryDate: '2026-12-02',
  orderBefore: '2026-12-01 16:00:00',
  orderedAs: null,
  ...over,
});
const line = (over: Partial<CompletingLine> = {}): CompletingLine => ({
  documentId: '1',
  material: 'Rice',
  price: Decimal.of('4.20'),
  priceNow: Decimal.of('4.2'),
  settlementPrice: null,
  ...over,
});
const given = {
  now: '2026-12-01 16:00:00',
  lateReason: '',
  mayBeLate: true,
  seesPrices: true,
  confirmDuplicate: false,
  asksDuplicate: true,
};
const codes = (one: Completing, own: CompletingLine = line(), more: Partial<typeof given> = {}) =>
  completionRefusals([one], [own], { ...given, ...more }).map(({ code }) => code);

it('RULE-547: a document whose prices stand is completed, also at the very moment', () => {
  expect(codes(document())).toEqual([]);
});

it.each([
  ['his price changed', {}, { priceNow: Decimal.of('4.21') }, ['documents.price-changed']],
  ['he has no price any more', {}, { priceNow: null }, ['documents.no-longer-priced']],
  ['he is frozen', { isFrozen: true }, {}, ['documents.supplier-frozen']],
  ['a delivery without a settlement price', { docType: 'delivery' }, {}, ['documents.no-settlement-price']],
  [
    'a delivery asks for no purchase price',
    { docType: 'delivery' },
    { price: null, priceNow: null, settlementPrice: Decimal.one },
    [],
  ],
] as const)('%s', (_title, one, own, expected) => {
  expect(codes(document(one), line(own))).toEqual(expected);
});

it('who sees no prices hears that one changed, and not from what to what', () => {
  const found = (seesPrices: boolean) =>
    completionRefusals([document()], [line({ priceNow: Decimal.of('4.21') })], { ...given, seesPrices }).map(
      ({ detail }) => `${detail?.['old']} ${detail?.['new']}`,
    );
  expect([found(true), found(false)]).toEqual([['4.20 4.21'], ['— —']]);
});

it('B24: after the cut-off a reason and the right to it are needed', () => {
  const now = '2026-12-01 16:00:01';
  expect(codes(document(), line(), { now })).toEqual(['documents.late']);
  expect(codes(document(), line(), { now, lateReason: 'Guests announced late' })).toEqual([]);
  expect(codes(document(), line(), { now, lateReason: 'Guests announced late', mayBeLate: false })).toEqual([
    'documents.late-right',
  ]);
  expect(codes(document({ orderBefore: null }), line(), { now })).toEqual([]);
});

it('B29: a second order for the same supplier, place and day is questioned, unless nobody wants to be asked', () => {
  const second = document({ orderedAs: 'CG1' });
  expect(codes(second)).toEqual(['documents.duplicate']);
  expect(codes(second, line(), { confirmDuplicate: true })).toEqual([]);
  expect(codes(second, line(), { asksDuplicate: false })).toEqual([]);
});
