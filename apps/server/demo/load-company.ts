/** The demonstration company in a tenant that has none: made at a first start, or because its administrator asks. */
import { loadSignedIn } from '../../../modules/admin/rights/signed-in.server.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { SignedIn } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import type { Program } from '../main.ts';
import { buildCompany, DEMO_SHAPE, type CompanyShape } from './company.ts';
import { inProcessClient } from './in-process-client.ts';
import { attachFiles } from './files.ts';
import { furnishOffice } from './office-life.ts';
import { placePeople } from './place-people.ts';
import { drawProcesses } from './processes.ts';
import { hearSuppliers } from './supplier-answers.ts';
import { workTwoWeeks } from './two-weeks.ts';

/** How large it is, and how long it has worked. */
export interface CompanySize {
  readonly shape: CompanyShape;
  readonly days: number;
  /** Without posts, notices, mail and reports it is enough for most tests. */
  readonly furnished: boolean;
}
export const DEMO_SIZE: CompanySize = { shape: DEMO_SHAPE, days: 14, furnished: true };

interface Loading {
  readonly program: Pick<Program, 'registry' | 'calls'>;
  readonly tenant: string;
  /** Account of whoever does there what only an administrator may. */
  readonly administrator: string;
  readonly today: string;
  readonly size: CompanySize;
  /** Are files that its people attach kept where the program keeps them? Otherwise none are attached. */
  readonly keepsFiles?: boolean;
  /** Is told about once a second how far it is, and may stop it by throwing. */
  progress?(done: number, total: number): Promise<void>;
}

/** Its prices and recipes begin so long ago. */
const DAYS_BEFORE = 60;
/** What stands before the first day, and what is left on the desks, takes as long as so many days. */
const DAYS_TO_BUILD = 5;
const DAYS_TO_END = 3;
/** Of the calls that build it, so many count as a day. */
const CALLS_OF_A_DAY = 300;
const TELL_EVERY_MS = 800;

/**
 * Builds the company and lets it work. Its people must be there, one for each role. In one transaction, so that what
 * is killed or stopped leaves nothing of it.
 */
export async function loadCompany(tx: Transaction, loading: Loading): Promise<void> {
  const { program, tenant, administrator, today, size, keepsFiles = false, progress = async () => {} } = loading;
  const from = dayPlus(today, -DAYS_BEFORE);
  const people = await peopleIn(tx, program, tenant, administrator);
  // Each statement is asked a hundred times for much the same: what planning it anew would find is less than what
  // it costs.
  await tx.run(sql`set local plan_cache_mode = force_generic_plan`);
  const days = Array.from({ length: size.days }, (_, index) => dayPlus(today, index - size.days));
  const total = DAYS_TO_BUILD + days.length + DAYS_TO_END;
  let done = 0;
  let calls = 0;
  let told = -TELL_EVERY_MS;
  const client = inProcessClient(
    program,
    people,
    tx,
    { account: ADMINISTRATOR, moment: `${from} 08:00:00` },
    {
      keepsFiles,
      beforeCall: async () => {
        calls += 1;
        if (performance.now() - told < TELL_EVERY_MS) return;
        told = performance.now();
        await progress(Math.max(done, Math.min(DAYS_TO_BUILD - 1, Math.floor(calls / CALLS_OF_A_DAY))), total);
      },
    },
  );
  const company = await buildCompany(client, from, size.shape);
  await workTwoWeeks(client, company, days, today, async () => {
    // Tables grow from nothing meanwhile, so the planner is told each day.
    await tx.run(sql`select look_at_new_rows()`);
    done = done === 0 ? DAYS_TO_BUILD : done + 1;
  });
  await drawProcesses(client, today, tenant);
  if (size.furnished) {
    await furnishOffice(client, today);
    await hearSuppliers(client, today);
    await attachFiles(client, today);
  }
  await placePeople(tx);
}

/** As the demonstration calls who administers it. */
const ADMINISTRATOR = 'admin';

/** Everybody of the tenant by account, with their rights; its administrator under the name the demonstration knows. */
export async function peopleIn(
  tx: Transaction,
  { registry }: Pick<Program, 'registry'>,
  tenant: string,
  administrator: string,
): Promise<ReadonlyMap<string, SignedIn>> {
  const rows = await tx.rows<{ id: string; account: string }>(sql`select id, account from app_user`);
  const people = new Map<string, SignedIn>();
  for (const { id, account } of rows) {
    const user = await loadSignedIn(tx, registry, tenant, id, null);
    if (user !== null) people.set(account, user);
  }
  const first = people.get(administrator);
  if (first !== undefined) people.set(ADMINISTRATOR, first);
  return people;
}
