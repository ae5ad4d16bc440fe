/**
 * Prices that are charged are looked at as they are written down: a fixed number of statements however many lines, one
 * where no rule is in force.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { lineWarningOf, UNJUDGED, weighCharged, type ChargedVerdict, type LineWarning } from './charged-price.rules.ts';
import { marketQuotes } from '../market/market.server.ts';
import { settledPrices, type PaidPrice } from '../price-book/paid-prices.port.server.ts';
import { ruleFor } from './price-watch.rules.ts';
import { quantityAtStake, receivedIn } from './stake.rules.ts';
import type { PriceType } from '../price-book/price.resource.ts';
import { MARKET_DAYS, marketAt, rulesInForce, typesOf, type Rule } from './warning-rules.server.ts';

/** Newest deliveries that a price is measured by at most, and how old they may be. */
const MOST_SAMPLES = 200;
const WITHIN_DAYS = 365;

interface ChargedGoods {
  readonly priceType: PriceType;
  readonly companyDeptId: Id | null;
  readonly materialId: Id;
}
export interface ChargedLine extends ChargedGoods {
  /** Per base unit. */
  readonly basePrice: Decimal;
  /** What held before, per base unit. */
  readonly before: Decimal | null;
  /** Needed soon, base unit; left out where nobody asks what is at stake. */
  readonly neededQty?: Decimal;
  /** Everybody is charged by it, so that all that came lately was. */
  readonly isForAll?: boolean;
}
interface Judged extends ChargedVerdict {
  readonly rule: Rule;
  /** What is at stake is counted for so much, base unit. */
  readonly plannedQty: Decimal;
  readonly samples: readonly PaidPrice[];
}
/** What the rules say of each line, in the order asked. */
export async function judgeLines(context: Context, lines: readonly ChargedLine[]): Promise<LineWarning[]> {
  const rules = lines.length === 0 ? [] : await rulesInForce(context, 'save');
  if (rules.length === 0) return lines.map(() => UNJUDGED);
  const judge = await judgeBy(context, rules, lines);
  return lines.map((line) => lineWarningOf(judge(line)));
}

/**
 * Judges prices of these goods one after the other, once what they are measured by is known; null where nothing is
 * there to go by.
 */
export async function judgeBy(
  context: Context,
  rules: readonly Rule[],
  goods: readonly ChargedGoods[],
): Promise<(line: ChargedLine) => Judged | null> {
  const types = await typesOf(
    context,
    goods.map((each) => each.materialId),
  );
  const ruleOf = ({ materialId, companyDeptId, priceType }: ChargedGoods): Rule | undefined =>
    ruleFor({ materialId, typeIds: types.get(materialId) ?? [], companyDeptId, priceType, moment: 'save' }, rules);
  const keyOf = ({ materialId, companyDeptId }: Pick<ChargedGoods, 'materialId' | 'companyDeptId'>): string =>
    `${materialId} ${companyDeptId ?? ''}`;
  const ruled = goods.map((each) => ({ each, rule: ruleOf(each) }));
  // Only settlement prices stand in what was delivered.
  const places = [
    ...new Map(
      ruled
        .filter(({ each, rule }) => rule !== undefined && each.priceType === 'settlement')
        .map(({ each }) => [keyOf(each), { materialId: each.materialId, companyDeptId: each.companyDeptId }]),
    ).values(),
  ];
  const marketed = [
    ...new Set(ruled.filter(({ rule }) => rule?.references.includes('market')).map(({ each }) => each.materialId)),
  ];
  const [settled, quotes] = await Promise.all([
    settledPrices(context, places, dayPlus(context.today, -WITHIN_DAYS), MOST_SAMPLES),
    marketed.length === 0 ? [] : marketQuotes(context, marketed, dayPlus(context.today, -MARKET_DAYS), context.today),
  ]);
  const settledAt = Map.groupBy(settled, (each) => keyOf(places[each.nr]!));
  const quoted = Map.groupBy(quotes, (each) => each.materialId);
  return (line) => {
    const rule = ruleOf(line);
    if (rule === undefined) return null;
    const known = line.priceType === 'settlement' ? (settledAt.get(keyOf(line)) ?? []) : [];
    const since = dayPlus(context.today, -rule.days);
    const lately = known.filter((each) => each.date >= since);
    const plannedQty = quantityAtStake({
      line: Decimal.zero,
      needed: line.neededQty ?? Decimal.zero,
      received: line.neededQty !== undefined && line.isForAll === true ? receivedIn(lately) : Decimal.zero,
    });
    const verdict = weighCharged(line.basePrice, rule, {
      samples: lately.map((each) => ({ price: Decimal.of(each.price), qty: Decimal.of(each.qty) })),
      market: marketAt(quoted.get(line.materialId) ?? [], rule.marketSourceId, context.today),
      last: known[0] === undefined ? null : Decimal.of(known[0].price),
      before: line.before,
      plannedQty,
    });
    return verdict === null ? null : { ...verdict, rule, plannedQty, samples: lately.length > 0 ? lately : known };
  };
}

/** Why blocked prices are to pass, of somebody who may let them; otherwise empty. */
export const overrideOf = (context: Context, { overrideReason }: Input): string =>
  context.allowed('priceearlywarning_override') && typeof overrideReason === 'string'
    ? overrideReason.trim().slice(0, 200)
    : '';
/** Whether the caller may let blocked prices pass, and whether they see the prices that `right` opens. */
export const mayPass = (
  context: Context,
  right: string,
): { readonly mayPass: boolean; readonly seesPrices: boolean } => ({
  mayPass: context.allowed('priceearlywarning_override'),
  seesPrices: context.allowed(right),
});

/** What was found of stored lines, written beside them. */
export async function writeWarnings(
  context: Context,
  lineTable: string,
  found: readonly { readonly id: Id; readonly warning: LineWarning }[],
): Promise<void> {
  const warnings = found.map(({ id, warning }) => ({
    id,
    level: warning.warnLevel,
    reference: warning.warnReference,
    base: warning.warnBase,
    deviation: warning.warnDeviation,
  }));
  await context.tx.run(sql`
    update ${ident(lineTable)} l set warn_level = w.level, warn_reference = w.reference, warn_base = w.base,
      warn_deviation = w.deviation
    from json_to_recordset(${JSON.stringify(warnings)}::json)
      as w(id bigint, level text, reference text, base numeric, deviation numeric)
    where l.id = w.id`);
}
