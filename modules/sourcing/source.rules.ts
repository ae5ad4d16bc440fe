/**
 * Where a need is served from (trade-rules 5.1; prices-suppliers.md, Source).
 *
 * The narrowest rule decides: contract, then site and material, site and category, company and material, company and
 * category, company default, at last the material's own channel. Inside one level the nearest place and category, then
 * a direct delivery before a source configuration, then priority, latest start, code. The rule that won is in the
 * answer, and every rule that was passed over with it.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { covers, weekdayOf, type Period } from '../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import './sourcing.refusals.ts';

export type SourceKind = 'direct' | 'warehouse' | 'factory' | 'self';
export type SourceLevel =
  | 'contract'
  | 'site-material'
  | 'site-type'
  | 'company-material'
  | 'company-type'
  | 'company'
  | 'channel';

export interface SourceRule extends Period {
  readonly id: string;
  readonly code: string;
  /** A channel of the material speaks last, of whichever place. */
  readonly ruleKind: 'direct-delivery' | 'configuration' | 'channel';
  readonly agreementNo: string | null;
  /**
   * Stall, restaurant or project department; null for the whole company. Of a channel also the company; null:
   * everywhere.
   */
  readonly deptId: string | null;
  readonly materialId: string | null;
  readonly materialTypeId: string | null;
  readonly sourceKind: SourceKind;
  /** Supplier, warehouse or factory; null lets the supplier choice decide. */
  readonly sourceId: string | null;
  /** Only for goods received there; null for any warehouse of the place. */
  readonly receivingWarehouseId: string | null;
  readonly priority: number;
  readonly sharePercent: Decimal;
  /** 1 Monday … 7 Sunday; empty for every day. */
  readonly weekdays: readonly number[];
  /** Base unit; zero for none. */
  readonly minOrderQty: Decimal;
  /** Why its supplier cannot be taken at all: frozen, without papers, not supplying. */
  readonly barredBecause: Label | null;
}

export interface SourceRequest {
  readonly material: {
    readonly id: string;
    readonly name: string;
    /** Nearest first. */ readonly typeIds: readonly string[];
  };
  /** Nearest first: stall, restaurant, project department. */
  readonly deptIds: readonly string[];
  /** Above them; only channels ask for it. */
  readonly companyDeptId?: string;
  readonly deptName: string;
  /** Where the goods are to be received. */
  readonly warehouseId: string | null;
  /** Agreements in force for the material at this place. */
  readonly agreementNos: readonly string[];
  readonly date: string;
  /** Base unit. */
  readonly qty: Decimal;
  /** What the material's own channel says, last of all. */
  readonly channel: SourceKind | null;
}

type SourceAnswer =
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
  | {
      readonly ok: false;
      readonly refusals: readonly Refusal[];
      readonly trail: readonly { readonly code: string; readonly verdict: Label }[];
    };

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

/**
 * The source of a material for a place and day. The rules are those of the place's company. Refuses
 * `sourcing.no-source`.
 */
export const chooseSource = (request: SourceRequest, rules: readonly SourceRule[]): SourceAnswer =>
  chooseAmong(request, rulesInScope(request, rules));

/**
 * Rules that speak of the material at the place, on whichever day, the narrowest first: worked out once for many days.
 */
export const rulesInScope = (
  request: Omit<SourceRequest, 'date' | 'qty'>,
  rules: readonly SourceRule[],
): SourceRule[] => rules.filter((rule) => isFor(rule, request)).toSorted(narrowestFirst(request));

/** As `chooseSource`, among rules in scope in their order. */
export function chooseAmong(request: SourceRequest, inScope: readonly SourceRule[]): SourceAnswer {
  const valid = inScope.filter((rule) => covers(rule, request.date));
  const trail: { code: string; verdict: Label }[] = [];
  for (const rule of valid) {
    const level = levelOf(rule);
    const skipped = skippedBecause(rule, request);
    if (skipped !== undefined) {
      trail.push({ code: rule.code, verdict: skipped });
      continue;
    }
    const beside = (other: SourceRule) =>
      sameScope(rule, other) &&
      other.ruleKind === rule.ruleKind &&
      other.priority === rule.priority &&
      skippedBecause(other, request) === undefined;
    const shares = valid.filter(beside).map((one) => ({ rule: one, sharePercent: one.sharePercent }));
    const reason = { zh: `${LEVELS[level].zh}规则【${rule.code}】`, en: `${LEVELS[level].en}: rule ${rule.code}` };
    return { ok: true, sourceKind: rule.sourceKind, level, rule, shares, reason, trail };
  }
  if (request.channel !== null)
    return {
      ok: true,
      sourceKind: request.channel,
      level: 'channel',
      rule: null,
      shares: [],
      reason: LEVELS.channel,
      trail,
    };
  return {
    ok: false,
    refusals: [
      refuse('sourcing.no-source', {
        materialId: request.material.id,
        material: request.material.name,
        dept: request.deptName,
      }),
    ],
    trail,
  };
}

/** The places a rule may name: a channel those of the wish with its company, others those below it. */
const placesFor = (
  rule: SourceRule,
  { deptIds, companyDeptId }: Pick<SourceRequest, 'deptIds' | 'companyDeptId'>,
): readonly string[] =>
  rule.ruleKind === 'channel' && companyDeptId !== undefined ? [...deptIds, companyDeptId] : deptIds;

function isFor(rule: SourceRule, request: Omit<SourceRequest, 'date' | 'qty'>): boolean {
  const { material, agreementNos, warehouseId } = request;
  return (
    (rule.agreementNo === null || agreementNos.includes(rule.agreementNo)) &&
    (rule.receivingWarehouseId === null || rule.receivingWarehouseId === warehouseId) &&
    (rule.deptId === null || placesFor(rule, request).includes(rule.deptId)) &&
    (rule.materialId === null || rule.materialId === material.id) &&
    (rule.materialTypeId === null || material.typeIds.includes(rule.materialTypeId))
  );
}
function levelOf(rule: SourceRule): SourceLevel {
  return rule.ruleKind === 'channel' ? 'channel' : rule.agreementNo === null ? placeLevelOf(rule) : 'contract';
}
function placeLevelOf({ deptId, materialId, materialTypeId }: SourceRule): SourceLevel {
  const place = deptId === null ? 'company' : 'site';
  if (materialId !== null) return `${place}-material`;
  if (materialTypeId !== null || place === 'site') return `${place}-type`;
  return 'company';
}
/**
 * Contract rules keep the same order among themselves; of channels the nearest place goes first, then a material before
 * its types.
 */
const narrowestFirst =
  (request: Omit<SourceRequest, 'date' | 'qty'>) =>
  (a: SourceRule, b: SourceRule): number => {
    const { deptIds, material } = request;
    const distance = (ids: readonly string[], id: string | null) => (id === null ? ids.length : ids.indexOf(id));
    const rank = (level: SourceLevel) => LEVEL_ORDER.indexOf(level);
    if (a.ruleKind === 'channel' && b.ruleKind === 'channel') {
      const places = placesFor(a, request);
      return (
        distance(places, a.deptId) - distance(places, b.deptId) ||
        Number(b.materialId !== null) - Number(a.materialId !== null) ||
        distance(material.typeIds, a.materialTypeId) - distance(material.typeIds, b.materialTypeId) ||
        text(b.startDate, a.startDate) ||
        text(a.code, b.code)
      );
    }
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
  a.agreementNo === b.agreementNo &&
  a.deptId === b.deptId &&
  a.materialId === b.materialId &&
  a.materialTypeId === b.materialTypeId;

function skippedBecause(rule: SourceRule, { date, qty }: SourceRequest): Label | undefined {
  if (rule.barredBecause !== null) return rule.barredBecause;
  if (rule.weekdays.length > 0 && !rule.weekdays.includes(weekdayOf(date)))
    return { zh: `${date} 不是送货日`, en: `${date} is no delivery day` };
  if (qty.isBelow(rule.minOrderQty))
    return { zh: `${qty} 不足起送数量 ${rule.minOrderQty}`, en: `${qty} is below the least of ${rule.minOrderQty}` };
  return undefined;
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of rules that share a need the one furthest behind its share; ties: the larger share, then the first in order. */
export function shareBehind(
  shares: readonly { readonly rule: SourceRule; readonly sharePercent: Decimal }[],
  orderedOf: (rule: SourceRule) => Decimal,
): SourceRule {
  const ordered = Decimal.sum(shares.map(({ rule }) => orderedOf(rule)));
  const deficit = ({ rule, sharePercent }: (typeof shares)[number]): Fraction =>
    Fraction.of(sharePercent).minus(
      ordered.isZero()
        ? Fraction.zero
        : Fraction.of(orderedOf(rule)).times(Fraction.of(100)).dividedBy(Fraction.of(ordered)),
    );
  return shares.toSorted((a, b) => deficit(b).compare(deficit(a)) || b.sharePercent.compare(a.sharePercent))[0]!.rule;
}
