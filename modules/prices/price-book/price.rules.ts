/**
 * Which price holds, and why; what stands in the way of a new one (domain 8; prices-suppliers.md, Price resolver and
 * PriceEntry). Pure.
 *
 * A department's own price goes before that of the nearest department above it, this before a scheme of the caller's
 * role, and this before the base price. What a series says counts as the department's own where a relation or a plan
 * names it.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { covers, dayPlus, type Period } from '../../master-data/figures/calendar-day.rules.ts';
import type { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { priceFigures, type PriceFigures, type PublishedPrice } from '../../master-data/figures/price-figures.rules.ts';
import '../prices.refusals.ts';

/** A plan in all its versions. */
interface Series {
  readonly id: string;
  readonly name: string;
}
/** Who runs a stall for us. */
interface Partner {
  readonly id: string;
  readonly name: string;
}
/** A published price that is not frozen: a single one, or a line of an approved plan. */
export interface PriceEntry extends Period, PublishedPrice {
  readonly id: string;
  readonly code: string;
  /** Of a single price: whom it is for; null with lines of plans, and for the base price. */
  readonly deptId: string | null;
  readonly unitId: string;
  /** null: a single price. */
  readonly series: Series | null;
  /** Of joint prices: whose stalls it is for; null: anybody’s. */
  readonly partner: Partner | null;
  /** Holds where nothing nearer does: a single price for everybody, or of the company's base price plan. */
  readonly isBase: boolean;
}

/** A series that counts as the department's own on the day. */
export interface Related {
  readonly deptId: string;
  readonly series: Series;
  /** Of joint prices: whose stalls the plan is for. */
  readonly partner: Partner | null;
}
/** A scheme of one of the caller's roles that holds on the day. */
export type Scheme = Series &
  (
    | { readonly mode: 'fixed' }
    | { readonly mode: 'reference'; readonly seriesId: string }
    /** In points of a hundred above the base price, as it is for this material. */
    | { readonly mode: 'percent'; readonly rate: Decimal }
  );
/** What is known of one material. */
export interface PriceFacts {
  readonly entries: readonly PriceEntry[];
  readonly related: readonly Related[];
  /** In the order they are asked. */
  readonly schemes: readonly Scheme[];
}

export interface PriceRequest {
  readonly material: string;
  readonly priceType: Label;
  readonly date: string;
  /** The place first, then what stands above it, up to the company. */
  readonly depts: readonly { readonly id: string; readonly name: string }[];
  /** The unit asked for, with its factor on the date; left out: the unit of the price. */
  readonly unit?: { readonly id: string; readonly factor: Fraction };
  /** Of joint prices: who runs the place. What is for others does not count. */
  readonly enterpriseId?: string;
}

type PriceLevel = 'dept' | 'ancestor' | 'scheme' | 'base';
export const LEVELS: Readonly<Record<PriceLevel, Label>> = {
  dept: label('本部门', 'This department'),
  ancestor: label('上级部门', 'A department above'),
  scheme: label('角色方案', 'Scheme of a role'),
  base: label('基础价', 'Base price'),
};

/** A level that was looked at, and what was found there. */
interface Looked {
  readonly level: PriceLevel;
  readonly deptId: string;
  readonly deptName: string;
  /** The department, or the scheme. */
  readonly key: string;
  readonly code: string;
  readonly verdict: Label;
}
export type PriceAnswer =
  | {
      readonly found: true;
      readonly entry: PriceEntry;
      readonly level: PriceLevel;
      readonly dept: { readonly id: string; readonly name: string } | null;
      readonly series: Series | null;
      readonly figures: PriceFigures;
      readonly reason: Label;
      readonly trail: readonly Looked[];
    }
  | { readonly found: false; readonly reason: Label; readonly trail: readonly Looked[] };

/** The first level with a price that holds on the day. */
export function resolvePrice(facts: PriceFacts, request: PriceRequest): PriceAnswer {
  const isFor = ({ partner }: { readonly partner: Partner | null }): boolean =>
    partner === null || partner.id === request.enterpriseId;
  const usable = facts.entries.filter((entry) => covers(entry, request.date) && isFor(entry));
  const rank = byRank(request.unit?.id);
  const best = (fits: (entry: PriceEntry) => boolean): PriceEntry | undefined =>
    usable.reduce<PriceEntry | undefined>(
      (held, entry) => (fits(entry) && (held === undefined || rank(entry, held) < 0) ? entry : held),
      undefined,
    );
  const base = best((entry) => entry.isBase);
  const trail: Looked[] = [];
  const answer = (
    level: PriceLevel,
    entry: PriceEntry,
    dept: PriceRequest['depts'][number] | null,
    series: Series | null,
    reason: Label,
  ): PriceAnswer => ({
    found: true,
    entry,
    level,
    dept,
    series,
    figures: priceFigures(entry, request.unit?.id === entry.unitId ? undefined : request.unit?.factor),
    reason,
    trail,
  });

  for (const [index, dept] of request.depts.entries()) {
    const level = index === 0 ? 'dept' : 'ancestor';
    const ties = facts.related.filter(({ deptId }) => deptId === dept.id);
    const related = ties.filter(isFor).map(({ series }) => series);
    const entry = best(({ deptId, series }) =>
      series === null ? deptId === dept.id : related.some(({ id }) => id === series.id),
    );
    trail.push({
      level,
      deptId: dept.id,
      deptName: dept.name,
      key: dept.name,
      code: entry?.code ?? '',
      verdict:
        entry === undefined
          ? lacking(
              related,
              ties.filter((tie) => !isFor(tie)),
            )
          : entryLabel(entry),
    });
    if (entry !== undefined) return answer(level, entry, dept, entry.series, reasonOf(level, dept.name, entry));
  }
  for (const scheme of facts.schemes) {
    const entry =
      scheme.mode === 'percent'
        ? base === undefined
          ? undefined
          : { ...base, price: shifted(base.price, scheme.rate) }
        : best(({ series }) => series?.id === (scheme.mode === 'fixed' ? scheme.id : scheme.seriesId));
    const reason = entry === undefined ? undefined : schemeReason(scheme, entry, base);
    trail.push({
      level: 'scheme',
      deptId: '',
      deptName: '',
      key: scheme.name,
      code: entry?.code ?? '',
      verdict:
        reason ??
        (scheme.mode === 'percent' ? label('没有基础价可浮动', 'there is no base price to go by') : lacking([scheme])),
    });
    if (entry !== undefined) return answer('scheme', entry, null, scheme, reason!);
  }
  trail.push({
    level: 'base',
    deptId: '',
    deptName: '',
    key: '',
    code: base?.code ?? '',
    verdict: base === undefined ? lacking([]) : entryLabel(base),
  });
  return base === undefined
    ? { found: false, trail, reason: nothingFound(request) }
    : answer('base', base, null, base.series, reasonOf('base', '', base));
}

/**
 * Of several at one level: the unit asked for, the partner named, the latest, the planned one, the cheaper per base
 * unit, the older record.
 */
const byRank =
  (unitId: string | undefined) =>
  (one: PriceEntry, other: PriceEntry): number =>
    Number(other.unitId === unitId) - Number(one.unitId === unitId) ||
    Number(one.partner === null) - Number(other.partner === null) ||
    (one.startDate === other.startDate ? 0 : one.startDate > other.startDate ? -1 : 1) ||
    Number(one.series === null) - Number(other.series === null) ||
    // Per base unit, without a division.
    one.price.times(other.factor).compare(other.price.times(one.factor)) ||
    one.id.length - other.id.length ||
    (one.id < other.id ? -1 : 1);

/** Exact: a price of 2 places by a rate of 6 has no more than 10. */
const shifted = (price: Decimal, rate: Decimal): Decimal =>
  price.times(Decimal.one.plus(rate.times(Decimal.of('0.01'))));

const days = (entry: Period): { readonly zh: string; readonly en: string } => ({
  zh: `${entry.startDate}~${entry.endDate ?? '长期'}`,
  en: `${entry.startDate} to ${entry.endDate ?? 'open'}`,
});
const planOf = ({ series, partner }: PriceEntry): { readonly zh: string; readonly en: string } => ({
  zh: `${series === null ? '' : `方案【${series.name}】`}${partner === null ? '' : `合作企业【${partner.name}】`}`,
  en: `${series === null ? '' : ` by plan ${series.name}`}${partner === null ? '' : ` for ${partner.name}`}`,
});

function reasonOf(level: PriceLevel, dept: string, entry: PriceEntry): Label {
  const [plan, held] = [planOf(entry), days(entry)];
  return level === 'base'
    ? label(`基础价${plan.zh} ${held.zh}`, `Base price${plan.en}, ${held.en}`)
    : label(
        `${level === 'dept' ? '本部门' : '上级'}【${dept}】${plan.zh}${held.zh}`,
        `Price of ${dept}${plan.en}, ${held.en}`,
      );
}
function schemeReason(scheme: Scheme, entry: PriceEntry, base: PriceEntry | undefined): Label {
  const { name } = scheme;
  if (scheme.mode !== 'percent')
    return label(`角色方案【${name}】${days(entry).zh}`, `Scheme ${name}, ${days(entry).en}`);
  const price = base!.price.places > 2 ? base!.price.toString() : base!.price.toFixed(2);
  const [rate, isDown] = [scheme.rate.abs().toString(), scheme.rate.isNegative()];
  if (scheme.rate.isZero()) return label(`角色方案【${name}】基础价${price}`, `Scheme ${name}: base price ${price}`);
  return label(
    `角色方案【${name}】基础价${price}${isDown ? '下' : '上'}浮${rate}%`,
    `Scheme ${name}: base price ${price} ${isDown ? 'less' : 'plus'} ${rate} %`,
  );
}
const entryLabel = (entry: PriceEntry): Label =>
  label(`${planOf(entry).zh}${days(entry).zh}`, `${planOf(entry).en.trimStart()} ${days(entry).en}`.trimStart());
/** A plan without the material, or of another partner, is an empty level, walked past. */
function lacking(related: readonly Series[], others: readonly Related[] = []): Label {
  if (related.length + others.length === 0) return label('无', 'none');
  return label(
    [
      ...related.map(({ name }) => `方案【${name}】无此物料`),
      ...others.map(({ series, partner }) => `方案【${series.name}】属于合作企业【${partner!.name}】`),
    ].join('，'),
    [
      ...related.map(({ name }) => `plan ${name} lacks it`),
      ...others.map(({ series, partner }) => `plan ${series.name} is for ${partner!.name}`),
    ].join(', '),
  );
}

function nothingFound({ depts: [place], date, material, priceType }: PriceRequest): Label {
  return label(
    `${date}【${material}】${place === undefined ? '' : `在【${place.name}】`}没有${priceType.zh}：已查${place === undefined ? '' : '本部门、上级部门、'}角色方案、基础价`,
    `${material} has no ${priceType.en.toLowerCase()}${place === undefined ? '' : ` at ${place.name}`} on ${date}: looked at ${place === undefined ? '' : 'the department, those above it, '}schemes of the role and the base price`,
  );
}

/** What a company wants done where a new price meets one of the same department and material. */
export type OnOverlap = 'refuse' | 'close';
export interface Span extends Period {
  readonly id: string;
  readonly code: string;
}
/**
 * Makes room for a new price: nothing overlaps, or what does ends the day before it (`close`), as long as it began
 * earlier and would not outlive it. Refuses otherwise, naming the price in the way.
 */
export function makeRoom(
  wanted: Period,
  current: readonly Span[],
  onOverlap: OnOverlap,
): {
  readonly ends: readonly { readonly id: string; readonly endDate: string }[];
  readonly refusals: readonly Refusal[];
} {
  const lastDay = ({ endDate }: Period): string => endDate ?? '9999-12-31';
  const ends: { id: string; endDate: string }[] = [];
  const refusals: Refusal[] = [];
  for (const each of current.filter((span) => span.startDate <= lastDay(wanted) && lastDay(span) >= wanted.startDate)) {
    const named = { code: each.code, startDate: each.startDate, endDate: each.endDate ?? label('长期', 'open') };
    if (onOverlap === 'refuse' || each.startDate >= wanted.startDate)
      refusals.push(refuse('prices.overlap', named, { field: 'startDate' }));
    else if (lastDay(each) > lastDay(wanted)) refusals.push(refuse('prices.outlived', named, { field: 'endDate' }));
    else ends.push({ id: each.id, endDate: dayPlus(wanted.startDate, -1) });
  }
  return { ends, refusals };
}
