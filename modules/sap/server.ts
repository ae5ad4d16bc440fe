import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { pullByClock, sapCalls, syncJob } from './sap-calls.server.ts';
import './sap.refusals.ts';

/** What is pulled from SAP. */
export const sapServer = (services: Services): ServerModule => ({
  name: 'sap',
  calls: sapCalls(services),
  scheduledTasks: [pullByClock(services)],
  provides: [syncJob(services)],
});
