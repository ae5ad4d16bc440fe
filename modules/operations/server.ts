import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { obeysRanges } from '../master-data/authorised-use.server.ts';
import { plansAreBuiltOnMenus } from '../master-data/menu-plans.port.server.ts';
import { plansOnMenus } from './plan-menus.server.ts';
import { salesPlanCalls } from './sales-plan-calls.server.ts';
import { salesPlanBehaviour } from './sales-plan.server.ts';
import { siteCalls } from './site-calls.server.ts';
import { operationSystemBehaviour, projectDeptSystemBehaviour, useRestaurantBehaviour } from './sites.server.ts';
import { specialMealBehaviour, specialMealCalls } from './special-meal.server.ts';
import { stallCalls } from './stall-calls.server.ts';
import { supplierSiteCalls } from './supplier-site-calls.server.ts';

export const operationsServer = (services: Services): ServerModule => {
  plansAreBuiltOnMenus(plansOnMenus);
  return {
    name: 'operations',
    behaviours: [
      projectDeptSystemBehaviour,
      useRestaurantBehaviour,
      operationSystemBehaviour,
      salesPlanBehaviour,
      obeysRanges(specialMealBehaviour, {
        lines: 'details',
        purpose: 'sale',
        place: (head) => head['gearOperationDeptId'],
        date: (head) => head['mealDate'],
      }),
    ],
    calls: [
      ...siteCalls(services),
      ...stallCalls(services),
      ...supplierSiteCalls(services),
      ...salesPlanCalls(services),
      ...specialMealCalls(services),
    ],
  };
};
