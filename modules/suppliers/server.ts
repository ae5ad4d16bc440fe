import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const suppliersServer = (_services: Services): ServerModule => ({ name: 'suppliers', behaviours: [], calls: [] });
