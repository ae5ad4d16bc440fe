/** Price documents: what their lines come to, what must hold before they are sent and approved, and how versions follow each other. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { LineValues } from '../../kernel/core/validate.ts';
import { audit } from '../../kernel/server/audit.ts';
import { behaviour, type Acting, type Behaviour, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../kernel/server/database.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { saveAll } from '../../kernel/server/save.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../kernel/server/schema.ts';
import { DEPT } from '../admin/dept.resource.ts';
import { dayPlus, type Period } from '../master-data/calendar-day.rules.ts';
import { unitLadders } from '../master-data/material-units.server.ts';
import { unitPath } from '../master-data/unit-conversion.rules.ts';
import { requirePeriod } from '../master-data/validity.server.ts';
import { offersFor } from '../suppliers/offers.server.ts';
import { assessmentPriceMaintenance, managementPricePlan, operatingJointVenturePricePlan, priceScheme } from './price-plan.document.ts';
import { assessmentDays, endRefusals, follow, lineFigures, lineRefusals, planSummary, restore, stallRefusals, within, type AssessPeriod, type PlanLine, type StallInPlan, type Version, type Worth } from './price-plan.rules.ts';
import type { PriceType } from './price.resource.ts';
import { PLAN, publishedLines, SINGLE } from './published-lines.server.ts';

type Values = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value));
const periodOf = (values: Values): Period => ({ startDate: String(values['startDate']), endDate: textOf(values['endDate']) });
const idsOf = (value: unknown): readonly Id[] => (Array.isArray(value) ? value.map(String) : []);

/** What sets one kind of price document apart. */
interface Kind {
  readonly declaration: Declaration;
  typeOf(values: Values): PriceType;
  /** Before lines are looked at; throws `Refused`. */
  complete?(context: Context, saving: Saving): Promise<void> | void;
  /** What else stands in the way of sending it and of approving it. */
  refusals?(context: Context, documents: readonly Acting[], lineCounts: ReadonlyMap<Id, number>): Promise<readonly Refusal[]> | readonly Refusal[];
  /** Whether a document without prices is complete. */
  isPriced?(row: Values): boolean;
  /** How many relations name this series. */
  readonly related?: (seriesId: Id) => Sql;
  /** When approved versions got other days: those that hold once the action is over, and those that hold no more. */
  moved?(context: Context, standing: readonly Id[], gone: readonly Id[]): Promise<void>;
}

/** A new version on its way to `save`, by its body: nothing a client could send. */
const versions = new WeakMap<Input, { readonly versionNo: number; readonly priceSeriesId: Id; readonly supersedesId: Id }>();

const planBehaviour = (kind: Kind) => (registry: () => Registry): Behaviour => {
  const { declaration } = kind;
  const table = ident(tableOf(declaration));
  const lineTable = ident(lineTableOf(declaration, 'details'));
  const owner = ident(ownerColumn(declaration));

  const linesOf = async (context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, readonly StoredLine[]>> =>
    Map.groupBy(await context.tx.rows<StoredLine>(sql`
      select l.${owner} as plan_id, l.material_id, m.name as material, m.frozen, l.unit_id, l.price, l.start_date, l.end_date from ${lineTable} l join material m on m.id = l.material_id
      where l.${owner} = any(${[...ids]}::bigint[]) order by l.${owner}, l.line_no`), (line) => line.planId);

  /** Approved versions of these series, locked; `more`: the states of others to be read beside them. */
  const versionsOf = async (context: Context, seriesIds: readonly Id[], states: readonly string[]): Promise<ReadonlyMap<Id, readonly StoredVersion[]>> =>
    Map.groupBy(await context.tx.rows<StoredVersion>(sql`
      select t.id, t.bill_code, t.status, t.price_series_id, t.start_date, t.end_date, t.original_end_date, t.superseded_by_id from ${table} t
      where t.price_series_id = any(${[...seriesIds]}::bigint[]) and t.status = any(${[...states]}::text[]) order by t.id for update`), (version) => version.priceSeriesId);

  /** The check of sent and of approved documents, the same both times. */
  async function problemsOf(context: Context, documents: readonly Acting[]): Promise<Refusal[]> {
    const ids = documents.map((document) => document.id);
    const lines = await linesOf(context, ids);
    const ladders = await unitLadders(context, [...lines.values()].flat().map((line) => line.materialId));
    const problems = documents.flatMap(({ id, billCode, row }): Refusal[] => {
      const own = lines.get(id) ?? [];
      if (own.length === 0 && kind.isPriced?.(row) !== true) return [refuse('prices.no-lines', { billCode })];
      const found = Number(row['versionNo']) > 1 && textOf(row['changeReason']) === null ? [refuse('prices.change-reason', { version: row['versionNo'] }, { field: 'changeReason' })] : [];
      found.push(...lineRefusals(periodOf(row), own));
      own.forEach((each, index) => {
        const line = index + 1;
        if (each.frozen === 1) found.push(refuse('prices.material-frozen', { material: each.material }, { line, field: 'materialId' }));
        if (each.price === null) found.push(refuse('field.required', { name: PRICE_LABEL }, { line, field: 'price' }));
        const ladder = ladders.get(each.materialId);
        const path = ladder === undefined ? undefined : unitPath({ ...ladder, date: each.startDate ?? String(row['startDate']) }, each.unitId);
        if (path?.ok === false) found.push(...path.refusals.map((refusal) => ({ ...refusal, line, field: 'unitId' })));
      });
      return found;
    });
    const counts = new Map(documents.map(({ id }) => [id, lines.get(id)?.length ?? 0]));
    return [...problems, ...((await kind.refusals?.(context, documents, counts)) ?? [])];
  }

  /** One base price of a company on any day. */
  async function defaultRefusals(context: Context, documents: readonly Acting[]): Promise<Refusal[]> {
    const wanted = documents.filter(({ row }) => row['isDefault'] === 1);
    if (wanted.length === 0) return [];
    const taken = await context.tx.rows<{ name: string; company: string }>(sql`
      select o.name, d.dept_name as company from ${table} n join ${table} o on o.company_dept_id = n.company_dept_id and o.is_default = 1 and o.status = 'approved' and o.price_series_id <> n.price_series_id
        and daterange(o.start_date, o.end_date, '[]') && daterange(n.start_date, n.end_date, '[]')
      join dept d on d.id = n.company_dept_id where n.id = any(${wanted.map(({ id }) => id)}::bigint[]) order by n.id, o.id`);
    return taken.map((row) => refuse('prices.default-taken', row, { field: 'isDefault' }));
  }

  async function approve(context: Context, documents: readonly Acting[]): Promise<readonly Refusal[] | void> {
    const problems = [...(await problemsOf(context, documents)), ...(await defaultRefusals(context, documents))];
    const past = context.allowed('price_backdate') ? [] : documents.filter(({ row }) => String(row['startDate']) < context.today);
    problems.push(...past.map(({ row }) => refuse('prices.backdated', { startDate: row['startDate'] }, { field: 'startDate' })));
    const standing = await versionsOf(context, documents.map(({ row }) => String(row['priceSeriesId'])), ['approved']);
    const steps = documents.map((document) => ({ document, ...follow(standing.get(String(document.row['priceSeriesId'])) ?? [], periodOf(document.row), context.today) }));
    problems.push(...steps.flatMap((step) => step.refusals));
    if (problems.length > 0) return problems;
    const known = new Map([...standing.values()].flat().map((version) => [version.id, version]));
    const cuts = steps.flatMap(({ document, cut }) => cut.map(({ id, endDate }) => ({ id, endDate, by: document.id, version: known.get(id)! })));
    await context.tx.run(sql`
      update ${table} t set end_date = c.end_date, original_end_date = case when t.superseded_by_id is null then t.end_date else t.original_end_date end, superseded_by_id = c.by, version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      from json_to_recordset(${JSON.stringify(cuts.map(({ id, endDate, by }) => ({ id, end_date: endDate, by })))}::json) as c(id bigint, end_date date, by bigint) where t.id = c.id`);
    await audit(context, cuts.map(({ version, endDate }) => ({ resource: declaration.name, recordId: version.id, action: 'update', title: version.billCode, changes: { endDate: [version.endDate, endDate] as const } })));
    await moveState(declaration, context, cuts.map(({ version }) => actingOf(version)), 'superseded', {}, null);
    for (const { document, replaced } of steps) {
      if (replaced.length > 0) await moveState(declaration, context, replaced.map((id) => actingOf(known.get(id)!)), 'superseded', { to: 'done' }, null, sql`superseded_by_id = ${document.id}::bigint`);
    }
    await kind.moved?.(context, [...documents.map(({ id }) => id), ...cuts.map(({ id }) => id)], steps.flatMap((step) => step.replaced));
  }

  async function takeBack(context: Context, documents: readonly Acting[]): Promise<readonly Refusal[] | void> {
    const used = documents.filter(({ row }) => String(row['startDate']) < context.today);
    if (used.length > 0) return used.map(({ billCode }) => refuse('prices.version-in-use', { billCode }));
    const series = await versionsOf(context, documents.map(({ row }) => String(row['priceSeriesId'])), ['approved', 'done']);
    const known = new Map([...series.values()].flat().map((version) => [version.id, version]));
    const restored = documents.flatMap(({ id, row }) => restore(series.get(String(row['priceSeriesId'])) ?? [], id));
    // The one that is voided stands until this is over.
    await context.tx.run(sql`set constraints all deferred`);
    await context.tx.run(sql`
      update ${table} t set end_date = r.end_date, original_end_date = r.original, superseded_by_id = r.by, version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      from json_to_recordset(${JSON.stringify(restored.map((each) => ({ id: each.id, end_date: each.endDate, original: each.originalEndDate, by: each.supersededById })))}::json) as r(id bigint, end_date date, original date, by bigint) where t.id = r.id`);
    const again = restored.map(({ id }) => known.get(id)!);
    await moveState(declaration, context, again.filter(({ status }) => status === 'approved').map(actingOf), 'restored', {}, null);
    await moveState(declaration, context, again.filter(({ status }) => status === 'done').map(actingOf), 'restored', { to: 'approved' }, null);
    await kind.moved?.(context, restored.map(({ id }) => id), documents.map(({ id }) => id));
  }

  async function endEarly(context: Context, documents: readonly Acting[], input: Input): Promise<readonly Refusal[] | void> {
    const endDate = String(input['endDate']);
    const refusals = documents.flatMap(({ billCode, row }) => endRefusals({ billCode, ...periodOf(row) }, endDate, context.today));
    if (refusals.length > 0) return refusals;
    const ids = documents.map(({ id }) => id);
    // Where a newer version had cut it, it would not come back beyond this day either.
    await context.tx.run(sql`
      update ${table} t set end_date = ${endDate}::date, original_end_date = case when t.superseded_by_id is null then null else ${endDate}::date end, version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now() where t.id = any(${ids}::bigint[])`);
    await audit(context, documents.map(({ id, billCode, row }) => ({ resource: declaration.name, recordId: id, action: 'update', title: billCode, changes: { endDate: [row['endDate'] ?? null, endDate] as const } })));
    await kind.moved?.(context, ids, []);
  }

  /** A draft with all the lines of each; saved like others, so that its figures belong to its own days. */
  async function newVersion(context: Context, documents: readonly Acting[], input: Input): Promise<readonly Refusal[] | void> {
    const open = await versionsOf(context, documents.map(({ row }) => String(row['priceSeriesId'])), OPEN);
    const refusals = [...open.values()].map(([version]) => refuse('prices.version-open', { billCode: version!.billCode }));
    if (refusals.length > 0) return refusals;
    const highest = new Map((await context.tx.rows<{ seriesId: Id; versionNo: number }>(sql`
      select price_series_id as series_id, max(version_no) as version_no from ${table} where price_series_id = any(${documents.map(({ row }) => String(row['priceSeriesId']))}::bigint[]) group by 1`)).map((row) => [row.seriesId, row.versionNo]));
    const copies = new Map<string, ReadonlyMap<Id, readonly Values[]>>();
    for (const key of Object.keys(declaration.lines ?? {})) {
      copies.set(key, Map.groupBy(await context.tx.rows<Values>(sql`select l.* from ${ident(lineTableOf(declaration, key))} l where l.${owner} = any(${documents.map(({ id }) => id)}::bigint[]) order by l.line_no`), (line) => String(line[ownerField(declaration)])));
    }
    await saveAll(registry(), declaration, context, documents.map(({ id, row }) => {
      const body: Input = {
        ...row, id: '', version: '', startDate: input['startDate'], endDate: null, changeReason: input['changeReason'], remark: '',
        // The days of a line were those of the version before.
        ...Object.fromEntries([...copies].map(([key, lines]) => [key, (lines.get(id) ?? []).map(({ id: _id, startDate: _start, endDate: _end, ...line }) => line)])),
      };
      versions.set(body, { versionNo: highest.get(String(row['priceSeriesId']))! + 1, priceSeriesId: String(row['priceSeriesId']), supersedesId: id });
      return body;
    }));
  }

  return behaviour(declaration, {
    async beforeSave(context, saving) {
      const { values, before } = saving;
      Object.assign(values, before === null ? (versions.get(saving.body) ?? { versionNo: 1 }) : {});
      await kind.complete?.(context, saving);
      requirePeriod(context, saving);
      await requireName(context, declaration, saving);
      await priceLines(context, kind, saving);
    },
    actions: { toApply: problemsOf, doApply: approve, void: takeBack, endEarly, newVersion },
    computed: { effectState: ({ today }) => sql`case when t.status <> 'approved' then '' when t.start_date > ${today}::date then 'future' when t.end_date < ${today}::date then 'ended' else 'current' end` },
    filters: {
      effect: (value, { today }) => sql`(t.status = 'approved' and ${effectOf(value, today)})`,
      /** Prices something now or later: of its series the version that goes on. */
      usable: (_value, { today }) => sql`(t.status = 'approved' and t.superseded_by_id is null and (t.end_date is null or t.end_date >= ${today}::date))`,
    },
    async detail(context, row) {
      const listed = await context.tx.rows<Values & { status: string }>(sql`
        select t.id, t.bill_code, t.version_no, t.status, t.start_date, coalesce(t.end_date::text, '') as end_date from ${table} t where t.price_series_id = ${textOf(row['priceSeriesId'])}::bigint order by t.version_no desc, t.id desc`);
      const related = kind.related === undefined ? {} : await context.tx.row<{ relatedCount: number }>(sql`select count(*)::integer as related_count from (${kind.related(String(row['priceSeriesId']))}) r`);
      return { ...related, versions: listed.map((version) => ({ ...version, statusName: declaration.life!.states[version.status]!.label[context.language] })) };
    },
  } as Parameters<typeof behaviour>[1]);
};

const OPEN = ['draft', 'pending', 'rejected'];
const PRICE_LABEL = managementPricePlan.lines!.details.fields.price.label;
const effectOf = (effect: string, today: string): Sql => {
  switch (effect) {
    case 'future': return sql`t.start_date > ${today}::date`;
    case 'ended': return sql`t.end_date < ${today}::date`;
    default: return sql`t.start_date <= ${today}::date and (t.end_date is null or t.end_date >= ${today}::date)`;
  }
};
const ownerField = (declaration: Declaration): string => ownerColumn(declaration).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface StoredLine extends PlanLine {
  readonly planId: Id;
  readonly material: string;
  readonly frozen: number;
  readonly unitId: Id;
  readonly price: DecimalText | null;
}
interface StoredVersion extends Version {
  readonly status: string;
  readonly priceSeriesId: Id;
}
const actingOf = (version: StoredVersion): Acting => ({ id: version.id, billCode: version.billCode, status: version.status, row: { ...version } });

/** Of one company and kind no two series have the same name; versions of a series may. */
async function requireName(context: Context, declaration: Declaration, { values }: Saving): Promise<void> {
  const taken = await context.tx.row(sql`
    select 1 as one from ${ident(tableOf(declaration))} t where t.name = ${textOf(values['name'])} and t.company_dept_id = ${textOf(values['companyDeptId'])}::bigint and t.status <> 'void'
      and t.price_series_id is distinct from ${textOf(values['priceSeriesId'])}::bigint`);
  if (taken !== undefined) throw new Refused(refuse('prices.name-taken', { name: values['name'] }, { field: 'name' }));
}

/** Fills tax, factor and figures of every line with a few questions; a unit must lead to the base unit on its first day. */
async function priceLines(context: Context, kind: Kind, saving: Saving): Promise<void> {
  const { values } = saving;
  const lines = saving.lines['details'];
  if (lines === undefined) {
    values['lineCount'] ??= 0;
    return;
  }
  const header = periodOf(values);
  const typed = lines.map((line) => ({ materialId: String(line.values['materialId']), startDate: textOf(line.values['startDate']), endDate: textOf(line.values['endDate']) }));
  const refusals = lineRefusals(header, typed);
  const firstDays = typed.map((line) => line.startDate ?? header.startDate);
  const materialIds = [...new Set(typed.map((line) => line.materialId))];
  const [ladders, goods, last, offers] = await Promise.all([
    unitLadders(context, materialIds),
    context.tx.rows<{ id: Id; taxRate: DecimalText | null }>(sql`select id, tax_rate from material where id = any(${materialIds}::bigint[])`),
    lastPrices(context, kind, values, typed.map((line, index) => ({ materialId: line.materialId, day: dayPlus(firstDays[index]!, -1) }))),
    offersFor(context, materialIds, header.startDate, []),
  ]);
  const taxOf = new Map(goods.map((row) => [row.id, row.taxRate]));
  const purchaseOf = new Map(offers.filter((offer) => offer.rank === 1 && offer.basePrice !== null).map((offer) => [offer.materialId, Decimal.of(offer.basePrice!)]));
  const priced = lines.map((line, index): LineValues => {
    const { materialId } = typed[index]!;
    const ladder = ladders.get(materialId);
    if (ladder === undefined) return line; // refused by the kernel as unknown
    const at = index + 1;
    const taxRate = line.values['taxRate'] ?? taxOf.get(materialId) ?? null;
    const path = unitPath({ ...ladder, date: firstDays[index]! }, String(line.values['unitId']));
    if (!path.ok) refusals.push(...path.refusals.map((refusal) => ({ ...refusal, line: at, field: 'unitId' })));
    for (const [field, value] of [['price', line.values['price'] ?? null], ['taxRate', taxRate]] as const) {
      if (value === null) refusals.push(refuse('field.required', { name: managementPricePlan.lines!.details.fields[field].label }, { line: at, field }));
    }
    if (!path.ok || taxRate === null || (line.values['price'] ?? null) === null) return line;
    const figures = lineFigures({ price: Decimal.of(String(line.values['price'])), taxRate: Decimal.of(String(taxRate)), ratio: path.ratio, last: last[index] ?? null, purchase: purchaseOf.get(materialId) ?? null });
    return { ...line, values: { ...line.values, taxRate, ...figures } };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  saving.lines['details'] = priced;
  Object.assign(values, planSummary(priced.map((line) => ({ materialId: String(line.values['materialId']), changePercent: textOf(line.values['changePercent']) }))));
}

/** What held on a day: of the same series, else the company's base price. One statement however many lines. */
async function lastPrices(context: Context, kind: Kind, values: Values, asked: readonly { readonly materialId: Id; readonly day: string }[]): Promise<(Worth | null)[]> {
  const type = kind.typeOf(values);
  const [plan, single] = [PLAN[type], SINGLE[type]];
  const series = textOf(values['priceSeriesId']);
  const own = sql`select 1 as rank, p.material_id, p.price, p.factor, p.start_date, p.end_date from (${publishedLines(kind.declaration)}) p where p.price_series_id = ${series}::bigint`;
  const base = single !== undefined
    ? sql`select 2, p.material_id, p.price, p.factor, p.start_date, p.end_date from ${ident(tableOf(single))} p where p.frozen = 0 and p.dept_id is null`
    : sql`select 2, p.material_id, p.price, p.factor, p.start_date, p.end_date from (${publishedLines(plan!)}) p where p.is_default = 1 and p.company_dept_id = ${textOf(values['companyDeptId'])}::bigint`;
  const found = await context.tx.rows<{ nr: number; price: DecimalText; factor: DecimalText }>(sql`
    select distinct on (q.nr) q.nr, p.price, p.factor from json_to_recordset(${JSON.stringify(asked.map(({ materialId, day }, nr) => ({ nr, material_id: materialId, day })))}::json) as q(nr integer, material_id bigint, day date)
    join (${own} union all ${base}) p on p.material_id = q.material_id and p.start_date <= q.day and (p.end_date is null or p.end_date >= q.day)
    order by q.nr, p.rank, p.start_date desc`);
  const byNr = new Map(found.map((row) => [row.nr, { price: Decimal.of(row.price), factor: Decimal.of(row.factor) }]));
  return asked.map((_, nr) => byNr.get(nr) ?? null);
}

export const managementPricePlanBehaviour = planBehaviour({ declaration: managementPricePlan as unknown as Declaration, typeOf: () => 'management', related: (series) => sql`select 1 from management_price_dept_relation where management_price_plan_id = ${series}::bigint` });

export const assessmentPriceBehaviour = planBehaviour({
  declaration: assessmentPriceMaintenance as unknown as Declaration,
  typeOf: () => 'assessment',
  related: (series) => sql`select 1 from assessment_price_relation where assessment_price_maintenance_id = ${series}::bigint`,
  /** The days of the period where none are given; given ones lie within them. */
  complete(_context, { values }) {
    const period = values['assessPeriod'] as AssessPeriod;
    if (period === 'year') values['periodNo'] = null;
    const days = assessmentDays(Number(values['assessYear']), period, values['periodNo'] === null || values['periodNo'] === undefined ? null : Number(values['periodNo']));
    if (days === undefined) throw new Refused(refuse('prices.period-no', {}, { field: 'periodNo' }));
    values['startDate'] ??= days.startDate;
    values['endDate'] ??= days.endDate;
    if (!within(periodOf(values), days)) throw new Refused(refuse('prices.period-outside', { ...days }, { field: 'startDate' }));
  },
});

/** Stalls and days of approved versions, as `joint_price_plan_stall` wants them. */
const stallsOf = (ids: readonly Id[]): Sql => sql`
  select t.id as plan_id, t.name, d.id as dept_id, d.dept_name, t.start_date, t.end_date from operating_joint_venture_price_plan t join dept d on d.id = any(t.gear_operation_dept_ids) where t.id = any(${[...ids]}::bigint[])`;

export const jointPlanBehaviour = planBehaviour({
  declaration: operatingJointVenturePricePlan as unknown as Declaration,
  typeOf: () => 'joint',
  async complete(context, { values }) {
    const others = await context.tx.rows<{ dept: string }>(sql`select dept_name as dept from dept where id = any(${[...idsOf(values['gearOperationDeptIds'])]}::bigint[]) and dept_category <> ${DEPT.stall} order by id`);
    if (others.length > 0) throw new Refused(...others.map((row) => refuse('prices.not-stall', row, { field: 'gearOperationDeptIds' })));
  },
  /** Another series has none of its stalls on these days. */
  async refusals(context, documents) {
    const wanted = await context.tx.rows<StallInPlan>(sql`${stallsOf(documents.map(({ id }) => id))} order by t.id, d.id`);
    const standing = await context.tx.rows<StallInPlan & { seriesId: Id }>(sql`
      select s.plan_id, t.price_series_id as series_id, t.name, s.dept_id, '' as dept_name, s.start_date, s.end_date from joint_price_plan_stall s join operating_joint_venture_price_plan t on t.id = s.plan_id
      where s.dept_id = any(${wanted.map((each) => each.deptId)}::bigint[]) order by s.plan_id`);
    const seriesOf = new Map(documents.map(({ id, row }) => [id, String(row['priceSeriesId'])]));
    return wanted.flatMap((each) => stallRefusals([each], standing.filter((held) => held.seriesId !== seriesOf.get(each.planId))));
  },
  async moved(context, standing, gone) {
    await context.tx.run(sql`delete from joint_price_plan_stall where plan_id = any(${[...standing, ...gone]}::bigint[])`);
    await context.tx.run(sql`insert into joint_price_plan_stall (plan_id, dept_id, start_date, end_date) select s.plan_id, s.dept_id, s.start_date, s.end_date from (${stallsOf(standing)}) s`);
  },
});

/** The plan a scheme refers to, by its type. */
const REFERRED = { management: 'managementPricePlanId', joint: 'operatingJointVenturePricePlanId', assessment: 'assessmentPriceMaintenanceId' } as const;

export const priceSchemeBehaviour = planBehaviour({
  declaration: priceScheme as unknown as Declaration,
  typeOf: (values) => values['type'] as PriceType,
  isPriced: (row) => row['mode'] !== 'fixed',
  related: (series) => sql`select 1 from price_plan_role_relation where price_scheme_id = ${series}::bigint`,
  async complete(context, { values, body }) {
    const type = values['type'] as PriceType;
    const field = type === 'settlement' ? undefined : REFERRED[type];
    // Clients name what it refers to by one key; 0 is the base price itself.
    const named = textOf(body['referenceSeriesId']);
    if (named === '0') Object.assign(values, { mode: 'percent', ratePercent: '0' });
    else if (named !== null && field !== undefined && /^\d{1,19}$/.test(named)) values[field] = named;
    for (const other of Object.values(REFERRED)) if (other !== field || values['mode'] !== 'reference') values[other] = null;
    if (values['mode'] !== 'percent') values['ratePercent'] = null;
    else if ((values['ratePercent'] ?? null) === null) throw new Refused(refuse('field.required', { name: priceScheme.fields.ratePercent.label }, { field: 'ratePercent' }));
    if (values['mode'] !== 'reference') return;
    if (field === undefined) throw new Refused(refuse('prices.scheme-reference-kind', {}, { field: 'mode' }));
    if ((values[field] ?? null) === null) throw new Refused(refuse('field.required', { name: priceScheme.fields[field].label }, { field }));
    values[field] = await approvedSeries(context, PLAN[type]!, String(values[field]), field);
  },
  refusals: (_context, documents, lineCounts) => documents.flatMap(({ id, billCode, row }) => (row['mode'] !== 'fixed' && lineCounts.get(id)! > 0 ? [refuse('prices.scheme-lines', { billCode })] : [])),
});

/** What a version is one of. */
export interface NamedSeries {
  readonly seriesId: Id;
  readonly name: string;
  /** Of schemes: the kind of price; empty for plans. */
  readonly type: string;
  /** Some version prices something today or later. */
  readonly usable: boolean;
}
/** The series of versions, by the id of any. */
export async function seriesOf(context: Context, plan: Declaration, ids: readonly Id[]): Promise<ReadonlyMap<Id, NamedSeries>> {
  const rows = await context.tx.rows<NamedSeries & { id: Id }>(sql`
    select t.id, t.price_series_id as series_id, t.name, ${plan.fields['type'] === undefined ? sql`''` : sql`t.type`} as type,
           exists (select 1 from ${ident(tableOf(plan))} v where v.price_series_id = t.price_series_id and v.status = 'approved' and (v.end_date is null or v.end_date >= ${context.today}::date)) as usable
    from ${ident(tableOf(plan))} t where t.id = any(${[...ids]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
async function approvedSeries(context: Context, plan: Declaration, id: Id, field: string): Promise<Id> {
  const series = (await seriesOf(context, plan, [id])).get(id);
  if (series === undefined) throw new Refused(refuse('field.unknown-reference', { name: priceScheme.fields[field as keyof typeof priceScheme.fields].label }, { field }));
  if (!series.usable) throw new Refused(refuse('prices.series-unapproved', { name: series.name }, { field }));
  return series.seriesId;
}
