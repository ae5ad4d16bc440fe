import { requirementPlan } from './requirement-plan.document.ts';
import { lineSheets } from '../../parts/sheets/line-sheet.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { equation, lineSource, netting, pegging } from './explain-plan.server.ts';
import { generatePlan } from './generate-plan.server.ts';
import { lateMaterials } from '../operations/meals/meal-cut-off.port.server.ts';
import { materialsPastCutOff } from './late-materials.server.ts';
import { closeDetail, confirmPlan, copyPlan } from './plan-acts.server.ts';
import { planDelta, planState } from './plan-changes.server.ts';
import { neededBetween } from './needed-soon.server.ts';
import { neededSoon } from '../prices/price-book/paid-prices.port.server.ts';
import { planSheetCalls, planSheet } from './plan-sheet.server.ts';
import { makePicks } from './pick-fill/make-picks.server.ts';
import { fromPlan } from './pick-fill/pick-fill.server.ts';
import { impactOfRevision } from './revisions/revision-impact.server.ts';
import { requirementPlanBehaviour } from './requirement-plan.server.ts';
import { usePlanOfLots } from './use-plan/use-plan.server.ts';
import { compare, whatIf } from './what-if.server.ts';
import './planning.refusals.ts';

/** Requirement plans on the server. */
export const planningServer = (services: Services): ServerModule => {
  return {
    name: 'planning',
    provides: [
      lineSheets.by({ declaration: requirementPlan, sheet: planSheet }),
      lateMaterials.by(materialsPastCutOff),
      neededSoon.by(neededBetween),
    ],
    behaviours: [
      requireAuthorisedUse(requirementPlanBehaviour, {
        lines: 'details',
        purpose: 'plan',
        place: (_head, line) => line['bladeProjectDeptId'],
        date: (_head, line) => line['needDate'],
      }),
    ],
    calls: [
      generatePlan,
      confirmPlan,
      closeDetail,
      copyPlan,
      whatIf,
      impactOfRevision,
      usePlanOfLots,
      fromPlan,
      makePicks,
      compare,
      pegging,
      netting,
      equation,
      lineSource,
      planState,
      planDelta,
      ...planSheetCalls(services),
    ],
    constraintRefusals: { plan_claim_live_uq: 'planning.claimed-meanwhile' },
  };
};
