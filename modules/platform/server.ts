import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { codeGenerationBehaviour, dataSourceBehaviour, developCalls } from './develop.server.ts';
import { packageBehaviour, tenantBehaviour, tenantCalls } from './tenant.server.ts';
import { regionBehaviour, regionCalls } from './region.server.ts';
import './platform.refusals.ts';

/** The platform's shared records on the server. */
export const platformServer = (services: Services): ServerModule => ({
  name: 'platform',
  behaviours: [
    regionBehaviour,
    tenantBehaviour,
    packageBehaviour,
    dataSourceBehaviour(services),
    codeGenerationBehaviour,
  ] as readonly Behaviour[],
  calls: [...regionCalls(services), ...tenantCalls(services), ...developCalls(services)],
  constraintRefusals: {
    region_code_uq: 'region.exists',
    region_pk: 'region.exists',
    region_parent_fk: 'tree.children',
    tenant_name_uq: 'tenant.name',
    tenant_domain_uq: 'tenant.domain-taken',
  },
});
