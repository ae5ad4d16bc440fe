import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const masterDataServer = (_services: Services): ServerModule => ({ name: 'master-data', behaviours: [], calls: [] });
