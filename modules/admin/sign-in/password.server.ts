import { createHash, randomInt } from 'node:crypto';
import os from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { Fault } from '../../../parts/http/fault.ts';
import { sql, withoutConnection, type Transaction } from '../../../parts/postgres/database.ts';
import { isKnownPassword } from './known-passwords.rules.ts';
import { isAllowedPassword, isDigest, passwordMinLengthOf } from './password.rules.ts';

/** One processor stays free for everything else. */
const AT_ONCE = Math.max(1, Math.min(4, os.availableParallelism() - 1));
const QUEUE = 8;
/** Argon2id, the package's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Lets few derivations run at a time, so that many sign-ins at once cannot stop everything else. Nobody waits for their
 * turn with a connection in hand.
 */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => withoutConnection(() => inSlot(work));

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE)
      throw new Fault(429, {
        zh: '登录人数较多，请稍候再试',
        en: 'Many people are signing in; please try again in a moment',
      });
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** What is hashed: the lower-case MD5 that clients send; clear text is digested first. */
const digestOf = (given: string): string =>
  isDigest(given) ? given.toLowerCase() : createHash('md5').update(given).digest('hex');

/** Compared against when there is no such account, so that both answers take the same time. */
let nobody: Promise<string> | undefined;

/** A password as it was typed, blanks at its ends included; "" where none came. */
export const passwordIn = ({ password }: Input): string => (typeof password === 'string' ? password : '');

/** What is stored of a person's password, or null. */
export const passwordHashOf = async (tx: Transaction, userId: string): Promise<string | null> =>
  (await tx.row<{ hash: string | null }>(sql`select password_hash_of(${userId}::bigint) as hash`))?.hash ?? null;

/** Whether the password (clear or digest) is the one stored. `stored` is null of an account that does not exist. */
export async function matches(stored: string | null, given: string): Promise<boolean> {
  nobody ??= hash('nobody', COST);
  const against = stored ?? (await nobody);
  const right = await inTurn(() => verify(against, digestOf(given)));
  return right && stored !== null;
}

/** Salted, memory-hard hash of the digest of a clear password. */
export const hashOf = (password: string): Promise<string> => inTurn(() => hash(digestOf(password), COST));

/** How long the tenant wants passwords at least; 0 for the common rule. */
export const passwordMinLength = async (context: Pick<Context, 'tx'>): Promise<number> =>
  passwordMinLengthOf(await readParameter(context, 'account.passwordMinLength'));

/**
 * Refuses a new password that breaks the tenant's rule, or is no clear text: `digests` of older clients, which check
 * the common rule themselves, are taken where that is the rule. Asked outside any transaction.
 */
export async function requireAllowed(
  { database }: Pick<Services, 'database'>,
  context: Context,
  password: string,
  { field, digests = false }: { readonly field: string; readonly digests?: boolean },
): Promise<void> {
  const min = await inTransaction(database, context, passwordMinLength, { readOnly: true });
  if (isDigest(password)) {
    if (digests && min === 0) return;
    throw new Refused(refuse('password.digest', {}, { field }));
  }
  if (isAllowedPassword(password, min) && (min === 0 || !isKnownPassword(password))) return;
  throw new Refused(
    min === 0 ? refuse('password.policy', {}, { field }) : refuse('password.strong', { min }, { field }),
  );
}

/** Stores a person's password. Their sessions are ended by the caller. */
export async function storePassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  // Two statements, since an upsert would need the right to read hashes.
  const known = await tx.run(
    sql`update user_secret set password_hash = ${passwordHash}, changed_time = now() where user_id = ${userId}::bigint`,
  );
  if (known === 0)
    await tx.run(sql`insert into user_secret (user_id, password_hash) values (${userId}::bigint, ${passwordHash})`);
  await tx.run(
    sql`update app_user set must_change_password = ${mustChange ? 1 : 0}, password_changed_time = now()
      where id = ${userId}::bigint`,
  );
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const DIGITS = '23456789';
/** Twelve letters and digits a person can type from a screen. */
export function randomPassword(): string {
  const pick = (from: string): string => from[randomInt(from.length)]!;
  const head = pick(LETTERS) + pick(DIGITS);
  return head + Array.from({ length: 10 }, () => pick(LETTERS + DIGITS)).join('');
}
