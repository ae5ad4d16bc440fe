import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { dishBom, dishBomSpecialGear } from './dishes/dish-bom.resource.ts';
import { bomReplacement } from './dishes/replacement/bom-replacement.resource.ts';
import { dishBomTag } from './dishes/dish-bom-tag.resource.ts';
import { dishPortion } from './dishes/sizes/dish-portion.resource.ts';
import { dishType } from './dishes/dish-type.resource.ts';
import { dish } from './dishes/dish.resource.ts';
import { menuTemplateType } from './menus/menu-template-type.resource.ts';
import { menuTemplate } from './menus/menu-template.document.ts';
import { materialAlias } from './materials/material-alias.resource.ts';
import { materialAuthRange } from './authorisation/material-auth-range.resource.ts';
import { materialCost } from './materials/material-cost.resource.ts';
import { materialProjectDept } from './materials/material-project-dept.resource.ts';
import { materialReplace, materialSubstitute } from './merging/material-exchange.resource.ts';
import { materialDistinction } from './merging/material-distinction.resource.ts';
import { materialMerge } from './merging/material-merge.resource.ts';
import { materialNutrient } from './nutrients/material-nutrient.resource.ts';
import { nutrientRetention } from './nutrients/nutrient-retention.resource.ts';
import { materialType } from './materials/material-type.resource.ts';
import { materialUnit } from './units/material-unit.resource.ts';
import { material } from './materials/material.resource.ts';
import { masterDataDictionaries, masterDataMenu } from './menu.ts';
import { rotationChart } from './menus/rotation-chart.resource.ts';
import { materialYieldTest } from './yields/material-yield-test.resource.ts';
import { yieldDecision } from './yields/yield-decision.resource.ts';
import { basicUnitConversion, itemUnitConversion } from './units/unit-conversion.resource.ts';

/** What is bought, stored and cooked with, in which units, and what dishes are made of. */
export const masterData: Module = {
  name: 'master-data',
  label: label('主数据', 'Master data'),
  declarations: [
    materialUnit,
    basicUnitConversion,
    materialType,
    material,
    itemUnitConversion,
    dishType,
    dishBomTag,
    dish,
    dishPortion,
    dishBom,
    dishBomSpecialGear,
    menuTemplateType,
    menuTemplate,
    materialReplace,
    materialSubstitute,
    materialAlias,
    materialAuthRange,
    materialCost,
    materialNutrient,
    nutrientRetention,
    materialMerge,
    materialDistinction,
    materialProjectDept,
    bomReplacement,
    rotationChart,
    materialYieldTest,
    yieldDecision,
  ] as readonly Declaration[],
  menu: masterDataMenu,
  dictionaries: masterDataDictionaries,
  buttons: [
    { code: 'material_upload', label: label('批量上传图片', 'Upload pictures'), menu: 'material' },
    { code: 'material_merge', label: label('合并物料', 'Merge materials'), menu: 'materialmerge' },
    {
      code: 'materialauthrange_status',
      label: label('批量冻结与解冻', 'Freeze and unfreeze many'),
      menu: 'materialauthrange',
    },
    {
      code: 'bomreplacement_replace',
      label: label('在配方中替换物料', 'Replace a material in recipes'),
      menu: 'bomreplacement',
    },
    {
      code: 'materialyieldtest_adopt',
      label: label('采纳出成率', 'Decide on yields'),
      menu: 'materialyieldtest',
    },
    { code: 'dishbom_release', label: label('发布', 'Release'), menu: 'dishbom' },
    { code: 'dishbomspecialgear_release', label: label('发布', 'Release'), menu: 'dishbomspecialgear' },
  ],
  parameters: {
    'material.authMode': {
      label: label('物料没有授权范围时', 'Use of a material no authorisation covers'),
      value: 'open',
    },
    'dish.costBasis': {
      label: label('菜品成本依据', 'What dishes are costed at'),
      value: 'purchase',
    },
    'menu.overBudget': {
      label: label('菜谱人均成本超过餐标时', 'Where a menu costs more a guest than is allowed'),
      value: 'warn',
    },
  },
};
