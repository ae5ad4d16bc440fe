import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const adminServer = (_services: Services): ServerModule => ({ name: 'admin', behaviours: [], calls: [] });
