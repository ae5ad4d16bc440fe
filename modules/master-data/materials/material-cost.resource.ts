import { resource } from '../../../kernel/core/declaration.ts';
import { choice, factor, percent, price, ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { baseUnit } from '../units/base-unit.fields.ts';
import { remark, validity } from './validity.fields.ts';

/** Beside the cost per base unit, with or without tax as it is. */
const today = (zh: string, en: string, right: string) =>
  price(zh, en, {
    readonly: true,
    computed: true,
    optional: true,
    unit: 'baseUnit',
    list: true,
    right,
    hint: label('每基本单位', 'Per base unit'),
  });
const strays = (zh: string, en: string, right: string) =>
  percent(zh, en, {
    readonly: true,
    computed: true,
    optional: true,
    list: true,
    right,
    hint: label('（今日价 − 成本）÷ 成本', '(today − cost) ÷ cost'),
  });

/**
 * What a material is costed at where no live price is wanted; with or without tax as the parameter
 * `store.cost.with-tax` says.
 */
export const materialCost = resource('materialCost', {
  label: label('物料成本', 'Material cost'),
  service: 'master-data',
  segment: 'materialcost',
  path: '/masterdata/materialcost',
  purpose: label(
    '按标准成本或计划成本核算时，每种物料的单位成本。核算口径见参数 dish.costBasis，是否含税见参数 store.cost.with-tax。',
    'Unit costs where dishes are costed by standard or plan. The basis is the parameter dish.costBasis, with or without tax store.cost.with-tax.',
  ),
  fields: {
    materialId: ref('物料', 'Material', 'material', { fixed: true, list: true, search: true }),
    deptId: ref('适用部门', 'Department', 'dept', {
      optional: true,
      fixed: true,
      list: true,
      search: true,
      hint: label('含下级部门；不填为全公司', 'And all below it; leave empty for everywhere'),
    }),
    costKind: choice(
      '成本类型',
      'Kind',
      [
        ['standard', '标准成本', 'Standard'],
        ['plan', '计划成本', 'Plan'],
      ],
      { default: 'standard', fixed: true, list: true, search: true },
    ),
    unitCost: price('单位成本', 'Unit cost', { positive: true, places: 2, unit: 'unitId', list: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
    factor: factor('系数', 'Factor', {
      readonly: true,
      optional: true,
      hint: label('1 单位等于多少基本单位', 'Base units in one unit'),
    }),
    baseUnitCost: price('基本单位成本', 'Per base unit', {
      readonly: true,
      optional: true,
      unit: 'baseUnit',
      list: true,
    }),
    baseUnit,
    costPerKg: price('公斤成本', 'Per kg', { readonly: true, optional: true, list: true }),
    purchasePrice: today('今日采购价', 'Purchase today', 'purchaseprice_see'),
    purchaseDeviation: strays('采购价偏离(%)', 'Purchase deviation (%)', 'purchaseprice_see'),
    settlementPrice: today('今日结算价', 'Settlement today', 'settlementprice_see'),
    settlementDeviation: strays('结算价偏离(%)', 'Settlement deviation (%)', 'settlementprice_see'),
    ...validity,
    remark,
  },
  calls: ['list', 'page', 'detail', 'remove', 'submit', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  excelKey: ['materialId', 'deptId', 'costKind', 'startDate'],
  title: 'remark',
  sort: 'materialId,costKind,deptId,startDate',
  indexes: [['materialId', 'costKind', 'startDate']],
  constraints: { days_ck: 'check (end_date is null or end_date >= start_date)' },
  scope: null,
});
