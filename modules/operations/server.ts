import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { plansOnMenus } from '../master-data/menus/menu-plans.port.server.ts';
import { forecastByNight } from './forecast/make-forecasts.server.ts';
import { forecastCalls, mealForecastBehaviour } from './forecast/meal-forecast.server.ts';
import { centralFactoryBehaviour, centralFactoryCalls } from './factories/central-factory.server.ts';
import { factoryRelationBehaviour, tryWhoServes } from './factories/factory-relation.server.ts';
import {
  goodsSystemBehaviour,
  goodsSystemCalls,
  goodsSystemMenuTemplateBehaviour,
} from './goods-systems/goods-system.server.ts';
import { projectDeptUnloadBehaviour } from './profiles/project-dept-unload.server.ts';
import { storeAdminBehaviour, storeAdminCalls } from './profiles/store-admin.server.ts';
import { salesPlanRevisionBehaviour } from './revisions/sales-plan-revision.server.ts';
import { plansFilled } from './sales-plan/plan-menus.server.ts';
import { salesPlanCalls } from './sales-plan/sales-plan-calls.server.ts';
import { salesPlanBehaviour } from './sales-plan/sales-plan.server.ts';
import { siteCalls } from './sites/site-calls.server.ts';
import { operationSystemBehaviour, projectDeptSystemBehaviour, useRestaurantBehaviour } from './sites/sites.server.ts';
import { specialMealCalls } from './meals/special-meal-calls.server.ts';
import { specialMealBehaviour } from './meals/special-meal.server.ts';
import { stallCalls } from './sites/stall-calls.server.ts';
import { addSupplierSites, changeSupplierSite, supplierSites } from './sites/supplier-site-calls.server.ts';
import './operations.refusals.ts';

/** Sites, stalls, sales plans and special meals on the server. */
export const operationsServer = (services: Services): ServerModule => ({
  name: 'operations',
  provides: [plansOnMenus.by(plansFilled)],
  behaviours: [
    projectDeptSystemBehaviour,
    useRestaurantBehaviour,
    operationSystemBehaviour,
    centralFactoryBehaviour,
    factoryRelationBehaviour,
    projectDeptUnloadBehaviour,
    storeAdminBehaviour,
    goodsSystemBehaviour,
    goodsSystemMenuTemplateBehaviour,
    salesPlanBehaviour,
    salesPlanRevisionBehaviour,
    mealForecastBehaviour,
    requireAuthorisedUse(specialMealBehaviour, {
      lines: 'details',
      purpose: 'sale',
      place: (head) => head['gearOperationDeptId'],
      date: (head) => head['mealDate'],
    }),
  ],
  calls: [
    ...siteCalls,
    ...storeAdminCalls,
    ...goodsSystemCalls,
    ...stallCalls,
    ...centralFactoryCalls,
    tryWhoServes,
    addSupplierSites,
    changeSupplierSite,
    supplierSites,
    ...salesPlanCalls,
    ...specialMealCalls,
    ...forecastCalls,
  ],
  scheduledTasks: [forecastByNight(services)],
  constraintRefusals: {
    served_count_meal_uq: 'operations.counted-twice',
    factory_relation_scope_pair_ex: 'operations.factory-relation-meanwhile',
    factory_relation_scope_priority_ex: 'operations.factory-relation-meanwhile',
  },
});
