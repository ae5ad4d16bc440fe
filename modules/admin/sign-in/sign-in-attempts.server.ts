import { Fault } from '../../../parts/http/fault.ts';
import { sql, type Database, type Transaction } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';

/** How failed attempts are counted. The same counts hold for every grant, `user-verifypwd` and `update-password`. */
interface Limits {
  readonly failures: number;
  readonly windowMinutes: number;
  readonly lockMinutes: number;
  readonly captchaAfter: number;
}

/** Many people may share one address; a few failures ask all of them for the captcha, and only a flood locks it. */
const FAILURES_OF_ONE_SOURCE = 100;
const WAITING_MAX = 8;

interface AttemptState {
  readonly locked: boolean;
  /** So many failures that a captcha is demanded whatever the grant. */
  readonly captchaDue: boolean;
}

const accountSubject = (account: string): string => `account:${account.toLowerCase().slice(0, 60)}`;
const sourceSubject = (address: string): string => `source:${address.slice(0, 60)}`;

async function limitsOf(tx: Transaction): Promise<Limits> {
  const number = async (key: string, fallback: number, low: number, high: number): Promise<number> => {
    const value = Number(await readParameter({ tx }, key));
    return Number.isInteger(value) && value >= low && value <= high ? value : fallback;
  };
  return {
    failures: await number('account.failCount', 5, 3, 10),
    windowMinutes: await number('account.failWindowMinutes', 15, 1, 60),
    lockMinutes: await number('account.lockMinutes', 15, 5, 60),
    captchaAfter: await number('captcha.afterFailures', 3, 1, 3),
  };
}

/** Whether this account may be tried from this network address; `account` is null where it is not known yet. */
export async function attemptStateOf(tx: Transaction, account: string | null, address: string): Promise<AttemptState> {
  const limits = await limitsOf(tx);
  const rows = await tx.rows<{ failures: number; locked: boolean }>(sql`
    select case when first_time < now() - ${`${limits.windowMinutes} minutes`}::interval then 0
      else failures end as failures, coalesce(locked_until > now(), false) as locked
    from sign_in_failure where subject in (${account === null ? '' : accountSubject(account)},
      ${sourceSubject(address)})`);
  return {
    locked: rows.some((row) => row.locked),
    captchaDue: rows.some((row) => row.failures >= limits.captchaAfter),
  };
}

/**
 * Counts one failure of the account, where one was named, and its source; enough of them lock for a while, which
 * further attempts do not prolong.
 */
export async function countFailure(tx: Transaction, account: string | null, address: string): Promise<void> {
  const limits = await limitsOf(tx);
  const window = sql`${`${limits.windowMinutes} minutes`}::interval`;
  const own = account === null ? [] : [[accountSubject(account), limits.failures] as const];
  for (const [subject, most] of [...own, [sourceSubject(address), FAILURES_OF_ONE_SOURCE] as const]) {
    await tx.run(sql`
      insert into sign_in_failure as f (subject, failures) values (${subject}, 1)
      on conflict (tenant_id, subject) do update set
        failures = case when f.first_time < now() - ${window} then 1 else f.failures + 1 end,
        first_time = case when f.first_time < now() - ${window} then now() else f.first_time end,
        locked_until = case when f.locked_until > now() then f.locked_until
                            when f.first_time >= now() - ${window} and f.failures + 1 >= ${most} then now() +
                            ${`${limits.lockMinutes} minutes`}::interval end`);
  }
  await tx.run(sql`delete from sign_in_failure where first_time < now() - interval '1 day'`);
}

/** A right password, or an administrator, clears the account. */
export const clearFailures = (tx: Transaction, account: string): Promise<number> =>
  tx.run(sql`delete from sign_in_failure where subject = ${accountSubject(account)}`);

/**
 * Counts the outcome of a comparison. Several programs may compare at once: outcomes of one account are counted one at
 * a time, and after it is locked the answer does not depend on the password.
 */
export async function outcomeOf(
  tx: Transaction,
  account: string,
  address: string,
  isRight: boolean,
): Promise<'right' | 'wrong' | 'locked'> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtext(current_setting('app.tenant') || ${accountSubject(account)}))`,
  );
  if ((await attemptStateOf(tx, account, address)).locked) return 'locked';
  await (isRight ? clearFailures(tx, account) : countFailure(tx, account, address));
  return isRight ? 'right' : 'wrong';
}

/** As many as are compared or wait to be: one more would only hold connections that others need. */
const RUNNING_MAX = 10;
let running = 0;

/** Made once: under a flood even a stack trace costs. */
const TOO_MANY = new Fault(429, {
  zh: '登录人数较多，请稍候再试',
  en: 'Many people are signing in; please try again in a moment',
});

/** Runs a sign-in, or refuses it with 429 where too many run: a flood of them is refused before it costs anything. */
export async function admitted<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) throw TOO_MANY;
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}

const turns = new Map<string, { last: Promise<unknown>; waiting: number }>();

/**
 * One attempt at an account at a time: a hundred parallel guesses see each other's failures,
 * and a right password is never refused for guesses that still run.
 */
export async function oneAtATime<T>(tenant: string, account: string, work: () => Promise<T>): Promise<T> {
  const key = `${tenant}:${account.toLowerCase()}`;
  const turn = turns.get(key) ?? { last: Promise.resolve(), waiting: 0 };
  if (turn.waiting > WAITING_MAX) throw TOO_MANY;
  turn.waiting += 1;
  const mine = turn.last.then(work, work);
  turn.last = mine.catch(() => undefined);
  turns.set(key, turn);
  try {
    return await mine;
  } finally {
    turn.waiting -= 1;
    if (turn.waiting === 0) turns.delete(key);
  }
}

/** Tries a password with everything that belongs to it: lock, comparison, count. For people already signed in. */
export async function attempt(
  database: Database,
  who: { tenant: string; account: string; address: string },
  isRight: () => Promise<boolean>,
): Promise<'right' | 'wrong' | 'locked'> {
  const alone = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction({ tenant: who.tenant, timeZone: 'UTC' }, work);
  return oneAtATime(who.tenant, who.account, async () => {
    if ((await alone((tx) => attemptStateOf(tx, who.account, who.address))).locked) return 'locked';
    const right = await isRight();
    return alone((tx) => outcomeOf(tx, who.account, who.address, right));
  });
}
