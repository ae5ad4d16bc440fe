/** Lines of price runs as formulas make them, and what the head of a run shows of them. */
import { integer, ref, type DecimalText, type Id } from '../../../kernel/core/field.ts';
import { inBoth } from '../../../kernel/core/label.ts';
import type { Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import { planSummary } from '../price-plans/price-plan.rules.ts';
import { warnCountOf, type LineWarning } from '../warnings/charged-price.rules.ts';
import { changeOf, derivePrices, isSame, type Derived, type DerivedType } from './derive-prices.server.ts';
import { priceRun } from './price-run.document.ts';
import { warningsOf } from './run-warnings.server.ts';

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
/** A value of a record as text; null where nothing was entered. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
const idsOf = (value: unknown): readonly Id[] => (Array.isArray(value) ? value.map(String) : []);

const LINE_OWN = { lineNo: integer('', ''), priceRunId: ref('', '', 'priceRun') } as const;

/** A line of a run as it is stored. */
export interface StoredLine {
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
/** The lines of runs in their order, as they are stored. */
export const runLines = (context: Context, runIds: readonly Id[]): Promise<StoredLine[]> =>
  context.tx.rows<StoredLine>(sql`
    select id, price_run_id, line_no, material_id, dept_id, unit_id, factor, proposed_price, price, override_reason,
      old_price, skip, formula_text, old_entry_id, old_end_date, published_id
    from price_run_detail
    where price_run_id = any(${[...runIds]}::bigint[])
    order by price_run_id, line_no`);

/** One price for each material and department; without a department the base price. */
export const keyOf = (line: { readonly materialId: Id; readonly deptId: Id | null }): string =>
  `${line.materialId} ${line.deptId ?? ''}`;
/** Whether it says something else than the price in force. */
export const isChange = (line: { readonly price: DecimalText | null; readonly old: Derived['old'] }): boolean =>
  line.price !== null && (line.old === null || !isSame(line.price, line.old.price));

/**
 * Calculates the lines of a run anew. What somebody decided on a line stays as long as its formula gives the same
 * price. Answers everything the formulas give, also what is no change.
 */
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
  // A proposal shows what changed since the last one; a run by hand shows every line.
  const isNew = trigger === 'schedule' ? await changesSince(context, priceType, id) : () => true;
  const lines = trigger === 'manual' ? all : all.filter((line) => isChange(line) && isNew(line));
  const decided = new Map(
    (await runLines(context, [id]))
      .filter((line) => line.skip === 1 || line.overrideReason !== null)
      .map((line) => [keyOf(line), line]),
  );
  await context.tx.run(sql`delete from price_run_detail where price_run_id = ${id}::bigint`);
  const priced = lines.map((line, index) => ({
    priceRunId: id,
    lineNo: index + 1,
    ...lineOf(line, decided.get(keyOf(line))),
  }));
  const warnings = await warningsOf(context, run, priced);
  const rows = priced.map((row, index) => ({ ...row, ...warnings[index]! }));
  await insertRows(context, 'price_run_detail', priceRun.lines!.details.fields, rows, {}, LINE_OWN);
  await writeSummary(context, id, rows);
  return all;
}

/**
 * A derived price as a line, with what somebody decided on the line before it where the formula gives the same price.
 */
function lineOf(line: Derived, before: StoredLine | undefined) {
  const decided =
    before !== undefined &&
    line.price !== null &&
    before.proposedPrice !== null &&
    isSame(before.proposedPrice, line.price)
      ? before
      : undefined;
  const price = decided?.price ?? line.price;
  return {
    materialId: line.materialId,
    deptId: line.deptId,
    unitId: line.unitId,
    factor: line.factor,
    referencePrice: line.reference,
    proposedPrice: line.price,
    price,
    overrideReason: decided?.overrideReason ?? null,
    oldPrice: line.old?.price ?? null,
    changePercent: price === null || line.old === null ? null : changeOf(price, line.old.price),
    skip: decided?.skip ?? 0,
    formulaId: line.formula.id,
    formulaText: inBoth(line.formula.text, 200),
    evidence: line.evidence.slice(0, 200),
    referenceDate: line.referenceDate,
    oldEntryId: line.old?.id ?? null,
    oldEndDate: line.old?.endDate ?? null,
    result: line.why === '' ? null : line.why.slice(0, 200),
  };
}

/**
 * Whether a formula gives another price than in the last run, whatever was decided on that run. `but`: a run that does
 * not count.
 */
export async function changesSince(
  context: Context,
  priceType: DerivedType,
  but: Id | null,
): Promise<(line: Derived) => boolean> {
  const last = new Map(
    (
      await context.tx.rows<{ materialId: Id; deptId: Id | null; proposedPrice: DecimalText }>(sql`
      select distinct on (d.material_id, d.dept_id) d.material_id, d.dept_id, d.proposed_price
      from price_run_detail d
      join price_run r on r.id = d.price_run_id
      where r.price_type = ${priceType} and r.id is distinct from ${but}::bigint and d.proposed_price is not null
      order by d.material_id, d.dept_id, r.id desc`)
    ).map((row) => [keyOf(row), row.proposedPrice]),
  );
  return (line) =>
    line.price !== null && (last.get(keyOf(line)) === undefined || !isSame(last.get(keyOf(line))!, line.price));
}

/** What the summary of a run is made from. */
export interface Summed {
  readonly warnLevel: LineWarning['warnLevel'];
  readonly materialId: Id;
  readonly price: DecimalText | null;
  readonly oldPrice: DecimalText | null;
  readonly changePercent: DecimalText | null;
  readonly skip: number;
}
/** What the head of a run shows of its lines; those passed over or without a price count for nothing. */
export const summaryOf = (
  lines: readonly Summed[],
): {
  readonly lineCount: number;
  readonly changedCount: number;
  readonly maxRise: string | null;
  readonly maxFall: string | null;
  readonly warnCount: number;
} => {
  const charged = lines.filter((line) => line.skip !== 1 && line.price !== null);
  const { maxRise, maxFall } = planSummary(charged);
  return {
    lineCount: lines.length,
    changedCount: charged.filter((line) => line.oldPrice === null || !isSame(line.price!, line.oldPrice)).length,
    maxRise,
    maxFall,
    warnCount: warnCountOf(charged),
  };
};
async function writeSummary(context: Context, id: Id, lines: readonly Summed[]): Promise<void> {
  const { lineCount, changedCount, maxRise, maxFall, warnCount } = summaryOf(lines);
  await context.tx.run(
    sql`update price_run
      set line_count = ${lineCount}, changed_count = ${changedCount}, max_rise = ${maxRise}::numeric,
        max_fall = ${maxFall}::numeric, warn_count = ${warnCount}, override_reason = null
      where id = ${id}::bigint`,
  );
}
