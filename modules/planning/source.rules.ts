/**
 * Where a need is served from, by whom, and by when it must be ordered (trade-rules 5.1, 5.7; purchasing.md 14;
 * prices-suppliers.md, Source and Supplier choice). The need date itself is `needDate` of master-data.
 *
 * The narrowest rule decides: contract, then site and material, site and category, company and material, company and
 * category, company default, at last the material's own channel. Inside one level the nearest place and category, then
 * a direct delivery before a source configuration, then priority, latest start, code. The rule that won is in the answer,
 * and every rule that was passed over with it.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { covers, dayPlus, weekdayOf, type Period } from '../master-data/calendar-day.rules.ts';
import { Fraction } from '../master-data/exact-fraction.rules.ts';
import './planning.refusals.ts';

export type SourceKind = 'direct' | 'warehouse' | 'factory' | 'self';
export type SourceLevel = 'contract' | 'site-material' | 'site-type' | 'company-material' | 'company-type' | 'company' | 'channel';

export interface SourceRule extends Period {
  readonly id: string;
  readonly code: string;
  readonly ruleKind: 'direct-delivery' | 'configuration';
  readonly agreementNo: string | null;
  /** Stall, restaurant or project department; null for the whole company. */
  readonly deptId: string | null;
  readonly materialId: string | null;
  readonly materialTypeId: string | null;
  readonly sourceKind: SourceKind;
  /** Supplier, warehouse or factory; null lets the supplier choice decide. */
  readonly sourceId: string | null;
  readonly priority: number;
  readonly sharePercent: Decimal;
  /** 1 Monday … 7 Sunday; empty for every day. */
  readonly weekdays: readonly number[];
  /** Base unit; zero for none. */
  readonly minOrderQty: Decimal;
  /** Why its supplier cannot be taken at all: frozen, without papers, not supplying. */
  readonly barredBecause: Label | null;
}

export interface SourceWish {
  readonly material: { readonly id: string; readonly name: string; /** Nearest first. */ readonly typeIds: readonly string[] };
  /** Nearest first: stall, restaurant, project department. */
  readonly deptIds: readonly string[];
  readonly deptName: string;
  readonly agreementNo: string | null;
  readonly date: string;
  /** Base unit. */
  readonly qty: Decimal;
  /** What the material's own channel says, last of all. */
  readonly channel: SourceKind | null;
}

export type SourceAnswer =
  | {
      readonly ok: true;
      readonly sourceKind: SourceKind;
      readonly level: SourceLevel;
      /** Null when the channel decided. */
      readonly rule: SourceRule | null;
      /** The winner and those it shares the need with: same scope, kind and priority. */
      readonly shares: readonly { readonly rule: SourceRule; readonly sharePercent: Decimal }[];
      readonly reason: Label;
      readonly trail: readonly { readonly code: string; readonly verdict: Label }[];
    }
  | { readonly ok: false; readonly refusals: readonly Refusal[]; readonly trail: readonly { readonly code: string; readonly verdict: Label }[] };

const LEVELS: Readonly<Record<SourceLevel, Label>> = {
  contract: { zh: '合同', en: 'contract' },
  'site-material': { zh: '部门+物料', en: 'site and material' },
  'site-type': { zh: '部门+类型', en: 'site and category' },
  'company-material': { zh: '公司+物料', en: 'company and material' },
  'company-type': { zh: '公司+类型', en: 'company and category' },
  company: { zh: '公司默认', en: 'company default' },
  channel: { zh: '物料渠道', en: 'channel of the material' },
};
const LEVEL_ORDER = Object.keys(LEVELS) as readonly SourceLevel[];

/** The source of a material for a place and day. The rules are those of the place's company. Refuses `planning.no-source`. */
export function chooseSource(wish: SourceWish, rules: readonly SourceRule[]): SourceAnswer {
  const inScope = rules.filter((rule) => covers(rule, wish.date) && isFor(rule, wish)).toSorted(narrowestFirst(wish));
  const trail: { code: string; verdict: Label }[] = [];
  for (const rule of inScope) {
    const level = levelOf(rule);
    const skipped = skippedBecause(rule, wish);
    if (skipped !== undefined) {
      trail.push({ code: rule.code, verdict: skipped });
      continue;
    }
    const beside = (other: SourceRule) =>
      sameScope(rule, other) && other.ruleKind === rule.ruleKind && other.priority === rule.priority && skippedBecause(other, wish) === undefined;
    const shares = inScope.filter(beside).map((one) => ({ rule: one, sharePercent: one.sharePercent }));
    const reason = { zh: `${LEVELS[level].zh}规则【${rule.code}】`, en: `${LEVELS[level].en}: rule ${rule.code}` };
    return { ok: true, sourceKind: rule.sourceKind, level, rule, shares, reason, trail };
  }
  if (wish.channel !== null) return { ok: true, sourceKind: wish.channel, level: 'channel', rule: null, shares: [], reason: LEVELS.channel, trail };
  return { ok: false, refusals: [refuse('planning.no-source', { materialId: wish.material.id, material: wish.material.name, dept: wish.deptName })], trail };
}

function isFor(rule: SourceRule, { material, deptIds, agreementNo }: SourceWish): boolean {
  return (
    (rule.agreementNo === null || rule.agreementNo === agreementNo) &&
    (rule.deptId === null || deptIds.includes(rule.deptId)) &&
    (rule.materialId === null || rule.materialId === material.id) &&
    (rule.materialTypeId === null || material.typeIds.includes(rule.materialTypeId))
  );
}
function levelOf(rule: SourceRule): SourceLevel {
  return rule.agreementNo === null ? placeLevelOf(rule) : 'contract';
}
function placeLevelOf({ deptId, materialId, materialTypeId }: SourceRule): SourceLevel {
  const place = deptId === null ? 'company' : 'site';
  if (materialId !== null) return `${place}-material`;
  if (materialTypeId !== null || place === 'site') return `${place}-type`;
  return 'company';
}
/** Contract rules keep the same order among themselves. */
const narrowestFirst =
  ({ deptIds, material }: SourceWish) =>
  (a: SourceRule, b: SourceRule): number => {
    const distance = (ids: readonly string[], id: string | null) => (id === null ? ids.length : ids.indexOf(id));
    const rank = (level: SourceLevel) => LEVEL_ORDER.indexOf(level);
    return (
      rank(levelOf(a)) - rank(levelOf(b)) ||
      rank(placeLevelOf(a)) - rank(placeLevelOf(b)) ||
      distance(deptIds, a.deptId) - distance(deptIds, b.deptId) ||
      distance(material.typeIds, a.materialTypeId) - distance(material.typeIds, b.materialTypeId) ||
      Number(b.ruleKind === 'direct-delivery') - Number(a.ruleKind === 'direct-delivery') ||
      a.priority - b.priority ||
      text(b.startDate, a.startDate) ||
      text(a.code, b.code)
    );
  };
const sameScope = (a: SourceRule, b: SourceRule): boolean =>
  a.agreementNo === b.agreementNo && a.deptId === b.deptId && a.materialId === b.materialId && a.materialTypeId === b.materialTypeId;

function skippedBecause(rule: SourceRule, { date, qty }: SourceWish): Label | undefined {
  if (rule.barredBecause !== null) return rule.barredBecause;
  if (rule.weekdays.length > 0 && !rule.weekdays.includes(weekdayOf(date))) return { zh: `${date} 不是送货日`, en: `${date} is no delivery day` };
  if (qty.isBelow(rule.minOrderQty)) return { zh: `${qty} 不足起送数量 ${rule.minOrderQty}`, en: `${qty} is below the least of ${rule.minOrderQty}` };
  return undefined;
}

/** Who can supply a material; valid, unfrozen, with papers and for the place already. */
export interface SupplierCandidate {
  readonly supplierId: string;
  readonly code: string;
  readonly agreementNo: string | null;
  /** Agreed share of the month in percent; null where none is set. */
  readonly sharePercent: Decimal | null;
  /** Base quantity ordered from him this month. */
  readonly orderedThisMonth: Decimal;
  /** Per base unit; null goes last. */
  readonly basePrice: Decimal | null;
  readonly isDefault: boolean;
  readonly leadDays: number;
}
export interface RankedSupplier {
  readonly supplierId: string;
  /** Points of percent he is behind his share; null where shares are not set. */
  readonly deficit: Decimal | null;
  readonly reason: Label;
}

/**
 * Suppliers in the order they are chosen: by agreement; by how far behind their agreed share they are; by price per
 * base unit; the default one; the shorter lead; the code. The first is the choice, the rest is what else there was.
 */
export function rankSuppliers(candidates: readonly SupplierCandidate[]): readonly RankedSupplier[] {
  const ordered = Decimal.sum(candidates.map((candidate) => candidate.orderedThisMonth));
  const shared = candidates.some((candidate) => candidate.sharePercent !== null);
  const deficitOf = ({ sharePercent, orderedThisMonth }: SupplierCandidate): Fraction => {
    const had = ordered.isZero() ? Fraction.zero : Fraction.of(orderedThisMonth).times(Fraction.of(100)).dividedBy(Fraction.of(ordered));
    return Fraction.of(sharePercent ?? Decimal.zero).minus(had);
  };
  const priced = (a: Decimal | null, b: Decimal | null) => (a === null || b === null ? Number(a === null) - Number(b === null) : a.compare(b));
  return candidates
    .toSorted(
      (a, b) =>
        Number(b.agreementNo !== null) - Number(a.agreementNo !== null) ||
        (shared ? deficitOf(b).compare(deficitOf(a)) : 0) ||
        priced(a.basePrice, b.basePrice) ||
        Number(b.isDefault) - Number(a.isDefault) ||
        a.leadDays - b.leadDays ||
        text(a.code, b.code),
    )
    .map((candidate) => {
      const deficit = shared ? deficitOf(candidate).rounded(2) : null;
      const price = candidate.basePrice?.toString() ?? '—';
      const reasons: readonly Label[] = [
        ...(candidate.agreementNo === null ? [] : [{ zh: `协议 ${candidate.agreementNo}`, en: `agreement ${candidate.agreementNo}` }]),
        ...(deficit === null ? [] : [{ zh: `距约定份额 ${deficit} 个百分点`, en: `${deficit} points behind the agreed share` }]),
        { zh: `基本单位价 ${price}`, en: `${price} per base unit` },
        ...(candidate.isDefault ? [{ zh: '默认供应商', en: 'default supplier' }] : []),
      ];
      const reason = { zh: reasons.map(({ zh }) => zh).join('，'), en: reasons.map(({ en }) => en).join(', ') };
      return { supplierId: candidate.supplierId, deficit, reason };
    });
}

/** A weekday on which a sender delivers; the row of the place already chosen. */
export interface DeliveryWindow {
  readonly weekday: number;
  readonly available: boolean;
  /** HH:mm */
  readonly cutOffTime: string;
  readonly advanceDays: number;
}
/** A day that is not as the week says. `before`, `after`: delivered then instead; `none`: not at all; `extra`: also delivered. */
export interface CalendarClosure {
  readonly date: string;
  readonly shift: 'before' | 'after' | 'none' | 'extra';
  readonly reason: string;
}
export interface DeliveryCalendar {
  /** The sender's week; empty: every day, the cut-off then by the material's lead days at 16:00. */
  readonly windows: readonly DeliveryWindow[];
  readonly senderClosures: readonly CalendarClosure[];
  /** Weekdays on which the site receives; empty for every day. */
  readonly receivingWeekdays: readonly number[];
  readonly receiverClosures: readonly CalendarClosure[];
  readonly materialLeadDays: number;
}
export type Delivery =
  | {
      readonly ok: true;
      readonly deliveryDate: string;
      /** yyyy-MM-dd HH:mm in the site's time zone; this moment itself is in time. */
      readonly orderBefore: string;
      readonly late: boolean;
    }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** How far a delivery is looked for before somebody has to decide. */
const SEARCH_DAYS = 31;
const DAILY_CUT_OFF = '16:00';

/**
 * The last day on or before the need on which sender and site are open, and until when it can be ordered (5.7). A
 * closed day moves as its closure says. Refuses `planning.no-delivery` for a closure without a substitute day, and
 * `planning.after-need` when the goods could only come later; both are for a person to decide.
 */
export function deliveryFor(material: string, needDate: string, now: string, calendar: DeliveryCalendar): Delivery {
  const daysBefore = Array.from({ length: SEARCH_DAYS }, (_, back) => dayPlus(needDate, -back));
  const planned = daysBefore.find((day) => inWeek(calendar, day));
  const closure = planned === undefined ? undefined : closureOn(calendar, planned);
  if (closure?.shift === 'none') return { ok: false, refusals: [refuse('planning.no-delivery', { material, date: closure.date, reason: closure.reason })] };

  const later = () => Array.from({ length: SEARCH_DAYS }, (_, ahead) => dayPlus(closure?.shift === 'after' ? planned! : needDate, ahead + 1)).find((day) => isOpen(calendar, day));
  const deliveryDate = closure?.shift === 'after' ? later() : daysBefore.find((day) => isOpen(calendar, day));
  if (deliveryDate === undefined || deliveryDate > needDate) {
    return { ok: false, refusals: [refuse('planning.after-need', { material, needDate, deliveryDate: deliveryDate ?? later() ?? '—' })] };
  }
  const orderBefore = orderBeforeOf(calendar, deliveryDate);
  return { ok: true, deliveryDate, orderBefore, late: secondsShown(now) > secondsShown(orderBefore) };
}

/** The last moment to order for a delivery day: so many days before at the cut-off, moved back off the sender's closed days. */
export function orderBeforeOf(calendar: DeliveryCalendar, deliveryDate: string): string {
  const window = calendar.windows.find((one) => one.weekday === weekdayOf(deliveryDate));
  const { advanceDays, cutOffTime } = window ?? { advanceDays: calendar.materialLeadDays, cutOffTime: DAILY_CUT_OFF };
  let day = dayPlus(deliveryDate, -advanceDays);
  while (calendar.senderClosures.some((closure) => closure.date === day && closure.shift !== 'extra')) day = dayPlus(day, -1);
  return `${day} ${cutOffTime}`;
}

function inWeek({ windows, receivingWeekdays, senderClosures, receiverClosures }: DeliveryCalendar, day: string): boolean {
  const extra = (closures: readonly CalendarClosure[]) => closures.some((closure) => closure.date === day && closure.shift === 'extra');
  const sent = windows.length === 0 || windows.some((window) => window.weekday === weekdayOf(day) && window.available);
  const received = receivingWeekdays.length === 0 || receivingWeekdays.includes(weekdayOf(day));
  return (sent || extra(senderClosures)) && (received || extra(receiverClosures));
}
const closureOn = ({ senderClosures, receiverClosures }: DeliveryCalendar, day: string): CalendarClosure | undefined =>
  [...senderClosures, ...receiverClosures].find((closure) => closure.date === day && closure.shift !== 'extra');
const isOpen = (calendar: DeliveryCalendar, day: string): boolean => inWeek(calendar, day) && closureOn(calendar, day) === undefined;
const secondsShown = (moment: string): string => (moment.length === 16 ? `${moment}:00` : moment);
const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
