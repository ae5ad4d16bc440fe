import { resource } from '../../kernel/core/declaration.ts';
import { flag, integer, moment, money, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const written = { readonly: true } as const;
const maybe = { readonly: true, optional: true } as const;

/** 周转筐结存: what a partner holds of a type of crate, the sum of its movements. */
export const crateBalance = resource('crateBalance', {
  label: label('周转筐结存', 'Crates held'),
  service: 'store-management',
  segment: 'cratebalance',
  path: '/store/cratebalance',
  purpose: label(
    '每个项目部、供应商手里各有多少只筐。点开一行看它的流水；负数表示对方送来的比拿走的多，请盘点。',
    'How many crates each site and supplier holds. Open a row for its movements; below zero more came back than went out: count them.',
  ),
  fields: {
    partnerName: text('往来方', 'Partner', { ...written, list: true }),
    crateTypeId: ref('周转筐', 'Crate', 'crateType', { ...written, list: true, search: true }),
    qty: integer('结存(只)', 'Held', { ...written, list: true, total: true }),
    depositAmount: money('押金合计', 'Worth of deposits', { ...maybe, list: true, total: true }),
    movedTime: moment('最近变动', 'Last moved', { ...written, list: true }),
    ownerDeptId: ref('筐主', 'Owner of the crates', 'dept', { ...written, list: true, search: true }),
    warehouseId: ref('项目部仓库', 'Site warehouse', 'warehouse', { ...maybe, search: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { ...maybe, search: true }),
    isHeld: flag('有结存', 'Is held', { ...written, search: true }),
    // The owner and the site, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { ...maybe, weak: true }),
  },
  tabs: [{ key: 'held', label: label('有结存', 'Held'), where: { isHeld: '1' } }],
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'partnerName',
  sort: '-qty',
  scope: 'visibleDeptIds',
});

/** What its list reads of a row beside the columns it shows. */
export const crateBalanceReads = [
  'ownerDeptId',
  'warehouseId',
  'supplierId',
  'crateTypeId',
  'crateTypeName',
  'partnerName',
  'qty',
] as const;
