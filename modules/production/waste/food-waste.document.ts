import { document } from '../../../kernel/core/declaration.ts';
import { choice, day, dictionary, money, pictures, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { above, postedOnce } from '../produce/posted-once.life.ts';
import { SEES_COST } from '../produce/produce.document.ts';

export const wasteKinds = [
  ['trim', '加工边角', 'Trimmings'],
  ['spoiled', '变质过期', 'Spoiled'],
  ['overproduction', '余菜报废', 'Overproduction'],
  ['plate', '餐后厨余', 'Plate waste'],
  ['drop', '洒落破损', 'Dropped'],
  ['sample', '留样销毁', 'Sample destroyed'],
] as const;
export type WasteKind = (typeof wasteKinds)[number][0];

/** 餐厨浪费: what is thrown away, by kind and cause. Saved, it is posted. */
export const gearFoodWaste = document('gearFoodWaste', {
  label: label('餐厨浪费', 'Food waste'),
  service: 'gear-operation',
  segment: 'gearfoodwaste',
  path: '/gear/gearfoodwaste',
  purpose: label(
    '扔掉的每一份：类别、原因、重量。保存即过账；过期的批次也从这里报废。',
    'Everything thrown away, by kind, cause and weight. Saving posts it; expired lots leave this way too.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    bizDate: day('日期', 'Date', { optional: true, list: true, search: true, begins: 'today' }),
    mealType: dictionary('餐次', 'Meal', 'mealType', { optional: true, search: true }),
    wasteKind: choice('类别', 'Kind', wasteKinds, { list: true, search: true }),
    wasteCause: dictionary('原因', 'Cause', 'wasteReason', { list: true, search: true }),
    materialId: ref('物料', 'Material', 'material', { optional: true, list: true, search: true }),
    dishId: ref('菜品', 'Dish', 'dish', { optional: true, list: true, search: true }),
    labelId: ref('留样标签', 'Sample label', 'gearLabel', { optional: true, onlyWith: ['wasteKind', 'sample'] }),
    batchId: ref('批次', 'Lot', 'batch', { optional: true }),
    weightKg: quantity('重量(kg)', 'Weight (kg)', { positive: true, list: true, total: true }),
    qty: quantity('数量', 'Quantity', {
      optional: true,
      positive: true,
      unit: 'unitId',
      hint: label(
        '按基本单位或份；不填由重量折算',
        'In base unit or portions; reckoned from the weight where left out',
      ),
    }),
    unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, optional: true }),
    amount: money('金额', 'Value', { readonly: true, optional: true, right: SEES_COST, list: true, total: true }),
    disposal: choice(
      '去向',
      'Goes to',
      [
        ['recycle', '餐厨回收', 'Recycling'],
        ['garbage', '垃圾', 'Garbage'],
        ['feed', '饲料', 'Feed'],
        ['other', '其他', 'Elsewhere'],
      ],
      { default: 'recycle', search: true },
    ),
    collector: text('回收单位', 'Collected by', { optional: true, max: 60 }),
    operatorId: ref('登记人', 'Entered by', 'user', { optional: true, search: true }),
    pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
    ...above,
  },
  life: postedOnce('LF', [
    'gearOperationDeptId',
    'bizDate',
    'mealType',
    'wasteKind',
    'wasteCause',
    'materialId',
    'dishId',
    'labelId',
    'batchId',
    'weightKg',
    'qty',
  ]),
  calls: ['list', 'detail', 'submit', 'exportExcel'],
  scope: 'gearOperationDeptId',
  indexes: [['gearOperationDeptId', '-bizDate']],
});
