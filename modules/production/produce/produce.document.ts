import { document } from '../../../kernel/core/declaration.ts';
import {
  choice,
  day,
  dictionary,
  money,
  moment,
  percent,
  pictures,
  price,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { above, postedOnce } from './posted-once.life.ts';

/** Who sees what dishes cost sees what was made of the goods. */
export const SEES_COST = 'dish_cost_view';
const worth = { readonly: true, optional: true, right: SEES_COST } as const;

export const produceTypes = [
  ['cook', '烹制', 'Cooked'],
  ['semi', '半成品', 'Semi-finished'],
  ['split', '分割', 'Cut up'],
  ['day-end', '日终倒挤', 'Day-end count'],
] as const;
export type ProduceType = (typeof produceTypes)[number][0];

/** 加工生产: one pot, or one piece cut up, at a stall or a factory. Saved, it is posted: goods out, what was made in. */
export const gearProduce = document('gearProduce', {
  label: label('加工生产', 'Production'),
  service: 'gear-operation',
  segment: 'gearproduce',
  path: '/gear/gearproduce',
  purpose: label(
    '每锅一张：做了什么、实产多少、用了哪些料。保存即过账，领料出、成品入；写错了冲销重做。',
    'One for each pot: what was made, how much of it, from which goods. Saving posts it; what is wrong is reversed and made anew.',
  ),
  fields: {
    placeKind: choice(
      '地点',
      'Made at',
      [
        ['stall', '档口', 'Stall'],
        ['factory', '中央工厂', 'Factory'],
      ],
      { default: 'stall', search: true },
    ),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      needed: true,
      list: true,
      search: true,
      onlyWith: ['placeKind', 'stall'],
    }),
    factoryWarehouseId: ref('入库工厂仓', 'Into factory store', 'factoryWarehouse', {
      optional: true,
      needed: true,
      list: true,
      search: true,
      onlyWith: ['placeKind', 'factory'],
      hint: label('半成品入半成品仓，成品入成品仓', 'Semi-finished and finished goods, each into their own store'),
    }),
    fromFactoryWarehouseId: ref('领料工厂仓', 'Goods from', 'factoryWarehouse', {
      optional: true,
      onlyWith: ['placeKind', 'factory'],
      hint: label('本厂的原料仓；不填从入库仓领', 'A store of the same factory; empty: the store it goes into'),
    }),
    bizDate: day('日期', 'Date', { optional: true, list: true, search: true, begins: 'today' }),
    mealType: dictionary('餐次', 'Meal', 'mealType', {
      optional: true,
      needed: true,
      list: true,
      search: true,
      onlyWith: ['placeKind', 'stall'],
    }),
    produceType: choice('类型', 'Kind', produceTypes, { default: 'cook', list: true, search: true }),
    dishId: ref('菜品', 'Dish', 'dish', {
      optional: true,
      needed: true,
      list: true,
      search: true,
      onlyWith: ['produceType', 'cook', 'semi'],
    }),
    splitBomId: ref('分割BOM', 'Cutting list', 'splitBom', { optional: true, onlyWith: ['produceType', 'split'] }),
    portionGroup: dictionary('份型', 'Portion size', 'portionGroup', { default: 'standard' }),
    planQty: quantity('计划', 'Planned', { readonly: true, optional: true, list: true }),
    standardQty: quantity('标准', 'By the BOM', {
      readonly: true,
      optional: true,
      list: true,
      hint: label('按实际用料应做出的数量', 'What the goods that were used should have made'),
    }),
    actualQty: quantity('实产', 'Made', { optional: true, positive: true, list: true, needed: true }),
    yieldPct: percent('得率(%)', 'Yield (%)', {
      readonly: true,
      computed: true,
      optional: true,
      list: true,
      hint: label('实产 ÷ 标准', 'Made ÷ by the BOM'),
    }),
    leftoverQty: quantity('余菜', 'Left over', {
      optional: true,
      onlyWith: ['placeKind', 'stall'],
      min: 0,
      list: true,
      hint: label('餐后填写；成为有时限的批次', 'Entered after the meal; becomes a lot with a clock of its own'),
    }),
    produceTime: moment('完成时间', 'Finished at', { optional: true, list: true }),
    coreTemp: quantity('中心温度(℃)', 'Core temperature (°C)', {
      optional: true,
      min: -60,
      max: 400,
      places: 1,
      list: true,
    }),
    operatorId: ref('操作人', 'Made by', 'user', { optional: true, list: true, search: true }),
    expireTime: moment('保质到', 'Good until', {
      optional: true,
      hint: label('不填按保温时限或保质期', 'Empty: by holding time or shelf life'),
    }),
    expireReason: text('改保质期原因', 'Why another time', { optional: true, max: 200 }),
    overReason: text('超用原因', 'Why more than the BOM', { optional: true, max: 200 }),
    unitCost: price('单位成本', 'Unit cost', { ...worth }),
    amount: money('金额', 'Value', { ...worth, list: true, total: true }),
    materialId: ref('产出物料', 'Made as', 'material', { readonly: true, optional: true }),
    batchId: ref('产出批次', 'Lot made', 'batch', { readonly: true, optional: true }),
    leftoverBatchId: ref('余菜批次', 'Lot left over', 'batch', { readonly: true, optional: true }),
    dishBomId: ref('BOM', 'BOM', 'dishBom', { readonly: true, optional: true }),
    billSource: choice(
      '来源',
      'Source',
      [
        ['manual', '登记', 'Entered'],
        ['auto', '按计划', 'As planned'],
      ],
      { readonly: true, default: 'manual', search: true },
    ),
    // Decides who sees the bill: the department of its stall or of its factory.
    placeDeptId: ref('档口或工厂', 'Stall or factory', 'dept', { readonly: true }),
    ...above,
    pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('用料', 'Goods used'),
      fields: {
        materialId: ref('物料', 'Material', 'material', {}),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, optional: true }),
        stdQty: quantity('标准量', 'By the BOM', { readonly: true, optional: true, unit: 'unitId', total: true }),
        actualQty: quantity('实用量', 'Used', { optional: true, min: 0, unit: 'unitId', total: true }),
        restQty: quantity('盘余量', 'Left by count', {
          optional: true,
          min: 0,
          unit: 'unitId',
          hint: label('只用于日终倒挤', 'Of a day-end count alone'),
        }),
        batchId: ref('批次', 'Lot', 'batch', {
          optional: true,
          hint: label('不填按先到期先出', 'Empty: first expired first'),
        }),
        lotReason: text('选批原因', 'Why this lot', { optional: true, max: 200 }),
        actualYield: percent('实际净料率(%)', 'Yield reached (%)', { readonly: true, optional: true }),
        amount: money('金额', 'Value', { ...worth, total: true }),
      },
    },
    outputs: {
      label: label('分割产出', 'Cuts'),
      unique: ['materialId'],
      fields: {
        materialId: ref('物料', 'Material', 'material', {}),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, optional: true }),
        stdQty: quantity('标准量', 'By the list', { readonly: true, optional: true, unit: 'unitId', total: true }),
        actualQty: quantity('实得', 'Got', { positive: true, unit: 'unitId', total: true }),
        varianceQty: quantity('差异', 'Difference', { readonly: true, optional: true, unit: 'unitId', total: true }),
        sharePct: percent('价值占比(%)', 'Share of value (%)', { readonly: true, optional: true, right: SEES_COST }),
        batchId: ref('产出批次', 'Lot made', 'batch', { readonly: true, optional: true }),
        amount: money('金额', 'Value', { ...worth, total: true }),
      },
    },
  },
  life: postedOnce('SC', [
    'placeKind',
    'factoryWarehouseId',
    'fromFactoryWarehouseId',
    'gearOperationDeptId',
    'bizDate',
    'mealType',
    'produceType',
    'dishId',
    'splitBomId',
    'portionGroup',
    'actualQty',
    'produceTime',
    'coreTemp',
    'operatorId',
    'expireTime',
    'expireReason',
    'overReason',
  ]),
  calls: ['list', 'page', 'detail', 'submit', 'exportExcel'],
  scope: 'placeDeptId',
  sort: '-produceTime',
  indexes: [
    ['gearOperationDeptId', '-bizDate'],
    ['placeDeptId', '-bizDate'],
    ['dishId', '-bizDate'],
  ],
});
