import { describe, expect, test } from 'vitest';
import {
  isDifferent,
  isLess,
  isUnmeasured,
  isHalfSaid,
  needsPhoto,
  overOf,
  receiptOf,
  secondOf,
  sentLots,
  type SentLot,
  type Signed,
} from './signing-entry.rules.ts';

/** Of 4 fishes of 5.2 kg asked for by the piece; of 2.6 kg asked for by weight; of a third of a box of 30 kg. */
const bill = {
  id: '9',
  details: [
    { id: '1', unitName: '条', factor: '1.25', needsPieces: 1, inPieces: 1, secondUnitName: '千克' },
    { id: '2', unitName: '千克', factor: '1', needsPieces: 1, inPieces: 0, secondUnitName: '条' },
    { id: '3', unitName: '箱', factor: '30', needsPieces: 0, inPieces: 0, secondUnitName: '' },
  ],
  picks: [
    { id: 'a', detailId: '1', materialName: '鲈鱼', batchCode: 'PC1', baseQty: '5.2', auxQty: '4' },
    { id: 'b', detailId: '2', materialName: '鲈鱼', batchCode: 'PC1', baseQty: '2.6', auxQty: '2' },
    { id: 'c', detailId: '3', materialName: '土豆', batchCode: 'PC2', baseQty: '10', auxQty: '0' },
  ],
};
const [byPiece, byWeight, plain] = sentLots(bill) as [SentLot, SentLot, SentLot];

test('what was sent is shown as it was counted and weighed, not as a piece weighs as a rule', () => {
  expect([byPiece, byWeight, plain].map(({ sent, unit, second }) => [sent, unit, second?.sent, second?.unit])).toEqual([
    ['4', '条', '5.2', '千克'],
    ['2.6', '千克', '2', '条'],
    ['0.333333', '箱', undefined, undefined],
  ]);
});

test('a lot of what was merged into the material asked for says its own name and code', () => {
  const line = { id: '1', materialId: '20', unitName: '千克', factor: '1' };
  const picks = [
    { id: 'a', detailId: '1', materialId: '20', materialName: '面粉', materialCode: 'F2', baseQty: '3' },
    { id: 'b', detailId: '1', materialId: '10', materialName: '面粉', materialCode: 'F1', baseQty: '2' },
  ];
  expect(sentLots({ details: [line], picks }).map((lot) => lot.material)).toEqual(['面粉', '面粉 F1']);
});

describe('what the receiver says of one lot', () => {
  test.each`
    title                                          | lot         | signed                         | second   | different | less     | unmeasured
    ${'as sent'}                                   | ${byPiece}  | ${{ qty: '4' }}                | ${'5.2'} | ${false}  | ${false} | ${false}
    ${'one piece less is weighed anew'}            | ${byPiece}  | ${{ qty: '3' }}                | ${''}    | ${true}   | ${true}  | ${true}
    ${'three pieces of 3.9 kg'}                    | ${byPiece}  | ${{ qty: '3', second: '3.9' }} | ${'3.9'} | ${true}   | ${true}  | ${false}
    ${'three pieces that weigh what four weighed'} | ${byPiece}  | ${{ qty: '3', second: '5.2' }} | ${'5.2'} | ${true}   | ${true}  | ${true}
    ${'all pieces, a little lighter'}              | ${byPiece}  | ${{ qty: '4', second: '5.1' }} | ${'5.1'} | ${true}   | ${true}  | ${false}
    ${'nothing came: nothing is weighed'}          | ${byPiece}  | ${{ qty: '0' }}                | ${'0'}   | ${true}   | ${true}  | ${false}
    ${'less weight is counted anew'}               | ${byWeight} | ${{ qty: '1.3' }}              | ${''}    | ${true}   | ${true}  | ${true}
    ${'1.3 kg, one piece'}                         | ${byWeight} | ${{ qty: '1.3', second: '1' }} | ${'1'}   | ${true}   | ${true}  | ${false}
    ${'one piece less of the same weight'}         | ${byWeight} | ${{ qty: '2.6', second: '1' }} | ${'1'}   | ${true}   | ${true}  | ${true}
    ${'goods of one measure'}                      | ${plain}    | ${{ qty: '0.2' }}              | ${'0'}   | ${true}   | ${true}  | ${false}
  `(
    '$title',
    ({
      lot,
      signed,
      second,
      different,
      less,
      unmeasured,
    }: {
      lot: SentLot;
      signed: Signed;
      second: string;
      different: boolean;
      less: boolean;
      unmeasured: boolean;
    }) => {
      expect([secondOf(lot, signed), isDifferent(lot, signed), isLess(lot, signed), isUnmeasured(lot, signed)]).toEqual(
        [second, different, less, unmeasured],
      );
    },
  );
});

test('both measures go to the server, of lots that differ alone', () => {
  const signed: Record<string, Signed> = {
    a: { qty: '3', second: '3.9', cause: ' 少发 ' },
    b: { qty: '1.3', second: '1', cause: '少发' },
    c: { qty: '0.333333', cause: '' },
  };
  expect(receiptOf('9', sentLots(bill), (lot) => signed[lot.pickId]!)).toEqual({
    id: '9',
    details: [
      { pickId: 'a', receivedQty: '3', receivedBaseQty: '3.9', cause: '少发' },
      { pickId: 'b', receivedQty: '1.3', receivedAuxQty: '1', cause: '少发' },
    ],
  });
});

test('where both sides decide each lot that differs goes with its claim; what is over was not received yet', () => {
  const signed: Record<string, Signed> = {
    a: { qty: '4', second: '5.9', cause: '多装' },
    b: { qty: '2.6', cause: '' },
    c: {
      qty: '0',
      cause: '错货',
      kind: 'wrong',
      bearer: 'carrier',
      outcome: 'resend',
      photos: [{ id: '7', link: '', name: 'x.jpg' }],
      instead: ' PC9 ',
      insteadQty: '2',
    },
  };
  const over = {
    differenceType: 'over',
    cause: '多装',
    bearer: 'sender',
    outcome: 'over-accept',
    pictures: [],
    qty: '0.7',
  };
  expect(receiptOf('9', sentLots(bill), (lot) => signed[lot.pickId]!, true).details).toEqual([
    { pickId: 'a', receivedQty: '4', claims: [over] },
    {
      pickId: 'c',
      receivedQty: '0',
      claims: [
        {
          differenceType: 'wrong',
          cause: '错货',
          bearer: 'carrier',
          outcome: 'resend',
          pictures: ['7'],
          insteadBatchCode: 'PC9',
          insteadQty: '2',
        },
      ],
    },
  ]);
  expect([
    overOf(plain, { qty: '1', cause: '' }),
    overOf(plain, { qty: '0.2', cause: '' }),
    overOf(plain, { qty: '', cause: '' }),
  ]).toEqual(['0.666667', undefined, undefined]);
});

test.each`
  title                                  | more                                                | photo    | half
  ${'short'}                             | ${{}}                                               | ${false} | ${false}
  ${'damaged'}                           | ${{ kind: 'damaged' }}                              | ${true}  | ${false}
  ${'wrong, with nothing instead'}       | ${{ kind: 'wrong' }}                                | ${true}  | ${false}
  ${'wrong, with a lot but no quantity'} | ${{ kind: 'wrong', instead: 'PC9' }}                | ${true}  | ${true}
  ${'wrong, with a quantity but no lot'} | ${{ kind: 'wrong', insteadQty: '2' }}               | ${true}  | ${true}
  ${'wrong, with both'}                  | ${{ kind: 'wrong', instead: 'P', insteadQty: '2' }} | ${true}  | ${false}
`(
  '$title: a photo $photo, half said $half',
  ({ more, photo, half }: { more: object; photo: boolean; half: boolean }) => {
    const signed: Signed = { qty: '0', cause: 'x', ...more };
    expect([needsPhoto(plain, signed), isHalfSaid(plain, signed)]).toEqual([photo, half]);
  },
);
