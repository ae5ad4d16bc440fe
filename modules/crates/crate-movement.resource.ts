import { resource } from '../../kernel/core/declaration.ts';
import { choice, code, day, integer, moment, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const movementKinds = [
  ['out', '送出', 'Sent out', 'next'],
  ['back', '收回', 'Came back', 'done'],
  ['count', '盘点更正', 'Counted', 'waiting'],
  ['loss', '丢失赔偿', 'Lost', 'stop'],
] as const;
export type MovementKind = (typeof movementKinds)[number][0];

const written = { readonly: true } as const;
const maybe = { readonly: true, optional: true } as const;

/** 周转筐流水: crates that went to a partner, came back, were counted or lost. Never changed or removed. */
export const crateMovement = resource('crateMovement', {
  label: label('周转筐流水', 'Crate movement'),
  service: 'store-management',
  segment: 'cratemovement',
  path: '/store/cratemovement',
  purpose: label(
    '每一次送出、收回、盘点更正和丢失赔偿。随发货自动记送出，收货时记收回；记错了用“撤回”，不改不删。',
    'Every crate sent out, back, counted or lost. Shipping writes what goes out, receiving what comes back; a mistake is taken back, never changed.',
  ),
  fields: {
    bizDate: day('日期', 'Date', { ...written, search: true }),
    code: code('单号', 'Number', { ...written, list: true, search: true }),
    partnerName: text('往来方', 'Partner', { ...written, list: true }),
    crateTypeId: ref('周转筐', 'Crate', 'crateType', { ...written, list: true, search: true }),
    movementKind: choice('类别', 'Kind', movementKinds, { ...written, list: true, search: true }),
    qty: integer('数量(只)', 'Crates', { ...written, list: true, total: true }),
    billCode: text('来源单据', 'Document', { ...maybe, list: true, search: true }),
    reason: text('原因', 'Why', { ...maybe, list: true }),
    movedTime: moment('时间', 'At', { ...written, list: true }),
    warehouseId: ref('项目部仓库', 'Site warehouse', 'warehouse', { ...maybe, search: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { ...maybe, search: true }),
    ownerDeptId: ref('筐主', 'Owner of the crates', 'dept', { ...written, search: true }),
    billType: text('单据类型', 'Document kind', maybe),
    billId: text('单据', 'Document id', maybe),
    reversesMovementId: text('撤回的流水', 'Takes back', maybe),
    // The owner and the site, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { ...maybe, weak: true }),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'partnerName',
  sort: '-bizDate',
  scope: 'visibleDeptIds',
});

/** What its list reads of a row beside the columns it shows. */
export const crateMovementReads = ['billType', 'billId', 'billCode', 'reversesMovementId', 'code'] as const;
