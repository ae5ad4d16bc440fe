import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { readDraft } from '../../../kernel/core/validate.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import { readPlatformParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { idOf } from '../../../kernel/server/save.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import { connect, NotAllowed, type Provider } from './open-id.server.ts';
import { opened, unreachableReason } from './social-flow.server.ts';
import { socialProvider } from './social-provider.resource.ts';
import { wrongField, type ProviderAddresses } from './social-provider.rules.ts';

type Values = ProviderAddresses &
  Omit<Provider, 'clientSecret'> & { readonly clientSecret: string | null; readonly enabled: number };

/** A provider that is switched on was asked who it is; one that cannot answer stays off. */
export const socialProviderBehaviour = (services: Services) =>
  behaviour(socialProvider, {
    prepare: (context, body) => asked(services, context, body ?? {}),
    async beforeSave(context, saving) {
      createSecrets(services.tokenSecret).sealGiven(saving, ['clientSecret']);
      const values = saving.values as unknown as Values;
      const wrong = wrongField(values);
      if (wrong !== null) throw new Refused(refuse(`social.${wrong}`, { source: values.source }, { field: wrong }));
      if (Number(values.enabled) !== 1) return;
      // What was asked is what is switched on, unless somebody changed it meanwhile.
      if (context.prepared !== question(services, values, await readPlatformParameter(context, 'social.allowedHosts')))
        throw new Refused(refuse('busy.retry'));
    },
  });

/**
 * Before the transaction: asks the provider as it is to stand over the network, and answers what was asked. Nothing
 * where it is to be off, or is refused anyway.
 */
async function asked(services: Services, context: Context, body: Input): Promise<string | undefined> {
  const id = idOf(body);
  const { before, allowed } = await inTransaction(
    services.database,
    context,
    async (inside) => ({
      before:
        id === null
          ? null
          : ((await inside.tx.row(sql`select * from social_provider where id = ${id}::bigint`)) ?? null),
      allowed: await readPlatformParameter(inside, 'social.allowedHosts'),
    }),
    { readOnly: true },
  );
  if (id !== null && before === null) return undefined;
  const { draft, refusals } = readDraft(socialProvider, body, id === null);
  const saving = { before, values: { ...before, ...draft.values } };
  createSecrets(services.tokenSecret).sealGiven(saving, ['clientSecret']);
  const values = saving.values as unknown as Values;
  if (refusals.length > 0 || Number(values.enabled) !== 1 || wrongField(values) !== null) return undefined;
  const provider = providerIn(services, values);
  try {
    await connect(provider, allowed);
  } catch (error) {
    throw new Refused(
      error instanceof NotAllowed
        ? refuse('social.host', { address: error.address }, { field: 'issuer' })
        : refuse('social.unreachable', { reason: unreachableReason(error) }, { field: 'issuer' }),
    );
  }
  return question(services, values, allowed);
}

function providerIn(services: Services, values: Values): Provider {
  const { source, issuer, clientId, clientSecret, scope, redirectUri } = opened(services, values);
  return { source, issuer, clientId, clientSecret, scope, redirectUri };
}
const question = (services: Services, values: Values, allowed: string): string =>
  JSON.stringify([providerIn(services, values), allowed]);
