/** Pickers of materials. Who may open a form may choose from them; prices and costs are not among their columns. */
import { label } from '../../../kernel/core/label.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { presentFields, readPage, type Page } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { PURPOSES, type Purpose } from '../authorisation/material-auth.rules.ts';
import { authorised } from '../authorisation/material-auth.server.ts';
import { usesOf } from './material-uses.server.ts';
import { material } from './material.resource.ts';

const LIST_MAX = 200;
const AUTH_LIST_MAX = 500;

export const materialCalls = ({ registry }: Services): readonly Call[] => {
  const whole = (context: Context, input: Input, extra: readonly Sql[]): Promise<Page> =>
    readPage(registry(), material, context, input, extra);
  const page = async (context: Context, input: Input, extra: readonly Sql[]): Promise<Page> =>
    chosen(context, await whole(context, input, extra));
  const get = (path: string, zh: string, en: string, handle: Call['handle']): Call => ({
    method: 'GET',
    service: 'master-data',
    path: `material/${path}`,
    permission: SESSION,
    chooses: material.name,
    summary: label(zh, en),
    handle,
  });
  return [
    get('pageWithAuth', '可用物料分页', 'Materials one may use', async (context, input) =>
      page(context, input, [sql`t.frozen = 0`, (await authorised(context, { date: context.today })).condition]),
    ),
    get('pageWithAuthNew', '某地点可用的物料', 'Materials usable at a place', async (context, input) => {
      const { deptId, date, purpose, showUnavailable, ...filters } = input;
      const may = await authorised(context, whereAndWhatFor(context, { deptId, date, purpose }));
      const found = await whole(
        context,
        filters,
        String(showUnavailable ?? '') === '1' ? [] : [sql`t.frozen = 0`, may.condition],
      );
      return chosen(context, {
        ...found,
        records: found.records.map((row) => {
          const reason =
            row['frozen'] === 1
              ? FROZEN[context.language]
              : may.reason(row as unknown as Parameters<typeof may.reason>[0]);
          return { ...row, usable: reason === '' ? 1 : 0, reason };
        }),
      });
    }),
    get('listWithAuthLimit', '可用物料下拉', 'Materials one may use, for drop-downs', async (context, input) =>
      choices(context, input, AUTH_LIST_MAX, (await authorised(context, whereAndWhatFor(context, input))).condition),
    ),
    {
      method: 'GET',
      service: 'master-data',
      path: 'material/freezeImpact',
      permission: 'material_freeze',
      summary: label('冻结物料的影响', 'What freezing materials touches'),
      handle: async (context, input) =>
        (await usesOf(registry(), context, readIds(input))).map(({ label: of, ...use }) => ({
          ...use,
          label: of[context.language],
        })),
    },
    get('listForSelect', '选择物料', 'Choose materials', (context, input) => choices(context, input, LIST_MAX)),
  ];
};

/** What whoever does not list materials hears of one he may choose: what a line is filled in with. */
const CHOSEN = [
  'id',
  'code',
  'name',
  'spec',
  'materialTypeId',
  'materialTypeName',
  'frozen',
  'baseUnitId',
  'baseUnitName',
  'purchaseUnitId',
  'purchaseUnitName',
  'issueUnitId',
  'issueUnitName',
  'recipeUnitId',
  'recipeUnitName',
  'taxRate',
  'stdYield',
  'sourceKind',
  'usable',
  'reason',
];
export const chosen = (context: Context, page: Page): Page =>
  context.allowed(permissionOf(material, 'view'))
    ? page
    : {
        ...page,
        records: page.records.map((row) =>
          Object.fromEntries(CHOSEN.filter((name) => row[name] !== undefined).map((name) => [name, row[name]])),
        ),
      };

const FROZEN = label('已冻结', 'Frozen');

/** The place, the day and the purpose somebody asks for; what does not read as one was not asked. */
function whereAndWhatFor(context: Context, { deptId, date, purpose }: Input): Parameters<typeof authorised>[1] {
  return {
    ...(/^\d{1,19}$/.test(String(deptId ?? '')) ? { deptId: String(deptId) } : {}),
    date: /^\d{4}-\d{2}-\d{2}$/.test(String(date ?? '')) ? String(date) : context.today,
    ...(PURPOSES.some((each) => each === purpose) ? { purpose: purpose as Purpose } : {}),
  };
}

/** `ids` answers exactly these, frozen ones included, so that stored values can be shown. */
async function choices(
  context: Context,
  input: Input,
  max: number,
  may: Sql = sql`true`,
): Promise<Record<string, unknown>[]> {
  const ids = String(input['ids'] ?? '')
    .split(',')
    .filter((id) => /^\d{1,19}$/.test(id));
  const keyword = String(input['keyword'] ?? input['name'] ?? '')
    .trim()
    .toLowerCase();
  const kind = String(input['materialKind'] ?? '');
  const type = /^\d{1,19}$/.test(String(input['materialType'] ?? '')) ? String(input['materialType']) : null;
  const wanted =
    ids.length > 0
      ? sql`m.id = any(${ids}::bigint[])`
      : sql`
    m.frozen = 0 and exists (select 1 from (select m.*) t where ${may}) and (${keyword} = '' or m.search_text like ${searchPattern(keyword)}) and (${kind} = '' or m.material_kind = ${kind})
    and (${type}::bigint is null or m.material_type_id in (
      with recursive under as (select s.id from material_type s where s.id = ${type}::bigint union select s.id from material_type s join under u on s.parent_id = u.id) select id from under))`;
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select m.id, m.code, m.name, coalesce(m.spec, '') as spec, m.material_type_id, m.frozen, m.base_unit_id, b.name as base_unit_name,
           m.purchase_unit_id, p.name as purchase_unit_name, m.issue_unit_id, i.name as issue_unit_name, m.recipe_unit_id, r.name as recipe_unit_name, m.tax_rate, m.std_yield
    from material m join material_unit b on b.id = m.base_unit_id
    left join material_unit p on p.id = m.purchase_unit_id left join material_unit i on i.id = m.issue_unit_id left join material_unit r on r.id = m.recipe_unit_id
    where ${wanted} order by m.code limit ${max}`);
  return rows.map((row) => presentFields(material.fields, row, context.language));
}
