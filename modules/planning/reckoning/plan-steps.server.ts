/**
 * A plan reckoned in steps, as a thread does it: it asks for what has to be read once it knows what is needed, then
 * gives out the plan as it is written, some thousand rows at a time and in the form the database takes.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import { integerArray, wholeArray } from '../../../parts/postgres/array-parameters.ts';
import { slicesOf } from '../../../parts/postgres/in-turn.ts';
import type { Work } from '../../../parts/threads/work.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { isGoods } from '../goods-demands.rules.ts';
import { storedFacts, type StockFacts } from '../net-plan.rules.ts';
import { nettingEntry } from '../plan-lines.rules.ts';
import { grossOf, type PlannedNeed, type PlannedRoute } from '../replaced-needs.rules.ts';
import {
  lastDayOf,
  placeNeed,
  plannedMaterials,
  reckonPlan,
  wantedOf,
  type CalculatedPlan,
  type OutdatedDecision,
  type PlanDemand,
  type PlanRows,
  type PlanTask,
  type Wanted,
} from './reckon-plan.server.ts';
import { stockFactsOf, type StockRows } from './stock-facts.rules.ts';

/** What is needed: answered with `rows`. */
export interface WantedStep {
  readonly kind: 'wanted';
  /** Where it is needed or entered by hand; empty where only the scope says where. */
  readonly warehouseIds: readonly Id[];
  readonly materialIds: readonly Id[];
  readonly until: string;
  /** Where there are any, the plan is not made. */
  readonly refusals: readonly Refusal[];
}
/** Answered with the `stock` of some more places, with nothing after the last. */
interface StockStep {
  readonly kind: 'stock';
}
export interface ReckonedStep {
  readonly kind: 'reckoned';
  readonly lines: number;
  readonly outdated: readonly OutdatedDecision[];
}
/** Rows as JSON in UTF-8. */
export interface RowsStep {
  readonly kind: 'routes' | 'facts' | 'lines' | 'netting';
  readonly rows: Uint8Array;
}
/** Pegs of some lines in a row: those of each line stand from `first` to `last`, counted from 1. */
export interface PegsStep {
  readonly kind: 'pegs';
  /** The places of the lines among all. */
  readonly lines: Int32Array;
  readonly first: Uint8Array;
  readonly last: Uint8Array;
  readonly demand: Uint8Array;
  readonly route: Uint8Array;
  readonly qty: Uint8Array;
}
/** In this order: what is asked, that it is reckoned, then the rows kind by kind, pegs after lines. */
export type PlanStep = WantedStep | StockStep | ReckonedStep | RowsStep | PegsStep;
export interface PlanAnswer {
  readonly rows?: PlanRows;
  readonly stock?: StockRows | undefined;
}

const ROWS_AT_ONCE = 1_000;
const PEGS_AT_ONCE = 50_000;

/** The steps of a plan. */
function* planSteps(task: PlanTask): Generator<PlanStep, void, PlanAnswer> {
  const { demand, ...rest } = task;
  const wanted = wantedOf(demand);
  const until = lastDayOf(wanted, task.scope);
  const materials = plannedMaterials(task, wanted);
  const { rows } = yield wantedStep(task, wanted, [...materials.keys()], until);
  const facts: StockFacts[] = [];
  for (;;) {
    const { stock } = yield { kind: 'stock' };
    if (stock === undefined) break;
    for (const each of stockFactsOf(stock, rows!.merged, (id) => materials.get(id)!.useMarginDays, until))
      facts.push(each);
  }
  const plan = reckonPlan({ ...rest, demand }, wanted, rows!, facts);
  yield { kind: 'reckoned', lines: plan.lines.length, outdated: plan.outdated };
  yield* writtenRows('routes', plan.routes, routeRow);
  yield* writtenRows('facts', plan.facts, factsRow);
  yield* writtenRows('lines', plan.lines, (line, index) => ({ ...line.values(), lineNo: index + 1 }));
  yield* writtenPegs(plan.lines);
  yield* writtenRows('netting', plan.netted, nettingEntry);
}
/** The same as work for a thread. */
export const planWork: Work<PlanTask, PlanStep, PlanAnswer> = {
  run: planSteps,
  module: import.meta.url,
  name: 'planWork',
};

/** What meals need, before anything is netted. */
interface NeedsStep {
  readonly refusals: readonly Refusal[];
  /** Some of the needs, in base unit. */
  readonly needs: readonly {
    readonly warehouseId: Id;
    readonly materialId: Id;
    readonly date: string;
    readonly qty: DecimalText;
  }[];
}
function* needSteps(demand: PlanDemand): Generator<NeedsStep, void, undefined> {
  const { needs, refusals } = wantedOf(demand);
  yield { refusals, needs: [] };
  for (const { rows } of slicesOf(needs, ROWS_AT_ONCE))
    yield {
      refusals: [],
      needs: rows.map((need) => ({ ...placeNeed(need), qty: grossOf(need).toString() })),
    };
}
/** The needs alone, as work for a thread: first what is refused, then some thousand needs a step. */
export const needWork: Work<PlanDemand, NeedsStep, undefined> = {
  run: needSteps,
  module: import.meta.url,
  name: 'needWork',
};

function wantedStep(
  { standing }: PlanTask,
  { needs, refusals }: Wanted,
  materialIds: readonly Id[],
  until: string,
): WantedStep {
  const byHand = standing.filter((line) => line.manualFlag === 1);
  const warehouseIds = needs.length === 0 ? [] : [...new Set([...needs, ...byHand].map((need) => need.warehouseId))];
  return { kind: 'wanted', warehouseIds, materialIds, until, refusals };
}

/** A walk as it is stored, some rows at a time. */
export function* nettingRows(netted: CalculatedPlan['netted']): Generator<Uint8Array> {
  for (const { rows } of writtenRows('netting', netted, nettingEntry)) yield rows;
}

const utf8 = new TextEncoder();
function* writtenRows<Row>(
  kind: RowsStep['kind'],
  all: readonly Row[],
  written: (row: Row, index: number) => object,
): Generator<RowsStep, void, unknown> {
  for (const { from, rows } of slicesOf(all, ROWS_AT_ONCE))
    yield { kind, rows: utf8.encode(JSON.stringify(rows.map((row, index) => written(row, from + index)))) };
}

const routeRow = (route: PlannedRoute, nr: number) => ({
  nr,
  material: route.materialId,
  bom: isGoods(route.bomId) ? undefined : route.bomId,
  dishes: `{${route.dishIds.filter((id) => !isGoods(id)).join(',')}}`,
  net: route.netPerPortion.rounded(12).toString(),
  rate: route.yieldRate.rounded(14).times(Decimal.hundred).toString(),
  origin: route.originMaterialId ?? undefined,
  ratio: route.ratio.toString(),
});
const factsRow = ({ stock, sources }: CalculatedPlan['facts'][number]) => ({
  warehouse: stock.warehouseId,
  material: stock.materialId,
  facts: { ...storedFacts(stock), ...sources },
});

interface Pegged {
  /** The place of the line. */
  readonly line: number;
  readonly need: PlannedNeed;
}
/**
 * The pegs of each line as columns, some ten thousand pegs at a time: those of all lines in a row, and where those of
 * each begin and end.
 */
function* writtenPegs(lines: CalculatedPlan['lines']): Generator<PegsStep, void, unknown> {
  let pegged: Pegged[] = [];
  let pegs = 0;
  for (const [line, { need }] of lines.entries()) {
    if (need === undefined) continue;
    pegged.push({ line, need });
    pegs += need.demand.length;
    if (pegs < PEGS_AT_ONCE) continue;
    yield pegsStep(pegged);
    pegged = [];
    pegs = 0;
  }
  if (pegged.length > 0) yield pegsStep(pegged);
}
function pegsStep(pegged: readonly Pegged[]): PegsStep {
  const ends: number[] = [];
  for (const { need } of pegged) ends.push((ends.at(-1) ?? 0) + need.demand.length);
  const inARow = (columnOf: (need: PlannedNeed) => ArrayLike<number>): Float64Array => {
    const all = new Float64Array(ends.at(-1)!);
    pegged.forEach(({ need }, index) => all.set(columnOf(need), ends[index]! - need.demand.length));
    return all;
  };
  return {
    kind: 'pegs',
    lines: Int32Array.from(pegged, ({ line }) => line),
    first: integerArray(ends.map((end, index) => end - pegged[index]!.need.demand.length + 1)),
    last: integerArray(ends),
    demand: integerArray(inARow((need) => need.demand)),
    route: integerArray(inARow((need) => need.route)),
    qty: wholeArray(inARow((need) => need.qtyMillionths)),
  };
}
