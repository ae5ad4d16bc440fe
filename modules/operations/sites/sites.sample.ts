import { sample } from '../../../tests/support/sample.ts';
import { newDept } from '../../admin/people/dept.sample.ts';
import { operationSystem, projectDeptSystem, useRestaurant } from './sites.resource.ts';

export const projectDeptSystemSample = sample(projectDeptSystem, {
  values: async (maker) => ({ bladeProjectDeptId: await newDept(maker, '2') }),
});
export const useRestaurantSample = sample(useRestaurant, {
  values: async (maker) => ({ useRestaurantDeptId: await newDept(maker, '3') }),
});
export const operationSystemSample = sample(operationSystem, {
  values: async (maker) => ({
    gearOperationName: `档口${maker.number}`,
    gearOperationDeptId: await newDept(maker, '4'),
  }),
});
