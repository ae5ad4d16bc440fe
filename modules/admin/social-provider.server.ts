import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { createSecrets } from '../../kernel/server/secrets.ts';
import { connect, NotAllowed, type Provider } from './open-id.server.ts';
import { allowedProviders, opened, troubleWith } from './social-flow.server.ts';
import { socialProvider } from './social-provider.resource.ts';
import { wrongField, type ProviderAddresses } from './social-provider.rules.ts';

/** A provider that is switched on was asked who it is; one that cannot answer stays off. */
export const socialProviderBehaviour = (services: Services) => behaviour(socialProvider, {
  async beforeSave(_context, saving) {
    createSecrets(services.tokenSecret).keep(saving, ['clientSecret']);
    const values = saving.values as unknown as ProviderAddresses & Omit<Provider, 'clientSecret'> & { readonly clientSecret: string | null; readonly enabled: number };
    const wrong = wrongField(values);
    if (wrong !== null) throw new Refused(refuse(`social.${wrong}`, { source: values.source }, { field: wrong }));
    if (Number(values.enabled) !== 1) return;
    const { source, issuer, clientId, clientSecret, scope, redirectUri } = opened(services, values);
    try {
      await connect({ source, issuer, clientId, clientSecret, scope, redirectUri }, await allowedProviders(services));
    } catch (error) {
      throw new Refused(error instanceof NotAllowed ? refuse('social.host', { address: error.address }, { field: 'issuer' }) : refuse('social.unreachable', { reason: troubleWith(error) }, { field: 'issuer' }));
    }
  },
});
