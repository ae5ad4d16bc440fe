import { momentIn } from '../../kernel/server/clock.ts';
import { contextOf, type Context, type SignedIn } from '../../kernel/server/context.ts';
import { sql } from '../postgres/database.ts';
import type { Services } from '../../kernel/server/registry.ts';

/** Work of one company that nobody in particular asked for. */
export interface TenantTask {
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

/** Work by the clock that failed for some companies, after it was done for all others. */
export class FailedForSome extends Error {
  readonly failures: readonly { readonly tenant: string; readonly error: unknown }[];
  constructor(failures: FailedForSome['failures']) {
    super(`failed for ${failures.map(({ tenant }) => tenant).join(', ')}`, { cause: failures[0]!.error });
    this.failures = failures;
  }
}

/**
 * Each company that is not frozen, one after the other, whatever becomes of the one before. `task` names the work in
 * the log;
 * `frozen` takes in those that are frozen.
 */
export async function forEachTenant(
  { database, registry }: Pick<Services, 'database' | 'registry'>,
  task: string,
  work: (company: TenantTask) => Promise<unknown>,
  { frozen = false } = {},
): Promise<void> {
  const tenants = await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.rows<{ tenantId: string; timeZone: string }>(
      sql`select tenant_id, time_zone from tenant where frozen = 0 or ${frozen} order by tenant_id`,
    ),
  );
  const failures: { tenant: string; error: unknown }[] = [];
  for (const { tenantId: tenant, timeZone } of tenants) {
    const user = systemUser(tenant, timeZone);
    const transaction: TenantTask['transaction'] = (act, { readOnly = false } = {}) =>
      database.transaction({ tenant, timeZone, readOnly }, (tx) => {
        const now = momentIn(timeZone, new Date());
        return act(contextOf({ tx, registry: registry(), user, now, language: 'zh', requestId: task }));
      });
    await work({ tenant, timeZone, transaction }).catch((error: unknown) => failures.push({ tenant, error }));
  }
  if (failures.length > 0) throw new FailedForSome(failures);
}
