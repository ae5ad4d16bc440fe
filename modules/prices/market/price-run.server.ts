/** Price runs: lines as formulas make them, kept as they were looked at, published in one go, and taken back while nobody used them. */
import { integer, ref, type DecimalText, type Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { behaviour, savingLines, type Acting, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { saveRecords } from '../../../kernel/server/save.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { requirePeriod } from '../../master-data/materials/validity.server.ts';
import { warnCountOf, type LineWarning } from '../warnings/charged-price.rules.ts';
import { changeOf, derivePrices, isSame, type Derived, type DerivedType } from './derive-prices.server.ts';
import { planSummary } from '../price-plans/price-plan.rules.ts';
import { priceRun } from './price-run.document.ts';
import { proposals } from '../price-book/price.server.ts';
import { blockedRuns, warningsOf, type Weighed } from './run-warnings.server.ts';
import { partnerOf, SINGLE } from '../price-book/published-lines.server.ts';

export type Trigger = 'manual' | 'purchase' | 'market' | 'schedule';
/** What a proposal goes by; left out: everything. */
export const REFERENCES: Partial<Readonly<Record<Trigger, readonly string[]>>> = {
  purchase: ['purchase', 'last-receipt'],
  market: ['market-avg', 'market-low', 'market-high'],
};
/** What a run calculates its lines by. */
type RunTerms = Pick<
  Saving<typeof priceRun>['values'],
  'priceType' | 'companyDeptId' | 'formulaIds' | 'referenceDate' | 'startDate' | 'trigger'
>;
const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
const idsOf = (value: unknown): readonly Id[] => (Array.isArray(value) ? value.map(String) : []);

/** Why a run is made, by its body on its way to `save`: nothing a client could send. */
export const triggers = new WeakMap<Input, Trigger>();
const LINE_OWN = { lineNo: integer('', ''), priceRunId: ref('', '', 'priceRun') } as const;

interface StoredLine {
  readonly id: Id;
  readonly priceRunId: Id;
  readonly lineNo: number;
  readonly materialId: Id;
  readonly deptId: Id | null;
  readonly unitId: Id;
  readonly factor: DecimalText | null;
  readonly proposedPrice: DecimalText | null;
  readonly price: DecimalText | null;
  readonly overrideReason: string | null;
  readonly oldPrice: DecimalText | null;
  readonly skip: number;
  readonly formulaText: string | null;
  readonly oldEntryId: Id | null;
  readonly oldEndDate: string | null;
  readonly publishedId: Id | null;
}
const linesOf = (context: Context, runIds: readonly Id[]): Promise<StoredLine[]> =>
  context.tx.rows<StoredLine>(sql`
  select id, price_run_id, line_no, material_id, dept_id, unit_id, factor, proposed_price, price, override_reason, old_price, skip, formula_text, old_entry_id, old_end_date, published_id from price_run_detail where price_run_id = any(${[...runIds]}::bigint[]) order by price_run_id, line_no`);

const keyOf = (line: { readonly materialId: Id; readonly deptId: Id | null }): string =>
  `${line.materialId} ${line.deptId ?? ''}`;
/** Whether it says something else than the price in force. */
export const isChange = (line: { readonly price: DecimalText | null; readonly old: Derived['old'] }): boolean =>
  line.price !== null && (line.old === null || !isSame(line.price, line.old.price));

/** Reckons the lines of a run anew. What somebody decided of a line stays as long as the formula still says the same. */
export async function calculateRun(context: Context, id: Id, run: Readonly<RunTerms>): Promise<readonly Derived[]> {
  const { trigger, priceType } = run;
  const all = await derivePrices(context, {
    priceType,
    companyDeptId: textOf(run.companyDeptId),
    formulaIds: idsOf(run.formulaIds),
    referenceDate: textOf(run.referenceDate) ?? context.today,
    startDate: run.startDate,
    ...(trigger in REFERENCES ? { references: REFERENCES[trigger]! } : {}),
  });
  // A proposal says what is new; a run by hand shows everything that was reckoned.
  const isNews = trigger === 'schedule' ? await changesSince(context, priceType, id) : () => true;
  const lines = trigger === 'manual' ? all : all.filter((line) => isChange(line) && isNews(line));
  const decided = new Map(
    (await linesOf(context, [id]))
      .filter((line) => line.skip === 1 || line.overrideReason !== null)
      .map((line) => [keyOf(line), line]),
  );
  await context.tx.run(sql`delete from price_run_detail where price_run_id = ${id}::bigint`);
  const priced = lines.map((line, index) => {
    const kept = decided.get(keyOf(line));
    const stays =
      kept !== undefined &&
      line.price !== null &&
      kept.proposedPrice !== null &&
      isSame(kept.proposedPrice, line.price);
    const price = stays && kept.price !== null ? kept.price : line.price;
    return {
      priceRunId: id,
      lineNo: index + 1,
      materialId: line.materialId,
      deptId: line.deptId,
      unitId: line.unitId,
      factor: line.factor,
      referencePrice: line.reference,
      proposedPrice: line.price,
      price,
      overrideReason: stays ? kept.overrideReason : null,
      oldPrice: line.old?.price ?? null,
      changePercent: price === null || line.old === null ? null : changeOf(price, line.old.price),
      skip: stays ? kept.skip : 0,
      formulaId: line.formula.id,
      formulaText: line.formula.text[context.language].slice(0, 200),
      evidence: line.evidence.slice(0, 200),
      referenceDate: line.referenceDate,
      oldEntryId: line.old?.id ?? null,
      oldEndDate: line.old?.endDate ?? null,
      result: line.why === '' ? null : line.why.slice(0, 200),
    };
  });
  const warnings = await warningsOf(context, run, priced);
  const rows = priced.map((row, index) => ({ ...row, ...warnings[index]! }));
  await insertRows(context, 'price_run_detail', priceRun.lines!.details.fields, rows, {}, LINE_OWN);
  await writeSummary(context, id, rows);
  return all;
}

/** Whether a formula says something else than the last run made of it, whatever came of that run; `but`: a run that does not count. */
export async function changesSince(
  context: Context,
  priceType: DerivedType,
  but: Id | null,
): Promise<(line: Derived) => boolean> {
  const last = new Map(
    (
      await context.tx.rows<{ materialId: Id; deptId: Id | null; proposedPrice: DecimalText }>(sql`
    select distinct on (d.material_id, d.dept_id) d.material_id, d.dept_id, d.proposed_price from price_run_detail d join price_run r on r.id = d.price_run_id
    where r.price_type = ${priceType} and r.id is distinct from ${but}::bigint and d.proposed_price is not null order by d.material_id, d.dept_id, r.id desc`)
    ).map((row) => [keyOf(row), row.proposedPrice]),
  );
  return (line) =>
    line.price !== null && (last.get(keyOf(line)) === undefined || !isSame(last.get(keyOf(line))!, line.price));
}

interface Summed {
  readonly warnLevel: LineWarning['warnLevel'];
  readonly materialId: Id;
  readonly price: DecimalText | null;
  readonly oldPrice: DecimalText | null;
  readonly changePercent: DecimalText | null;
  readonly skip: number;
}
const summaryOf = (
  lines: readonly Summed[],
): {
  readonly lineCount: number;
  readonly changedCount: number;
  readonly maxRise: string | null;
  readonly maxFall: string | null;
  readonly warnCount: number;
} => {
  const standing = lines.filter((line) => line.skip !== 1 && line.price !== null);
  const { maxRise, maxFall } = planSummary(standing);
  return {
    lineCount: lines.length,
    changedCount: standing.filter((line) => line.oldPrice === null || !isSame(line.price!, line.oldPrice)).length,
    maxRise,
    maxFall,
    warnCount: warnCountOf(standing),
  };
};
async function writeSummary(context: Context, id: Id, lines: readonly Summed[]): Promise<void> {
  const { lineCount, changedCount, maxRise, maxFall, warnCount } = summaryOf(lines);
  await context.tx.run(
    sql`update price_run set line_count = ${lineCount}, changed_count = ${changedCount}, max_rise = ${maxRise}::numeric, max_fall = ${maxFall}::numeric, warn_count = ${warnCount}, override_reason = null where id = ${id}::bigint`,
  );
}

/** Of a line people may change the price, with a reason, or pass it over. */
async function decideLines(context: Context, saving: Saving<typeof priceRun>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined || saving.id === null) {
    if (lines !== undefined && lines.length > 0) saving.lines['details'] = [];
    return;
  }
  const stored = new Map((await linesOf(context, [saving.id])).map((line) => [line.id, line]));
  const refusals: Refusal[] = [];
  const summed: (Omit<Summed, 'warnLevel'> & Weighed)[] = [];
  saving.lines['details'] = lines.map((line, index) => {
    const at = index + 1;
    const own = line.id === null ? undefined : stored.get(line.id);
    if (own === undefined) {
      refusals.push(refuse('prices.run-line-own', { line: at }, { line: at }));
      return line;
    }
    const price = line.values.price === undefined ? own.price : textOf(line.values.price);
    const reason = line.values.overrideReason === undefined ? own.overrideReason : textOf(line.values.overrideReason);
    const skip = Number(line.values.skip ?? own.skip);
    const differs = price !== null && own.proposedPrice !== null && !isSame(price, own.proposedPrice);
    if (skip !== 1 && (differs || (price !== null && own.proposedPrice === null)) && reason === null)
      refusals.push(refuse('prices.run-reason', { line: at }, { line: at, field: 'overrideReason' }));
    const changePercent = price === null || own.oldPrice === null ? null : changeOf(price, own.oldPrice);
    summed.push({ materialId: own.materialId, price, oldPrice: own.oldPrice, factor: own.factor, changePercent, skip });
    return { ...line, values: { ...line.values, price, changePercent } };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  const warnings = await warningsOf(context, saving.values, summed);
  saving.lines['details'] = saving.lines['details'].map((line, index) => ({
    ...line,
    values: { ...line.values, ...warnings[index]! },
  }));
  Object.assign(saving.values, summaryOf(summed.map((line, index) => ({ ...line, ...warnings[index]! }))), {
    overrideReason: null,
  });
}

const CALCULATED_BY = ['priceType', 'startDate', 'referenceDate', 'formulaIds'] as const;

/** Runs of prices by formula: calculated anew when what they go by changes, and published when they are approved. */
export const priceRunBehaviour = (registry: () => Registry): Behaviour =>
  behaviour(priceRun, {
    async beforeSave(context, saving) {
      requirePeriod(context, saving);
      if (saving.before === null) saving.values.trigger = triggers.get(saving.body) ?? 'manual';
      saving.values.referenceDate ??= context.today;
      await decideLines(context, saving);
    },
    async afterSave(context, { id, creating, before, values }) {
      if (creating || CALCULATED_BY.some((name) => String(before?.[name] ?? '') !== String(values[name] ?? '')))
        await calculateRun(context, id, values);
    },
    actions: {
      async generate(context, documents) {
        for (const { id, row } of documents) await calculateRun(context, id, row);
      },
      async toApply(context, documents, input) {
        const empty = await emptyRuns(context, documents);
        return empty.length > 0
          ? empty
          : blockedRuns(
              context,
              documents,
              (
                await linesOf(
                  context,
                  documents.map(({ id }) => id),
                )
              ).filter((line) => line.skip !== 1 && line.price !== null),
              input,
            );
      },
      doApply: (context, documents) => publish(context, registry(), documents),
      void: (context, documents) => takeBack(context, registry(), documents),
    },
  });

async function emptyRuns(context: Context, documents: readonly Acting<typeof priceRun>[]): Promise<readonly Refusal[]> {
  const changing = new Set(
    (
      await linesOf(
        context,
        documents.map(({ id }) => id),
      )
    )
      .filter(
        (line) =>
          line.skip !== 1 && line.price !== null && (line.oldPrice === null || !isSame(line.price, line.oldPrice)),
      )
      .map((line) => line.priceRunId),
  );
  return documents
    .filter(({ id }) => !changing.has(id))
    .map(({ billCode }) => refuse('prices.run-nothing', { billCode }));
}

/** Each line becomes a price from the first day on; the one before ends the day before, one that has not begun is replaced, an equal one stays. */
async function publish(
  context: Context,
  registry: Registry,
  documents: readonly Acting<typeof priceRun>[],
): Promise<readonly Refusal[]> {
  const past = context.allowed('price_backdate') ? [] : documents.filter(({ row }) => row.startDate < context.today);
  if (past.length > 0)
    return past.map(({ row }) => refuse('prices.backdated', { startDate: row.startDate }, { field: 'startDate' }));
  const refusals: Refusal[] = [];
  for (const { id, row } of documents) {
    const type = row.priceType;
    const prices = SINGLE[type]!;
    const [startDate, endDate] = [row.startDate, textOf(row.endDate)];
    const lines = (await linesOf(context, [id])).filter((line) => line.skip !== 1 && line.price !== null);
    const standing = new Map(
      (
        await context.tx.rows<{
          id: Id;
          materialId: Id;
          deptId: Id | null;
          price: DecimalText;
          unitId: Id;
          startDate: string;
          endDate: string | null;
        }>(sql`
      select id, material_id, dept_id, price, unit_id, start_date, end_date from ${ident(tableOf(prices))} p where p.frozen = 0 and ${partnerOf(prices)('p')} is null and material_id = any(${lines.map((line) => line.materialId)}::bigint[]) and start_date <= ${startDate}::date and (end_date is null or end_date >= ${startDate}::date)`)
      ).map((each) => [keyOf(each), each]),
    );
    const told = lines.map((line) => {
      const now = standing.get(keyOf(line));
      const equal =
        now !== undefined &&
        now.unitId === line.unitId &&
        isSame(now.price, line.price!) &&
        (now.endDate ?? '9999-12-31') >= (endDate ?? '9999-12-31');
      const replaced = now !== undefined && now.startDate === startDate ? now.id : undefined;
      const body: Input = {
        materialId: line.materialId,
        deptId: line.deptId,
        unitId: line.unitId,
        price: line.price,
        startDate,
        endDate,
        ...(replaced === undefined ? {} : { id: replaced }),
      };
      proposals.set(body, { sourceRunId: id, formulaText: line.formulaText });
      return { line, now, equal, body };
    });
    const going = told.filter((each) => !each.equal);
    const saved = await saveRecords(
      registry,
      prices,
      context,
      going.map((each) => each.body),
    );
    saved.forEach((each, index) => {
      if ('refusals' in each)
        refusals.push(...each.refusals.map((refusal) => ({ ...refusal, line: going[index]!.line.lineNo })));
    });
    const published = new Map(saved.flatMap((each, index) => ('id' in each ? [[going[index]!.line.id, each.id]] : [])));
    await context.tx.run(sql`
      update price_run_detail d set published_id = r.published, result = r.result, old_entry_id = r.old_id, old_end_date = r.old_end
      from json_to_recordset(${JSON.stringify(
        told.map(({ line, now, equal }) => ({
          id: line.id,
          published: published.get(line.id) ?? null,
          result: sentenceOf(refuse(equal ? 'prices.run-equal' : 'prices.run-published'), context.language),
          old_id: now?.id ?? null,
          old_end: now?.endDate ?? null,
        })),
      )}::json) as r(id bigint, published text, result text, old_id text, old_end date) where d.id = r.id`);
  }
  return refusals;
}

/** Published prices go, those they ended come back; only as long as none was in force. */
async function takeBack(
  context: Context,
  registry: Registry,
  documents: readonly Acting<typeof priceRun>[],
): Promise<readonly Refusal[]> {
  const used = documents.filter(({ row }) => row.startDate < context.today);
  if (used.length > 0) return used.map(({ billCode }) => refuse('prices.run-used', { billCode }));
  for (const { id, row } of documents) {
    const prices = SINGLE[row.priceType]!;
    const table = ident(tableOf(prices));
    const lines = (await linesOf(context, [id])).filter((line) => line.publishedId !== null);
    const own = await context.tx.rows<{ id: Id; code: string }>(
      sql`select id, code from ${table} where source_run_id = ${id}::bigint order by id for update`,
    );
    const replaced = lines.filter(
      (line) => line.publishedId === line.oldEntryId && own.some((each) => each.id === line.publishedId),
    );
    const made = own.filter((each) => !replaced.some((line) => line.publishedId === each.id));
    await context.tx.run(sql`delete from ${table} where id = any(${made.map((each) => each.id)}::bigint[])`);
    await audit(
      context,
      made.map((each) => ({
        resource: prices.name,
        recordId: each.id,
        action: 'remove',
        title: each.code,
        changes: { sourceRunId: [id, null] as const },
      })),
    );
    await context.tx.run(sql`
      update ${table} p set end_date = r.end_date, version = p.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      from json_to_recordset(${JSON.stringify(lines.filter((line) => line.oldEntryId !== null && line.publishedId !== line.oldEntryId).map((line) => ({ id: line.oldEntryId, end_date: line.oldEndDate })))}::json) as r(id bigint, end_date date)
      where p.id = r.id and p.end_date = ${dayPlus(row.startDate, -1)}::date`);
    const bodies = replaced.map((line): Input => {
      const body = { id: line.oldEntryId!, price: line.oldPrice, endDate: line.oldEndDate };
      proposals.set(body, { sourceRunId: null, formulaText: null });
      return body;
    });
    const restored = await saveRecords(registry, prices, context, bodies);
    const refusals = restored.flatMap((each) => ('refusals' in each ? each.refusals : []));
    if (refusals.length > 0) return refusals;
  }
  return [];
}
