import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { costsToday } from '../master-data/dishes/dish-cost.port.server.ts';
import { offered } from '../master-data/materials/readiness.port.server.ts';
import { costCard, dishCostsToday } from './dish-cost-card.server.ts';
import { offeredToday } from './offered.server.ts';
import { cooperationTypeBehaviour } from './cooperation-type.server.ts';
import { enterpriseBehaviour, enterpriseCalls, tellOfEnding } from './enterprise.server.ts';
import { supplierMaterialBehaviour, supplierProjectBehaviour } from './supplier-material.server.ts';
import { supplierPriceCalls } from './supplier-price-calls.server.ts';
import { supplierBehaviour, supplierCalls } from './supplier.server.ts';
import { unitPriceCalls } from './unit-price-calls.server.ts';
import './suppliers.refusals.ts';

export const suppliersServer = (services: Services): ServerModule => {
  return {
    name: 'suppliers',
    provides: [costsToday.by(dishCostsToday), offered.by(offeredToday)],
    behaviours: [
      cooperationTypeBehaviour,
      enterpriseBehaviour,
      supplierBehaviour,
      supplierMaterialBehaviour,
      supplierProjectBehaviour,
    ],
    calls: [
      ...enterpriseCalls(services),
      ...supplierCalls(services),
      ...supplierPriceCalls(services),
      ...unitPriceCalls,
      costCard,
    ],
    chores: [tellOfEnding(services)],
    constraintRefusals: { supplier_material_period_ex: 'suppliers.material-overlap' },
  };
};
