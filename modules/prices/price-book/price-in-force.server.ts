/** What a new single price begins with: the unit of its material, and the price it would follow. */
import { flagOf, type Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { unknownRecord, type Call } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dateIn, idIn } from './price-calls.server.ts';
import * as calls from './price.calls.ts';
import { sourcesOf } from './price-history.server.ts';
import { SEES } from './price.resource.ts';
import { LEVELS } from './price.rules.ts';
import { pricesAt } from './price-resolver.server.ts';

const serveInForce = (contract: typeof calls.settlementInForce, type: 'settlement' | 'joint'): Call =>
  serve(contract, async (context, input) => {
    const { materialId } = input;
    const unit = await context.tx.row<{ unitId: Id; unitName: string }>(sql`
      select u.id as unit_id, u.called as unit_name
      from material m join material_unit u on u.id = coalesce(m.purchase_unit_id, m.base_unit_id)
      where m.id = ${materialId}::bigint`);
    if (unit === undefined) throw unknownRecord(label('物料', 'Material'));
    if (!context.allowed(SEES[type])) return { materialId, ...unit, now: null };
    const enterpriseId = idIn(input, 'enterpriseId');
    const [found] = await pricesAt(
      context,
      type,
      idIn(input, 'deptId') ?? null,
      dateIn(context, input),
      [{ materialId }],
      { roles: [], ...(enterpriseId === undefined ? {} : { enterpriseId }) },
    );
    if (found === undefined || !found.answer.found) return { materialId, ...unit, now: null };
    const { answer, ladder, unitId } = found;
    const source = (await sourcesOf(context, type, [answer.entry.id])).get(answer.entry.id);
    return {
      materialId,
      ...unit,
      now: {
        price: answer.figures.price.toString(),
        unitId,
        unitName: ladder?.units.find(({ id }) => id === unitId)?.name ?? '',
        startDate: answer.entry.startDate,
        where: LEVELS[answer.level][context.language],
        byName: source?.byName ?? '',
        approved: flagOf(source?.approved === true),
      },
    };
  });

export const inForceCalls: readonly Call[] = [
  serveInForce(calls.settlementInForce, 'settlement'),
  serveInForce(calls.jointInForce, 'joint'),
];
