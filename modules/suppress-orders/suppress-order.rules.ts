/** What stands against pushing goods to sites (store.md 5, trade-rules 13.1, H18). */
import type { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import './suppress.refusals.ts';

/** Nobody pushes goods more than a year ahead: the year was mistyped. */
const DAYS_AHEAD = 366;

/** When the goods arrive; `before`: the day so far. */
export function arrivalRefusal(arriveDate: string, today: string, before: string | null): Refusal | undefined {
  const at = { field: 'arriveDate' };
  if (arriveDate < today && arriveDate !== before) return refuse('suppress.arrives-past', {}, at);
  const latest = dayPlus(today, DAYS_AHEAD);
  return arriveDate > latest ? refuse('suppress.arrives-far', { latest }, at) : undefined;
}

/** A line as it stands before it is shipped. */
export interface PushedLine {
  readonly line: number;
  readonly material: string;
  readonly warehouse: string;
  readonly factoryWarehouse: string;
  readonly site: string;
  readonly arriveDate: string;
  /** Of the lot that is named; null where none is. */
  readonly batch: string | null;
  readonly expiryDate: string | null;
  readonly lotLies: boolean;
  readonly isCatchWeight: boolean;
  readonly isCentral: boolean;
  readonly price: Decimal | null;
  /** The in-store on which the site refused these goods today. */
  readonly refusedOn: string | null;
}

/** Everything that stands against one line; what lies there is asked when it is shipped. */
export function lineRefusals(pushed: PushedLine): Refusal[] {
  const { line, material, warehouse, factoryWarehouse, site, arriveDate, batch, expiryDate } = pushed;
  const found: Refusal[] = [];
  const no = (code: string, detail: Record<string, unknown>, field: string): void =>
    void found.push(refuse(code, detail, { line, field }));
  if (pushed.isCentral) no('suppress.central', { warehouse }, 'warehouseId');
  if (pushed.isCatchWeight) no('suppress.by-weight', { material }, 'materialId');
  if (batch !== null && !pushed.lotLies)
    no('suppress.lot-elsewhere', { batch, material, warehouse: factoryWarehouse }, 'batchId');
  else if (batch !== null && expiryDate !== null && expiryDate < arriveDate)
    no('suppress.expires-before', { batch, expiryDate, arriveDate }, 'batchId');
  if (pushed.price === null) no('suppress.no-price', { material, site, date: arriveDate }, 'materialId');
  if (pushed.refusedOn !== null)
    no('suppress.refused-today', { warehouse, material, billCode: pushed.refusedOn }, 'warehouseId');
  return found;
}

/** What a site is sent for a day, in money. */
export interface SiteDay {
  readonly siteId: Id;
  readonly site: string;
  readonly date: string;
  readonly amount: Decimal;
}

/** Sites that would be sent more for a day than is allowed, `before` included; a limit of zero is none. */
export function limitRefusals(sites: readonly SiteDay[], before: readonly SiteDay[], limit: Decimal): Refusal[] {
  if (!limit.isPositive()) return [];
  const key = ({ siteId, date }: SiteDay): string => `${siteId} ${date}`;
  const sums = new Map<string, SiteDay>();
  for (const each of [...before, ...sites]) {
    const sum = sums.get(key(each));
    sums.set(key(each), sum === undefined ? each : { ...each, amount: sum.amount.plus(each.amount) });
  }
  const asked = new Set(sites.map(key));
  return [...sums]
    .filter(([each, { amount }]) => asked.has(each) && amount.isAbove(limit))
    .map(([, { site, date, amount }]) =>
      refuse('suppress.over-limit', { site, date, amount: amount.toFixed(2), limit: limit.toFixed(2) }),
    );
}
