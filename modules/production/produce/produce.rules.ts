/**
 * Pots and cuts judged and valued: use beyond the BOM, how long what was made is good, whose value it is
 * (trade-rules 2, 7.4, 8; operations.md GearProduce). Pure.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import type { ShareMode } from './split-bom.resource.ts';
import '../production.refusals.ts';

/** A material of a pot: by the BOM, and as it was used. */
export interface UsedGoods {
  readonly material: string;
  readonly unit: string;
  readonly std: Decimal;
  readonly actual: Decimal;
}

/** Materials of which more was used than `percent` beyond the BOM, with no reason given. */
export function overRefusals(goods: readonly UsedGoods[], percent: Decimal, reason: string): Refusal[] {
  if (reason.trim() !== '') return [];
  const most = Decimal.one.plus(percent.dividedBy(Decimal.hundred));
  return goods
    .filter(({ std, actual }) => actual.isAbove(std.times(most)))
    .map(({ material, unit, std, actual }) =>
      refuse('production.over-bom', { material, std, actual, unit, percent }, { field: 'overReason' }),
    );
}

/**
 * How much the goods that were used should have made: each at what it cost, so that dear goods weigh more than salt.
 * Goods outside the BOM say nothing of it.
 */
export function standardOf(
  made: Decimal,
  goods: readonly { readonly std: Decimal; readonly actual: Decimal; readonly amount: Decimal }[],
): Decimal {
  const known = goods.filter(({ std, actual }) => std.isPositive() && actual.isPositive());
  const used = Decimal.sum(known.map(({ amount }) => amount));
  const asListed = Decimal.sum(known.map(({ std, actual, amount }) => amount.times(std).dividedBy(actual)));
  return asListed.isPositive() ? made.times(used).dividedBy(asListed).rounded(2) : made;
}

/** What limits the life of what is made; moments are `yyyy-MM-dd HH:mm:ss`. */
interface LifeFacts {
  readonly produceTime: string;
  /** Of a dish that is served: how long it may be kept warm; 0 to the end of the day. */
  readonly holdMinutes: number | null;
  /** Of what is kept. */
  readonly shelfLifeDays: number | null;
  /** The days its parts expire, where the class of the dish says that it ends with them. */
  readonly partDays: readonly string[];
}
/** Until when something is good. */
export interface Life {
  readonly useBy: string | null;
  readonly expiryDate: string | null;
}

const MINUTE_MS = 60_000;
const millisecondsOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`);
const momentOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
/** So many minutes after a moment. */
export const minutesLater = (moment: string, minutes: number): string =>
  momentOf(millisecondsOf(moment) + minutes * MINUTE_MS);

/** Good until this moment: the last day it may be used is that of the second before. */
export const lifeUntil = (useBy: string): Life => ({
  useBy,
  expiryDate: momentOf(millisecondsOf(useBy) - 1000).slice(0, 10),
});

/** The earliest of its own life and that of its parts. */
export function lifeOf({ produceTime, holdMinutes, shelfLifeDays, partDays }: LifeFacts): Life {
  const day = produceTime.slice(0, 10);
  const [part] = partDays.toSorted();
  if (holdMinutes !== null) {
    const own =
      holdMinutes === 0 ? { useBy: null, expiryDate: day } : lifeUntil(minutesLater(produceTime, holdMinutes));
    return part !== undefined && part < own.expiryDate! ? { useBy: null, expiryDate: part } : own;
  }
  const own = shelfLifeDays === null ? undefined : dayPlus(day, shelfLifeDays);
  return { useBy: null, expiryDate: [own, part].filter((each) => each !== undefined).toSorted()[0] ?? null };
}

/** The end of a life as a moment: its clock, or the end of its last day. */
export const endOf = ({ useBy, expiryDate }: Life): string | null =>
  useBy ?? (expiryDate === null ? null : `${expiryDate} 23:59:59`);

/** A time that a person gave in place of the reckoned one: after it was made, and later only with a reason. */
export function givenLifeRefusal(given: string, made: string, reckoned: Life, reason: string): Refusal | undefined {
  if (given <= made) return refuse('production.life-reversed', { made }, { field: 'expireTime' });
  const end = endOf(reckoned);
  return end !== null && given !== end && reason.trim() === ''
    ? refuse('production.life-reason', { until: end }, { field: 'expireReason' })
    : undefined;
}

/** One cut: what the list says of it and what was got. */
export interface Cut {
  readonly qty: Decimal;
  readonly price: Decimal | null;
  readonly share: Decimal | null;
}
const CENTS = 2;

/** The value of what was cut up on its cuts, to the cent: by weights, and the last takes the rest. */
export function valueOfCuts(amount: Decimal, mode: ShareMode, cuts: readonly Cut[]): readonly Decimal[] {
  const weights = cuts.map((cut) =>
    mode === 'price'
      ? cut.qty.times(cut.price ?? Decimal.zero)
      : mode === 'weight'
        ? cut.qty
        : (cut.share ?? Decimal.zero),
  );
  const all = Decimal.sum(weights);
  let rest = amount;
  return weights.map((weight, index) => {
    const own =
      index === weights.length - 1 || all.isZero() ? rest : amount.times(weight).dividedBy(all).rounded(CENTS);
    const taken = Decimal.min(own, rest);
    rest = rest.minus(taken);
    return taken;
  });
}

/** A day that is to come, too long ago, of a closed month, or that the stall closed already. */
interface DayFacts {
  readonly bizDate: string;
  readonly today: string;
  readonly daysBack: number;
  readonly monthsThrough: string | null;
  readonly isClosed: boolean;
  readonly stall: string;
}
/** Why nothing more is entered for the day. */
export function dayRefusal({
  bizDate,
  today,
  daysBack,
  monthsThrough,
  isClosed,
  stall,
}: DayFacts): Refusal | undefined {
  const at = { field: 'bizDate' };
  if (bizDate > today) return refuse('production.day-future', {}, at);
  if (monthsThrough !== null && bizDate <= monthsThrough) return refuse('production.month-closed', { bizDate }, at);
  if (isClosed) return refuse('production.day-closed', { stall, bizDate }, at);
  const earliest = dayPlus(today, -daysBack);
  return bizDate < earliest ? refuse('production.day-early', { days: daysBack, earliest }, at) : undefined;
}
