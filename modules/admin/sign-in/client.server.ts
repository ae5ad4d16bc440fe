import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { notPermitted, type Context } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { client } from './client.resource.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';

const MASK = '******';

export interface ClientRecord {
  readonly clientId: string;
  readonly grants: readonly string[];
  readonly scope: string;
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

/** Client secrets are long lived identifiers that every browser carries: a plain digest is enough, and fast. */
export const digestOfSecret = (secret: string): string => `sha256:${createHash('sha256').update(secret).digest('hex')}`;

/** The client named by an `Authorization: Basic` header, or null. */
export async function clientOf(tx: Transaction, authorization: string): Promise<ClientRecord | null> {
  const basic = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(authorization.trim());
  if (basic === null) return null;
  const [id = '', ...rest] = Buffer.from(basic[1]!, 'base64').toString('utf8').split(':');
  const row = await tx.row<{
    clientId: string;
    clientSecret: string;
    authorizedGrantTypes: string;
    scope: string;
    accessTokenValidity: number;
    refreshTokenValidity: number;
  }>(sql`
    select client_id, client_secret, authorized_grant_types, scope, access_token_validity, refresh_token_validity
    from client where client_id = ${id} and frozen = 0`);
  const given = Buffer.from(digestOfSecret(rest.join(':')));
  const stored = Buffer.from(row?.clientSecret ?? digestOfSecret(''));
  if (row === undefined || given.length !== stored.length || !timingSafeEqual(given, stored)) return null;
  return {
    clientId: row.clientId,
    grants: row.authorizedGrantTypes.split(',').map((grant) => grant.trim()),
    scope: row.scope,
    accessSeconds: row.accessTokenValidity,
    refreshSeconds: row.refreshTokenValidity,
  };
}

/** Platform tables are written by the platform's own tenant only. */
export function requirePlatform(context: Context): void {
  if (context.tenant !== PLATFORM_TENANT) throw notPermitted();
}

export const clientBehaviour = behaviour(client, {
  beforeSave(context, saving) {
    requirePlatform(context);
    const { values } = saving;
    if (Number(values.refreshTokenValidity) <= Number(values.accessTokenValidity))
      throw new Refused(refuse('client.validity', {}, { field: 'refreshTokenValidity' }));
    const secret = String(values.clientSecret ?? '');
    values.clientSecret =
      secret === MASK && saving.before !== null
        ? saving.before.clientSecret
        : saving.before?.clientSecret === secret
          ? secret
          : digestOfSecret(secret);
  },
  async beforeRemove(context) {
    requirePlatform(context);
  },
});
