import { resource } from '../../../kernel/core/declaration.ts';
import {
  choice,
  factor,
  flag,
  integer,
  money,
  percent,
  quantity,
  ref,
  refs,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { remark, validity } from '../materials/validity.fields.ts';

const released = flag('已发布', 'Released', {
  default: 0,
  list: true,
  search: true,
  hint: label('发布后不能修改，只能建立新版本', 'A released version stays as it is; changes make a new one'),
});
const prepTiming = choice(
  '备料时点',
  'Prepared',
  [
    ['day-before', '前一天', 'The day before'],
    ['morning', '当天早上', 'In the morning'],
    ['before-service', '餐前', 'Before service'],
  ],
  { optional: true },
);
const role = choice(
  '用料角色',
  'Role',
  [
    ['main', '主料', 'Main'],
    ['side', '辅料', 'Side'],
    ['seasoning', '调料', 'Seasoning'],
    ['packaging', '包装', 'Packaging'],
  ],
  { default: 'main', list: true },
);

/** One version of what goes into a dish, for a span of meal dates. */
export const dishBom = resource('dishBom', {
  label: label('菜品BOM', 'Dish BOM'),
  service: 'master-data',
  segment: 'dishbom',
  path: '/masterdata/dishbom',
  purpose: label(
    '每份菜品的用料。发布后按用餐日期生效，需求计划和成本由它算出。',
    'What one portion takes. Once released it counts on its meal dates; need and cost come from it.',
  ),
  fields: {
    dishId: ref('菜品', 'Dish', 'dish', { fixed: true, list: true, search: true }),
    bomVersion: integer('版本', 'Version', { readonly: true, default: 1, list: true }),
    outputQty: quantity('产出数量', 'Makes', { default: '1', positive: true, list: true }),
    outputUnitId: ref('产出单位', 'Of unit', 'materialUnit', {
      list: true,
      hint: label(
        '成品填份，半成品填重量或体积单位',
        'Portions for a dish that is sold, weight or volume for a semi-finished one',
      ),
    }),
    processLossRate: percent('制作损耗率(%)', 'Process loss (%)', { default: '0', min: 0, max: 99, list: true }),
    auxiliaryCost: money('辅料燃料费', 'Auxiliaries', { default: '0', min: 0 }),
    released,
    tagIds: refs('标签', 'Tags', 'dishBomTag', { optional: true }),
    changeNote: text('变更说明', 'What changed', { optional: true, max: 200, list: true }),
    ...validity,
    remark,
  },
  lines: {
    details: {
      label: label('用料', 'Ingredients'),
      table: 'dish_bom_detail',
      fields: {
        lineKind: choice(
          '行类型',
          'Kind',
          [
            ['material', '物料', 'Material'],
            ['dish', '半成品', 'Semi-finished'],
            ['byproduct', '副产品', 'By-product'],
          ],
          { default: 'material', list: true },
        ),
        materialId: ref('物料', 'Material', 'material', { optional: true, list: true }),
        subDishId: ref('半成品', 'Semi-finished dish', 'dish', { optional: true, list: true }),
        role,
        netQty: quantity('净用量', 'Net quantity', { positive: true, unit: 'unitId', list: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
        yieldRate: percent('出成率(%)', 'Yield (%)', {
          optional: true,
          positive: true,
          max: 2000,
          list: true,
          hint: label('不填取物料的标准出成率', 'Leave empty for the material’s standard yield'),
        }),
        processYield: percent('加工出成率(%)', 'Processing yield (%)', { default: '100', positive: true, max: 2000 }),
        factor: factor('系数', 'Factor', { readonly: true, optional: true }),
        netBaseQty: factor('折基本单位', 'In base unit', { readonly: true, optional: true }),
        byproductPrice: money('副产品单价', 'By-product price', { optional: true, positive: true }),
        optional: flag('可选', 'Optional', { default: 0 }),
        prepTiming,
        remark: text('备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select'],
  title: 'bomVersion',
  sort: 'dishId,bomVersion',
  unique: [['dishId', 'bomVersion']],
  indexes: [['dishId', 'startDate']],
  scope: null,
});

/** How one stall, restaurant or project department differs from the standard BOM, line by line. */
export const dishBomSpecialGear = resource('dishBomSpecialGear', {
  label: label('特殊档口BOM', 'Stall BOM'),
  service: 'master-data',
  segment: 'dishbomspecialgear',
  path: '/masterdata/dishbomspecialgear',
  purpose: label(
    '某一档口与标准BOM不同的用料，只写差异。',
    'Where a stall cooks differently from the standard BOM; only the differences.',
  ),
  fields: {
    dishId: ref('菜品', 'Dish', 'dish', { fixed: true, list: true, search: true }),
    deptId: ref('档口·餐厅·项目部', 'Stall or site', 'dept', { fixed: true, list: true, search: true }),
    reason: text('原因', 'Reason', { max: 200, list: true }),
    released,
    ...validity,
    remark,
  },
  lines: {
    details: {
      label: label('差异', 'Differences'),
      table: 'dish_bom_special_gear_detail',
      fields: {
        action: choice('动作', 'Action', [
          ['add', '增加', 'Add'],
          ['change', '改量', 'Change'],
          ['swap', '换料', 'Swap'],
          ['drop', '去除', 'Drop'],
        ]),
        targetMaterialId: ref('原物料', 'Standard material', 'material', { optional: true }),
        targetSubDishId: ref('原半成品', 'Standard semi-finished', 'dish', { optional: true }),
        materialId: ref('新物料', 'New material', 'material', { optional: true }),
        subDishId: ref('新半成品', 'New semi-finished', 'dish', { optional: true }),
        netQty: quantity('净用量', 'Net quantity', { optional: true, positive: true, unit: 'unitId' }),
        unitId: ref('单位', 'Unit', 'materialUnit', { optional: true }),
        yieldRate: percent('出成率(%)', 'Yield (%)', { optional: true, positive: true, max: 2000 }),
        processYield: percent('加工出成率(%)', 'Processing yield (%)', { optional: true, positive: true, max: 2000 }),
        netBaseQty: factor('折基本单位', 'In base unit', { readonly: true, optional: true }),
        role,
        prepTiming,
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select'],
  title: 'reason',
  sort: 'dishId,startDate',
  scope: null,
});

/** What the page of the list reads of a row beside the columns it shows. */
export const dishBomReads = ['dishId'] as const;
