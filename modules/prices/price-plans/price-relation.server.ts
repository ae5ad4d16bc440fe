/** Relations of departments and roles to price series: kept from overlapping, and from rewriting what was charged. */
import { type Declaration, titleField } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { column, ident, sql } from '../../../parts/postgres/database.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { dept } from '../../admin/people/dept.resource.ts';
import { role } from '../../admin/rights/role.resource.ts';
import { dayPlus, type Period } from '../../master-data/figures/calendar-day.rules.ts';
import { periodRefusals, validOn } from '../../master-data/materials/validity.server.ts';
import { seriesOf, type NamedSeries } from './plan-series.server.ts';
import { meets } from './price-plan.rules.ts';
import { assessmentPriceMaintenance, managementPricePlan, priceScheme } from './price-plan.document.ts';
import {
  assessmentPriceRelation,
  managementPriceDeptRelation,
  pricePlanRoleRelation,
} from './price-relation.resource.ts';

/** Who is related to what. */
interface Kind {
  readonly declaration: Declaration;
  readonly plan: Declaration;
  readonly planField: string;
  readonly holder: Declaration;
  readonly holderField: 'deptId' | 'roleId';
}
interface StoredRelation extends Period {
  readonly id: Id;
  readonly holderId: Id;
  /** Of schemes: the kind of price; empty for the others. */
  readonly type: string;
  readonly plan: string;
}
interface Facts {
  readonly series: ReadonlyMap<Id, NamedSeries>;
  readonly names: ReadonlyMap<Id, string>;
  /** A relation that found room stands here for those behind it. */
  readonly current: StoredRelation[];
}
/** The fields that relations of any kind have; only one of a scheme has a type. */
interface Relation {
  code: string;
  startDate: string;
  endDate: string | null;
  type?: string;
}
/** Reads a relation of any kind: all of them declare these fields alike. */
const relationOf = (row: object): Relation => row as Relation;

const relationBehaviour = (kind: Kind): Behaviour =>
  behaviour(kind.declaration, {
    async beforeSaveAll(context, savings) {
      const facts = await loadFacts(context, kind, savings);
      for (const saving of savings) saving.refuse(...judge(context, kind, saving, facts));
    },
    async beforeRemove(context, rows) {
      const used = rows.filter((row) => relationOf(row).startDate < context.today);
      if (used.length > 0)
        throw new Refused(...used.map((row) => refuse('prices.relation-used-remove', { code: relationOf(row).code })));
    },
    computed: {
      effectState: ({ today }) =>
        sql`case when t.start_date > ${today}::date then 'future' when t.end_date < ${today}::date then 'ended'
          else 'current' end`,
    },
    filters: {
      effect: (value, { today }) =>
        value === 'future'
          ? sql`t.start_date > ${today}::date`
          : value === 'ended'
            ? sql`t.end_date < ${today}::date`
            : validOn(today),
      /** In force on a day. */
      date: (value) => validOn(value),
    },
  });

async function loadFacts(
  context: Context,
  { declaration, plan, planField, holder, holderField }: Kind,
  savings: readonly Saving[],
): Promise<Facts> {
  const named = (field: string): Id[] => [
    ...new Set(savings.map(({ values }) => String(values[field] ?? '')).filter((id) => /^\d{1,19}$/.test(id))),
  ];
  const holders = named(holderField);
  const type = declaration.fields['type'] === undefined ? sql`''` : sql`t.type`;
  const [series, names, standing] = await Promise.all([
    seriesOf(context, plan, named(planField)),
    context.tx.rows<{ id: Id; name: string }>(
      sql`select id, ${column(titleField(holder))} as name
        from ${ident(tableOf(holder))} where id = any(${holders}::bigint[])`,
    ),
    context.tx.rows<StoredRelation>(sql`
      select t.id, t.${column(holderField)} as holder_id, ${type} as type, p.name as plan, t.start_date, t.end_date
      from ${ident(tableOf(declaration))} t join ${ident(tableOf(plan))} p on p.id = t.${column(planField)}
      where t.${column(holderField)} = any(${holders}::bigint[])
        and t.id <> all(${savings.flatMap(({ id }) => id ?? [])}::bigint[]) order by t.start_date, t.id`),
  ]);
  return { series, names: new Map(names.map((row) => [row.id, row.name])), current: standing };
}

function judge(
  context: Context,
  { declaration, planField, holderField }: Kind,
  saving: Saving,
  { series, names, current: standing }: Facts,
): readonly Refusal[] {
  const { id, before, values } = saving;
  const found = series.get(String(values[planField]));
  values[planField] = found?.seriesId ?? values[planField];
  const refusals = [...periodRefusals(context, saving), ...rewritten(context, planField, saving)];
  const holderId = String(values[holderField]);
  if (found === undefined || !names.has(holderId)) return refusals; // refused by the kernel as unknown
  const isNamedAnew = before === null || String(before[planField]) !== found.seriesId;
  if (isNamedAnew && !found.usable)
    refusals.push(refuse('prices.series-unapproved', { name: found.name }, { field: planField }));
  if (declaration.fields['type'] !== undefined) relationOf(values).type = found.type;
  const wanted: StoredRelation = {
    id: id ?? '',
    holderId,
    type: declaration.fields['type'] === undefined ? '' : found.type,
    plan: found.name,
    startDate: relationOf(values).startDate,
    endDate: relationOf(values).endDate || null,
  };
  const other = standing.find((each) => each.holderId === holderId && each.type === wanted.type && meets(each, wanted));
  if (other !== undefined) {
    const who = holderField === 'roleId' ? label('角色', 'Role') : label('部门', 'Department');
    refusals.push(
      refuse(
        'prices.relation-taken',
        {
          who,
          name: names.get(holderId),
          startDate: other.startDate,
          endDate: other.endDate ?? label('长期', 'open'),
          plan: other.plan,
        },
        { field: 'startDate' },
      ),
    );
  }
  if (refusals.length === 0) standing.push(wanted);
  return refusals;
}

/** What held before today was charged by: it ends, and another follows; one that begins in the past takes a right. */
function rewritten(context: Context, planField: string, { before, values }: Saving): Refusal[] {
  const { startDate } = relationOf(values);
  const endDate = relationOf(values).endDate || null;
  const previous = before === null ? null : relationOf(before);
  const isNew = previous?.startDate !== startDate;
  if (isNew && startDate < context.today && !context.allowed('price_backdate'))
    return [refuse('prices.backdated', { startDate }, { field: 'startDate' })];
  if (before === null || previous === null || previous.startDate >= context.today) return [];
  const { code } = previous;
  const changed = [planField, 'startDate', 'priority'].find(
    (name) => String(before[name] ?? '') !== String(values[name] ?? ''),
  );
  if (changed !== undefined) return [refuse('prices.relation-used', { code }, { field: changed })];
  const yesterday = dayPlus(context.today, -1);
  return String(previous.endDate ?? '') !== (endDate ?? '') && endDate !== null && endDate < yesterday
    ? [refuse('prices.relation-used-end', { code, yesterday }, { field: 'endDate' })]
    : [];
}

const declared = (of: unknown): Declaration => of as Declaration;
export const priceRelationBehaviours: readonly Behaviour[] = [
  relationBehaviour({
    declaration: declared(managementPriceDeptRelation),
    plan: declared(managementPricePlan),
    planField: 'managementPricePlanId',
    holder: declared(dept),
    holderField: 'deptId',
  }),
  relationBehaviour({
    declaration: declared(assessmentPriceRelation),
    plan: declared(assessmentPriceMaintenance),
    planField: 'assessmentPriceMaintenanceId',
    holder: declared(dept),
    holderField: 'deptId',
  }),
  relationBehaviour({
    declaration: declared(pricePlanRoleRelation),
    plan: declared(priceScheme),
    planField: 'priceSchemeId',
    holder: declared(role),
    holderField: 'roleId',
  }),
];
