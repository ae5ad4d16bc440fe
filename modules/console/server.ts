import type { ServerModule } from '../../kernel/server/registry.ts';
import { servedFigures } from './figures.server.ts';
import { homeCalls } from './home/queue.server.ts';

/** The console on the server. */
export const consoleServer = (): ServerModule => ({ name: 'console', calls: [...servedFigures, ...homeCalls] });
