/** What is found of purchase prices: by the rules in force, by what was paid, offered and quoted elsewhere. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { judgePrice } from '../../suppliers/price-warning.rules.ts';
import type { PriceMoment, WatchedLine } from '../../suppliers/watched-price.port.server.ts';
import { marketQuotes, type MarketQuote } from '../market/market.server.ts';
import { neededSoon, paidPrices, type NeededAt, type PaidPrice } from '../price-book/paid-prices.port.server.ts';
import type { MEASURED } from './price-warning.document.ts';
import { ruleFor, type WarningKey, type WarnedType } from './price-watch.rules.ts';
import { quantityAtStake, receivedIn } from './stake.rules.ts';
import { MARKET_DAYS, marketAt, typesOf, type Rule } from './warning-rules.server.ts';

/** Newest deliveries that a price is measured by at most. */
const MOST_SAMPLES = 200;
const LAST_WITHIN_DAYS = 365;
/** Needs of so many days from today count as what is to be bought at a price. */
export const NEED_DAYS = 30;
const BASE_PLACES = 6;

/** A price that strays from what it is measured by. */
export interface Found extends WarningKey {
  readonly priceType: WarnedType;
  readonly line: WatchedLine;
  readonly rule: Rule | null;
  readonly level: 'warn' | 'block';
  readonly price: Decimal;
  readonly reference: (typeof MEASURED)[number][0];
  readonly referencePrice: Decimal;
  readonly sampleCount: number;
  readonly deviation: Decimal;
  readonly plannedQty: Decimal;
  readonly stake: Decimal;
  readonly samples: readonly PaidPrice[];
}

const perBase = (line: WatchedLine): Fraction => Fraction.of(line.price).dividedBy(Fraction.of(line.factor));
const placeOf = ({
  materialId,
  companyDeptId,
}: {
  readonly materialId: Id;
  readonly companyDeptId: Id | null;
}): string => `${materialId} ${companyDeptId ?? ''}`;
const isSameCompany = (one: Id | null, other: Id | null): boolean => one === null || other === null || one === other;

interface Offered {
  readonly id: Id;
  readonly materialId: Id;
  readonly supplierId: Id;
  readonly companyDeptId: Id | null;
  readonly basePrice: DecimalText;
  readonly isContract: boolean;
}

const offersInForce = (context: Context, materialIds: readonly Id[]): Promise<Offered[]> =>
  context.tx.rows<Offered>(sql`
  select o.id, o.material_id, o.supplier_id, s.company_dept_id, o.base_price, o.agreement_no is not null as is_contract
  from supplier_material o join supplier s on s.id = o.supplier_id and s.frozen = 0
  where o.material_id = any(${[...materialIds]}::bigint[]) and o.frozen = 0 and o.base_price is not null
    and o.start_date <= ${context.today}::date and (o.end_date is null or o.end_date >= ${context.today}::date)`);

/** A line with the rule that looks at it. */
interface RuledLine {
  readonly line: WatchedLine;
  readonly rule: Rule;
}
/** What is known of the materials of some lines: deliveries by material and company, the others by material. */
interface Evidence {
  readonly paid: ReadonlyMap<string, readonly PaidPrice[]>;
  readonly offers: ReadonlyMap<Id, readonly Offered[]>;
  readonly quotes: ReadonlyMap<Id, readonly MarketQuote[]>;
  readonly needs: ReadonlyMap<Id, readonly NeededAt[]>;
}
/** The lines of which a rule in force looks at the price. */
async function ruledLines(
  context: Context,
  moment: PriceMoment,
  rules: readonly Rule[],
  lines: readonly WatchedLine[],
): Promise<RuledLine[]> {
  const types = await typesOf(
    context,
    lines.map((line) => line.materialId),
  );
  return lines.flatMap((line) => {
    const { materialId, companyDeptId } = line;
    const of = {
      materialId,
      typeIds: types.get(materialId) ?? [],
      companyDeptId,
      priceType: 'purchase',
      moment,
    } as const;
    const rule = ruleFor(of, rules);
    return rule === undefined ? [] : [{ line, rule }];
  });
}

/** A fixed number of statements however many lines. */
async function evidenceOf(context: Context, ruled: readonly RuledLine[]): Promise<Evidence> {
  const materialIds = [...new Set(ruled.map(({ line }) => line.materialId))];
  const places = [
    ...new Map(
      ruled.map(({ line }) => [placeOf(line), { materialId: line.materialId, companyDeptId: line.companyDeptId }]),
    ).values(),
  ];
  const byMarket = ruled.some(({ rule }) => rule.references.includes('market'));
  const [paid, offers, needs, quotes] = await Promise.all([
    paidPrices(context, places, dayPlus(context.today, -LAST_WITHIN_DAYS), MOST_SAMPLES),
    offersInForce(context, materialIds),
    neededSoon(context, materialIds, context.today, dayPlus(context.today, NEED_DAYS)),
    byMarket ? marketQuotes(context, materialIds, dayPlus(context.today, -MARKET_DAYS), context.today) : [],
  ]);
  return {
    paid: Map.groupBy(paid, (each) => placeOf(places[each.nr]!)),
    offers: Map.groupBy(offers, (each) => each.materialId),
    quotes: Map.groupBy(quotes, (each) => each.materialId),
    needs: Map.groupBy(needs, (each) => each.materialId),
  };
}

const cheapest = (offers: readonly Offered[]): Decimal | null =>
  offers.map((offer) => Decimal.of(offer.basePrice)).toSorted((a, b) => a.compare(b))[0] ?? null;

/** The lowest price of each other supplier in the same company. */
const peerPrices = (offers: readonly Offered[], { supplierId, companyDeptId }: WatchedLine): Decimal[] =>
  [
    ...Map.groupBy(
      offers.filter((offer) => offer.supplierId !== supplierId && isSameCompany(offer.companyDeptId, companyDeptId)),
      (offer) => offer.supplierId,
    ).values(),
  ].map((each) => cheapest(each)!);

/** What is needed in the coming days where the line is for. */
const neededAt = (line: WatchedLine, needs: readonly NeededAt[]): Decimal =>
  Decimal.sum(
    needs
      .filter((need) => isSameCompany(line.companyDeptId, need.companyDeptId))
      .map((need) => Decimal.of(need.baseQty)),
  );

/** The price of one line by its rule; nothing where it does not stray, or there is too little to measure it by. */
function judgeLine(today: string, moment: PriceMoment, { line, rule }: RuledLine, evidence: Evidence): Found[] {
  const basePrice = perBase(line).rounded(BASE_PLACES);
  const known = evidence.paid.get(placeOf(line)) ?? [];
  const since = dayPlus(today, -rule.days);
  const samples = known.filter((each) => each.date >= since);
  const others = (evidence.offers.get(line.materialId) ?? []).filter(
    (offer) => !(moment === 'quote' && offer.id === line.lineId),
  );
  const plannedQty = quantityAtStake({
    line: Decimal.of(line.baseQty),
    needed: neededAt(line, evidence.needs.get(line.materialId) ?? []),
    received: receivedIn(samples),
  });
  const judgement = judgePrice(basePrice, rule, {
    samples: samples.map((each) => ({ price: Decimal.of(each.price), qty: Decimal.of(each.qty) })),
    contract: cheapest(others.filter((offer) => offer.isContract && offer.supplierId === line.supplierId)),
    peers: peerPrices(others, line),
    market: marketAt(evidence.quotes.get(line.materialId) ?? [], rule.marketSourceId, today),
    last: known[0] === undefined ? null : Decimal.of(known[0].price),
    plannedQty,
  });
  if (!judgement.judged || judgement.level === 'none') return [];
  return [
    {
      kind: 'deviation',
      priceType: 'purchase',
      ruleId: rule.id,
      materialId: line.materialId,
      basePrice,
      line,
      rule,
      level: judgement.level,
      price: Decimal.of(line.price),
      reference: judgement.reference,
      referencePrice: judgement.base,
      sampleCount: judgement.sampleCount,
      deviation: judgement.deviationPercent,
      plannedQty,
      stake: judgement.stake,
      samples: samples.length > 0 ? samples : known,
    },
  ];
}

/** What strays by the rules in force among the prices of these lines. */
export async function judgePurchasePrices(
  context: Context,
  moment: PriceMoment,
  rules: readonly Rule[],
  lines: readonly WatchedLine[],
): Promise<Found[]> {
  const ruled = rules.length === 0 ? [] : await ruledLines(context, moment, rules, lines);
  if (ruled.length === 0) return [];
  const evidence = await evidenceOf(context, ruled);
  return ruled.flatMap((each) => judgeLine(context.today, moment, each, evidence));
}

/** Another price on the delivery note than was ordered: found without any rule, never written over the order's. */
export const deliveredPrices = (lines: readonly WatchedLine[]): Found[] =>
  lines.flatMap((line): Found[] => {
    if (
      line.deliveredPrice === null ||
      line.deliveredPrice === undefined ||
      Decimal.of(line.deliveredPrice).equals(Decimal.of(line.price))
    )
      return [];
    const price = Decimal.of(line.deliveredPrice);
    const referencePrice = perBase(line);
    const basePrice = Fraction.of(price).dividedBy(Fraction.of(line.factor));
    const gap = basePrice.minus(referencePrice);
    return [
      {
        kind: 'delivered',
        priceType: 'purchase',
        ruleId: null,
        materialId: line.materialId,
        basePrice: basePrice.rounded(BASE_PLACES),
        line,
        rule: null,
        level: 'warn',
        price,
        reference: 'order',
        referencePrice: referencePrice.rounded(BASE_PLACES),
        sampleCount: 1,
        deviation: gap.times(Fraction.of(100)).dividedBy(referencePrice).rounded(BASE_PLACES),
        plannedQty: Decimal.of(line.baseQty),
        stake: gap.times(Fraction.of(line.baseQty)).rounded(2),
        samples: [],
      },
    ];
  });
