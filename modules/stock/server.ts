import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const stockServer = (_services: Services): ServerModule => ({ name: 'stock', behaviours: [], calls: [] });
