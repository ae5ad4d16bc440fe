import pg from 'pg';
import { shiftDate, shiftMs } from './shifted-date.ts';

/** The moment a run begins at unless somebody chooses another: a Wednesday in the middle of a month. */
const FIXED = '2026-11-18 10:30';
const RANDOM_FROM = Date.UTC(2025, 0, 1);
const RANDOM_DAYS = 4 * 365;
/** A run of half an hour that begins before this hour ends on the same day. */
const RANDOM_HOURS = 23;
/** Shanghai is eight hours ahead of UTC all year. */
const AHEAD_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The moment a run begins at, in milliseconds, from `yyyy-MM-dd HH:mm` in Asia/Shanghai, `random`, `real`, or nothing.
 * Throws where the setting is none of these. `random` answers a number from 0 to 1, `now` is the machine's clock.
 */
export function beginOf(setting: string | undefined, random: () => number, now: number): number {
  if (setting === 'real') return now;
  if (setting === 'random') {
    const day = RANDOM_FROM + Math.floor(random() * RANDOM_DAYS) * DAY_MS;
    return day - AHEAD_MS + Math.floor(random() * RANDOM_HOURS * 60) * 60_000;
  }
  const text = setting === undefined || setting === '' ? FIXED : setting;
  const begin = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}:00+08:00`)
    : Number.NaN;
  if (Number.isNaN(begin)) throw new Error(`TEST_CLOCK is "${text}": it takes yyyy-MM-dd HH:mm, random or real`);
  return begin;
}

/**
 * Sets the clock of a test run before it starts its processes: tests, programs, databases and browsers live at a moment
 * chosen beforehand, and time goes on from there, so that no result depends on when somebody runs them. `TEST_CLOCK` chooses
 * the moment (see `beginOf`); where one was set it stays. Answers it as `yyyy-MM-dd HH:mm` in Asia/Shanghai.
 */
export function setTestClock(): string {
  const { env } = process;
  const now = Date.now();
  if (env['TEST_CLOCK_SHIFT_MS'] === undefined) {
    const preload = `--import=${new URL('preload-clock.ts', import.meta.url).href}`;
    if (!(env['NODE_OPTIONS'] ?? '').includes(preload))
      env['NODE_OPTIONS'] = env['NODE_OPTIONS'] ? `${env['NODE_OPTIONS']} ${preload}` : preload;
    env['TEST_CLOCK_SHIFT_MS'] = String(beginOf(env['TEST_CLOCK'], Math.random, now) - now);
  }
  return inShanghai(now + shiftMs());
}

/** A moment drawn at random, as `TEST_CLOCK` takes it. */
export const randomClock = (): string => inShanghai(beginOf('random', Math.random, Date.now()));

/** What processes are given that live at another moment (`yyyy-MM-dd HH:mm`) than the run they belong to. */
export const clockOf = (setting: string): Readonly<Record<string, string>> => {
  const now = Math.round(performance.timeOrigin + performance.now());
  return { TEST_CLOCK_SHIFT_MS: String(beginOf(setting, Math.random, now) - now) };
};

const inShanghai = (moment: number): string => new Date(moment + AHEAD_MS).toISOString().slice(0, 16).replace('T', ' ');

/** A script for pages, run before their own: their clock is that of the run. */
export const browserClock = (): string => `(${shiftDate.toString()})(${shiftMs()})`;

/**
 * Shifts the clock of a database, and of all that are copied from it, by so many milliseconds. Takes its address as
 * superuser; a clock that was shifted is shifted anew.
 */
export async function shiftDatabaseClock(url: string, shift = shiftMs()): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set allow_system_table_mods = on');
    for (const [name, volatility] of [
      ['now', 'stable'],
      ['clock_timestamp', 'volatile'],
    ] as const) {
      await client.query(`
        create or replace function pg_catalog.real_${name}() returns timestamptz language internal ${volatility} strict parallel safe as '${name}'`);
      await client.query(`
        create or replace function pg_catalog.${name}() returns timestamptz language sql ${volatility} strict parallel safe
        as $$ select pg_catalog.real_${name}() + interval '${shift} milliseconds' $$`);
    }
  } finally {
    await client.end();
  }
}
