/** What a case of goods between our own places says beside its claim: whose word it waits for, and what it is worth. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Bill } from '../bill.server.ts';
import type { StoredLine } from '../bill-lines.server.ts';

interface Sent {
  readonly line: StoredLine;
  readonly qty: Decimal;
}
interface Ends {
  readonly fromDeptId: Id;
  readonly fromKind: string;
  readonly toDeptId: Id;
  readonly transitId: Id;
}

/** The sender of a bill, and what each claim on it is about. Two statements. */
export async function sentFrom(context: Context, { row, locationId }: Bill, claims: readonly Sent[]) {
  const ends = (await context.tx.row<Ends>(sql`
    select f.dept_id as from_dept_id, f.kind as from_kind, t.dept_id as to_dept_id, x.id as transit_id
    from stock_location f, stock_location t join stock_location x on x.transit_for_id = t.id
    where f.id = ${row.fromLocationId}::bigint and t.id = ${locationId}::bigint`))!;
  const costs = new Map(
    (
      await context.tx.rows<{ batchId: Id; unitCost: DecimalText }>(sql`
        select s.batch_id, s.unit_cost from stock_batch s where s.location_id = ${ends.transitId}::bigint
          and s.batch_id = any(${claims.flatMap(({ line }) => line.batchId ?? [])}::bigint[])`)
    ).map(({ batchId, unitCost }) => [batchId, Decimal.of(unitCost)]),
  );
  return {
    deptId: ends.fromDeptId,
    side: ends.fromKind === 'factory-warehouse' ? 'factory' : 'project',
    of: ({ line, qty }: Sent) => ({
      fromLocationId: row.fromLocationId,
      batchId: line.batchId,
      requireDeptId: ends.fromDeptId,
      visibleDeptIds: [...new Set([ends.fromDeptId, ends.toDeptId])],
      amount: qty
        .abs()
        .times(line.factor)
        .times(costs.get(line.batchId ?? '') ?? Decimal.zero)
        .toFixed(2),
    }),
  };
}
