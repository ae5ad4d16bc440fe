/** What goes out of the house, by whatever channel: put into the outbox, claimed by one program, its outcome noted. */
import type { Context } from '../../kernel/server/context.ts';
import { forEachTenant } from '../../parts/jobs/tenant-tasks.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { createSecrets, isSealedText } from '../../parts/secrets/secrets.ts';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { filled, pauseAfter } from './sms.rules.ts';

type Channel = 'sms' | 'mail';
/** `{link}` and the like in `body` are filled when it is sent; values that are secret are given sealed. */
interface Letter {
  readonly channel: Channel;
  readonly receiver: string;
  readonly body: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Puts letters into the outbox in the transaction of what happened. */
export const putLetters = (context: Context, letters: readonly Letter[]): Promise<number> =>
  context.tx.run(sql`
    insert into outbox (channel, config_code, receiver, body, params, state, attempts, next_time, create_user,
      update_user)
    select l.channel, case when l.channel = 'sms' then (select sms_code from sms where status = 2 limit 1) end,
      l.receiver, l.body, l.params, 'queued', 0, now(), ${context.user.userId}::bigint, ${context.user.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb)
      as l(channel text, receiver text, body text, params jsonb)`);

export interface Waiting {
  readonly id: string;
  readonly receiver: string;
  readonly body: string;
  readonly params: Readonly<Record<string, string>> | null;
  readonly attempts: number;
}
export type Outcome = { readonly receipt: string } | { readonly error: string };

/** Longer than anybody is waited for: what a killed program was sending is free again after it. */
const CLAIM_SECONDS = 25;
/** The next that waits; nobody else sends it meanwhile. */
export const claimNext = (tx: Transaction, channel: Channel): Promise<Waiting | undefined> =>
  tx.row<Waiting>(sql`
    update outbox set attempts = attempts + 1, next_time = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = (select id from outbox where state = 'queued' and channel = ${channel} and next_time <= now()
    order by next_time limit 1 for update skip locked) returning id, receiver, body, params, attempts`);

/** What became of it; what failed is tried again after a pause, so many times. */
export function noteOutcome(tx: Transaction, row: Waiting, result: Outcome): Promise<number> {
  const pause = pauseAfter(row.attempts);
  return tx.run(
    'receipt' in result
      ? sql`update outbox set state = 'sent', sent_time = now(), provider_id = ${result.receipt}, error = null
        where id = ${row.id}::bigint`
      : sql`update outbox set state = ${pause === null ? 'failed' : 'queued'}, error = ${result.error},
        next_time = now() + make_interval(mins => ${pause ?? 0}) where id = ${row.id}::bigint`,
  );
}

/** The letter as its receiver reads it: secrets are opened here and nowhere else. */
export function openedLetter(
  services: Pick<Services, 'tokenSecret'>,
  { body, params }: Waiting,
): { readonly text: string; readonly params: Record<string, string> } {
  const secrets = createSecrets(services.tokenSecret);
  const given = Object.entries(params ?? {});
  const opened = Object.fromEntries(
    given.flatMap(([name, value]) => (isSealedText(value) ? [[name, secrets.open(value)]] : [])),
  );
  return { text: filled(body, opened).text, params: { ...params, ...opened } };
}

/** Runs one way of sending for every tenant. */
export const forTenants = (
  services: Services,
  name: string,
  send: (services: Services, tenant: string) => Promise<void>,
): Promise<void> => forEachTenant(services, name, ({ tenant }) => send(services, tenant));
