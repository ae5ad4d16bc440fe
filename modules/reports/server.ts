import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { reportBehaviour, reportCalls } from './report.server.ts';
import './reports.refusals.ts';

/** Reports on the server. */
export const reportsServer = (services: Services): ServerModule => ({
  name: 'reports',
  behaviours: [reportBehaviour(services)] as readonly Behaviour[],
  calls: reportCalls,
});
