import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import './console.refusals.ts';
import { servedFigures } from './figures.server.ts';
import { homeCalls } from './home/queue.server.ts';
import { sampleCompanyCall } from './home/sample-company.server.ts';
import { startingCalls } from './home/starting.server.ts';

/** The console on the server. */
export const consoleServer = (services: Services): ServerModule => ({
  name: 'console',
  calls: [...servedFigures, ...homeCalls, ...startingCalls, sampleCompanyCall(services)],
});
