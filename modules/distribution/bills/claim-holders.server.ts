/** Who holds the meals of sales plans and special meals. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { HOLDERS } from '../../planning/claims.server.ts';

interface Held {
  readonly sourceType: string;
  readonly sourceId: Id;
  readonly sourceLineId: Id;
  /** Number of the plan or distribution that holds it. */
  readonly billCode: string;
}
/** Who else holds lines of these documents. */
export const holdersOf = (
  context: Context,
  billId: Id | null,
  sources: readonly Pick<Held, 'sourceType' | 'sourceId'>[],
): Promise<Held[]> =>
  context.tx.rows<Held>(sql`
    select c.source_type, c.source_id, c.source_line_id, coalesce(p.bill_code, d.bill_code, '') as bill_code
    from plan_claim c
    join unnest(${sources.map((each) => each.sourceType)}::text[], ${sources.map((each) => each.sourceId)}::bigint[])
      as s(type, id) on s.type = c.source_type and s.id = c.source_id
    left join requirement_plan p on c.holder_type = ${HOLDERS.plan} and p.id = c.holder_id
    left join distribution d on c.holder_type = ${HOLDERS.distribution} and d.id = c.holder_id
    where c.released_time is null and c.holder_id is distinct from ${billId}::bigint
    order by c.source_id, c.source_line_id`);
