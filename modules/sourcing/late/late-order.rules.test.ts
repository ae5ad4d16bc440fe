import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { lateOrder, type LateSituation } from './late-order.rules.ts';

const bill = (more: Partial<LateSituation> = {}): LateSituation => ({
  billCode: 'CG1',
  orderBefore: '2026-11-27 16:00:00',
  late: true,
  flagged: false,
  terms: { mode: 'approve', feeKind: null, fee: null },
  amount: Decimal.of('1234.50'),
  fee: Decimal.zero,
  reason: '临时加餐',
  mayDecide: true,
  ...more,
});
const fixed = { mode: 'fee', feeKind: 'fixed', fee: '50' } as const;
const share = { mode: 'fee', feeKind: 'percent', fee: '2.5' } as const;
const never = { mode: 'refuse', feeKind: null, fee: null } as const;

describe('B24: an order after its moment', () => {
  test.each`
    title                                            | step         | more                                                      | fee        | refusals
    ${'in time'}                                     | ${'send'}    | ${{ late: false, reason: null }}                          | ${'0.00'}  | ${[]}
    ${'in time, approved in time'}                   | ${'approve'} | ${{ late: false, mayDecide: false }}                      | ${'0.00'}  | ${[]}
    ${'late with a reason'}                          | ${'send'}    | ${{ mayDecide: false }}                                   | ${'0.00'}  | ${[]}
    ${'late without a reason'}                       | ${'send'}    | ${{ reason: null }}                                       | ${'0.00'}  | ${['sourcing.late-reason']}
    ${'an empty reason is none'}                     | ${'send'}    | ${{ reason: '' }}                                         | ${'0.00'}  | ${['sourcing.late-reason']}
    ${'an amount as fee'}                            | ${'send'}    | ${{ terms: fixed }}                                       | ${'50.00'} | ${[]}
    ${'a share as fee, half up'}                     | ${'send'}    | ${{ terms: share }}                                       | ${'30.86'} | ${[]}
    ${'refused whatever the reason'}                 | ${'send'}    | ${{ terms: never }}                                       | ${'0.00'}  | ${['sourcing.late-refused']}
    ${'sent again: the fee that was set stays'}      | ${'send'}    | ${{ terms: fixed, flagged: true, fee: Decimal.of('20') }} | ${'20.00'} | ${[]}
    ${'approved by whoever may'}                     | ${'approve'} | ${{ flagged: true }}                                      | ${'0.00'}  | ${[]}
    ${'approved by whoever may not'}                 | ${'approve'} | ${{ flagged: true, mayDecide: false }}                    | ${'0.00'}  | ${['sourcing.late-right']}
    ${'for a fee the right is needed too'}           | ${'approve'} | ${{ flagged: true, terms: fixed, mayDecide: false }}      | ${'0.00'}  | ${['sourcing.late-right']}
    ${'sent in time, approved late: a reason'}       | ${'approve'} | ${{ reason: null }}                                       | ${'0.00'}  | ${['sourcing.late-reason']}
    ${'sent in time, approved late: right and why'}  | ${'approve'} | ${{ reason: null, mayDecide: false }}                     | ${'0.00'}  | ${['sourcing.late-right', 'sourcing.late-reason']}
    ${'sent in time, approved late: not at all'}     | ${'approve'} | ${{ terms: never }}                                       | ${'0.00'}  | ${['sourcing.late-refused']}
    ${'flagged stays late though the day was moved'} | ${'approve'} | ${{ late: false, flagged: true, mayDecide: false }}       | ${'0.00'}  | ${['sourcing.late-right']}
    ${'flagged before the rule became strict'}       | ${'approve'} | ${{ terms: never, flagged: true }}                        | ${'0.00'}  | ${[]}
  `('$title', ({ step, more, fee, refusals }) => {
    const decision = lateOrder(bill(more), step);
    expect([decision.fee.toFixed(2), decision.refusals.map(({ code }) => code)]).toEqual([fee, refusals]);
  });
  test('a missing reason may be given with the act, and only where nothing else stands against it', () => {
    expect(lateOrder(bill({ reason: null }), 'send').refusals[0]!.override).toEqual({ name: 'lateReason', why: true });
    expect(lateOrder(bill({ reason: null, mayDecide: false }), 'approve').refusals[1]!.override).toBeUndefined();
    expect(sentenceOf(lateOrder(bill({ reason: null }), 'send').refusals[0]!, 'zh')).toBe(
      'CG1 已过截单时间（2026-11-27 16:00），请填写原因',
    );
  });
});
