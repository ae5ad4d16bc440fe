/** Labels of lots: what stands on them, in the words of who prints. */
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord } from '../../../kernel/server/context.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { batch } from './batch.resource.ts';
import { labelCode } from './lot-label.rules.ts';
import * as calls from './stock-batch.calls.ts';

type Label = TypeOf<typeof calls.lotLabels.answer>[number];

/** Of lots that lie, or lay, at a place of the caller's. */
export const lotLabels = serve(calls.lotLabels, async (context, { batchIds, placeId }) => {
  const ids = readIds({ ids: batchIds });
  if (!/^\d{1,19}$/.test(placeId))
    throw new Refused(refuse('param.invalid', { name: 'placeId', value: placeId }, { field: 'placeId' }));
  const scope = context.user.scope.all ? empty : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`;
  const rows = await context.tx.rows<Omit<Label, 'code'>>(sql`
    select b.id as batch_id, b.batch_code, m.called as material_name, coalesce(m.spec, '') as spec, b.expiry_date,
      b.opened_time, b.thawed_time, b.use_by, l.called as place_name
    from unnest(${ids}::bigint[]) with ordinality g(id, nr)
    join stock_batch s on s.batch_id = g.id and s.location_id = ${placeId}::bigint
    join stock_location l on l.id = s.location_id ${scope}
    join batch b on b.id = s.batch_id join material m on m.id = b.material_id
    order by g.nr`);
  if (rows.length < ids.length) throw unknownRecord(batch.label);
  return rows.map((row) => ({ ...row, code: labelCode(row.batchId) }));
});
