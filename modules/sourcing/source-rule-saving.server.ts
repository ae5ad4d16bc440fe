/**
 * Before a source rule is saved: its scope is one of its company's, its source fits its kind, and no other rule says
 * the same.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { DecimalText, Fields, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { column, empty, ident, join, sql } from '../../parts/postgres/database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import { convertLines } from '../master-data/units/material-units.server.ts';
import { requirePeriod } from '../master-data/materials/validity.server.ts';
import { purchaseDirectDeliveryRule } from './direct-delivery-rule.resource.ts';
import { materialChannel } from './material-channel.resource.ts';
import { CHANNELS } from './source-calls.server.ts';
import type { SourceKind } from './source.rules.ts';
import { sourceInventoryConfigure } from './source-inventory.resource.ts';

/** For whom and for what a rule holds, and where its goods come from: what several kinds of rule have. */
interface Scope {
  readonly companyDeptId: Id;
  readonly deptId: Id | null;
  readonly materialId: Id | null;
  readonly materialTypeId: Id | null;
}
interface Source {
  readonly sourceKind: SourceKind;
  warehouseId: Id | null;
  factoryDeptId: Id | null;
  supplierId: Id | null;
}
/** A rule about to be saved, with whatever else is compared of it. */
interface Rule {
  readonly id: Id | null;
  readonly values: Readonly<Record<string, unknown>> & {
    readonly companyDeptId: Id;
    readonly startDate: string | null;
    readonly endDate: string | null;
  };
}

export const sourceInventoryBehaviour = behaviour(sourceInventoryConfigure, {
  async beforeSave(context, saving) {
    const { values } = saving;
    requirePeriod(context, saving);
    fitSource(values, sourceInventoryConfigure.fields);
    await requireScope(context, values);
    await requireFactory(context, values);
    await requireAlone(context, sourceInventoryConfigure, saving, [
      'agreementNo',
      'deptId',
      'materialId',
      'materialTypeId',
      'priority',
      'sourceKind',
      'supplierId',
      'warehouseId',
      'factoryDeptId',
    ]);
    await requireShares(context, saving);
  },
  filters: {
    date: (value) => sql`(t.start_date <= ${value}::date and (t.end_date is null or t.end_date >= ${value}::date))`,
  },
});

export const directDeliveryBehaviour = behaviour(purchaseDirectDeliveryRule, {
  async beforeSave(context, saving) {
    const { values } = saving;
    requirePeriod(context, saving);
    if (values.weekdays) values.weekdays = readWeekdays(String(values.weekdays));
    if (values.settleBasis === 'markup' && !values.markupPercent) {
      const { fields } = purchaseDirectDeliveryRule;
      throw new Refused(
        refuse(
          'sourcing.source-missing',
          { kind: fields.settleBasis.rules.choices![1]!.label, field: fields.markupPercent.label },
          { field: 'markupPercent' },
        ),
      );
    }
    await requireScope(context, values);
    await requireDirect(context, values);
    await fillLeast(context, values);
    await requireAlone(context, purchaseDirectDeliveryRule, saving, [
      'agreementNo',
      'deptId',
      'materialId',
      'materialTypeId',
      'priority',
      'supplierId',
      'warehouseId',
      'weekdays',
    ]);
  },
  filters: {
    date: (value) => sql`(t.start_date <= ${value}::date and (t.end_date is null or t.end_date >= ${value}::date))`,
  },
});

export const materialChannelBehaviour = behaviour(materialChannel, {
  async beforeSave(context, saving) {
    const { values } = saving;
    requirePeriod(context, saving);
    if (Boolean(values.materialId) === Boolean(values.materialTypeId))
      throw new Refused(refuse('sourcing.channel-what', {}, { field: 'materialId' }));
    fitSource(values, materialChannel.fields);
    values.channel = CHANNELS[values.sourceKind];
    await requireFactory(context, values);
    values.companyDeptId = await companyOf(context, values);
    await requireOnlyChannel(context, saving);
  },
  filters: {
    date: (value) => sql`(t.start_date <= ${value}::date and (t.end_date is null or t.end_date >= ${value}::date))`,
  },
});

/** The company a channel is of; null where it holds everywhere. */
async function companyOf(context: Context, { deptId }: Pick<Scope, 'deptId'>): Promise<Id | null> {
  if (!deptId) return null;
  const chain = await context.tx.rows<{ id: Id; deptName: string; deptCategory: string; own: boolean }>(sql`
    with recursive upwards as (
      select d.id, d.parent_id, d.dept_name, d.dept_category, true as own from dept d
      where d.id = ${deptId}::bigint
      union all select d.id, d.parent_id, d.dept_name, d.dept_category, false from dept d
      join upwards u on d.id = u.parent_id)
    select id, dept_name, dept_category, own from upwards`);
  const own = chain.find((dept) => dept.own);
  const owners: readonly string[] = [DEPT.company, DEPT.project, DEPT.restaurant];
  if (own !== undefined && !owners.includes(own.deptCategory))
    throw new Refused(refuse('sourcing.channel-dept', { dept: own.deptName }, { field: 'deptId' }));
  return chain.find((dept) => dept.deptCategory === DEPT.company)?.id ?? null;
}

const NEEDED: Partial<Record<SourceKind, 'warehouseId' | 'factoryDeptId'>> = {
  warehouse: 'warehouseId',
  factory: 'factoryDeptId',
};

/** The one source that fits the kind, and no other. */
function fitSource(values: Source, fields: Fields): void {
  const kind = values.sourceKind;
  for (const [own, name] of [
    ['warehouse', 'warehouseId'],
    ['factory', 'factoryDeptId'],
  ] as const)
    if (kind !== own) values[name] = null;
  if (kind === 'warehouse' || kind === 'factory') values.supplierId = null;
  const needed = NEEDED[kind];
  if (needed === undefined || values[needed]) return;
  const words = fields['sourceKind']!.rules.choices!.find((each) => each.value === kind)!.label;
  throw new Refused(
    refuse('sourcing.source-missing', { kind: words, field: fields[needed]!.label }, { field: needed }),
  );
}

/** One channel for a scope on a day. */
async function requireOnlyChannel(context: Context, { id, values }: Saving<typeof materialChannel>): Promise<void> {
  const { deptId, materialId, materialTypeId, startDate, endDate } = values;
  const same = await context.tx.row<{ code: string; startDate: string; endDate: string | null }>(sql`
    select t.code, t.start_date, t.end_date from material_channel t
    where t.id <> ${id ?? '0'}::bigint and t.dept_id is not distinct from ${deptId}::bigint
      and t.material_id is not distinct from ${materialId}::bigint
      and t.material_type_id is not distinct from ${materialTypeId}::bigint
      and t.start_date <= coalesce(${endDate}::date, 'infinity'::date)
      and coalesce(t.end_date, 'infinity'::date) >= ${startDate}::date order by t.id limit 1`);
  if (same !== undefined)
    throw new Refused(
      refuse(
        'sourcing.channel-exists',
        { code: same.code, period: `${same.startDate}~${same.endDate ?? ''}` },
        { field: 'startDate' },
      ),
    );
}

/** 3、1 → 1,3: in order, each once. */
function readWeekdays(given: string): string {
  const days = [...new Set(given.split(/[,，、\s]+/).filter(Boolean))].toSorted();
  if (days.length === 0 || days.some((day) => !/^[1-7]$/.test(day)))
    throw new Refused(refuse('sourcing.weekdays', {}, { field: 'weekdays' }));
  return days.join(',');
}

/** A company; below it a site, restaurant or stall; a material or a type, and one of them wherever a place is named. */
async function requireScope(
  context: Context,
  { companyDeptId: companyId, deptId, materialId, materialTypeId }: Scope,
): Promise<void> {
  const depts = await context.tx.rows<{ id: Id; deptName: string; deptCategory: string; below: boolean }>(sql`
    with recursive upwards as (
      select d.id, d.parent_id from dept d where d.id = ${deptId}::bigint union select d.id, d.parent_id from dept d
      join upwards u on d.id = u.parent_id)
    select d.id, d.dept_name, d.dept_category, exists (select 1 from upwards u
    where u.id = ${companyId}::bigint) as below from dept d where d.id in (${companyId}::bigint, ${deptId}::bigint)`);
  const company = depts.find((dept) => dept.id === companyId);
  const dept = depts.find((each) => each.id === deptId);
  const named = materialId ?? materialTypeId;
  const places: readonly string[] = [DEPT.project, DEPT.restaurant, DEPT.stall];
  const refusals: Refusal[] = [
    ...(company !== undefined && company.deptCategory !== DEPT.company
      ? [refuse('sourcing.company-only', { dept: company.deptName }, { field: 'companyDeptId' })]
      : []),
    ...(dept !== undefined && !places.includes(dept.deptCategory)
      ? [refuse('sourcing.dept-kind', { dept: dept.deptName }, { field: 'deptId' })]
      : []),
    ...(company !== undefined && dept !== undefined && !dept.below
      ? [refuse('sourcing.dept-other-company', { dept: dept.deptName, company: company.deptName }, { field: 'deptId' })]
      : []),
    ...(materialId && materialTypeId ? [refuse('sourcing.material-or-type', {}, { field: 'materialTypeId' })] : []),
    ...(deptId !== null && !named ? [refuse('sourcing.company-default', {}, { field: 'materialId' })] : []),
  ];
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** A factory that sends is one. */
async function requireFactory(context: Context, { factoryDeptId }: Pick<Source, 'factoryDeptId'>): Promise<void> {
  if (!factoryDeptId) return;
  const dept = await context.tx.row<{ deptName: string; deptCategory: string }>(
    sql`select dept_name, dept_category from dept where id = ${factoryDeptId}::bigint`,
  );
  if (dept !== undefined && dept.deptCategory !== DEPT.factory)
    throw new Refused(refuse('sourcing.factory-only', { dept: dept.deptName }, { field: 'factoryDeptId' }));
}

/** The supplier delivers to sites. */
async function requireDirect(context: Context, { supplierId }: Pick<Source, 'supplierId'>): Promise<void> {
  if (!supplierId) return;
  const supplier = await context.tx.row<{ name: string }>(
    sql`select name from supplier where id = ${supplierId}::bigint and allow_direct = 0`,
  );
  if (supplier !== undefined)
    throw new Refused(refuse('sourcing.not-direct', { supplier: supplier.name }, { field: 'supplierId' }));
}

/** The least quantity in base unit, as the plan reckons. */
async function fillLeast(context: Context, values: Saving<typeof purchaseDirectDeliveryRule>['values']): Promise<void> {
  const { materialId, unitId, minOrderQty } = values;
  values.minBaseQty = null;
  if (!minOrderQty) return;
  if (!materialId || !unitId) throw new Refused(refuse('sourcing.min-qty-material', {}, { field: 'minOrderQty' }));
  const [line] = await convertLines(context, [{ materialId, unitId, qty: minOrderQty }]).catch((error: unknown) => {
    throw error instanceof Refused
      ? new Refused(...error.refusals.map(({ line: _, ...refusal }) => ({ ...refusal, field: 'unitId' })))
      : error;
  });
  values.minBaseQty = line!.baseQty;
}

/** Rules that agree in all of these fields and share a day. */
async function overlapping<T>(
  context: Context,
  declaration: Declaration,
  { id, values }: Rule,
  names: readonly string[],
): Promise<T[]> {
  const frozen = declaration.fields['frozen'] === undefined ? empty : sql`and t.frozen = 0`;
  const same = names.map(
    (name) =>
      sql`t.${column(name)}::text is not distinct from
        ${values[name] === undefined || values[name] === null || values[name] === '' ? null : String(values[name])}::text`,
  );
  return context.tx.rows<Record<string, unknown>>(sql`
    select t.* from ${ident(tableOf(declaration))} t
    where t.company_dept_id = ${values.companyDeptId}::bigint and t.id <> ${id ?? '0'}::bigint ${frozen}
      and t.start_date <= coalesce(${values.endDate}::date, 'infinity'::date)
      and coalesce(t.end_date, 'infinity'::date) >= ${values.startDate}::date
      and ${join(same, ' and ')} order by t.id`) as Promise<T[]>;
}

async function requireAlone(
  context: Context,
  declaration: Declaration,
  saving: Rule,
  names: readonly string[],
): Promise<void> {
  const [same] = await overlapping<{ code: string; startDate: string; endDate: string | null }>(
    context,
    declaration,
    saving,
    names,
  );
  if (same !== undefined)
    throw new Refused(
      refuse(
        'sourcing.duplicate',
        { code: same.code, period: `${same.startDate}~${same.endDate ?? ''}` },
        { field: 'materialId' },
      ),
    );
}

async function requireShares(context: Context, saving: Saving<typeof sourceInventoryConfigure>): Promise<void> {
  const others = await overlapping<{ code: string; sharePercent: DecimalText }>(
    context,
    sourceInventoryConfigure,
    saving,
    ['agreementNo', 'deptId', 'materialId', 'materialTypeId', 'priority'],
  );
  const total = Decimal.sum([
    Decimal.of(saving.values.sharePercent ?? '100'),
    ...others.map((other) => Decimal.of(other.sharePercent)),
  ]);
  if (others.length > 0 && Decimal.hundred.isBelow(total))
    throw new Refused(
      refuse(
        'sourcing.shares-over',
        { total: total.toString(), codes: others.map((other) => other.code).join('、') },
        { field: 'sharePercent' },
      ),
    );
}
