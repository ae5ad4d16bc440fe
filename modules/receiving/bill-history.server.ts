/** What happened on an in-store: its deliveries with their lots, and its cases. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { RecordOf, WholeRecord } from '../../kernel/core/shape.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readLinesOf, readPage } from '../../kernel/server/record-query.ts';
import { inStoreReceiving } from './in-store-receiving.resource.ts';
import { inStoreDifference } from './in-store-difference.document.ts';

const SHOWN = { current: 1, size: 200 };

/** Deliveries, the latest first, each with its lines. */
export async function deliveriesOf(context: Context, instoreId: Id): Promise<ShownDelivery[]> {
  const { records } = await readPage(inStoreReceiving, context, { ...SHOWN, instoreId });
  const lines = await readLinesOf(
    inStoreReceiving,
    'details',
    context,
    records.map((record) => record.id),
  );
  const missing = await papersMissingOf(context, [...lines.values()].flat());
  return records.map((record) => ({
    ...record,
    details: (lines.get(record.id) ?? []).map((line) => ({
      ...line,
      ownerId: record.id,
      missingPapers: missing.get(line.batchId ?? '') ?? '',
    })),
  }));
}

/** A delivery as it is shown, its lines with the papers their lots lack. */
type ShownDelivery = RecordOf<typeof inStoreReceiving> & {
  readonly details: readonly (DeliveryLine & { readonly missingPapers: string })[];
};
type DeliveryLine = WholeRecord<typeof inStoreReceiving>['details'][number];

/** What the lots that came still lack, by lot. */
async function papersMissingOf(context: Context, lines: readonly DeliveryLine[]): Promise<ReadonlyMap<string, string>> {
  const lots = lines.flatMap((line) => line.batchId || []);
  const rows = await context.tx.rows<{ id: string; missingPapers: string }>(
    sql`select id, missing_papers from batch where id = any(${lots}::bigint[]) and missing_papers is not null`,
  );
  return new Map(rows.map((row) => [row.id, row.missingPapers]));
}

/** The cases of a bill, whoever sees them. */
export async function differencesOf(
  context: Context,
  instoreId: Id,
): Promise<readonly RecordOf<typeof inStoreDifference>[]> {
  return (
    await readPage({ ...inStoreDifference, scope: null }, context, SHOWN, [sql`t.instore_id = ${instoreId}::bigint`])
  ).records;
}
