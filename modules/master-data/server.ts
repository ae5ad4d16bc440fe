import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { obeysRanges } from './authorised-use.server.ts';
import { bomReplacementCalls } from './bom-replacement.server.ts';
import { dishBomCalls } from './dish-bom-calls.server.ts';
import { dishBomTagBehaviour } from './dish-bom-tag.server.ts';
import { dishBomBehaviour } from './dish-bom.server.ts';
import { dishBomVariantBehaviour } from './dish-bom-variant.server.ts';
import { dishBehaviour, dishCalls, dishTypeBehaviour } from './dish.server.ts';
import { dishType } from './dish-type.resource.ts';
import { materialAliasBehaviour } from './material-alias.server.ts';
import { authRangeCalls, materialAuthRangeBehaviour } from './material-auth.server.ts';
import { materialCalls } from './material-calls.server.ts';
import { materialCostBehaviour } from './material-cost.server.ts';
import { materialReplaceBehaviour, materialSubstituteBehaviour } from './material-exchange.server.ts';
import { materialMergeCalls } from './material-merge.server.ts';
import { materialNutrientBehaviour } from './material-nutrient.server.ts';
import { materialPictureCalls } from './material-pictures.server.ts';
import { materialType } from './material-type.resource.ts';
import { materialTypeBehaviour, pageForSelect } from './material-type.server.ts';
import { materialBehaviour } from './material.server.ts';
import { unitPreviewCalls } from './unit-preview.server.ts';
import { menuCheck } from './menu-plan.server.ts';
import { menuTemplateCalls } from './menu-template-calls.server.ts';
import { menuTemplateBehaviour, menuTemplateTypeBehaviour } from './menu-template.server.ts';
import { menuVersionCalls } from './menu-versions.server.ts';
import { rotationChartBehaviour } from './rotation-chart.server.ts';
import { unitCalls } from './unit-calls.server.ts';
import { seedUnits } from './first-units.server.ts';
import {
  basicUnitConversionBehaviour,
  itemUnitConversionBehaviour,
  materialUnitBehaviour,
} from './unit-conversion.server.ts';

export const masterDataServer = (services: Services): ServerModule => ({
  name: 'master-data',
  newTenant: seedUnits,
  behaviours: [
    materialUnitBehaviour,
    basicUnitConversionBehaviour,
    itemUnitConversionBehaviour,
    materialTypeBehaviour,
    materialBehaviour,
    materialReplaceBehaviour,
    materialSubstituteBehaviour,
    dishTypeBehaviour,
    dishBomTagBehaviour,
    dishBehaviour,
    dishBomBehaviour,
    obeysRanges(dishBomVariantBehaviour, {
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
  ],
  calls: [
    ...unitCalls,
    ...materialCalls(services),
    ...authRangeCalls(services),
    ...materialMergeCalls(services),
    ...materialPictureCalls(services.fileFolder),
    ...dishCalls(services),
    ...dishBomCalls(services),
    ...bomReplacementCalls(services),
    ...menuTemplateCalls(services),
    ...menuVersionCalls(services),
    menuCheck,
    ...unitPreviewCalls,
    pageForSelect('master-data', 'materialtype', 'material_type', materialType.name),
    pageForSelect('master-data', 'dishtype', 'dish_type', dishType.name),
  ],
  constraintRefusals: {
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
  },
});
