/**
 * Prices are looked at as they are agreed: judged by the rules in force, written down where they stray, and told to
 * whom it concerns.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { nextBillCodes } from '../../../kernel/server/numbering.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { judgePrice } from '../../suppliers/price-warning.rules.ts';
import type { PriceMoment, PriceNotice, WatchedBills, WatchedLine } from '../../suppliers/watched-price.port.server.ts';
import { marketQuotes } from '../market/market.server.ts';
import { neededSoon, paidPrices, type PaidPrice } from '../price-book/paid-prices.port.server.ts';
import { MEASURED, priceWarning } from './price-warning.document.ts';
import { reconcile, ruleFor, type WarningKey, type OpenWarning, type WarnedType } from './price-watch.rules.ts';
import { SEES } from '../price-book/price.resource.ts';
import { MARKET_DAYS, marketAt, rulesInForce, typesOf, type Rule } from './warning-rules.server.ts';

/** Newest deliveries that a price is measured by at most. */
const MOST_SAMPLES = 200;
/** As many of them stand beside a warning as its evidence. */
const SHOWN_SAMPLES = 60;
const LAST_WITHIN_DAYS = 365;
export const NEED_DAYS = 30;
const BASE_PLACES = 6;

/** Who may see prices of a kind. */
export const seesOf = (kind: WarnedType): string => (kind === 'purchase' ? 'purchaseprice_see' : SEES[kind]);

/** The records whose prices were looked at. */
interface LookedAt extends Omit<WatchedBills, 'moment'> {
  readonly moment: PriceMoment | 'save';
}
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

/**
 * Looks at the prices of these records and keeps their warnings as they should stand: new ones are raised, those
 * nothing is left of are closed. A fixed number of statements however many lines; one where no rule is in force.
 */
export async function watchPrices(context: Context, bills: WatchedBills, lines: readonly WatchedLine[]): Promise<void> {
  const rules = await rulesInForce(context, bills.moment);
  await recordWarnings(
    context,
    bills,
    [...(rules.length === 0 ? [] : await judged(context, bills.moment, rules, lines)), ...delivered(lines)],
    lines,
  );
}

/**
 * Keeps the warnings of these records as they should stand by what was found of their prices; `lines` may follow from
 * documents that were warned of.
 */
export async function recordWarnings(
  context: Context,
  bills: LookedAt,
  found: readonly Found[],
  lines: readonly WatchedLine[] = [],
): Promise<void> {
  const { raise, keep, close } = reconcile(found, await openWarnings(context, bills, lines));
  await relink(context, keep);
  await closeWarnings(context, close);
  await write(context, bills, raise);
}

/** What was said of these records before, and of those they follow from. */
async function openWarnings(context: Context, bills: LookedAt, lines: readonly WatchedLine[]): Promise<OpenWarning[]> {
  const earlier = lines.flatMap((line) => line.earlier ?? []);
  const rows = await context.tx.rows<Omit<OpenWarning, 'basePrice'> & { basePrice: DecimalText }>(sql`
    select id, kind, rule_id, material_id, base_price, status, (source_type = ${bills.billType} and moment =
      ${bills.moment}) as is_own from price_warning
    where (source_type = ${bills.billType} and moment = ${bills.moment} and source_id =
      any(${[...bills.billIds]}::text[]))
       or (source_type = ${earlier[0]?.billType ?? ''} and source_id =
         any(${[...new Set(earlier.map((each) => each.billId))]}::text[])) order by id for update`);
  return rows.map((row) => ({ ...row, basePrice: Decimal.of(row.basePrice) }));
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

async function judged(
  context: Context,
  moment: PriceMoment,
  rules: readonly Rule[],
  lines: readonly WatchedLine[],
): Promise<Found[]> {
  const types = await typesOf(
    context,
    lines.map((line) => line.materialId),
  );
  const ruled = lines.flatMap((line) => {
    const rule = ruleFor(
      {
        materialId: line.materialId,
        typeIds: types.get(line.materialId) ?? [],
        companyDeptId: line.companyDeptId,
        priceType: 'purchase',
        moment,
      },
      rules,
    );
    return rule === undefined ? [] : [{ line, rule }];
  });
  if (ruled.length === 0) return [];
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
  const paidAt = Map.groupBy(paid, (each) => placeOf(places[each.nr]!));
  const offered = Map.groupBy(offers, (each) => each.materialId);
  const quoted = Map.groupBy(quotes, (each) => each.materialId);
  const needed = Map.groupBy(needs, (each) => each.materialId);

  return ruled.flatMap(({ line, rule }): Found[] => {
    const basePrice = perBase(line).rounded(BASE_PLACES);
    const known = paidAt.get(placeOf(line)) ?? [];
    const since = dayPlus(context.today, -rule.days);
    const samples = known.filter((each) => each.date >= since);
    const others = (offered.get(line.materialId) ?? []).filter(
      (offer) => !(moment === 'quote' && offer.id === line.lineId),
    );
    const cheapest = (all: readonly Offered[]): Decimal | null =>
      all.map((offer) => Decimal.of(offer.basePrice)).toSorted((a, b) => a.compare(b))[0] ?? null;
    const peers = [
      ...Map.groupBy(
        others.filter(
          (offer) => offer.supplierId !== line.supplierId && isSameCompany(offer.companyDeptId, line.companyDeptId),
        ),
        (offer) => offer.supplierId,
      ).values(),
    ].map((each) => cheapest(each)!);
    const soon = Decimal.sum(
      (needed.get(line.materialId) ?? [])
        .filter((need) => isSameCompany(line.companyDeptId, need.companyDeptId))
        .map((need) => Decimal.of(need.baseQty)),
    );
    const own = Decimal.of(line.baseQty);
    const plannedQty = own.isAbove(soon) ? own : soon;
    const judgement = judgePrice(basePrice, rule, {
      samples: samples.map((each) => ({ price: Decimal.of(each.price), qty: Decimal.of(each.qty) })),
      contract: cheapest(others.filter((offer) => offer.isContract && offer.supplierId === line.supplierId)),
      peers,
      market: marketAt(quoted.get(line.materialId) ?? [], rule.marketSourceId, context.today),
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
        samples: (samples.length > 0 ? samples : known).slice(0, SHOWN_SAMPLES),
      },
    ];
  });
}

/** Another price on the delivery note than was ordered: said without any rule, and never written over the order's. */
const delivered = (lines: readonly WatchedLine[]): Found[] =>
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

const offersInForce = (context: Context, materialIds: readonly Id[]): Promise<Offered[]> =>
  context.tx.rows<Offered>(sql`
  select o.id, o.material_id, o.supplier_id, s.company_dept_id, o.base_price, o.agreement_no is not null as is_contract
  from supplier_material o join supplier s on s.id = o.supplier_id and s.frozen = 0
  where o.material_id = any(${[...materialIds]}::bigint[]) and o.frozen = 0 and o.base_price is not null
    and o.start_date <= ${context.today}::date and (o.end_date is null or o.end_date >= ${context.today}::date)`);

/** Lines that were written anew keep their warnings. */
async function relink(context: Context, keep: readonly { readonly id: Id; readonly by: Found }[]): Promise<void> {
  if (keep.length === 0) return;
  await context.tx.run(sql`
    update price_warning w set source_line_id = k.line_id, source_line_no = k.line_no
    from json_to_recordset(${JSON.stringify(keep.map(({ id, by }) => ({ id, line_id: by.line.lineId, line_no: by.line.lineNo })))}::json) as k(id bigint, line_id text, line_no integer)
    where w.id = k.id and (w.source_line_id <> k.line_id or w.source_line_no is distinct from k.line_no)`);
}

async function closeWarnings(context: Context, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await context.tx.rows<{ id: Id; billCode: string; status: string }>(
    sql`select id, bill_code, status from price_warning where id = any(${[...ids]}::bigint[]) order by id`,
  );
  await moveState(
    priceWarning,
    context,
    rows.map((row) => ({ ...row, row })),
    'corrected',
    { to: 'corrected' },
    null,
  );
}

/** Nothing is left of these records, or of these lines of them. */
export async function dropWarnings(
  context: Context,
  billType: string,
  billIds: readonly Id[],
  lineIds?: readonly Id[],
): Promise<void> {
  const rows = await context.tx.rows<{ id: Id }>(sql`
    select id from price_warning where source_type = ${billType} and source_id = any(${[...billIds]}::text[])
      and status = 'open'
        ${lineIds === undefined ? sql`` : sql`and source_line_id = any(${[...lineIds]}::text[])`} order by id for
        update`);
  await closeWarnings(
    context,
    rows.map((row) => row.id),
  );
}

async function write(context: Context, { billType, moment }: LookedAt, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const goods = new Map(
    (
      await context.tx.rows<{ id: Id; name: string; baseUnitId: Id }>(
        sql`select id, name, base_unit_id from material
          where id = any(${found.map((each) => each.materialId)}::bigint[])`,
      )
    ).map((row) => [row.id, row]),
  );
  const codes = await nextBillCodes(context, priceWarning.life!.prefix, found.length);
  const me = sql`${context.user.userId}::bigint`;
  const ids = await insertRows(
    context,
    'price_warning',
    priceWarning.fields,
    found.map((each, nr) => ({
      billCode: codes[nr],
      level: each.level,
      kind: each.kind,
      priceType: each.priceType,
      materialId: each.materialId,
      supplierId: each.line.supplierId,
      moment,
      sourceCode: each.line.billCode,
      sourceLineNo: each.line.lineNo,
      deviationPercent: each.deviation.toString(),
      stakeAmount: each.stake.toFixed(2),
      basePrice: each.basePrice.toString(),
      referencePrice: each.referencePrice.toString(),
      referenceKind: each.reference,
      sampleCount: each.sampleCount,
      price: each.price.toString(),
      unitId: each.line.unitId,
      plannedQty: each.plannedQty.toString(),
      baseUnitId: goods.get(each.materialId)?.baseUnitId ?? null,
      blockPercent: each.rule?.blockPercent?.toString() ?? null,
      ruleId: each.ruleId,
      companyDeptId: each.line.companyDeptId,
      deptId: each.line.deptId,
      sourceType: billType,
      sourceId: each.line.billId,
      sourceLineId: each.line.lineId,
      samples: each.samples.map(({ date, billCode, price, qty }) => ({ date, billCode, price, qty })),
    })),
    { create_user: me, create_dept: sql`${context.user.deptId || null}::bigint`, update_user: me },
  );
  await recipientsOf(context, found, ids, (each) => goods.get(each.materialId)?.name ?? '');
}

/**
 * Each person hears once of each document, of the first of its warnings and how many there are; of many single prices
 * at once, such as a sheet, once of all.
 */
async function recipientsOf(
  context: Context,
  found: readonly Found[],
  ids: readonly Id[],
  nameOf: (each: Found) => string,
): Promise<void> {
  const heard = found
    .map((each, nr) => ({ each, id: ids[nr]! }))
    .filter(({ each }) => each.rule !== null && each.rule.notifyRoleIds.length + each.rule.notifyUserIds.length > 0);
  if (heard.length === 0) return;
  const roleIds = [...new Set(heard.flatMap(({ each }) => each.rule!.notifyRoleIds))];
  const holders =
    roleIds.length === 0
      ? []
      : await context.tx.rows<{ id: Id; roleIds: readonly Id[] }>(
          sql`select id, role_id::text[] as role_ids from app_user
            where frozen = 0 and role_id && ${roleIds}::bigint[]`,
        );
  const toWhom = (rule: Rule): readonly Id[] => [
    ...rule.notifyUserIds,
    ...holders
      .filter((holder) => holder.roleIds.some((id) => rule.notifyRoleIds.includes(id)))
      .map((holder) => holder.id),
  ];
  await sendMessages(
    context,
    [
      ...Map.groupBy(
        heard,
        ({ each }) => `${each.line.lineNo === null ? '' : each.line.billId} ${each.ruleId}`,
      ).values(),
    ].map((group) => {
      const [{ each, id }] = group as [(typeof group)[number]];
      const more: Label =
        group.length === 1 ? label('', '') : label(`等 ${group.length} 项`, ` and ${group.length - 1} more`);
      const ofOne = group.every((other) => other.each.line.billId === each.line.billId);
      const code = ofOne ? each.line.billCode : '';
      return {
        userIds: toWhom(each.rule!),
        topic: 'price.warning' as const,
        level: group.some((other) => other.each.level === 'block') ? ('urgent' as const) : ('warning' as const),
        title: label(
          `价格预警：${nameOf(each)}${more.zh} ${code}`.trimEnd(),
          `Price warning: ${nameOf(each)}${more.en} ${code}`.trimEnd(),
        ),
        about: { resource: priceWarning.name, recordId: id },
        act: { link: ofOne ? `${priceWarning.path}/${id}` : priceWarning.path!, label: label('去处理', 'Handle it') },
        once: `price-warning:${id}`,
      };
    }),
  );
}

interface Notable {
  readonly id: Id;
  readonly billCode: string;
  readonly level: 'warn' | 'block';
  readonly kind: 'deviation' | 'delivered';
  readonly priceType: WarnedType;
  readonly moment: LookedAt['moment'];
  readonly status: string;
  readonly sourceId: Id;
  readonly sourceLineNo: number | null;
  readonly materialName: string;
  readonly basePrice: DecimalText;
  readonly referencePrice: DecimalText;
  readonly referenceKind: (typeof MEASURED)[number][0];
  readonly deviationPercent: DecimalText;
  readonly blockPercent: DecimalText | null;
  readonly stakeAmount: DecimalText;
  readonly reason: string | null;
}
const notable = (context: Context, billType: string, billIds: readonly Id[]): Promise<Notable[]> =>
  context.tx.rows<Notable>(sql`
  select w.id, w.bill_code, w.level, w.kind, w.price_type, w.moment, w.status, w.source_id, w.source_line_no,
    m.name as material_name, w.base_price, w.reference_price, w.reference_kind, w.deviation_percent, w.block_percent,
    w.stake_amount, w.reason
  from price_warning w join material m on m.id = w.material_id
  where w.source_type = ${billType} and w.source_id = any(${[...billIds]}::text[]) and w.status in ('open', 'refused')
  order by w.level, w.stake_amount desc, w.id`);

/** What is open of a record, in words; without figures where the person may not see them. */
export async function noticesOf(context: Context, billType: string, billId: Id): Promise<PriceNotice[]> {
  return (await notable(context, billType, [billId])).map((each) => ({
    id: each.id,
    billCode: each.billCode,
    level: each.level,
    status: each.status,
    lineNo: each.sourceLineNo,
    materialName: each.materialName,
    sentence: sentenceOf(noticeOf(context, each), context.language),
  }));
}
function noticeOf(context: Context, each: Notable): Refusal {
  const material = each.materialName;
  const deviation = Decimal.of(each.deviationPercent).rounded(2);
  const named = { material, deviation: deviation.toString() };
  // Quotes and single prices are approved by nobody.
  const said =
    each.level !== 'block' ? 'prices.notice' : each.moment === 'order' ? 'prices.notice-block' : 'prices.notice-beyond';
  if (!context.allowed(seesOf(each.priceType))) return refuse(`${said}-unseen`, named);
  const [, zh, en] = MEASURED.find(([kind]) => kind === each.referenceKind)!;
  return refuse(said, {
    ...named,
    price: Decimal.of(each.basePrice).toString(),
    base: Decimal.of(each.referencePrice).toString(),
    measured: label(zh, en),
    stake: Decimal.of(each.stakeAmount).toFixed(2),
  });
}

/** What keeps these documents from being approved: prices beyond the block line, and prices somebody has refused. */
export async function blockedPrices(
  context: Context,
  billType: string,
  documents: readonly Acting[],
): Promise<Refusal[]> {
  const found = await notable(
    context,
    billType,
    documents.map(({ id }) => id),
  );
  return found
    .filter((each) => each.level === 'block' || each.status === 'refused')
    .map((each) => {
      const at = each.sourceLineNo === null ? {} : { line: each.sourceLineNo };
      const where = { line: each.sourceLineNo ?? '', material: each.materialName };
      if (each.status === 'refused') return refuse('prices.refused', { ...where, reason: each.reason ?? '' }, at);
      return refuse(
        'prices.blocked',
        {
          ...where,
          base: Decimal.of(each.referencePrice).toString(),
          deviation: Decimal.of(each.deviationPercent).rounded(2).toString(),
          blockPercent: Decimal.of(each.blockPercent ?? '0').toString(),
        },
        at,
      );
    });
}

/** Whoever may, lets blocked prices of these documents pass, and says why. */
export async function acceptWarnings(
  context: Context,
  billType: string,
  billIds: readonly Id[],
  reason: string,
): Promise<void> {
  const rows = await context.tx.rows<{ id: Id; billCode: string; status: string }>(sql`
    select id, bill_code, status from price_warning
    where source_type = ${billType} and source_id = any(${[...billIds]}::text[]) and status in ('open', 'refused')
      and (level = 'block' or status = 'refused') order by id for update`);
  if (rows.length === 0) return;
  await moveState(
    priceWarning,
    context,
    rows.map((row) => ({ ...row, row })),
    'override',
    { to: 'accepted' },
    reason,
    sql`override_reason = ${reason}, handle_user_id = ${context.user.userId}::bigint, handle_time = now()`,
  );
}
