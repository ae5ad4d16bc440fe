/** Versions of a menu: the next one as a copy, and the plans that stand on it or on those before. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { plansOnMenus } from './menu-plans.port.server.ts';
import * as calls from './menu-template.calls.ts';
import { menuTemplate } from './menu-template.document.ts';
import { requireId } from '../units/unit-calls.server.ts';

export const builtPlans = serve(calls.builtPlans, async (context, input) => {
  const ids = readIds(input);
  const line = await context.tx.rows<{ id: Id }>(sql`
    with recursive line as (select t.id, t.previous_id from menu_template t where t.id = any(${[...ids]}::bigint[])
      union select t.id, t.previous_id from menu_template t join line l on t.id = l.previous_id) select id from line`);
  return plansOnMenus(
    context,
    line.map((row) => row.id),
  );
});

/** One at a time. Frozen dishes come along and are marked on its board. */
export const newVersion = serve(calls.newVersion, async (context, input) => {
  const id = requireId(input, 'id');
  const source = await recordById(context, menuTemplate, id);
  if (source.status !== 'approved')
    throw new Refused(refuse('master-data.menu-version-of', { billCode: source.billCode }));
  await context.tx.run(sql`select 1 from menu_template where id = ${id}::bigint for no key update`);
  const drawn = await context.tx.row<{ billCode: string }>(
    sql`select bill_code from menu_template where previous_id = ${id}::bigint
      and status in ('draft', 'rejected', 'pending') order by id limit 1`,
  );
  if (drawn !== undefined)
    throw new Refused(refuse('master-data.menu-version-drawn', { billCode: source.billCode, draft: drawn.billCode }));
  const copied = (names: readonly string[], row: Input): Input =>
    Object.fromEntries(names.map((name) => [name, row[name] === '' ? null : row[name]]));
  const lines = (key: 'meals' | 'details'): Input[] =>
    source[key].map((line) => copied(Object.keys(menuTemplate.lines![key].fields), line));
  const made = await saveRecord(menuTemplate, context, {
    ...copied(
      [
        'name',
        'menuTemplateTypeId',
        'templateKind',
        'bladeProjectDeptId',
        'useRestaurantDeptIds',
        'gearOperationDeptIds',
        'cycleDays',
        'cycleStartDate',
        'serviceWeekdays',
        'startDate',
        'endDate',
        'remark',
      ],
      source,
    ),
    previousId: id,
    meals: lines('meals'),
    details: lines('details'),
  });
  return recordById(context, menuTemplate, made);
});
