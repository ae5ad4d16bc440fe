import fs from 'node:fs/promises';
import path from 'node:path';
import { sql, type Database, type Sql } from '../../parts/postgres/database.ts';
import { nameOf } from '../../parts/storage/file-store.ts';
import type { ScheduledTask, Services } from '../../kernel/server/registry.ts';

const EVERY_MS = 21_600_000;
const IDLE_MS = 3_600_000;
const NAME = /^([A-Za-z0-9]{1,12})-(\d{1,19})$/;
const AT_ONCE = 1_000;

/**
 * Ids of files whose bytes may be judged: not of today, since their row may still be on its way, and of no time before
 * the tenant was here, since that was another database.
 */
interface Span {
  readonly tenantId: string;
  readonly first: string;
  readonly last: string;
}
/** The first id of a moment, as `new_id` makes them. */
const idAt = (moment: Sql): Sql => sql`((extract(epoch from ${moment}) * 1000)::bigint - 1577836800000) << 22`;
/** What is older than a month was judged long ago. */
const spans = (database: Database): Promise<Span[]> =>
  database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.rows<Span>(sql`
  select tenant_id, ${idAt(sql`greatest(create_time, now() - interval '30 days')`)} as first,
    ${idAt(sql`now() - interval '1 day'`)} as last from tenant`),
  );

/**
 * Of these ids those whose bytes do not lie here by right: no row, after a save that was rolled back, or moved to an
 * object storage.
 */
const unowned = (database: Database, tenant: string, ids: readonly string[]): Promise<{ id: string }[]> =>
  database.transaction({ tenant, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.rows<{ id: string }>(sql`
  select w.id from unnest(${ids}::bigint[]) w(id) where not exists (select 1 from stored_file f
  where f.id = w.id and f.oss_code = '')`),
  );

/** Uploads that broke off with the program, and bytes that belong to no file, are removed from the folder. */
export const sweepFolder = ({ database, fileFolder }: Services): ScheduledTask => ({
  name: 'file.folder-sweep',
  everyMs: EVERY_MS,
  async run() {
    const of = new Map(
      (await spans(database)).map(({ tenantId, first, last }) => [
        tenantId,
        { first: BigInt(first), last: BigInt(last) },
      ]),
    );
    const found = new Map<string, string[]>();
    const removeUnowned = async (tenant: string, ids: readonly string[]): Promise<void> => {
      for (const { id } of await unowned(database, tenant, ids))
        await fs.rm(path.join(fileFolder, nameOf(tenant, id)), { force: true });
    };
    for await (const { name } of await fs.opendir(fileFolder)) {
      if (name.endsWith('.upload')) await removeIdle(path.join(fileFolder, name));
      const [, tenant = '', id = ''] = NAME.exec(name) ?? [];
      const span = of.get(tenant);
      if (span === undefined || BigInt(id) < span.first || BigInt(id) > span.last) continue;
      const ids = found.get(tenant) ?? [];
      found.set(tenant, ids);
      if (ids.push(id) === AT_ONCE) await removeUnowned(tenant, ids.splice(0));
    }
    for (const [tenant, ids] of found) await removeUnowned(tenant, ids);
  },
});

/** Nobody writes it any more: whoever does is let go long before. */
async function removeIdle(upload: string): Promise<void> {
  const seen = await fs.stat(upload).catch(() => null);
  if (seen !== null && seen.mtimeMs < Date.now() - IDLE_MS) await fs.rm(upload, { force: true });
}
