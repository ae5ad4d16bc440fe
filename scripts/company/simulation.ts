/**
 * A company of so many sites at work for so many days, through the public calls of a running server; then the proof.
 */
import { Chance } from '../../apps/server/demo/chance.ts';
import { buildCompany, shapeOf, type DemoSite } from '../../apps/server/demo/company.ts';
import { DAYS_AHEAD, workDay } from '../../apps/server/demo/day.ts';
import { seasonalGuests } from '../../apps/server/demo/guests.ts';
import { emptyDiary, stallsOf, type Diary, type World } from '../../apps/server/demo/world.ts';
import { dayPlus } from '../../modules/master-data/figures/calendar-day.rules.ts';
import { readBooks, type Books } from './books.ts';
import { digestOf } from './digest.ts';
import { factoryAtWork } from './factory-day.ts';
import { canteenGuests } from './history.ts';
import { httpCompany } from './http-client.ts';
import { inParallel } from './in-parallel.ts';
import { hirePeople, PASSWORD } from './people.ts';
import { proveCompany, type Proof } from './proof.ts';

interface SimulationOptions {
  readonly url: string;
  readonly account: string;
  readonly password: string;
  readonly days: number;
  readonly sites: number;
  readonly seed: number;
  /** Folder of real head counts, or null. */
  readonly data: string | null;
  /** Dishes of each type; absent: all. */
  readonly dishesEach?: number;
  say?(sentence: string): void;
}
export interface Simulated {
  readonly proof: Proof;
  readonly digest: string;
  readonly books: Books;
  readonly counts: ReadonlyMap<string, number>;
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** Seconds the days took, without building and proving. */
  readonly seconds: number;
  readonly lastDay: string;
}

/** The first day with guests: a Monday, so that the same seed always lives through the same weekdays. */
const FIRST_DAY = '2026-03-02';
/** Sites at work at once; their people wait for each other no more than real ones do. */
const AT_ONCE = 4;

/** Builds a company over HTTP, works its days and proves its books. */
export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const http = httpCompany(options.url, { ...options, own: PASSWORD });
  const say = options.say ?? (() => undefined);
  const from = dayPlus(FIRST_DAY, -30);
  const admin = http.client.at(`${from} 08:00:00`);
  say(`building a company of ${options.sites} sites …`);
  const company = await buildCompany(admin, from, {
    ...shapeOf(options.sites),
    ...(options.dishesEach === undefined ? {} : { dishesEach: options.dishesEach }),
  });
  const people = await hirePeople(http, company);

  const chance = new Chance(options.seed);
  const counts = new Map<string, number>();
  const diaries = new Map<DemoSite, Diary>(company.sites.map((site) => [site, emptyDiary(dayPlus(FIRST_DAY, -1))]));
  const history = options.data === null ? null : canteenGuests(options.data, chance);
  say(history === null ? 'guests: a built-in seasonal curve' : `guests: real head counts from ${options.data}`);
  const world: World = {
    company,
    client: http.client,
    chance,
    guests: history ?? seasonalGuests(chance),
    ...people,
    diaryOf: (site) => diaries.get(site)!,
    count: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
  };
  const factoryDay = factoryAtWork(world);
  const before = callsOf(http.times);
  const begun = performance.now();
  // What the first guests eat is planned and bought on the days before.
  for (let nth = -DAYS_AHEAD; nth < options.days; nth += 1) {
    const day = dayPlus(FIRST_DAY, nth);
    await factoryDay(day);
    await inParallel(company.sites, AT_ONCE, (site) => workDay(world, site, day));
    say(`${day}: ${[...counts].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  // Only the days are measured.
  const times = new Map([...http.times].map(([path, took]) => [path, took.slice(before.get(path) ?? 0)]));

  say('proving …');
  const books = await readBooks(http.client);
  const places = company.sites.flatMap((site) => [
    { id: site.warehouseId, name: site.name },
    ...stallsOf(site).map(({ stall }) => ({ id: stall.deptId, name: stall.name })),
  ]);
  const { rawStoreId, semiStoreId, finishedStoreId, returnStoreId } = company.factory;
  const stores = [rawStoreId, semiStoreId, finishedStoreId, returnStoreId].map((id) => ({ id, name: `store ${id}` }));
  return {
    proof: await proveCompany(http.client, books, [...places, ...stores]),
    digest: digestOf(books),
    books,
    counts,
    times,
    seconds,
    lastDay: dayPlus(FIRST_DAY, options.days - 1),
  };
}

const callsOf = (times: ReadonlyMap<string, readonly number[]>): Map<string, number> =>
  new Map([...times].map(([path, took]) => [path, took.length]));
