import { resource, TODAY } from '../../../kernel/core/declaration.ts';
import { choice, code, dictionary, integer, json, moment, money, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** What is known of allergens, worst first. */
export const allergenStates = [
  ['contains', '含有', 'Contains', 'stop'],
  ['may-contain', '可能含有', 'May contain', 'look'],
  ['unknown', '未知', 'Unknown', 'look'],
  ['free', '不含', 'Free', 'done'],
] as const;
export type LabelAllergenState = (typeof allergenStates)[number][0];

export const SAMPLE = 'sample';

/** 档口标签: what stands on a package, a bowl or a sample. Once printed it stays as it is. */
export const gearLabel = resource('gearLabel', {
  label: label('档口标签', 'Food label'),
  service: 'gear-operation',
  segment: 'gearlabel',
  path: '/gear/gearlabel',
  purpose: label(
    '菜品、半成品和留样的标签：品名、时间、过敏原、营养。可从生产单批量生成；打印后不再改动。',
    'Labels of dishes, semi-finished goods and samples: name, times, allergens, nutrition. Made from production in one go; once printed they stay.',
  ),
  fields: {
    labelNo: code('标签号', 'Number', { readonly: true, unique: true, max: 40, list: true, search: true }),
    labelType: dictionary('类型', 'Kind', 'labelType', { list: true, search: true }),
    gearOperationDeptId: ref('档口或工厂', 'Stall or factory', 'dept', {
      offer: OFFER.stalls,
      list: true,
      search: true,
    }),
    produceId: ref('生产单', 'Production', 'gearProduce', { optional: true, search: true }),
    dishId: ref('菜品', 'Dish', 'dish', { optional: true, list: true, search: true }),
    materialId: ref('物料', 'Material', 'material', { optional: true, search: true }),
    batchId: ref('批次', 'Lot', 'batch', { optional: true, search: true }),
    labelName: text('名称', 'Name', { optional: true, max: 100, list: true, search: true }),
    produceTime: moment('制作时间', 'Made at', { optional: true, list: true }),
    useByTime: moment('食用期限', 'Use by', { optional: true, list: true }),
    storage: text('贮存条件', 'Storage', { optional: true, max: 100 }),
    allergenState: choice('过敏原', 'Allergens', allergenStates, {
      readonly: true,
      default: 'unknown',
      list: true,
      search: true,
    }),
    allergenText: text('过敏原说明', 'Allergens in words', { readonly: true, optional: true, max: 500, worded: true }),
    allergens: json('过敏原明细', 'Allergens one by one', { optional: true }),
    ingredients: text('配料', 'Ingredients', { optional: true, max: 500 }),
    nutritionText: text('营养', 'Nutrition', { readonly: true, optional: true, max: 500, worded: true }),
    nutrition: json('营养明细', 'Nutrition one by one', { optional: true }),
    weightG: integer('重量(g)', 'Weight (g)', { optional: true, min: 1, max: 1_000_000 }),
    price: money('价格', 'Price', { optional: true, min: 0 }),
    sampleUserId: ref('留样人', 'Sampled by', 'user', { optional: true, onlyWith: ['labelType', SAMPLE] }),
    sampleExpire: moment('留样到期', 'Keep until', {
      optional: true,
      list: true,
      search: true,
      onlyWith: ['labelType', SAMPLE],
    }),
    destroyed: choice(
      '留样状态',
      'Sample',
      [
        ['kept', '留存中', 'Kept', 'waiting'],
        ['due', '待销毁', 'To destroy', 'look'],
        ['destroyed', '已销毁', 'Destroyed', 'done'],
      ],
      { readonly: true, computed: true, optional: true, list: true },
    ),
    copies: integer('份数', 'Copies', { default: 1, min: 1, max: 99 }),
    printCount: integer('打印次数', 'Printed', { readonly: true, computed: true, list: true }),
    lastPrintTime: moment('打印时间', 'Printed at', { readonly: true, computed: true, optional: true }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  tabs: [
    {
      key: 'toDestroy',
      label: label('待销毁留样', 'Samples to destroy'),
      where: { toDestroy: '1' },
      sort: 'sampleExpire',
    },
    { key: 'today', label: label('今天', 'Today'), where: { produceTime_datege: TODAY } },
  ],
  calls: ['list', 'page', 'detail', 'saveOrUpdate', 'remove'],
  title: 'labelNo',
  labelled: [
    '{{labelName}}',
    '{{produceTime}} → {{useByTime}}',
    '{{allergenText}}',
    '{{nutritionText}}',
    '{{ingredients}}',
    '{{storage}}',
    '{{labelNo}} {{gearOperationDeptId}}',
  ],
  keyword: ['labelNo', 'labelName'],
  sort: '-produceTime',
  scope: 'gearOperationDeptId',
  indexes: [['gearOperationDeptId', '-produceTime']],
});
