import { resource } from '../../../kernel/core/declaration.ts';
import { code, day, integer, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen, remark, validity } from '../../master-data/materials/validity.fields.ts';
import { purchaseRequest } from '../purchase-request.document.ts';

const shown = { optional: true, min: 0, unit: 'unitId', list: true } as const;

/** 常备单: what a site gets on each weekday as a matter of course; each day's request is drafted before its cut-off. */
export const standingOrder = resource('standingOrder', {
  label: label('常备单', 'Standing order'),
  service: 'store-management',
  segment: 'standingorder',
  path: '/purchasing/standingorder',
  purpose: label(
    '每周固定要的货：按星期写数量，系统在截单前自动生成请购单草稿，由人核对后提交。可从过去8周的订货学出草稿。',
    'What is wanted every week: quantities by weekday. Drafts of requests are made before each cut-off for a person to look at. A first draft can be learned from the last eight weeks.',
  ),
  fields: {
    code: code('编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    name: text('名称', 'Name', { max: 60, list: true, search: true }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { list: true, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
      search: true,
    }),
    sourceKind: purchaseRequest.lines!.details.fields.sourceKind,
    supplierId: ref('建议供应商', 'Suggested supplier', 'supplier', { optional: true, list: true, search: true }),
    startDate: validity.startDate,
    endDate: validity.endDate,
    skipDates: text('跳过日期', 'Skipped days', {
      optional: true,
      max: 500,
      hint: label('例 2026-12-25,2027-01-01', 'For example 2026-12-25,2027-01-01'),
    }),
    aheadDays: integer('提前几天起草', 'Drafted days ahead', {
      default: 1,
      min: 0,
      max: 14,
      hint: label('截单前几天生成请购单草稿', 'So many days before the cut-off'),
    }),
    nextDate: day('下次到货', 'Next delivery', { readonly: true, optional: true, list: true }),
    lastDate: day('已起草至', 'Drafted until', { readonly: true, optional: true, list: true }),
    problem: text('未能起草', 'Could not be drafted', { readonly: true, optional: true, max: 500, list: true }),
    frozen,
    remark,
  },
  lines: {
    details: {
      label: label('每周数量', 'Quantities of a week'),
      unique: ['materialId', 'unitId'],
      fields: {
        materialId: ref('物料', 'Material', 'material', { list: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
        qty1: quantity('周一', 'Monday', shown),
        qty2: quantity('周二', 'Tuesday', shown),
        qty3: quantity('周三', 'Wednesday', shown),
        qty4: quantity('周四', 'Thursday', shown),
        qty5: quantity('周五', 'Friday', shown),
        qty6: quantity('周六', 'Saturday', shown),
        qty7: quantity('周日', 'Sunday', shown),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'nextDate,code',
  scope: 'bladeProjectDeptId',
  constraints: { days_ck: 'check (end_date is null or end_date >= start_date)' },
});
