/** Two who receive one bill at once: what the first did the second is told before he receives it again. */
import type { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { StoredLine } from './bill-lines.server.ts';
import type { Entered } from './read-delivery.server.ts';

interface Moved {
  readonly line: StoredLine;
  readonly seen: Decimal;
  readonly index: number;
}

/**
 * Refuses lines of which more, or less, was received than the person saw. The bill is locked. Who does not say what he
 * saw, such as a scale that sends what it weighed, is measured by the limit of the line alone.
 */
export async function refuseReceivedMeanwhile(
  context: Context,
  instoreId: Id,
  byId: ReadonlyMap<Id, StoredLine>,
  typed: readonly Entered[],
): Promise<void> {
  const moved = typed.flatMap(({ detailId, receivedBefore: seen }, index): Moved[] => {
    const line = byId.get(detailId);
    return line === undefined || seen === null || line.received.equals(seen) ? [] : [{ line, seen, index }];
  });
  if (moved.length === 0) return;
  const last = new Map(
    (
      await context.tx.rows<{ detailId: Id; userName: string; time: string }>(sql`
        select distinct on (l.detail_id) l.detail_id, u.real_name as user_name,
          to_char(r.update_time, 'HH24:MI') as time
        from in_store_receiving r
        join in_store_receiving_detail l on l.in_store_receiving_id = r.id
        left join app_user u on u.id = r.update_user
        where r.instore_id = ${instoreId}::bigint
          and l.detail_id = any(${moved.map(({ line }) => line.detailId)}::bigint[])
        order by l.detail_id, r.update_time desc, r.id desc`)
    ).map((row) => [row.detailId, row]),
  );
  throw new Refused(
    ...moved.map(({ line, seen, index }) =>
      refuse(
        'receiving.received-meanwhile',
        {
          material: line.material,
          unit: line.unit,
          seen,
          received: line.received,
          user: last.get(line.detailId)?.userName ?? '',
          time: last.get(line.detailId)?.time ?? '',
        },
        { line: index + 1, field: 'acceptedQty' },
      ),
    ),
  );
}
