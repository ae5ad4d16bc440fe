/** Pickers of materials. Who may open a form may choose from them; prices and costs are not among their columns. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { flagOf } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { label } from '../../../kernel/core/label.ts';
import type { PageOf, RecordOf, TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { presentFields, readPage } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { PURPOSES } from '../authorisation/material-auth.rules.ts';
import { authorised } from '../authorisation/material-auth.server.ts';
import { dayOr } from '../figures/calendar-day.rules.ts';
import { namedId } from '../units/unit-calls.server.ts';
import * as calls from './material.calls.ts';
import { usesOf } from './material-uses.server.ts';
import { material } from './material.resource.ts';

const LIST_MAX = 200;
const AUTH_LIST_MAX = 500;

const FOR_PICKERS = { chooses: material.name };
/** Of rows `t` of materials. */
const notFrozen = sql`t.frozen = 0`;

export const usableMaterials = serve(
  calls.usableMaterials,
  async (context, _input, { body }) => {
    const { condition } = await authorised(context, { date: context.today });
    return chosen(context, await readPage(material, context, body, [notFrozen, condition]));
  },
  FOR_PICKERS,
);

export const materialsOfPlace = serve(
  calls.materialsOfPlace,
  async (context, input, { body }) => {
    const { deptId: _place, date: _date, purpose: _purpose, showUnavailable: _all, ...filters } = body;
    const may = await authorised(context, useIn(context, input));
    const found = await readPage(
      material,
      context,
      filters,
      input.showUnavailable === '1' ? [] : [notFrozen, may.condition],
    );
    const shown = chosen(context, found);
    return {
      ...shown,
      records: found.records.map((row, index) => {
        const reason = row.frozen === 1 ? FROZEN[context.language] : may.reason(row);
        return { ...shown.records[index]!, usable: flagOf(reason === ''), reason };
      }),
    };
  },
  FOR_PICKERS,
);

export const usableChoices = serve(
  calls.usableChoices,
  async (context, input) =>
    choicesAmong(context, input, AUTH_LIST_MAX, (await authorised(context, useIn(context, input))).condition),
  FOR_PICKERS,
);
export const choices = serve(
  calls.choices,
  (context, input) => choicesAmong(context, input, LIST_MAX, sql`true`),
  FOR_PICKERS,
);

export const freezeImpact = serve(calls.freezeImpact, async (context, input) =>
  (await usesOf(context.registry, context, readIds(input))).map(({ label: of, ...use }) => ({
    ...use,
    label: of[context.language],
  })),
);

/**
 * What whoever does not list materials is shown of one they may choose, beside its id, code and name: what a line is
 * filled in with.
 */
const CHOSEN = [
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
];
/**
 * A page of materials as the caller may see it: whole rows for whoever lists materials, of others what a line is filled
 * in with.
 */
export function chosen(context: Context, page: PageOf<RecordOf<typeof material>>): PageOf<Choice> {
  const isWhole = context.allowed(permissionOf(material, 'view'));
  const shown = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(CHOSEN.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
  return {
    ...page,
    records: page.records.map((row) => ({
      ...(isWhole ? row : shown(row)),
      id: row.id,
      code: row.code ?? '',
      name: row.name,
    })),
  };
}
type Choice = TypeOf<typeof calls.choice>;

const FROZEN = label('已冻结', 'Frozen');

/** The place, the day and the purpose somebody asks for; what does not read as one was not asked. */
function useIn(
  context: Context,
  { deptId, date, purpose }: Pick<InputOf<typeof calls.usableChoices.input>, 'deptId' | 'date' | 'purpose'>,
): Parameters<typeof authorised>[1] {
  const [place, use] = [namedId(deptId), PURPOSES.find((each) => each === purpose)];
  return {
    ...(place === null ? {} : { deptId: place }),
    date: dayOr(date, context.today),
    ...(use === undefined ? {} : { purpose: use }),
  };
}

/** Materials by id, else those found; `may` is a condition over the row `t` of a material. */
async function choicesAmong(
  context: Context,
  input: InputOf<typeof calls.choices.input>,
  max: number,
  may: Sql,
): Promise<Choice[]> {
  const ids = listOf(input.ids ?? '').filter((id) => namedId(id) !== null);
  const keyword = (input.keyword ?? input.name ?? '').toLowerCase();
  const kind = input.materialKind ?? '';
  const type = namedId(input.materialType);
  const wanted =
    ids.length > 0
      ? sql`m.id = any(${ids}::bigint[])`
      : sql`
    m.frozen = 0 and exists (select 1 from (select m.*) t
    where ${may}) and (${keyword} = '' or m.search_text like ${searchPattern(keyword)}) and (${kind} = ''
      or m.material_kind = ${kind})
    and (${type}::bigint is null or m.material_type_id in (
      with recursive under as (select s.id from material_type s where s.id = ${type}::bigint union select s.id
      from material_type s join under u on s.parent_id = u.id) select id from under))`;
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select m.id, m.code, m.name, coalesce(m.spec, '') as spec, m.material_type_id, m.frozen, m.base_unit_id,
      b.called as base_unit_name,
           m.purchase_unit_id, p.called as purchase_unit_name, m.issue_unit_id, i.called as issue_unit_name,
           m.recipe_unit_id, r.called as recipe_unit_name, m.tax_rate, m.std_yield
    from material m join material_unit b on b.id = m.base_unit_id
    left join material_unit p on p.id = m.purchase_unit_id left join material_unit i on i.id = m.issue_unit_id left
      join material_unit r on r.id = m.recipe_unit_id
    where ${wanted} order by m.code limit ${max}`);
  return rows.map((row) => presentFields<Choice>(material.fields, row, context.language));
}
