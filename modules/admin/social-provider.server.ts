import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Call } from '../../kernel/server/context.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import { inTransaction } from '../../kernel/server/own-transaction.ts';
import { readPlatformParameter } from '../../kernel/server/parameters.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { createSecrets } from '../../kernel/server/secrets.ts';
import { connect, isKnown, NotAllowed, type Provider } from './open-id.server.ts';
import { opened, troubleWith } from './social-flow.server.ts';
import { socialProvider } from './social-provider.resource.ts';
import { wrongField, type ProviderAddresses } from './social-provider.rules.ts';

interface Unasked {
  readonly provider: Provider;
  readonly allowed: string;
}
/** Whom to ask over the network before this can be saved: not while a transaction is open. A sheet, which asks nobody, is refused by it. */
const unasked = new WeakMap<Refusal, Unasked>();
function askFirst(of: Unasked): never {
  const refusal = refuse('social.ask-first', { source: of.provider.source }, { field: 'enabled' });
  unasked.set(refusal, of);
  throw new Refused(refusal);
}

/** A provider that is switched on was asked who it is; one that cannot answer stays off. */
export const socialProviderBehaviour = (services: Services) => behaviour(socialProvider, {
  async beforeSave(context, saving) {
    createSecrets(services.tokenSecret).keep(saving, ['clientSecret']);
    const values = saving.values as unknown as ProviderAddresses & Omit<Provider, 'clientSecret'> & { readonly clientSecret: string | null; readonly enabled: number };
    const wrong = wrongField(values);
    if (wrong !== null) throw new Refused(refuse(`social.${wrong}`, { source: values.source }, { field: wrong }));
    if (Number(values.enabled) !== 1) return;
    const { source, issuer, clientId, clientSecret, scope, redirectUri } = opened(services, values);
    const provider = { source, issuer, clientId, clientSecret, scope, redirectUri };
    const allowed = await readPlatformParameter(context, 'social.allowedHosts');
    if (!isKnown(provider, allowed)) askFirst({ provider, allowed });
  },
});

async function ask({ provider, allowed }: Unasked): Promise<void> {
  try {
    await connect(provider, allowed);
  } catch (error) {
    throw new Refused(error instanceof NotAllowed ? refuse('social.host', { address: error.address }, { field: 'issuer' }) : refuse('social.unreachable', { reason: troubleWith(error) }, { field: 'issuer' }));
  }
}

/** Saving a provider: where it has to be asked first, the transaction is given back meanwhile and begun again. */
export const socialProviderCalls = (services: Services): readonly Call[] => {
  const of = socialProvider as unknown as Declaration;
  return of.calls.filter((verb) => ['submit', 'saveOrUpdate', 'save', 'update'].includes(verb)).map((verb): Call => {
    const path = `${of.segment}/${verb}`;
    return {
      method: 'POST', service: of.service, path, permission: [permissionOf(of, 'add'), permissionOf(of, 'edit')], ownTransactions: true, summary: label(`保存${of.label.zh}`, `Save ${of.label.en}`),
      async handle(context, input) {
        const derived = declaredCalls(services.registry(), of).find((each) => each.path === path)!;
        const save = (): Promise<unknown> => inTransaction(services.database, context, (inside) => derived.handle(inside, input, null));
        try {
          return await save();
        } catch (error) {
          const waiting = error instanceof Refused ? error.refusals.map((each) => unasked.get(each)).find((each) => each !== undefined) : undefined;
          if (waiting === undefined) throw error;
          await ask(waiting);
          return save();
        }
      },
    };
  });
};
