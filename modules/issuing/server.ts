import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const issuingServer = (_services: Services): ServerModule => ({ name: 'issuing', behaviours: [], calls: [] });
