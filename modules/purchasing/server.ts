import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const purchasingServer = (_services: Services): ServerModule => ({ name: 'purchasing', behaviours: [], calls: [] });
