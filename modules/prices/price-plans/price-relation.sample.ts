import { sample } from '../../../tests/support/sample.ts';
import type { Maker, Values } from '../../../tests/support/sample.ts';
import { newDept } from '../../admin/people/dept.sample.ts';
import { role } from '../../admin/rights/role.resource.ts';
import {
  assessmentPriceRelation,
  managementPriceDeptRelation,
  pricePlanRoleRelation,
} from './price-relation.resource.ts';

/** What has begun can be charged by and is not removed. */
const TO_COME = { startDate: '2031-01-01', endDate: '' };
const ofRestaurant = async (maker: Maker): Promise<Values> => ({ deptId: await newDept(maker, '4'), ...TO_COME });

export const managementPriceDeptRelationSample = sample(managementPriceDeptRelation, { values: ofRestaurant });
export const assessmentPriceRelationSample = sample(assessmentPriceRelation, { values: ofRestaurant });
export const pricePlanRoleRelationSample = sample(pricePlanRoleRelation, {
  values: async (maker) => ({ roleId: await maker.another(role), ...TO_COME }),
});
