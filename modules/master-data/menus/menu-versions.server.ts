/** Versions of a menu: the next one as a copy, and the plans that stand on it or on those before. */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { plansOnMenus } from './menu-plans.port.server.ts';
import type { BuiltPlans } from './menu-plans.ts';
import { menuTemplate } from './menu-template.document.ts';
import { requireId } from '../units/unit-calls.server.ts';

type Row = Readonly<Record<string, unknown>>;

export const menuVersionCalls = ({ registry }: Services): readonly Call[] => [
  {
    method: 'GET',
    service: 'master-data',
    path: 'menutemplate/plans',
    permission: ['menutemplate_view', 'menutemplate_edit'],
    summary: label('按菜谱编制的计划', 'Plans built on menus, or on their versions before'),
    handle: (context, input) => plansOf(context, readIds(input)),
  },
  {
    method: 'POST',
    service: 'master-data',
    path: 'menutemplate/newVersion',
    permission: 'menutemplate_add',
    summary: label('菜谱另存为新版本', 'A new version of a menu, as a draft'),
    handle: (context, input) => newVersion(registry(), context, input),
  },
];

async function plansOf(context: Context, ids: readonly Id[]): Promise<BuiltPlans> {
  const line = await context.tx.rows<{ id: Id }>(sql`
    with recursive line as (select t.id, t.previous_id from menu_template t where t.id = any(${[...ids]}::bigint[]) union select t.id, t.previous_id from menu_template t join line l on t.id = l.previous_id) select id from line`);
  return plansOnMenus(
    context,
    line.map((row) => row.id),
  );
}

/** A draft with the same places, meals and dishes that follows this one; one at a time. Frozen dishes come along and are marked on its board. */
async function newVersion(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const id = requireId(input, 'id');
  const source = await readRecord(registry, menuTemplate, context, { id });
  if (source === undefined) throw unknownRecord(menuTemplate.label);
  if (source['status'] !== 'approved')
    throw new Refused(refuse('master-data.menu-version-of', { billCode: source['billCode'] }));
  await context.tx.run(sql`select 1 from menu_template where id = ${id}::bigint for no key update`);
  const drawn = await context.tx.row<{ billCode: string }>(
    sql`select bill_code from menu_template where previous_id = ${id}::bigint and status in ('draft', 'rejected', 'pending') order by id limit 1`,
  );
  if (drawn !== undefined)
    throw new Refused(
      refuse('master-data.menu-version-drawn', { billCode: source['billCode'], draft: drawn.billCode }),
    );
  const copied = (names: readonly string[], row: Row): Row =>
    Object.fromEntries(names.map((name) => [name, row[name] === '' ? null : row[name]]));
  const lines = (key: 'meals' | 'details'): Row[] =>
    (source[key] as readonly Row[]).map((line) => copied(Object.keys(menuTemplate.lines![key].fields), line));
  const made = await saveRecord(registry, menuTemplate, context, {
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
  return readRecord(registry, menuTemplate, context, { id: made });
}
