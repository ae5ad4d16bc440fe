/** Two weeks of work, and what is on the desks when a person signs in for the first time. */
import { dayPlus, daysBetween } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import { askForGoods } from './asked-goods.ts';
import { Chance } from './chance.ts';
import type { CompanyClient } from './company-client.ts';
import type { Company, DemoSite } from './company.ts';
import { feedStalls, type PickState } from './counter.ts';
import { at, DAYS_AHEAD, workDay } from './day.ts';
import { cookLunch } from './cooking.ts';
import { receiveDeliveries } from './dock.ts';
import { correctPrices, receivedSince } from './corrections.ts';
import { planEvent } from './event.ts';
import { workFactory } from './factories.ts';
import { produceAtFactory } from './factory-production.ts';
import { sendFromFactory } from './factory-orders.ts';
import { pushGoods } from './pushed-goods.ts';
import { moveCrates } from './crates.ts';
import { sortSome } from './sorting.ts';
import { seasonalGuests } from './guests.ts';
import { buildMenuType, writeMenu } from './menu-template.ts';
import { orderNeeds, planNeeds, requestNeeds } from './office.ts';
import { approvePlans, draftPlans } from './price-plans.ts';
import { movePrices, quoteDearly } from './quotes.ts';
import { labelDishes, sizePortions, weighFish } from './kitchen-figures.ts';
import { keepLedgers } from './ledgers.ts';
import { leaveOtherGoods, receiveTransfers } from './other-goods.ts';
import { printDeliveryNotes } from './delivery-notes.ts';
import { drillRecall } from './recall-drill.ts';
import { leaveSelfPurchases } from './self-purchases.ts';
import { countServed } from './served-counts.ts';
import { leaveShelf, leaveStallMenus } from './stall-menus.ts';
import { planWeek, planWeeks, sundayOf } from './week.ts';
import { countStall, countStore, writeOffExpired } from './store-count.ts';
import { askStraight } from './straight-list.ts';
import { emptyDiary, stallsOf, type Diary, type World } from './world.ts';

/** The demonstration has one person for each role, and they work for all sites. */
const STAFF = {
  projectManager: 'project-manager',
  restaurantManager: 'restaurant-manager',
  storekeeper: 'storekeeper',
  chef: 'chef',
};

/** `dayDone` runs before the first day and after each. */
export async function workTwoWeeks(
  client: CompanyClient,
  company: Company,
  days: readonly string[],
  today: string,
  dayDone: () => Promise<unknown>,
): Promise<void> {
  const chance = new Chance(20261121);
  const diaries = new Map<DemoSite, Diary>(
    company.sites.map((site) => [site, emptyDiary(dayPlus(days[0]!, DAYS_AHEAD - 1))]),
  );
  const world: World = {
    company,
    client,
    chance,
    guests: seasonalGuests(chance),
    office: {
      planner: 'hq-planner',
      purchaser: 'purchaser',
      purchaseManager: 'purchase-manager',
      finance: 'finance',
      factoryStaff: 'factory-staff',
    },
    staffOf: () => STAFF,
    diaryOf: (site) => diaries.get(site)!,
    count: () => undefined,
  };
  const menuType = await buildMenuType(client);
  for (const site of company.sites) await writeMenu(world, site, menuType, days[0]!, at(days[0]!, '00:00'));
  const plans = await approvePlans(world, at(days[0]!, '00:00'));
  await dayDone();
  for (const [nth, day] of days.entries()) {
    if (PRICES_MOVE_AT.includes(nth - days.length)) await movePrices(client, day, at(day, '00:01'));
    for (const site of company.sites) await workDay(world, site, day);
    if (nth === days.length - 1) await cookLunch(world, company.sites[0]!, day);
    if (daysBetween(day, today) % STALLS_COUNTED_DAYS === 1)
      for (const site of company.sites) await endOfWeek(world, site, day);
    await dayDone();
  }
  for (const [index, site] of company.sites.entries()) await leaveWork(world, site, index, today);
  await workFactory(world, today);
  await produceAtFactory(world, today);
  await pushGoods(world, today);
  await sendFromFactory(world, today);
  await askStraight(world, world.company.sites[0]!, today);
  await sortSome(world, today);
  await moveCrates(world, today);
  const received = await receivedSince(client, days[0]!);
  await correctPrices(world, received, at(today, '00:11'));
  await quoteDearly(client, received, today, at(today, '00:12'));
  await draftPlans(world, plans, at(today, '00:13'));
  await drillRecall(world, `${today} 00:14`);
  await printDeliveryNotes(world, at(today, '00:15'));
  await countServed(world, today, at(today, '00:16'));
  await keepLedgers(world, today);
}

/** Days before today on which goods of the season get another price. */
const PRICES_MOVE_AT: readonly number[] = [-8, -2];

/** Stalls are counted so often, last of all on the evening before today. */
const STALLS_COUNTED_DAYS = 7;

/** What stalls used and what expired in the store leaves the book. */
async function endOfWeek(world: World, site: DemoSite, day: string): Promise<void> {
  for (const { stall } of stallsOf(site)) await countStall(world, site, stall, at(day, '20:30'), at(day, '21:00'));
  await writeOffExpired(world, site, at(day, '21:30'), at(day, '21:40'));
}

/** Today is half done, tomorrow hardly begun: something of everything waits for somebody. */
async function leaveWork(world: World, site: DemoSite, nth: number, today: string): Promise<void> {
  const states: readonly PickState[] = ['received', 'shipped', 'approved', 'pending'];
  await receiveTransfers(world, site, today, at(today, '00:01'));
  await receiveDeliveries(world, site, today, at(today, '00:01'), { share: 900, outcomes: ['wait'] });
  await feedStalls(
    world,
    site,
    today,
    { asked: at(today, '00:02'), picked: at(today, '00:03'), needed: at(today, '23:30') },
    (index) => states[(index + nth) % states.length]!,
  );

  const meals = dayPlus(today, DAYS_AHEAD);
  await planWeeks(world, site, at(today, '00:04'), meals);
  await planEvent(world, site, dayPlus(meals, nth), at(today, '00:04'), nth === 0 ? 'approved' : 'draft');
  const needs = await planNeeds(world, site, meals, meals, at(today, '00:05'), 'approved');
  // The day after stands in every earlier state; both are planned before either is on order.
  const later = dayPlus(meals, 1);
  await planWeeks(world, site, at(today, '00:06'), later);
  const laterNeeds = await planNeeds(world, site, later, later, at(today, '00:06'), nth === 0 ? 'approved' : 'pending');
  if (needs !== null) await requestNeeds(world, needs, at(today, '00:07'));
  await orderNeeds(world, site, at(today, '00:07'), nth === 0 ? 'pending' : 'draft');
  if (nth === 0 && laterNeeds !== null) await requestNeeds(world, laterNeeds, at(today, '00:08'));

  const next = dayPlus(world.diaryOf(site).plannedUntil, 1);
  for (const [index, { stall }] of stallsOf(site).entries())
    await planWeek(
      world,
      site,
      stall,
      next,
      sundayOf(next),
      at(today, '00:09'),
      (['pending', 'draft', 'approved', 'pending'] as const)[index % 4]!,
      nth === 0 && index === 0,
    );
  if (nth === 0) await askForGoods(world, site, dayPlus(later, 1), sundayOf(next), at(today, '00:09'));
  if (nth === 0) await leaveOtherGoods(world, site, at(today, '00:10'), at(dayPlus(today, 1), '06:00'));
  if (nth === 0) await leaveSelfPurchases(world, site, at(today, '00:10'), today);
  if (nth === 0) await leaveStallMenus(world, site, at(today, '00:10'), today);
  if (nth === 0) await labelDishes(world, site, at(today, '00:10'));
  if (nth === 0) await weighFish(world, site, at(today, '00:10'), today);
  if (nth === 0) await sizePortions(world, at(today, '00:10'));
  if (nth === 0) await leaveShelf(world, site, at(today, '00:10'));
  if (nth === 0) await countStore(world, site, at(today, '00:10'), 'counting');
}
