/**
 * After people changed lines of a plan its walk is taken anew, with the stock and orders it was made with: what was
 * planned
 * on one day changes what is proposed on the next. Lines nobody touched follow their proposal, decisions stand.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { inTurn, slicesOf } from '../../parts/postgres/in-turn.ts';
import { othersFirst } from '../../parts/postgres/others-first.ts';
import { netColumns } from './plan-lines.rules.ts';
import {
  inUnit,
  lineKey,
  netPlan,
  placeKey,
  readFacts,
  type NettedRow,
  type NettingOptions,
  type PlaceNeed,
  type StockFacts,
} from './net-plan.rules.ts';
import { nettingRows } from './reckoning/plan-steps.server.ts';
import { refreshHeaders, writeNetting } from './write-plan.server.ts';

/** What is done with so many at a time holds the loop for a few milliseconds. */
const LINES_AT_ONCE = 1_000;
const PLACES_AT_ONCE = 50;

export interface StoredPlanLine {
  readonly id: Id;
  readonly lineNo: number;
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly needDate: string;
  readonly grossQty: DecimalText | null;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly proposedQty: DecimalText | null;
  readonly planQty: DecimalText;
  readonly baseQty: DecimalText;
  readonly price: DecimalText | null;
  readonly adjustReason: string | null;
  readonly manualFlag: 0 | 1;
}
interface StoredNetting {
  readonly lines: readonly StoredPlanLine[];
  readonly facts: readonly StockFacts[];
  readonly options: NettingOptions;
}

/** Lines and facts of a plan as they stand. */
export async function storedNetting(context: Context, planId: Id): Promise<StoredNetting> {
  const lines = await context.tx.rows<StoredPlanLine>(sql`
    select id, line_no, warehouse_id, material_id, need_date, gross_qty, unit_id, factor, proposed_qty, plan_qty,
      base_qty, price, adjust_reason, manual_flag
    from requirement_plan_detail where requirement_plan_id = ${planId}::bigint order by line_no`);
  const facts = await context.tx.rows<{ warehouseId: Id; materialId: Id; facts: unknown }>(
    sql`select warehouse_id, material_id, facts from requirement_stock where requirement_plan_id = ${planId}::bigint`,
  );
  const plan = await context.tx.row<{ netFlag: number; includeSafety: number }>(
    sql`select net_flag, include_safety from requirement_plan where id = ${planId}::bigint`,
  );
  return {
    lines,
    facts: facts.map((row) => readFacts(row, row.facts)),
    options: { netFlag: plan!.netFlag === 1, includeSafety: plan!.includeSafety === 1 },
  };
}

/** Warehouse, material and day of a stored line. */
export const keyOfLine = (line: StoredPlanLine): string => lineKey({ ...line, date: line.needDate });
/** Whether a person planned otherwise than was proposed. */
export const isDecided = (line: StoredPlanLine): boolean =>
  line.manualFlag === 0 && line.proposedQty !== null && !Decimal.of(line.planQty).equals(Decimal.of(line.proposedQty));
/** What lines by hand ask for, in base unit. */
export const manualNeeds = (lines: readonly StoredPlanLine[]) =>
  lines
    .filter((line) => line.manualFlag === 1)
    .map((line) => ({
      warehouseId: line.warehouseId,
      materialId: line.materialId,
      date: line.needDate,
      qty: Decimal.of(line.baseQty),
    }));
/** What people decided, in base unit, by the key of the line. */
export const decidedQty = (lines: readonly StoredPlanLine[]): Map<string, Decimal> =>
  new Map(lines.filter(isDecided).map((line) => [keyOfLine(line), Decimal.of(line.baseQty)]));

/** Nets a stored plan anew after its lines changed, and writes what is proposed now. */
export async function decidePlan(context: Context, planId: Id): Promise<void> {
  const { lines, facts, options } = await storedNetting(context, planId);
  const generated = lines.filter((line) => line.manualFlag === 0);
  if (generated.length > 0) {
    const needs = generated.map((line) => ({
      warehouseId: line.warehouseId,
      materialId: line.materialId,
      date: line.needDate,
      qty: Decimal.of(line.grossQty ?? '0'),
    }));
    const rows = await netInParts(facts, needs, manualNeeds(lines), decidedQty(lines), options);
    const rowOf = new Map(rows.map((row) => [lineKey(row), row]));
    await writeNetting(context, planId, nettingRows(rows));
    await inTurn(
      context.tx,
      slicesOf(generated, LINES_AT_ONCE),
      ({ rows: some }) => updatingLines(some.map((line) => decidedLine(line, rowOf.get(keyOfLine(line))!))),
      (statement) => context.tx.run(statement),
    );
  }
  await refreshHeaders(context, [planId]);
}

/** The walk of a whole plan, some places at a time: each is netted by itself, and others are answered in between. */
export async function netInParts(
  facts: readonly StockFacts[],
  needs: readonly PlaceNeed[],
  manual: readonly PlaceNeed[],
  decided: ReadonlyMap<string, Decimal>,
  options: NettingOptions,
): Promise<NettedRow[]> {
  const [factsOf, needsOf, manualOf] = [
    Map.groupBy(facts, placeKey),
    Map.groupBy(needs, placeKey),
    Map.groupBy(manual, placeKey),
  ];
  const places = [...new Set([...needsOf.keys(), ...manualOf.keys()])].sort();
  const rows: NettedRow[] = [];
  for (const { rows: some } of slicesOf(places, PLACES_AT_ONCE)) {
    await othersFirst();
    const of = <Each>(each: ReadonlyMap<string, readonly Each[]>): Each[] =>
      some.flatMap((place) => each.get(place) ?? []);
    for (const row of netPlan(of(factsOf), of(needsOf), of(manualOf), decided, options)) rows.push(row);
  }
  return rows;
}

/** A line as it stands after its day was netted anew. */
function decidedLine(line: StoredPlanLine, row: NettedRow) {
  const factor = Decimal.of(line.factor);
  const proposedQty = inUnit(row.proposed, factor);
  const planQty = isDecided(line) ? Decimal.of(line.planQty) : proposedQty;
  return {
    id: line.id,
    ...netColumns(row),
    proposedQty: proposedQty.toString(),
    planQty: planQty.toString(),
    baseQty: planQty.times(factor).rounded(6).toString(),
    amount: line.price === null ? null : planQty.times(Decimal.of(line.price)).toFixed(2),
  };
}

const updatingLines = (rows: readonly ReturnType<typeof decidedLine>[]): Sql => sql`
    update requirement_plan_detail d set gross_qty = n."grossQty", on_hand_qty = n."onHandQty",
      reserved_qty = n."reservedQty", other_qty = n."otherQty", available_qty = n."availableQty",
      on_order_qty = n."onOrderQty", expire_qty = n."expireQty",
      safety_qty = n."safetyQty", net_qty = n."netQty", surplus_qty = n."surplusQty", packs = n.packs,
      proposed_qty = n."proposedQty", plan_qty = n."planQty", base_qty = n."baseQty", amount = n.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id bigint, "grossQty" numeric, "onHandQty" numeric,
      "reservedQty" numeric, "otherQty" numeric, "availableQty" numeric, "onOrderQty" numeric, "expireQty" numeric,
      "safetyQty" numeric, "netQty" numeric, "surplusQty" numeric, packs jsonb, "proposedQty" numeric,
      "planQty" numeric, "baseQty" numeric, amount numeric)
    where d.id = n.id`;
