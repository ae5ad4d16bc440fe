import { momentIn } from './clock.ts';
import { contextOf, type Context, type SignedIn } from './context.ts';
import { sql } from './database.ts';
import type { Services } from './registry.ts';

/** Work of one company that nobody in particular asked for. */
export interface ByClock {
  readonly tenant: string;
  readonly timeZone: string;
  transaction<T>(work: (context: Context) => Promise<T>, how?: { readonly readOnly?: boolean }): Promise<T>;
}

/** Nobody in particular: what happens because time has passed. */
export const systemUser = (tenant: string, timeZone: string): SignedIn => ({
  userId: '0',
  tenant,
  timeZone,
  account: '',
  realName: '',
  deptId: '',
  roles: [],
  permissions: new Set(),
  scope: { all: true },
  sessionId: '0',
});

/** Each company that is not frozen, one after the other. `chore` names the work in the log. */
export async function eachTenant(
  { database, registry }: Pick<Services, 'database' | 'registry'>,
  chore: string,
  work: (company: ByClock) => Promise<unknown>,
): Promise<void> {
  const tenants = await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.rows<{ tenantId: string; timeZone: string }>(sql`select tenant_id, time_zone from tenant where frozen = 0`),
  );
  for (const { tenantId: tenant, timeZone } of tenants) {
    const user = systemUser(tenant, timeZone);
    await work({
      tenant,
      timeZone,
      transaction: (act, { readOnly = false } = {}) =>
        database.transaction({ tenant, timeZone, readOnly }, (tx) => {
          const now = momentIn(timeZone, new Date());
          return act(contextOf({ tx, registry: registry(), user, now, language: 'zh', requestId: chore }));
        }),
    });
  }
}
