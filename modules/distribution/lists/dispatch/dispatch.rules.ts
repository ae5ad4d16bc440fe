/** What the dispatch desk shows of its lines: tabs, what is due, the time that is left, what is chosen. */
import { Decimal } from '../../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../../kernel/core/shape.ts';
import type { ListCalls } from '../lists.calls.ts';

export type DispatchLine = TypeOf<ListCalls['dispatchLines']['answer']>['lines'][number];
export const TABS = ['open', 'unassigned', 'due', 'documented'] as const;
export type Tab = (typeof TABS)[number];

/** Lines whose cut-off is nearer than this, or past, are due. */
export const DUE_MINUTES = 120;

/** Minutes from one moment to another, both as clocks of the company show them. */
export const minutesUntil = (moment: string, now: string): number =>
  Math.floor((Date.parse(`${moment.replace(' ', 'T')}Z`) - Date.parse(`${now.replace(' ', 'T')}Z`)) / 60_000);

/** The moment so many milliseconds after another. */
export const later = (moment: string, passed: number): string =>
  new Date(Date.parse(`${moment.replace(' ', 'T')}Z`) + passed).toISOString().slice(0, 19).replace('T', ' ');

/** Nobody brings it, though somebody has to. */
export const isUnassigned = (line: DispatchLine): boolean =>
  line.lineStatus === 'open' && line.supplierId === '' && ['', 'purchase'].includes(line.supplyMode);
const isDue = (line: DispatchLine, now: string): boolean =>
  line.lineStatus === 'open' && line.orderBefore !== '' && minutesUntil(line.orderBefore, now) <= DUE_MINUTES;

/** Whether a line stands in a tab at a moment. */
export const standsIn = (tab: Tab, line: DispatchLine, now: string): boolean =>
  tab === 'open'
    ? line.lineStatus === 'open'
    : tab === 'unassigned'
      ? isUnassigned(line)
      : tab === 'due'
        ? isDue(line, now)
        : line.lineStatus !== 'open';

/** How many lines stand in each tab. */
export const tabCounts = (lines: readonly DispatchLine[], now: string): Readonly<Record<Tab, number>> =>
  Object.fromEntries(TABS.map((tab) => [tab, lines.filter((line) => standsIn(tab, line, now)).length])) as Record<
    Tab,
    number
  >;

/** Lines in which every word of the search stands somewhere. */
export function found(lines: readonly DispatchLine[], search: string): readonly DispatchLine[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return lines;
  return lines.filter((line) => {
    const text = [
      line.siteName,
      line.warehouseName,
      line.materialName,
      line.materialCode,
      line.supplierName,
      line.billCode,
      line.outOrgName,
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

interface Chosen {
  readonly lines: readonly DispatchLine[];
  readonly sites: number;
  /** Null where nobody sees amounts, or none is known. */
  readonly amount: string | null;
  /** The one material of all of them, or undefined. */
  readonly materialId: string | undefined;
}
/** What is chosen of the lines, with what it comes to. */
export function chosenOf(lines: readonly DispatchLine[], ids: ReadonlySet<string>): Chosen {
  const chosen = lines.filter((line) => ids.has(line.id));
  const amounts = chosen.flatMap((line) => (line.amount == null ? [] : [Decimal.of(line.amount)]));
  const materials = new Set(chosen.map((line) => line.materialId));
  return {
    lines: chosen,
    sites: new Set(chosen.map((line) => line.siteName)).size,
    amount: amounts.length === 0 ? null : Decimal.sum(amounts).toFixed(2),
    materialId: materials.size === 1 ? chosen[0]!.materialId : undefined,
  };
}

/** All lines between two places of a list, both included. */
export const between = (lines: readonly DispatchLine[], from: number, to: number): string[] =>
  lines.slice(Math.min(from, to), Math.max(from, to) + 1).map((line) => line.id);
