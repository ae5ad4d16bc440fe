import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { isDownload } from './downloads.ts';
import { sql, type Transaction } from '../postgres/database.ts';
import type { Brought } from './request-input.ts';
import { isSealedText, type Secrets } from '../secrets/secrets.ts';
import './http.refusals.ts';

/**
 * An answer that shows a password once: it is kept sealed, for whoever asks again because the first answer was lost.
 */
const SHOWS_PASSWORD = /"\w*password":"/i;
const KEY_LENGTH = 200;
/** The key a request came with, or null. Cut to its length two keys would be one. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length > KEY_LENGTH) throw new Refused(refuse('idempotency.key', { max: KEY_LENGTH }));
  return key;
}

/** A repeated POST with the same key does its work once; the row stands in the same transaction as the effect. */
export const once = (
  tx: Transaction,
  secrets: Pick<Secrets, 'seal' | 'open'>,
  { userId }: { readonly userId: string },
  request: FastifyRequest,
  key: string,
  brought: Brought,
  work: () => Promise<unknown>,
): Promise<unknown> =>
  onceOf(tx, secrets, { userId, route: `${request.method} ${request.routeOptions.url}`, key, brought }, work);

/** One intent: who sent it by which call under which key, and what. */
interface Intent {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  readonly brought: Brought;
}
/** The same, of a call that says itself who asks. */
export async function onceOf(
  tx: Transaction,
  secrets: Pick<Secrets, 'seal' | 'open'>,
  { userId, route, key, brought }: Intent,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const hash = createHash('sha256')
    .update(JSON.stringify([brought.input, brought.files.map(({ name, size, sha256 }) => [name, size, sha256])]))
    .digest('hex');
  // The second of two at once waits here for the first: its answer stands then, or it did nothing and the row is new.
  const stored = (await tx.row<{ bodyHash: string; answer: string | null }>(sql`
    insert into idempotency (user_id, route, key, body_hash) values (${userId}::bigint, ${route}, ${key}, ${hash})
    on conflict (tenant_id, user_id, route, key) do update set key = excluded.key returning body_hash, answer`))!;
  if (stored.answer !== null) {
    if (stored.bodyHash !== hash) throw new Refused(refuse('idempotency.reused'));
    const answer = isSealedText(stored.answer) ? secrets.open(stored.answer) : stored.answer;
    return (JSON.parse(answer) as { value: unknown }).value;
  }
  const value = await work();
  if (!isDownload(value)) {
    // As a text within JSON, so that the second answer is the first one letter by letter, its keys in their order.
    const answer = JSON.stringify({ value: value ?? null });
    const stored = SHOWS_PASSWORD.test(answer) ? secrets.seal(answer) : answer;
    await tx.run(
      sql`update idempotency set answer = to_jsonb(${stored}::text)
        where user_id = ${userId}::bigint and route = ${route} and key = ${key}`,
    );
  }
  return value;
}
