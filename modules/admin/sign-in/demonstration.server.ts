import type { Call } from '../../../kernel/server/context.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { roleSeeds, sitePeople } from '../rights/demonstration-roles.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';
import { demonstration } from './sign-in.calls.ts';

/** Roles without a day of work to show. */
const NOT_OFFERED = new Set(['admin', 'user', 'client', 'guest', 'auditor']);

/** Whoever looks at the demonstration enters as one of its people. A program started without it names nobody. */
export const demonstrationCall = ({ database, demonstrationPassword: password }: Services): Call =>
  serve(demonstration, async ({ language }) => {
    if (password === undefined) return [];
    const offered = [
      ...roleSeeds
        .filter(({ alias }) => !NOT_OFFERED.has(alias))
        .map(({ alias, account = alias, label }) => ({ account, label })),
      ...sitePeople,
    ];
    const accounts = offered.map(({ account }) => account);
    const rows = await database.transaction({ tenant: PLATFORM_TENANT, timeZone: 'UTC', readOnly: true }, (tx) =>
      tx.rows<{ account: string }>(sql`select account from app_user where account = any(${accounts}) and frozen = 0`),
    );
    const there = new Set(rows.map(({ account }) => account));
    return offered.flatMap(({ account, label }) =>
      there.has(account) ? [{ tenantId: PLATFORM_TENANT, account, password, role: label[language] }] : [],
    );
  });
