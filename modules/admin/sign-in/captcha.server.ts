import { createHash, randomUUID } from 'node:crypto';
import type { Call } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql, type Database } from '../../../parts/postgres/database.ts';
import { drawCaptcha, randomAnswer } from './captcha-picture.server.ts';
import { header, type Attempt } from './open-session.server.ts';
import * as calls from './sign-in.calls.ts';

const SECONDS = 120;
const PLATFORM = { tenant: null, timeZone: 'UTC' } as const;

const hashOf = (key: string, answer: string): string =>
  createHash('sha256').update(`${key}:${answer.trim().toUpperCase()}`).digest('hex');

/**
 * Tests of the whole program cannot read pictures: with NODE_ENV=test this variable names the answer of every captcha.
 */
const knownAnswer = (): string | undefined =>
  process.env['NODE_ENV'] === 'test' ? process.env['LARDER_TEST_CAPTCHA'] : undefined;

/** A new picture with its key; the answer is in the database alone, as a digest. */
export async function newCaptcha(
  database: Database,
  answer = knownAnswer() ?? randomAnswer(),
): Promise<{ key: string; image: string }> {
  const key = randomUUID();
  await database.transaction(PLATFORM, async (tx) => {
    await tx.run(sql`delete from captcha_challenge where expires_time < now()`);
    await tx.run(
      sql`insert into captcha_challenge (key, answer_hash, expires_time)
        values (${key}, ${hashOf(key, answer)}, now() + ${`${SECONDS} seconds`}::interval)`,
    );
  });
  return { key, image: drawCaptcha(answer) };
}

/** Whether `answer` is what the picture shows. Asking uses the captcha up, whatever the answer. */
async function spendCaptcha(database: Database, key: string, answer: string): Promise<boolean> {
  if (key === '' || answer.trim() === '') return false;
  const challenge = await database.transaction(PLATFORM, (tx) =>
    tx.row<{ answerHash: string; fresh: boolean }>(
      sql`delete from captcha_challenge where key = ${key} returning answer_hash, expires_time > now() as fresh`,
    ),
  );
  return challenge !== undefined && challenge.fresh && challenge.answerHash === hashOf(key, answer);
}

/** Whether a sign-in came with a captcha and its right answer. Clients send both in headers, some in the query. */
export const hasReadCaptcha = (
  database: Database,
  { context, input }: Pick<Attempt, 'context' | 'input'>,
): Promise<boolean> =>
  spendCaptcha(
    database,
    header(context, 'captcha-key') || (input.key ?? ''),
    header(context, 'captcha-code') || (input.code ?? ''),
  );

/** Draws a new captcha for whoever asks. */
export const captchaCall = (database: Database): Call => serve(calls.captcha, () => newCaptcha(database));
