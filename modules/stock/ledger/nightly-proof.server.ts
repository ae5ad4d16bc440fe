/** The ledger replayed by night, place by place, so that by day only what has moved since is replayed. */
import type { Id } from '../../../kernel/core/field.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { forEachTenant, type TenantTask } from '../../../parts/jobs/tenant-tasks.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { prove, type BadRow } from './proof.server.ts';

const A_DAY_MS = 86_400_000;

/** Where balances are not what moves make of them: for the error log of the company. */
class NotProved extends Error {
  constructor(rows: readonly BadRow[]) {
    super(`stock is not the sum of its moves: ${JSON.stringify(rows)}`);
  }
}

/**
 * Replays every place in a transaction of its own and notes those that are right; the others are named, and replayed by
 * day.
 */
async function replayPlaces({ transaction }: TenantTask): Promise<void> {
  const places = await transaction(
    ({ tx }) => tx.rows<{ id: Id }>(sql`select distinct s.location_id as id from stock s order by 1`),
    { readOnly: true },
  );
  const bad: BadRow[] = [];
  for (const { id } of places)
    await transaction(async (context) => {
      const { firstBadRow } = await prove(context, { locationId: id, replayed: true });
      if (firstBadRow !== null) bad.push(firstBadRow);
      await context.tx.run(
        firstBadRow === null
          ? sql`insert into stock_proof (location_id, proved_time) values (${id}::bigint, ${context.now}::timestamptz)
              on conflict (tenant_id, location_id) do update set proved_time = excluded.proved_time`
          : sql`delete from stock_proof p where p.location_id = ${id}::bigint`,
      );
    });
  if (bad.length > 0) throw new NotProved(bad);
}

/** Once a day, company by company. */
export const replayByNight = (services: Services): ScheduledTask => ({
  name: 'stock.prove',
  everyMs: A_DAY_MS,
  run: () => forEachTenant(services, 'stock.prove', replayPlaces, { frozen: true }),
});
