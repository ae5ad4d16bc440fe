import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const operationsServer = (_services: Services): ServerModule => ({ name: 'operations', behaviours: [], calls: [] });
