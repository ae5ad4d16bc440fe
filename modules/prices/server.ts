import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { pricesToday } from '../master-data/materials/prices-today.port.server.ts';
import { chargedKinds, chargedPrices } from '../suppliers/charged-prices.port.server.ts';
import { priceWatch, priceNotices } from '../suppliers/watched-price.port.server.ts';
import { marketPriceBehaviour, marketProductBehaviour, marketSourceBehaviour } from './market/market.server.ts';
import { priceFormulaBehaviour, tryFormula } from './market/price-formula.server.ts';
import { priceRunCalls, proposeNightly } from './market/price-run-proposals.server.ts';
import { priceRunBehaviour } from './market/price-run.server.ts';
import { publishedKinds, publishedPrices } from './price-book/charged-prices.server.ts';
import { managementPriceBehaviour } from './price-book/management-price.server.ts';
import { paidAndCharged } from './price-book/prices-today.server.ts';
import { gapCalls } from './price-book/price-gaps.server.ts';
import { inForceCalls } from './price-book/price-in-force.server.ts';
import { priceHistory } from './price-book/price-history.server.ts';
import { priceBookBehaviour, resolvePrice } from './price-book/price-book.server.ts';
import { priceCalls } from './price-book/price-calls.server.ts';
import { planGenerationCalls } from './price-plans/plan-generation.server.ts';
import { planBehaviours } from './price-plans/price-plan.server.ts';
import { priceRelationBehaviours } from './price-plans/price-relation.server.ts';
import { priceSheetCalls } from './price-plans/price-sheet.server.ts';
import { jointOperationPriceBehaviour, settlementPriceBehaviour } from './price-book/price.server.ts';
import { priceEarlyWarningBehaviour, priceWarningBehaviour, warningHandling } from './warnings/price-warning.server.ts';
import { watchPrices } from './warnings/price-watch.server.ts';
import { priceOfWarning } from './warnings/warning-history.server.ts';
import { noticesOf } from './warnings/warning-notices.server.ts';
import { schemeCalls } from './price-book/scheme-calls.server.ts';
import './prices.refusals.ts';

/** Prices on the server. */
export const pricesServer = (services: Services): ServerModule => {
  return {
    name: 'prices',
    provides: [
      priceWatch.by(watchPrices),
      priceNotices.by(noticesOf),
      chargedKinds.by(publishedKinds),
      chargedPrices.by(publishedPrices),
      pricesToday.by(paidAndCharged),
    ],
    scheduledTasks: [proposeNightly(services)],
    behaviours: [
      settlementPriceBehaviour,
      jointOperationPriceBehaviour,
      ...planBehaviours,
      ...priceRelationBehaviours,
      priceBookBehaviour,
      managementPriceBehaviour,
      priceEarlyWarningBehaviour,
      priceWarningBehaviour,
      marketSourceBehaviour,
      marketProductBehaviour,
      marketPriceBehaviour,
      priceFormulaBehaviour,
      priceRunBehaviour,
    ],
    calls: [
      ...priceCalls,
      ...priceSheetCalls(services.fileFolder),
      ...schemeCalls,
      ...planGenerationCalls,
      resolvePrice,
      ...gapCalls,
      ...inForceCalls,
      priceHistory,
      warningHandling,
      priceOfWarning,
      tryFormula,
      ...priceRunCalls,
    ],
    constraintRefusals: {
      settlement_price_period_ex: 'prices.overlap-unnamed',
      joint_operation_price_period_ex: 'prices.overlap-unnamed',
      ...Object.fromEntries(
        [
          'management_price_plan',
          'operating_joint_venture_price_plan',
          'assessment_price_maintenance',
          'price_scheme',
        ].flatMap((table) => [
          [`${table}_period_ex`, 'prices.version-overlap'],
          [`${table}_open_uq`, 'prices.version-open-unnamed'],
          [`${table}_name_ex`, 'prices.name-unnamed'],
        ]),
      ),
      ...Object.fromEntries(
        ['management_price_plan', 'assessment_price_maintenance'].map((table) => [
          `${table}_default_ex`,
          'prices.default-unnamed',
        ]),
      ),
      ...Object.fromEntries(
        ['management_price_dept_relation', 'assessment_price_relation', 'price_plan_role_relation'].map((table) => [
          `${table}_period_ex`,
          'prices.relation-taken-unnamed',
        ]),
      ),
      joint_price_plan_stall_alone_ex: 'prices.stall-taken-unnamed',
      price_early_warning_period_ex: 'prices.rule-covered',
      price_early_warning_lines_ck: 'prices.rule-lines',
      price_warning_open_uq: 'prices.warning-open',
      market_product_name_uq: 'prices.market-name',
      market_price_quote_uq: 'prices.market-quoted',
      market_price_order_ck: 'prices.market-order',
    },
  };
};
