import { sample } from '../../../tests/support/sample.ts';
import {
  assessmentPriceMaintenance,
  managementPricePlan,
  operatingJointVenturePricePlan,
  priceScheme,
} from './price-plan.document.ts';

/** A series has one version in force. */
const plan = {
  isSingular: true,
  lineColumns: { details: { price: 5, tax_rate: 9 } },
};

export const managementPricePlanSample = sample(managementPricePlan, plan);
export const operatingJointVenturePricePlanSample = sample(operatingJointVenturePricePlan, plan);
export const assessmentPriceMaintenanceSample = sample(assessmentPriceMaintenance, {
  ...plan,
  columns: { assess_year: 2026 },
});
export const priceSchemeSample = sample(priceScheme, { ...plan, columns: { mode: 'fixed' } });
