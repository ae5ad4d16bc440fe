import { choice, moment, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

export const SAP = label('SAP', 'SAP');
/** Where a record came from: what SAP says of those it sent is kept there. */
export const FROM_SAP = { when: ['source', 'sap'], system: SAP } as const;
export const SAP_SECTION = label('SAP', 'SAP');
/** Why SAP's deletion mark froze a record: only what was frozen so is thawed when the mark goes. */
export const MARKED_DELETED = 'SAP已标记删除';

export const sapSyncTime = moment('SAP同步时间', 'Synced from SAP', {
  readonly: true,
  optional: true,
  section: SAP_SECTION,
});
export const frozenReason = text('冻结原因', 'Why frozen', { readonly: true, optional: true, max: 200 });
export const localOrSap = choice(
  '来源',
  'Source',
  [
    ['local', '本地', 'Local'],
    ['sap', 'SAP', 'SAP'],
  ],
  { readonly: true, default: 'local', search: true },
);
