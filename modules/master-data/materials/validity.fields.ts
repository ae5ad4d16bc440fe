import { day, flag, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** The days on which a record counts, both included. An empty start is filled with the day it is entered. */
export const validity = {
  startDate: day('生效日期', 'Valid from', {
    withYear: true,
    optional: true,
    list: true,
    hint: label('不填为当天', 'Leave empty for today'),
  }),
  endDate: day('失效日期', 'Valid until', {
    withYear: true,
    optional: true,
    list: true,
    hint: label('当天仍有效；不填为长期', 'Still valid on this day; leave empty for no end'),
  }),
};

/** 0 valid, 1 frozen: in no picker and in no new line; what refers to it stays. Changed by freeze and thaw only. */
export const frozen = flag('冻结', 'Frozen', { readonly: true, default: 0, list: true, search: true });

export const remark = text('备注', 'Remark', { optional: true, max: 200 });
