/** Price documents: what must hold before they are saved, sent and approved, and what sets the four kinds apart. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Acting, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { unitPath, type UnitContext } from '../../master-data/units/unit-conversion.rules.ts';
import { requirePeriod } from '../../master-data/materials/validity.server.ts';
import { partnersIn } from '../../suppliers/enterprise-pool.server.ts';
import { withBaseUnits } from './base-units.server.ts';
import { comparisonOf, leftOut } from './plan-comparison.server.ts';
import { headOf, idsOf, kindOf, periodOf, textOf, type Kind, type Values } from './plan-kind.server.ts';
import { blockedLines, priceLines } from './plan-lines.server.ts';
import { approvedSeries } from './plan-series.server.ts';
import {
  approveVersions,
  draftNewVersions,
  endVersionsEarly,
  takeBackVersions,
  versions,
} from './plan-versions.server.ts';
import {
  assessmentPriceMaintenance,
  managementPricePlan,
  operatingJointVenturePricePlan,
  priceScheme,
  SEES_SCHEMES,
} from './price-plan.document.ts';
import {
  assessmentDays,
  lineRefusals,
  stallRefusals,
  within,
  type PlanLine,
  type StallInPlan,
} from './price-plan.rules.ts';
import { SEES } from '../price-book/price.resource.ts';
import { PLAN } from '../price-book/published-lines.server.ts';

function planBehaviour(kind: Kind): Behaviour {
  const { declaration } = kind;
  return behaviour(declaration, {
    async beforeSave(context, saving) {
      const { values, before } = saving;
      Object.assign(values, before === null ? (versions.get(saving.body) ?? { versionNo: 1 }) : {});
      await kind.complete?.(context, saving);
      requirePeriod(context, saving);
      await requireName(context, declaration, saving);
      await priceLines(context, kind, saving);
    },
    actions: {
      async toApply(context, documents, input) {
        const problems = await planRefusals(kind, context, documents);
        if (problems.length > 0) return problems;
        // What may be overridden is refused only when nothing else is.
        return [
          ...(await blockedLines(context, kind, documents, input)),
          ...(await leftOut(context, kind, documents, input)),
        ];
      },
      doApply: async (context, documents) =>
        approveVersions(kind, context, documents, [
          ...(await planRefusals(kind, context, documents)),
          ...(await defaultRefusals(kind, context, documents)),
        ]),
      void: (context, documents) => takeBackVersions(kind, context, documents),
      endEarly: (context, documents, input) => endVersionsEarly(kind, context, documents, input),
      newVersion: (context, documents, input) => draftNewVersions(kind, context, documents, input),
    },
    computed: {
      ...kind.computed,
      effectState: ({ today }) =>
        sql`case when t.status <> 'approved' then '' when t.start_date > ${today}::date then 'future'
            when t.end_date < ${today}::date then 'ended' else 'current' end`,
    },
    filters: {
      effect: (value, { today }) => sql`(t.status = 'approved' and ${effectOf(value, today)})`,
      /** In force now or on a day to come: of its series the last version. */
      usable: (_value, { today }) =>
        sql`(t.status = 'approved' and t.superseded_by_id is null and (t.end_date is null
            or t.end_date >= ${today}::date))`,
    },
    detail: (context, row) => planDetail(kind, context, row),
  });
}

const planLines = async (
  { declaration }: Kind,
  context: Context,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, readonly StoredLine[]>> => {
  const owner = ident(ownerColumn(declaration));
  return Map.groupBy(
    await context.tx.rows<StoredLine>(sql`
      select l.${owner} as plan_id, l.material_id, m.called as material, m.frozen, l.unit_id, l.price, l.start_date,
        l.end_date
      from ${ident(lineTableOf(declaration, 'details'))} l
      join material m on m.id = l.material_id
      where l.${owner} = any(${[...ids]}::bigint[])
      order by l.${owner}, l.line_no`),
    (line) => line.planId,
  );
};

/** What is wrong with plans, checked when they are sent and again when they are approved. */
async function planRefusals(kind: Kind, context: Context, documents: readonly Acting[]): Promise<Refusal[]> {
  const lines = await planLines(
    kind,
    context,
    documents.map((document) => document.id),
  );
  const ladders = await unitLadders(
    context,
    [...lines.values()].flat().map((line) => line.materialId),
  );
  const problems = documents.flatMap(({ id, billCode, row }): Refusal[] => {
    const head = headOf(row);
    const own = lines.get(id) ?? [];
    if (own.length === 0 && kind.isPriced?.(row) !== true) return [refuse('prices.no-lines', { billCode })];
    return [
      ...(head.versionNo > 1 && textOf(head.changeReason) === null
        ? [refuse('prices.change-reason', { billCode, version: head.versionNo }, { field: 'changeReason' })]
        : []),
      ...lineRefusals(periodOf(row), own),
      ...own.flatMap((line, index) => storedLineRefusals(line, index + 1, head.startDate, ladders)),
    ];
  });
  const counts = new Map(documents.map(({ id }) => [id, lines.get(id)?.length ?? 0]));
  return [...problems, ...((await kind.refusals?.(context, documents, counts)) ?? [])];
}

/** Of one line: a frozen material, no price, a unit that leads to no base unit on its first day. */
function storedLineRefusals(
  { materialId, material, frozen, price, unitId, startDate }: StoredLine,
  line: number,
  firstDay: string,
  ladders: ReadonlyMap<Id, UnitContext>,
): Refusal[] {
  const ladder = ladders.get(materialId);
  const path = ladder === undefined ? undefined : unitPath({ ...ladder, date: startDate ?? firstDay }, unitId);
  return [
    ...(frozen === 1 ? [refuse('prices.material-frozen', { material }, { line, field: 'materialId' })] : []),
    ...(price === null ? [refuse('field.required', { name: PRICE_LABEL }, { line, field: 'price' })] : []),
    ...(path?.ok === false ? path.refusals.map((refusal) => ({ ...refusal, line, field: 'unitId' })) : []),
  ];
}

/** One base price of a company on any day. */
async function defaultRefusals(
  { declaration }: Kind,
  context: Context,
  documents: readonly Acting[],
): Promise<Refusal[]> {
  const defaults = documents.filter(({ row }) => headOf(row).isDefault === 1);
  if (defaults.length === 0) return [];
  const table = ident(tableOf(declaration));
  const others = await context.tx.rows<{ name: string; company: string }>(sql`
    select o.name, d.dept_name as company
    from ${table} n
    join ${table} o on o.company_dept_id = n.company_dept_id and o.is_default = 1 and o.status = 'approved'
      and o.price_series_id <> n.price_series_id
      and daterange(o.start_date, o.end_date, '[]') && daterange(n.start_date, n.end_date, '[]')
    join dept d on d.id = n.company_dept_id
    where n.id = any(${defaults.map(({ id }) => id)}::bigint[])
    order by n.id, o.id`);
  return others.map((row) => refuse('prices.default-taken', row, { field: 'isDefault' }));
}

/** Lines as every kind of plan answers them. */
type Detailed = Values & { readonly details?: readonly { readonly materialId: Id }[] };
/** What the page of a plan shows besides its fields: its versions, what it changes, how many relations it has. */
async function planDetail(kind: Kind, context: Context, row: Detailed): Promise<Values> {
  const { declaration } = kind;
  const { id, priceSeriesId, versionNo } = headOf(row);
  const series = await context.tx.rows<Values & { status: string }>(sql`
    select t.id, t.bill_code, t.version_no, t.status, t.start_date, coalesce(t.end_date::text, '') as end_date
    from ${ident(tableOf(declaration))} t
    where t.price_series_id = ${textOf(priceSeriesId)}::bigint
    order by t.version_no desc, t.id desc`);
  const related =
    kind.related === undefined
      ? {}
      : await context.tx.row<{ relatedCount: number }>(
          sql`select count(*)::integer as related_count from (${kind.related(String(priceSeriesId))}) r`,
        );
  return {
    ...related,
    details: await withBaseUnits(context, row.details ?? []),
    comparison: versionNo > 1 ? await comparisonOf(context, kind, id) : null,
    versions: series.map((version) => ({
      ...version,
      statusName: declaration.life!.states[version.status]!.label[context.language],
    })),
  };
}

const PRICE_LABEL = managementPricePlan.lines!.details.fields.price.label;
const effectOf = (effect: string, today: string): Sql => {
  switch (effect) {
    case 'future':
      return sql`t.start_date > ${today}::date`;
    case 'ended':
      return sql`t.end_date < ${today}::date`;
    default:
      return sql`t.start_date <= ${today}::date and (t.end_date is null or t.end_date >= ${today}::date)`;
  }
};
interface StoredLine extends PlanLine {
  readonly planId: Id;
  readonly material: string;
  readonly frozen: number;
  readonly unitId: Id;
  readonly price: DecimalText | null;
}
/** Of one company and kind no two series have the same name; versions of a series may. */
async function requireName(context: Context, declaration: Declaration, saving: Saving): Promise<void> {
  const { name, companyDeptId, priceSeriesId } = headOf(saving.values);
  const taken = await context.tx.row(sql`
    select 1 as one from ${ident(tableOf(declaration))} t
    where t.name = ${textOf(name)} and t.company_dept_id = ${textOf(companyDeptId)}::bigint and t.status <> 'void'
      and t.price_series_id is distinct from ${textOf(priceSeriesId)}::bigint`);
  if (taken !== undefined) throw new Refused(refuse('prices.name-taken', { name }, { field: 'name' }));
}

const management = kindOf(managementPricePlan, {
  typeOf: () => 'management',
  right: SEES.management,
  related: (series) =>
    sql`select 1 from management_price_dept_relation where management_price_plan_id = ${series}::bigint`,
});

const assessment = kindOf(assessmentPriceMaintenance, {
  typeOf: () => 'assessment',
  right: SEES.assessment,
  related: (series) =>
    sql`select 1 from assessment_price_relation where assessment_price_maintenance_id = ${series}::bigint`,
  /** The days of the period where none are given; given ones lie within them. */
  complete(_context, { values }) {
    const period = values.assessPeriod;
    if (period === 'year') values.periodNo = null;
    const days = assessmentDays(
      Number(values.assessYear),
      period,
      values.periodNo === null || values.periodNo === undefined ? null : Number(values.periodNo),
    );
    if (days === undefined) throw new Refused(refuse('prices.period-no', {}, { field: 'periodNo' }));
    values.startDate ??= days.startDate;
    values.endDate ??= days.endDate;
    if (!within(periodOf(values), days))
      throw new Refused(refuse('prices.period-outside', { ...days }, { field: 'startDate' }));
  },
});

/** Stalls and days of approved versions, as `joint_price_plan_stall` wants them. */
const stallsOf = (ids: readonly Id[]): Sql => sql`
  select t.id as plan_id, t.name, d.id as dept_id, d.dept_name, t.start_date, t.end_date
  from operating_joint_venture_price_plan t join dept d on d.id = any(t.gear_operation_dept_ids)
  where t.id = any(${[...ids]}::bigint[])`;

const joint = kindOf(operatingJointVenturePricePlan, {
  typeOf: () => 'joint',
  right: SEES.joint,
  computed: {
    settleWay: () =>
      sql`(select c.settle_way from enterprise e join cooperation_type c on c.id = e.cooperation_type_id
        where e.id = t.enterprise_id)`,
  },
  async complete(context, { before, values }) {
    const enterpriseId = String(values.enterpriseId ?? '');
    const { partners, refusals } = await partnersIn(context, enterpriseId === '' ? [] : [enterpriseId]);
    const stranger = String(before?.enterpriseId ?? '') === enterpriseId ? undefined : refusals.get(enterpriseId);
    if (stranger !== undefined) throw new Refused(stranger);
    values.commissionPercent ??= partners.get(enterpriseId)?.commissionPercent ?? null;
    const others = await context.tx.rows<{ dept: string }>(
      sql`select dept_name as dept from dept where id = any(${[...idsOf(values.gearOperationDeptIds)]}::bigint[])
        and dept_category <> ${DEPT.stall} order by id`,
    );
    if (others.length > 0)
      throw new Refused(...others.map((row) => refuse('prices.not-stall', row, { field: 'gearOperationDeptIds' })));
  },
  /** Its partner is in the pool, and another series has none of its stalls on these days. */
  async refusals(context, documents) {
    const strangers = (
      await partnersIn(
        context,
        documents.map(({ row }) => row.enterpriseId),
      )
    ).refusals;
    const wanted = await context.tx.rows<StallInPlan>(
      sql`${stallsOf(documents.map(({ id }) => id))} order by t.id, d.id`,
    );
    const current = await context.tx.rows<StallInPlan & { seriesId: Id }>(sql`
      select s.plan_id, t.price_series_id as series_id, t.name, s.dept_id, '' as dept_name, s.start_date, s.end_date
      from joint_price_plan_stall s join operating_joint_venture_price_plan t on t.id = s.plan_id
      where s.dept_id = any(${wanted.map((each) => each.deptId)}::bigint[]) order by s.plan_id`);
    const seriesOf = new Map(documents.map(({ id, row }) => [id, row.priceSeriesId]));
    return [
      ...strangers.values(),
      ...wanted.flatMap((each) =>
        stallRefusals(
          [each],
          current.filter((held) => held.seriesId !== seriesOf.get(each.planId)),
        ),
      ),
    ];
  },
  async moved(context, current, gone) {
    await context.tx.run(
      sql`delete from joint_price_plan_stall where plan_id = any(${[...current, ...gone]}::bigint[])`,
    );
    await context.tx.run(
      sql`insert into joint_price_plan_stall (plan_id, dept_id, start_date, end_date)
        select s.plan_id, s.dept_id, s.start_date, s.end_date from (${stallsOf(current)}) s`,
    );
  },
});

/** The plan a scheme refers to, by its type. */
const REFERRED = {
  management: 'managementPricePlanId',
  joint: 'operatingJointVenturePricePlanId',
  assessment: 'assessmentPriceMaintenanceId',
} as const;

const scheme = kindOf(priceScheme, {
  typeOf: (values) => values.type,
  right: SEES_SCHEMES,
  isPriced: (row) => row.mode !== 'fixed',
  related: (series) => sql`select 1 from price_plan_role_relation where price_scheme_id = ${series}::bigint`,
  async complete(context, { values, body }) {
    const { type } = values;
    const { referenceSeriesId } = body;
    const field = type === 'settlement' ? undefined : REFERRED[type];
    // Clients name what it refers to by one key; 0 is the base price itself.
    const named = textOf(referenceSeriesId);
    if (named === '0') Object.assign(values, { mode: 'percent', ratePercent: '0' });
    else if (named !== null && field !== undefined && /^\d{1,19}$/.test(named)) values[field] = named;
    for (const other of Object.values(REFERRED))
      if (other !== field || values.mode !== 'reference') values[other] = null;
    if (values.mode !== 'percent') values.ratePercent = null;
    else if ((values.ratePercent ?? null) === null)
      throw new Refused(
        refuse('field.required', { name: priceScheme.fields.ratePercent.label }, { field: 'ratePercent' }),
      );
    if (values.mode !== 'reference') return;
    if (field === undefined) throw new Refused(refuse('prices.scheme-reference-kind', {}, { field: 'mode' }));
    if ((values[field] ?? null) === null)
      throw new Refused(refuse('field.required', { name: priceScheme.fields[field].label }, { field }));
    values[field] = await approvedSeries(context, PLAN[type]!, String(values[field]), field);
  },
  refusals: (_context, documents, lineCounts) =>
    documents.flatMap(({ id, billCode, row }) =>
      row.mode !== 'fixed' && lineCounts.get(id)! > 0 ? [refuse('prices.scheme-lines', { billCode })] : [],
    ),
});

export const PLAN_KINDS: readonly Kind[] = [management, joint, assessment, scheme];
export const planBehaviours = PLAN_KINDS.map((kind) => planBehaviour(kind));
