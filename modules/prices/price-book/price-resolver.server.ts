/** Prices at a place on a day, and why: one question for many materials. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { deptLine } from '../../admin/people/dept-line.server.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { unitPath, type UnitContext } from '../../master-data/units/unit-conversion.rules.ts';
import { validOn } from '../../master-data/materials/validity.server.ts';
import { PRICE_TYPES, type PriceType } from './price.resource.ts';
import { resolvePrice, type PriceAnswer, type PriceEntry, type Related, type Scheme } from './price.rules.ts';
import { partnerOf, PLAN, publishedLines, SCHEME, SINGLE } from './published-lines.server.ts';

interface PriceQuestion {
  readonly materialId: Id;
  /** Left out: the unit of the price. */
  readonly unitId?: Id;
}
export interface Priced {
  readonly materialId: Id;
  readonly answer: PriceAnswer;
  /** Absent where the material is unknown. */
  readonly ladder: UnitContext | undefined;
  /** The unit the figures are in. */
  readonly unitId: Id;
  readonly factor: DecimalText;
}

interface EntryRow {
  readonly id: Id;
  readonly code: string;
  readonly materialId: Id;
  readonly deptId: Id | null;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly price: DecimalText;
  readonly taxRate: DecimalText;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly seriesId: Id | null;
  readonly name: string | null;
  readonly enterpriseId: Id | null;
  readonly enterpriseName: string | null;
  readonly isBase: boolean;
}
const entryOf = ({
  seriesId,
  name,
  enterpriseId,
  enterpriseName,
  ...row
}: EntryRow): PriceEntry & { readonly materialId: Id } => ({
  ...row,
  factor: Decimal.of(row.factor),
  price: Decimal.of(row.price),
  taxRate: Decimal.of(row.taxRate),
  series: seriesId === null ? null : { id: seriesId, name: name ?? '' },
  partner: enterpriseId === null ? null : { id: enterpriseId, name: enterpriseName ?? '' },
});

/** Single prices of a type as rows `t`. */
const singles = (of: Declaration): Sql => sql`
  select t.id, t.code, t.material_id, t.dept_id, t.unit_id, t.factor, t.price, t.tax_rate, t.start_date, t.end_date,
    null::bigint as series_id, null::text as name, e.id as enterprise_id, e.name as enterprise_name,
    t.dept_id is null as is_base
  from ${ident(tableOf(of))} t left join enterprise e on e.id = ${partnerOf(of)('t')}`;
/** Lines of plans as rows `t`; base prices are those of this company. */
const lines = (plan: Declaration, companyDeptId: Id | null): Sql => sql`
  select t.id, t.code, t.material_id, null::bigint as dept_id, t.unit_id, t.factor, t.price, t.tax_rate, t.start_date,
    t.end_date, t.price_series_id as series_id, t.name, e.id as enterprise_id, e.name as enterprise_name,
         coalesce(t.is_default = 1 and t.company_dept_id = ${companyDeptId}::bigint, false) as is_base
         from (${publishedLines(plan)}) t left join enterprise e on e.id = t.enterprise_id`;

/** Which series count as a department's own: by relation, or because the plan names the stall. */
const RELATED: Partial<Readonly<Record<PriceType, (date: string) => Sql>>> = {
  management: (date) =>
    sql`select t.dept_id, t.management_price_plan_id as id, p.name, null::bigint as enterprise_id,
      null::text as enterprise_name from management_price_dept_relation t
      join management_price_plan p on p.id = t.management_price_plan_id where ${validOn(date)}`,
  assessment: (date) =>
    sql`select t.dept_id, t.assessment_price_maintenance_id as id, p.name, null::bigint as enterprise_id,
      null::text as enterprise_name from assessment_price_relation t
      join assessment_price_maintenance p on p.id = t.assessment_price_maintenance_id where ${validOn(date)}`,
  joint: (date) =>
    sql`select t.dept_id, p.price_series_id as id, p.name, e.id as enterprise_id, e.name as enterprise_name
      from joint_price_plan_stall t join operating_joint_venture_price_plan p on p.id = t.plan_id
      join enterprise e on e.id = p.enterprise_id where ${validOn(date)}`,
};

interface PriceOptions {
  /** Aliases of the roles whose schemes count; default the caller's. Jobs have none. */
  readonly roles?: readonly string[];
  /** Units of these materials on the day, where they are known already. */
  readonly ladders?: ReadonlyMap<Id, UnitContext>;
  /**
   * Of joint prices: whose stall it is; default the partner of the plan in which the place stands on the day, or the
   * nearest above it.
   */
  readonly enterpriseId?: Id;
}

/**
 * The price of each material at a place (null: schemes and the base price alone) on a day, in the order asked, with the
 * same few statements however many. Refuses a unit that does not lead to the base unit; that there is no price is an
 * answer.
 */
export async function pricesAt(
  context: Context,
  type: PriceType,
  deptId: Id | null,
  date: string,
  questions: readonly PriceQuestion[],
  options: PriceOptions = {},
): Promise<Priced[]> {
  const materialIds = [...new Set(questions.map((question) => question.materialId))];
  const [depts, ladders, schemes] = await Promise.all([
    deptId === null ? [] : deptLine(context, deptId),
    options.ladders ?? unitLadders(context, materialIds, { date }),
    schemesOf(context, type, date, materialIds, options.roles ?? context.user.roles),
  ]);
  const related = await relatedTo(
    context,
    type,
    date,
    depts.map((dept) => dept.id),
  );
  const enterpriseId = options.enterpriseId ?? partnerAt(depts, related);
  const companyDeptId = depts.find((dept) => dept.deptCategory === DEPT.company)?.id ?? null;
  const entries = Map.groupBy(
    await entriesFor(context, type, date, materialIds, {
      depts: depts.map((dept) => dept.id),
      companyDeptId,
      related,
      schemes: schemes.all,
      enterpriseId,
    }),
    (entry) => entry.materialId,
  );
  return questions.map(({ materialId, unitId }) => {
    const ladder = ladders.get(materialId);
    const path = unitId === undefined || ladder === undefined ? undefined : unitPath(ladder, unitId);
    if (path?.ok === false) throw new Refused(...path.refusals.map((refusal) => ({ ...refusal, field: 'unitId' })));
    const answer = resolvePrice(
      { entries: entries.get(materialId) ?? [], related, schemes: schemes.of(materialId) },
      {
        material: ladder?.material.name ?? materialId,
        priceType: PRICE_TYPES[type],
        date,
        depts: depts.map(({ id, deptName: name }) => ({ id, name })),
        ...(enterpriseId === undefined ? {} : { enterpriseId }),
        ...(path === undefined ? {} : { unit: { id: path.unitId, factor: path.ratio } }),
      },
    );
    const entry = answer.found ? answer.entry : undefined;
    const isOwn = path === undefined || path.unitId === entry?.unitId;
    return {
      materialId,
      answer,
      ladder,
      unitId: path?.unitId ?? entry?.unitId ?? '',
      factor: (isOwn ? (entry?.factor ?? path?.factor) : path.factor)?.toString() ?? '',
    };
  });
}

/** Who runs the place: the partner of the plan that names it, or else the nearest above it. */
const partnerAt = (depts: readonly { readonly id: Id }[], related: readonly Related[]): Id | undefined =>
  depts.flatMap(({ id }) => related.filter(({ deptId }) => deptId === id)).find(({ partner }) => partner !== null)
    ?.partner?.id;

async function relatedTo(context: Context, type: PriceType, date: string, deptIds: readonly Id[]): Promise<Related[]> {
  const ties = RELATED[type];
  if (ties === undefined || deptIds.length === 0) return [];
  const rows = await context.tx.rows<{
    deptId: Id;
    id: Id;
    name: string;
    enterpriseId: Id | null;
    enterpriseName: string | null;
  }>(
    sql`select r.dept_id, r.id, r.name, r.enterprise_id, r.enterprise_name from (${ties(date)}) r
      where r.dept_id = any(${[...deptIds]}::bigint[]) order by r.id`,
  );
  return rows.map(({ deptId, id, name, enterpriseId, enterpriseName }) => ({
    deptId,
    series: { id, name },
    partner: enterpriseId === null ? null : { id: enterpriseId, name: enterpriseName ?? '' },
  }));
}

interface Sought {
  readonly depts: readonly Id[];
  readonly companyDeptId: Id | null;
  readonly related: readonly Related[];
  readonly schemes: readonly SchemeRow[];
  /** Prices for other partners are not read. */
  readonly enterpriseId: Id | undefined;
}
/** Every price that may hold, in one statement. */
async function entriesFor(
  context: Context,
  type: PriceType,
  date: string,
  materialIds: readonly Id[],
  { depts, companyDeptId, related, schemes, enterpriseId }: Sought,
): Promise<(PriceEntry & { materialId: Id })[]> {
  const [single, plan] = [SINGLE[type], PLAN[type]];
  const ofMaterials = sql`t.material_id = any(${[...materialIds]}::bigint[]) and ${validOn(date)} and (e.id is null
    or e.id = ${enterpriseId ?? null}::bigint)`;
  const series = [
    ...related.map((each) => each.series.id),
    ...schemes.flatMap((scheme) =>
      scheme.mode === 'reference' && scheme.referenceId !== null ? [scheme.referenceId] : [],
    ),
  ];
  const fixed = schemes.filter((scheme) => scheme.mode === 'fixed').map((scheme) => scheme.id);
  const rows = await context.tx.rows<EntryRow>(
    join(
      [
        ...(single === undefined
          ? []
          : [
              sql`${singles(single)} where t.frozen = 0 and ${ofMaterials} and (t.dept_id is null
                or t.dept_id = any(${[...depts]}::bigint[]))`,
            ]),
        ...(plan === undefined
          ? []
          : [
              sql`${lines(plan, companyDeptId)} where ${ofMaterials} and (t.price_series_id = any(${series}::bigint[])
                or t.is_default = 1 and t.company_dept_id = ${companyDeptId}::bigint)`,
            ]),
        ...(fixed.length === 0
          ? []
          : [sql`${lines(SCHEME, null)} where ${ofMaterials} and t.price_series_id = any(${fixed}::bigint[])`]),
      ],
      ' union all ',
    ),
  );
  return rows.map(entryOf);
}

interface SchemeRow {
  /** The series. */
  readonly id: Id;
  readonly planId: Id;
  readonly name: string;
  readonly mode: 'fixed' | 'reference' | 'percent';
  readonly ratePercent: DecimalText | null;
  readonly referenceId: Id | null;
}

/**
 * Schemes of roles in the order they are asked, and as they are for each material: the share of its narrowest type goes
 * before the scheme's own.
 */
async function schemesOf(
  context: Context,
  type: PriceType,
  date: string,
  materialIds: readonly Id[],
  roles: readonly string[],
): Promise<{ readonly all: readonly SchemeRow[]; of(materialId: Id): Scheme[] }> {
  const rows =
    roles.length === 0
      ? []
      : await context.tx.rows<SchemeRow>(sql`
    select h.price_series_id as id, h.id as plan_id, h.name, h.mode, h.rate_percent,
      coalesce(h.management_price_plan_id, h.operating_joint_venture_price_plan_id,
      h.assessment_price_maintenance_id) as reference_id
    from price_plan_role_relation t join role r on r.id = t.role_id and r.frozen = 0
      and r.role_alias = any(${[...roles]})
    join price_scheme h on h.price_series_id = t.price_scheme_id and h.status = 'approved'
      and h.start_date <= ${date}::date and (h.end_date is null or h.end_date >= ${date}::date)
    where t.type = ${type} and h.type = ${type} and ${validOn(date)} order by t.priority, t.start_date desc, t.code`);
  const all = [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed();
  const shares = all.some((row) => row.mode === 'percent')
    ? await context.tx.rows<{ materialId: Id; planId: Id; ratePercent: DecimalText }>(sql`
    with recursive upwards as (
      select m.id as material_id, y.id, y.parent_id, 1 as place from material m
      join material_type y on y.id = m.material_type_id where m.id = any(${[...materialIds]}::bigint[])
      union all select u.material_id, y.id, y.parent_id, u.place + 1 from material_type y
      join upwards u on y.id = u.parent_id where u.place < 12)
    select distinct on (u.material_id, s.price_scheme_id) u.material_id, s.price_scheme_id as plan_id, s.rate_percent
    from upwards u join price_scheme_rate s on s.material_type_id = u.id
    where s.price_scheme_id = any(${all.map((row) => row.planId)}::bigint[])
    order by u.material_id, s.price_scheme_id, u.place`)
    : [];
  const shareOf = new Map(shares.map((share) => [`${share.materialId} ${share.planId}`, share.ratePercent]));
  return {
    all,
    of: (materialId) =>
      all.map(({ id, planId, name, mode, ratePercent, referenceId }): Scheme => {
        if (mode === 'percent')
          return { id, name, mode, rate: Decimal.of(shareOf.get(`${materialId} ${planId}`) ?? ratePercent ?? '0') };
        return mode === 'fixed' ? { id, name, mode } : { id, name, mode, seriesId: referenceId ?? '' };
      }),
  };
}

/** One published price as it stands, whatever the day. */
export async function publishedPrice(
  context: Context,
  type: PriceType,
  id: Id,
): Promise<(PriceEntry & { readonly materialId: Id }) | undefined> {
  const [single, plan] = [SINGLE[type], PLAN[type]];
  const row = await context.tx.row<EntryRow>(
    join(
      [
        ...(single === undefined ? [] : [sql`${singles(single)} where t.id = ${id}::bigint`]),
        ...(plan === undefined ? [] : [sql`${lines(plan, null)} where t.id = ${id}::bigint`]),
      ],
      ' union all ',
    ),
  );
  return row === undefined ? undefined : entryOf(row);
}
