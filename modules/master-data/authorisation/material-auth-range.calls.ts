/** The call on authorised ranges beyond the ordinary ones. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { materialAuthRange } from './material-auth-range.resource.ts';

/** One flag for both: 1 puts these ranges in force, 0 freezes them. */
export const setStatus = contract({
  method: 'POST',
  ...callOf(materialAuthRange, 'batchUpdateStatus', 'status'),
  summary: label('批量冻结或解冻授权范围', 'Freeze or unfreeze authorisations'),
  input: {
    ids: json('授权范围', 'Ranges', { optional: true }),
    status: text('状态', 'Status', { optional: true }),
  },
  answer: shape.done,
});
