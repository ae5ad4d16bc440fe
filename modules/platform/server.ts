import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { regionBehaviour, regionCalls } from './region.server.ts';

/** The platform's shared records on the server. */
export const platformServer = (services: Services): ServerModule => ({
  name: 'platform',
  behaviours: [regionBehaviour] as readonly Behaviour[],
  calls: regionCalls(services),
  constraintRefusals: { region_code_uq: 'region.exists', region_pk: 'region.exists', region_parent_fk: 'tree.children' },
});
