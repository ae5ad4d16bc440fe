/** What happened on an in-store bill: its deliveries with their lots, and its cases. */
import type { Context } from '../../kernel/server/context.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readLinesOf, readPage } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { inStoreReceiving } from './in-store-receiving.resource.ts';
import { inStoreDifference } from './in-store-difference.document.ts';

const SHOWN = { current: 1, size: 200 };

/** Deliveries, the latest first, each with its lines. */
export async function deliveriesOf(
  registry: Registry,
  context: Context,
  instoreId: string,
): Promise<Record<string, unknown>[]> {
  const { records } = await readPage(registry, inStoreReceiving, context, { ...SHOWN, instoreId });
  const lines = await readLinesOf(
    registry,
    inStoreReceiving,
    'details',
    context,
    records.map((record) => String(record['id'])),
  );
  const missing = await papersMissingOf(context, [...lines.values()].flat());
  return records.map((record) => ({
    ...record,
    details: (lines.get(String(record['id'])) ?? []).map((line) => ({
      ...line,
      ownerId: record['id'],
      missingPapers: missing.get(lotOf(line)) ?? '',
    })),
  }));
}

const lotOf = ({ batchId }: Record<string, unknown>): string => String(batchId ?? '');

/** What the lots that came still lack, by lot. */
async function papersMissingOf(
  context: Context,
  lines: readonly Record<string, unknown>[],
): Promise<ReadonlyMap<string, string>> {
  const lots = lines.map(lotOf).filter((id) => id !== '');
  const rows = await context.tx.rows<{ id: string; missingPapers: string }>(
    sql`select id, missing_papers from batch where id = any(${lots}::bigint[]) and missing_papers is not null`,
  );
  return new Map(rows.map((row) => [row.id, row.missingPapers]));
}

export async function differencesOf(
  registry: Registry,
  context: Context,
  instoreId: string,
): Promise<readonly RecordOf<typeof inStoreDifference>[]> {
  return (
    await readPage(registry, { ...inStoreDifference, scope: null }, context, SHOWN, [
      sql`t.instore_id = ${instoreId}::bigint`,
    ])
  ).records;
}
