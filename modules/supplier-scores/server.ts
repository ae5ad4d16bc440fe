import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import {
  adoptGrade,
  computeScores,
  scoreRows,
  scoreSuppliers,
  supplierScoreBehaviour,
} from './supplier-score.server.ts';

/** Scores of suppliers on the server. */
export const supplierScoresServer = (services: Services): ServerModule => ({
  name: 'supplier-scores',
  behaviours: [supplierScoreBehaviour],
  calls: [computeScores, scoreRows, adoptGrade],
  scheduledTasks: [scoreSuppliers(services)],
});
