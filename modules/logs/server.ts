import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { createLogs, logBehaviours, pruneLogs } from './logs.server.ts';

/** What happened, kept aside and read only. */
export const logsServer = (services: Services): ServerModule => ({
  name: 'logs',
  behaviours: logBehaviours(services) as readonly Behaviour[],
  observer: createLogs(services),
  scheduledTasks: [pruneLogs(services)],
});
