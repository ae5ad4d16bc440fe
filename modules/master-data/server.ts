import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from './authorisation/authorised-use.server.ts';
import { replaceMaterial, undoReplacement } from './dishes/replacement/bom-replacement.server.ts';
import * as boms from './dishes/dish-bom-calls.server.ts';
import { dishBomTagBehaviour } from './dishes/dish-bom-tag.server.ts';
import { dishBomBehaviour } from './dishes/dish-bom.server.ts';
import { dishBomVariantBehaviour } from './dishes/dish-bom-variant.server.ts';
import { dishPortionBehaviour } from './dishes/sizes/dish-portion.server.ts';
import { dishBehaviour, sellableDishes } from './dishes/dish.server.ts';
import { changeMany, dishesOfMaterial, inheritedOfType } from './material-page/about-material.server.ts';
import { materialAliasBehaviour } from './materials/material-alias.server.ts';
import { materialAuthRangeBehaviour, setRangeStatus } from './authorisation/material-auth.server.ts';
import * as materials from './materials/material-calls.server.ts';
import { materialCostBehaviour } from './materials/material-cost.server.ts';
import { materialReplaceBehaviour, materialSubstituteBehaviour } from './merging/material-exchange.server.ts';
import { findDuplicates, markDifferent, unmarkDifferent } from './merging/material-duplicates.server.ts';
import { mergeMaterials, previewMerge, undoMerge } from './merging/material-merge.server.ts';
import { materialNutrientBehaviour } from './nutrients/material-nutrient.server.ts';
import { uploadPicturesTo } from './materials/material-pictures.server.ts';
import { dishTypeChoices, materialTypeChoices } from './materials/material-type.server.ts';
import { materialBehaviour } from './materials/material.server.ts';
import { previewOfGeneral, previewOfMaterial } from './units/unit-preview.server.ts';
import { menuCheck } from './menus/menu-plan.server.ts';
import * as menus from './menus/menu-template-calls.server.ts';
import { menuTemplateBehaviour, menuTemplateTypeBehaviour } from './menus/menu-template.server.ts';
import { builtPlans, newVersion } from './menus/menu-versions.server.ts';
import { rotationChartBehaviour } from './menus/rotation-chart.server.ts';
import * as units from './units/unit-calls.server.ts';
import { materialYieldTestBehaviour } from './yields/material-yield-test.server.ts';
import * as yields from './yields/yield-board.server.ts';
import { seedUnits } from './units/first-units.server.ts';
import {
  basicUnitConversionBehaviour,
  itemUnitConversionBehaviour,
  materialUnitBehaviour,
} from './units/unit-conversion.server.ts';
import './master-data.refusals.ts';

const BEHAVIOURS: ServerModule['behaviours'] = [
  materialUnitBehaviour,
  basicUnitConversionBehaviour,
  itemUnitConversionBehaviour,
  materialBehaviour,
  materialReplaceBehaviour,
  materialSubstituteBehaviour,
  dishBomTagBehaviour,
  dishBehaviour,
  dishPortionBehaviour,
  dishBomBehaviour,
  requireAuthorisedUse(dishBomVariantBehaviour, {
    lines: 'details',
    purpose: 'cook',
    place: (head) => head['deptId'],
    date: (head) => head['startDate'],
  }),
  materialAliasBehaviour,
  materialAuthRangeBehaviour,
  materialCostBehaviour,
  materialNutrientBehaviour,
  rotationChartBehaviour,
  menuTemplateTypeBehaviour,
  menuTemplateBehaviour,
  materialYieldTestBehaviour,
];

const CONSTRAINT_REFUSALS = {
  basic_unit_conversion_period_ex: 'master-data.conversion-overlap',
  item_unit_conversion_period_ex: 'master-data.conversion-overlap',
  material_alias_place_ex: 'master-data.alias-meanwhile',
  material_auth_range_period_ex: 'master-data.auth-overlap',
  material_cost_period_ex: 'master-data.cost-overlap',
  nutrient_retention_once_uq: 'master-data.retention-twice',
  material_replace_period_ex: 'master-data.exchange-overlap',
  dish_bom_period_ex: 'master-data.bom-overlap',
  dish_bom_special_gear_period_ex: 'master-data.bom-overlap',
  menu_template_place_alone_ex: 'master-data.menu-overlap-meanwhile',
};

/** Master data on the server. */
export const masterDataServer = (services: Services): ServerModule => ({
  name: 'master-data',
  newTenant: seedUnits,
  behaviours: BEHAVIOURS,
  calls: [
    ...Object.values(yields),
    units.unitList,
    units.purchaseUnitPage,
    units.generalTypes,
    units.materialTypes,
    units.generalOfMaterial,
    units.conversionsOfMaterial,
    materials.usableMaterials,
    materials.materialsOfPlace,
    materials.usableChoices,
    materials.freezeImpact,
    materials.choices,
    inheritedOfType,
    dishesOfMaterial,
    changeMany,
    setRangeStatus,
    findDuplicates,
    markDifferent,
    unmarkDifferent,
    previewMerge,
    mergeMaterials,
    undoMerge,
    uploadPicturesTo(services.fileFolder),
    sellableDishes,
    boms.releaseBom,
    boms.releaseVariant,
    boms.bomsOfStall,
    boms.foodToday,
    boms.lineList,
    boms.linePage,
    boms.lineDetail,
    boms.saveLine,
    boms.removeLines,
    replaceMaterial,
    undoReplacement,
    menus.templatesOfStalls,
    menus.templateByDay,
    menus.dishesOfTemplate,
    menus.bomsOfTemplate,
    builtPlans,
    newVersion,
    menuCheck,
    previewOfMaterial,
    previewOfGeneral,
    materialTypeChoices,
    dishTypeChoices,
  ],
  constraintRefusals: CONSTRAINT_REFUSALS,
});
