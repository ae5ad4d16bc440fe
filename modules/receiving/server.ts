import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const receivingServer = (_services: Services): ServerModule => ({ name: 'receiving', behaviours: [], calls: [] });
