/**
 * Which price holds, and why; what stands in the way of a new one (domain 8; prices-suppliers.md, Price resolver and
 * PriceEntry). Pure.
 *
 * A department's own price goes before that of the nearest department above it, and this before the base price. Of one
 * department and material no two prices hold on one day.
 */
import { label, type Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { covers, dayPlus, type Period } from '../master-data/calendar-day.rules.ts';
import type { Fraction } from '../master-data/exact-fraction.rules.ts';
import { priceFigures, type PriceFigures, type PublishedPrice } from '../master-data/price-figures.rules.ts';
import './prices.refusals.ts';

/** A published price that is not frozen. */
export interface PriceEntry extends Period, PublishedPrice {
  readonly id: string;
  readonly code: string;
  /** null: the base price. */
  readonly deptId: string | null;
  readonly unitId: string;
}

export interface PriceWish {
  readonly material: string;
  readonly priceType: Label;
  readonly date: string;
  /** The place first, then what stands above it, up to the company. */
  readonly depts: readonly { readonly id: string; readonly name: string }[];
  /** The unit asked for, with its factor on the date; left out: the unit of the price. */
  readonly unit?: { readonly id: string; readonly factor: Fraction };
}

export type PriceLevel = 'dept' | 'ancestor' | 'base';
export const LEVELS: Readonly<Record<PriceLevel, Label>> = { dept: label('本部门', 'This department'), ancestor: label('上级部门', 'A department above'), base: label('基础价', 'Base price') };

/** A level that was looked at, and what was found there. */
export interface Looked {
  readonly level: PriceLevel;
  readonly deptId: string;
  readonly deptName: string;
  readonly code: string;
}
export type PriceAnswer =
  | { readonly found: true; readonly entry: PriceEntry; readonly level: PriceLevel; readonly dept: { readonly id: string; readonly name: string } | null; readonly figures: PriceFigures; readonly reason: Label; readonly trail: readonly Looked[] }
  | { readonly found: false; readonly reason: Label; readonly trail: readonly Looked[] };

/** The first level with a price that holds on the day. */
export function resolvePrice(entries: readonly PriceEntry[], wish: PriceWish): PriceAnswer {
  const usable = entries.filter((entry) => covers(entry, wish.date));
  const trail: Looked[] = [];
  const levels = [...wish.depts.map((dept, index) => ({ level: index === 0 ? ('dept' as const) : ('ancestor' as const), dept })), { level: 'base' as const, dept: null }];
  for (const { level, dept } of levels) {
    const entry = usable.find(({ deptId }) => deptId === (dept?.id ?? null));
    trail.push({ level, deptId: dept?.id ?? '', deptName: dept?.name ?? '', code: entry?.code ?? '' });
    if (entry !== undefined) return { found: true, entry, level, dept, figures: priceFigures(entry, wish.unit?.id === entry.unitId ? undefined : wish.unit?.factor), reason: reasonOf(entry, level, dept?.name ?? ''), trail };
  }
  const place = wish.depts[0]?.name;
  return {
    found: false, trail,
    reason: label(
      `${wish.date}【${wish.material}】${place === undefined ? '' : `在【${place}】`}没有${wish.priceType.zh}：已查${place === undefined ? '' : '本部门、上级部门、'}基础价`,
      `${wish.material} has no ${wish.priceType.en.toLowerCase()}${place === undefined ? '' : ` at ${place}`} on ${wish.date}: looked at ${place === undefined ? '' : 'the department, those above it and '}the base price`),
  };
}

const reasonOf = (entry: PriceEntry, level: PriceLevel, dept: string): Label => {
  const [zhDays, enDays] = [`${entry.startDate}~${entry.endDate ?? '长期'}`, `${entry.startDate} to ${entry.endDate ?? 'open'}`];
  return level === 'base' ? label(`基础价 ${zhDays}`, `Base price, ${enDays}`) : label(`${level === 'dept' ? '本部门' : '上级'}【${dept}】${zhDays}`, `Price of ${dept}, ${enDays}`);
};

/** What a company wants done where a new price meets one of the same department and material. */
export type OnOverlap = 'refuse' | 'close';
export interface Span extends Period {
  readonly id: string;
  readonly code: string;
}
/**
 * Makes room for a new price: nothing overlaps, or what does ends the day before it (`close`), as long as it began earlier and
 * would not outlive it. Refuses otherwise, naming the price in the way.
 */
export function makeRoom(wanted: Period, standing: readonly Span[], onOverlap: OnOverlap): { readonly ends: readonly { readonly id: string; readonly endDate: string }[]; readonly refusals: readonly Refusal[] } {
  const lastDay = ({ endDate }: Period): string => endDate ?? '9999-12-31';
  const ends: { id: string; endDate: string }[] = [];
  const refusals: Refusal[] = [];
  for (const each of standing.filter((span) => span.startDate <= lastDay(wanted) && lastDay(span) >= wanted.startDate)) {
    const named = { code: each.code, startDate: each.startDate, endDate: each.endDate ?? label('长期', 'open') };
    if (onOverlap === 'refuse' || each.startDate >= wanted.startDate) refusals.push(refuse('prices.overlap', named, { field: 'startDate' }));
    else if (lastDay(each) > lastDay(wanted)) refusals.push(refuse('prices.outlived', named, { field: 'endDate' }));
    else ends.push({ id: each.id, endDate: dayPlus(wanted.startDate, -1) });
  }
  return { ends, refusals };
}
