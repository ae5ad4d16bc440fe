/** Scores of suppliers: reckoned for all of them with one statement for each figure, opened row by row. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import type { ScheduledTask, Services } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { forEachTenant } from '../../parts/jobs/tenant-tasks.ts';
import { sql } from '../../parts/postgres/database.ts';
import { purchaseOrder } from '../purchasing/purchase-order.document.ts';
import { inStore } from '../receiving/in-store.document.ts';
import { deliveredLineFields } from '../receiving/in-store-receiving.resource.ts';
import { supplier } from '../suppliers/supplier.resource.ts';
import { basisOf } from './score-basis.server.ts';
import * as calls from './supplier-score.calls.ts';
import { supplierScore } from './supplier-score.resource.ts';
import { gradeOf, PARTS, scoreOf, type Part, WEIGHTS, weightsOf } from './supplier-score.rules.ts';
import './supplier-score.refusals.ts';

export const supplierScoreBehaviour = behaviour(supplierScore, {});

const HOURS = 24;
const answerHours = async (context: Context): Promise<number> =>
  Number(await readParameter(context, 'supplier.answerHours')) || HOURS;

interface Figure {
  readonly supplierId: Id;
  readonly part: Part;
  readonly percent: string;
  readonly counted: number;
  readonly bad: number;
}
type Scored = Record<Part, Decimal | null> & { orderLines: number; priceWarnings: number };
const nothing = (): Scored => ({
  onTime: null,
  fill: null,
  refuse: null,
  price: null,
  life: null,
  answer: null,
  residue: null,
  orderLines: 0,
  priceWarnings: 0,
});

/** Reckons a month anew; answers of how many suppliers something is known. */
async function computeMonth(context: Context, month: string): Promise<number> {
  const weights = weightsOf(await readParameter(context, 'supplier.scoreWeights')) ?? weightsOf(WEIGHTS)!;
  const hours = await answerHours(context);
  const found = new Map<Id, Scored>();
  for (const part of PARTS) {
    const rows = await context.tx.rows<Omit<Figure, 'part'>>(sql`
      select b.supplier_id, round(avg(b.percent), 6) as percent, count(*)::integer as counted,
        (count(*) filter (where b.percent < 100))::integer as bad
      from (${basisOf(part, hours, month, context.today)}) b group by b.supplier_id`);
    for (const { supplierId, percent, counted, bad } of rows) {
      const of = found.get(supplierId) ?? nothing();
      of[part] = Decimal.of(percent);
      if (part === 'onTime') of.orderLines = counted;
      if (part === 'price') of.priceWarnings = bad;
      found.set(supplierId, of);
    }
  }
  const minutes = await answerMinutes(context, month);
  const scored = [...found].map(([supplierId, of]) => {
    const score = scoreOf(of, weights);
    return {
      supplier: supplierId,
      ...Object.fromEntries(PARTS.map((part) => [part, of[part]?.rounded(2).toString() ?? null])),
      minutes: minutes.get(supplierId) ?? null,
      lines: of.orderLines,
      warnings: of.priceWarnings,
      score: score?.toString() ?? null,
      grade: score === null ? null : gradeOf(score),
    };
  });
  await writeScores(context, month, scored);
  return scored.length;
}

/** How long he took on the mean, of orders he was asked for in the month and answered. */
async function answerMinutes(context: Context, month: string): Promise<ReadonlyMap<Id, number>> {
  const rows = await context.tx.rows<{ supplierId: Id; minutes: number }>(sql`
    select f.supplier_id, round(avg(extract(epoch from f.answered - f.asked) / 60))::integer as minutes
    from (select a.supplier_id, a.purchase_order_id, min(a.asked_time) as asked, min(a.answer_time) as answered
      from supplier_answer a where a.answer_kind in ('confirmed', 'partial', 'declined', 'shipped')
      group by a.supplier_id, a.purchase_order_id) f
    where to_char(f.asked, 'YYYY-MM') = ${month} group by f.supplier_id`);
  return new Map(rows.map(({ supplierId, minutes }) => [supplierId, minutes]));
}

async function writeScores(context: Context, month: string, scored: readonly object[]): Promise<void> {
  const rows = JSON.stringify(scored);
  await context.tx.run(sql`
    delete from supplier_score s where s.month = ${month} and s.supplier_id not in (
      select g.supplier from jsonb_to_recordset(${rows}::jsonb) as g(supplier bigint))`);
  await context.tx.run(sql`
    insert into supplier_score (supplier_id, month, score, on_time_percent, fill_percent, refuse_percent, life_percent,
      price_percent, answer_percent, residue_percent, answer_minutes, order_lines, price_warnings,
      suggested_grade, made_time)
    select g.supplier, ${month}, g.score, g."onTime", g.fill, g.refuse, g.life, g.price, g.answer, g.residue, g.minutes,
      g.lines, g.warnings, g.grade, ${context.now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as g(supplier bigint, score numeric, "onTime" numeric, fill numeric,
      refuse numeric, life numeric, price numeric, answer numeric, residue numeric, minutes integer, lines integer,
      warnings integer, grade text)
    on conflict (tenant_id, supplier_id, month) do update set score = excluded.score,
      on_time_percent = excluded.on_time_percent, fill_percent = excluded.fill_percent,
      refuse_percent = excluded.refuse_percent, life_percent = excluded.life_percent,
      price_percent = excluded.price_percent, answer_percent = excluded.answer_percent,
      residue_percent = excluded.residue_percent,
      answer_minutes = excluded.answer_minutes, order_lines = excluded.order_lines,
      price_warnings = excluded.price_warnings, suggested_grade = excluded.suggested_grade,
      made_time = excluded.made_time, version = supplier_score.version + 1, update_time = now()`);
}

export const computeScores = serve(calls.computeScores, async (context, { month }) => {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(month) || month > context.today.slice(0, 7))
    throw new Refused(refuse('supplier-score.month', { month, latest: context.today.slice(0, 7) }, { field: 'month' }));
  return { suppliers: await computeMonth(context, month) };
});

const PAGES: Readonly<Record<string, string | undefined>> = {
  purchaseOrder: purchaseOrder.path,
  inStore: inStore.path,
};
const ROWS_MAX = 500;
/** Words of the results of a residue test. */
const RESULTS = new Map(deliveredLineFields.residueResult.rules.choices!.map(({ value, label }) => [value, label]));

export const scoreRows = serve(calls.scoreRows, async (context, { id, figure }) => {
  const { supplierId, month } = await recordById(context, supplierScore, id);
  const hours = await answerHours(context);
  const rows = await context.tx.rows<{
    billCode: string;
    billId: string;
    resource: string;
    date: string;
    materialName: string;
    percent: string;
    measured: string;
    asked: string;
  }>(sql`
    select b.bill_code, b.bill_id::text as bill_id, b.resource, b.day as date, coalesce(m.called, '') as material_name,
      round(b.percent, 2) as percent, b.measured, b.asked
    from (${basisOf(figure, hours, month, context.today)}) b
    left join material m on m.id = b.material_id
    where b.supplier_id = ${supplierId}::bigint
    order by case when ${figure} = 'refuse' then -b.percent else b.percent end, b.day, b.bill_code limit ${ROWS_MAX}`);
  const worded = (text: string): string =>
    figure === 'residue' ? (RESULTS.get(text)?.[context.language] ?? text) : text;
  return rows.map(({ resource, billId, percent, measured, asked, ...row }) => ({
    ...row,
    measured: worded(measured),
    asked: worded(asked),
    percent: Decimal.of(percent).toString(),
    link: `${PAGES[resource] ?? ''}/${billId}`,
  }));
});

export const adoptGrade = serve(calls.adoptGrade, async (context, { id, grade }) => {
  const row = await recordById(context, supplier, id);
  if (row.grade === grade) return true;
  await context.tx.run(sql`
    update supplier set grade = ${grade}, version = version + 1, update_time = now(),
      update_user = ${context.user.userId}::bigint
    where id = ${id}::bigint`);
  await audit(context, [
    {
      resource: supplier.name,
      recordId: id,
      action: 'adoptGrade',
      title: row.name,
      changes: { grade: [row.grade, grade] },
    },
  ]);
  return true;
});

const SIX_HOURS = 6 * 3_600_000;
/** The running month, and the last one until its goods are in. */
async function computeRecent(context: Context): Promise<void> {
  const month = context.today.slice(0, 7);
  const before = new Date(`${month}-01T00:00:00Z`);
  before.setUTCDate(0);
  await computeMonth(context, before.toISOString().slice(0, 7));
  await computeMonth(context, month);
}
/** Runs `computeRecent` for each tenant four times a day. */
export const scoreSuppliers = (services: Services): ScheduledTask => ({
  name: 'supplier.scores',
  everyMs: SIX_HOURS,
  run: () => forEachTenant(services, 'supplier.scores', ({ transaction }) => transaction(computeRecent)),
});
