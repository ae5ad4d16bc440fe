import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { costsToday } from '../master-data/dishes/dish-cost.port.server.ts';
import { offersToday } from '../master-data/materials/offers-today.port.server.ts';
import { offered } from '../master-data/materials/readiness.port.server.ts';
import { costCard, dishCostsToday } from './dish-cost-card.server.ts';
import { offeredToday } from './offered.server.ts';
import { bestOffersToday } from './offers.server.ts';
import { cooperationTypeBehaviour } from './cooperation-type.server.ts';
import { enterpriseBehaviour, enterprisePool, notifyOfEnding } from './enterprise.server.ts';
import { supplierMaterialBehaviour, supplierProjectBehaviour } from './supplier-material.server.ts';
import { addSupplierMaterials, changeSupplierPrice, materialsOfSupplier } from './supplier-price-calls.server.ts';
import { addSupplier, supplierBehaviour, supplierChoices, updateSupplier } from './supplier.server.ts';
import { checkCertificate, notifyOfPaperEnds, supplierEmergency } from './papers/supplier-papers.server.ts';
import * as prices from './unit-price-calls.server.ts';
import './suppliers.refusals.ts';

/** Suppliers on the server. */
export const suppliersServer = (services: Services): ServerModule => {
  return {
    name: 'suppliers',
    provides: [costsToday.by(dishCostsToday), offered.by(offeredToday), offersToday.by(bestOffersToday)],
    behaviours: [
      cooperationTypeBehaviour,
      enterpriseBehaviour,
      supplierBehaviour,
      supplierMaterialBehaviour,
      supplierProjectBehaviour,
    ],
    calls: [
      enterprisePool,
      addSupplier,
      updateSupplier,
      supplierChoices,
      checkCertificate,
      supplierEmergency,
      addSupplierMaterials,
      changeSupplierPrice,
      materialsOfSupplier,
      prices.getPrice,
      prices.netPrices,
      prices.purchaseUnits,
      prices.priceOfGeneralUnit,
      prices.priceOfMaterialUnit,
      prices.pricesOfMaterial,
      prices.pricesOfMaterials,
      costCard,
    ],
    scheduledTasks: [notifyOfEnding(services), notifyOfPaperEnds(services)],
    constraintRefusals: { supplier_material_period_ex: 'suppliers.material-overlap' },
  };
};
