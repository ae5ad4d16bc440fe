import { expect, test } from 'vitest';
import { document } from '../../../kernel/core/declaration.ts';
import { day, money, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';
import { changesBetween } from './changed.rules.ts';

const loan = document('loan', {
  label: label('借用单', 'Loan'),
  service: 'x',
  segment: 'loan',
  life: approvalLife('J'),
  fields: {
    until: day('归还日', 'Until'),
    total: money('金额', 'Total', { readonly: true, default: '0' }),
    note: text('备注', 'Note', { optional: true }),
  },
  lines: {
    details: {
      label: label('明细', 'Lines'),
      fields: { toolId: ref('工具', 'Tool', 'tool'), pieces: quantity('数量', 'Pieces') },
    },
  },
});
const sent = (
  more: Record<string, unknown> = {},
  lines: unknown[] = [{ id: '1', line_no: '1', tool_id: '7', pieces: '2.000000' }],
) => ({ bill_code: 'J1', apply_time: 'a', until: '2026-01-01', total: '10.00', note: '', details: lines, ...more });
const changesOf = (before: object, after: object): string[] =>
  changesBetween(loan, before as never, after as never).map(
    ({ lines, lineNo, field, before: old, after: now, what }) =>
      `${lines}${lineNo ?? ''} ${field} ${old ?? '–'} → ${now ?? '–'}${what === 'changed' ? '' : ` ${what}`}`,
  );

test('what was sent again unchanged has no changes, whoever sent it when', () => {
  expect(
    changesOf(
      sent(),
      sent({ apply_time: 'b', bill_code: 'J1' }, [{ id: '1', line_no: '1', tool_id: '7', pieces: '2' }]),
    ),
  ).toEqual([]);
});
test('header, lines that changed, came and went are told apart', () => {
  expect(
    changesOf(
      sent(),
      sent({ until: '2026-02-01', total: '12', note: '急' }, [{ id: '2', line_no: '1', tool_id: '8', pieces: '1' }]),
    ),
  ).toEqual([
    ' until 2026-01-01 → 2026-02-01',
    ' total 10.00 → 12',
    ' note – → 急',
    'details1 toolId – → 8 added',
    'details1 pieces – → 1 added',
    'details1 toolId 7 → – removed',
    'details1 pieces 2.000000 → – removed',
  ]);
  expect(changesOf(sent(), sent({}, [{ id: '1', line_no: '3', tool_id: '7', pieces: '2.5' }]))).toEqual([
    'details3 pieces 2.000000 → 2.5',
  ]);
});
