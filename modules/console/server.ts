import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { consoleCalls } from './figures.server.ts';

/** The console on the server. */
export const consoleServer = (services: Services): ServerModule => ({ name: 'console', calls: consoleCalls(services) });
