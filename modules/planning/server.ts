import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const planningServer = (_services: Services): ServerModule => ({ name: 'planning', behaviours: [], calls: [] });
