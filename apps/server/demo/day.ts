/**
 * A day of a site, from the first delivery to the last order. The demonstration and simulations live by the same one.
 */
import { dayPlus, weekdayOf } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import { feedStalls } from './counter.ts';
import { receiveDeliveries, settleDifferences } from './dock.ts';
import type { DemoSite } from './company.ts';
import { orderNeeds, planNeeds } from './office.ts';
import { moveOtherGoods, receiveTransfers } from './other-goods.ts';
import { planWeeks } from './week.ts';
import { buyAtMarket } from './self-purchases.ts';
import { countStore } from './store-count.ts';
import type { World } from './world.ts';

/**
 * Meals are netted this many days ahead: ordered the day before they are due, and due a day before the longest
 * preparation.
 */
export const DAYS_AHEAD = 2;

/** Stores are counted every Monday, after the last meal. */
const COUNTED_ON = 1;
/** The market sells what suppliers did not bring, every Tuesday morning. */
const BOUGHT_ON = 2;
/** Goods come and go otherwise every Thursday, after the last meal. */
const OTHERWISE_ON = 4;

/** A moment of a day, as the clock header takes it. */
export const at = (day: string, time: string): string => `${day} ${time}:00`;

/** One day at a site: deliveries, picking, meals, counts, in the order they happen. */
export async function workDay(world: World, site: DemoSite, day: string): Promise<void> {
  await receiveTransfers(world, site, day, at(day, '05:20'));
  await receiveDeliveries(world, site, day, at(day, '05:30'));
  await feedStalls(
    world,
    site,
    day,
    { asked: at(day, '05:45'), picked: at(day, '06:10'), needed: at(day, '06:30') },
    () => 'received',
  );
  if (weekdayOf(day) === BOUGHT_ON) await buyAtMarket(world, site, at(day, '07:10'), `${day}-${site.name}`);
  await settleDifferences(world, site, day, at(day, '08:30'));
  await planWeeks(world, site, at(day, '09:00'), dayPlus(day, DAYS_AHEAD));
  const meals = dayPlus(day, DAYS_AHEAD);
  await planNeeds(world, site, meals, meals, at(day, '10:00'), 'requested');
  await orderNeeds(world, site, at(day, '14:30'), 'approved');
  if (weekdayOf(day) === COUNTED_ON) await countStore(world, site, at(day, '20:00'), 'done', at(day, '21:30'));
  if (weekdayOf(day) === OTHERWISE_ON)
    await moveOtherGoods(world, site, at(day, '20:00'), at(dayPlus(day, 1), '06:00'));
}
