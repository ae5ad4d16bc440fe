import { randomUUID } from 'node:crypto';
import { label } from '../../kernel/core/label.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call } from '../../kernel/server/context.ts';
import { sql, withoutConnection } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import type { ScheduledTask, Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { dictionaryName } from '../admin/dictionaries/dictionary-name.server.ts';
import { PLATFORM_TENANT } from '../admin/rights/signed-in.server.ts';
import { aliyunRequest, readAnswer, yunpianRequest } from './sms-provider.server.ts';
import { deliverMail } from './mail.server.ts';
import { claimNext, forTenants, noteOutcome, openedLetter, type Outcome, type Waiting } from './outbox.server.ts';
import { filled, isPhone, isSpokenTo, maskedPhone, PROVIDERS, quotaRefusal } from './sms.rules.ts';
import * as calls from './messages.calls.ts';
import { outbox, sms } from './sms.resource.ts';

const STOPPED = 1;
const IN_USE = 2;

/** Accounts at providers of text messages: secrets sealed, and the one in use is not removed. */
export const smsBehaviour = (services: Services) =>
  behaviour(sms, {
    computed: { categoryName: dictionaryName('sms', 'category') },
    beforeSave: (_context, saving) => createSecrets(services.tokenSecret).sealGiven(saving, ['accessKey', 'secretKey']),
    async beforeRemove(_context, rows) {
      if (rows.some((row) => row.status === IN_USE)) throw new Refused(refuse('sms.in-use'));
    },
    fills: { statusName: ['status'] },
    async fillRows(context, rows) {
      for (const row of rows)
        Object.assign(row, {
          statusName: (row.status === IN_USE ? label('启用', 'In use') : label('停用', 'Not in use'))[context.language],
        });
    },
  });

export const outboxBehaviour = behaviour(outbox, {
  fills: { receiver: ['receiver'] },
  async fillRows(_context, rows) {
    for (const row of rows) row.receiver = maskedPhone(row.receiver);
  },
});

export const enableSms = serve(calls.enableSms, async (context, input) => {
  const [id] = readIds(input, 'id');
  await context.tx.rows(sql`select id from sms order by id for update`);
  const found = await context.tx.row<{ smsCode: string; category: string; secretKey: string | null }>(
    sql`select sms_code, category, secret_key from sms where id = ${id!}::bigint`,
  );
  if (found === undefined) throw unknownRecord(sms.label);
  if (!isSpokenTo(found.category)) throw new Refused(refuse('sms.provider', { code: found.smsCode }));
  if (found.category === PROVIDERS.aliyun && found.secretKey === null)
    throw new Refused(refuse('field.required', { name: sms.fields.secretKey.label }, { field: 'secretKey' }));
  await context.tx.run(sql`update sms set status = ${STOPPED} where status = ${IN_USE} and id <> ${id!}::bigint`);
  await context.tx.run(
    sql`update sms set status = ${IN_USE}, version = version + 1, update_user = ${context.user.userId}::bigint,
      update_time = now() where id = ${id!}::bigint`,
  );
  await audit(context, [
    { resource: 'sms', recordId: id!, action: 'enable', title: found.smsCode, changes: { status: [STOPPED, IN_USE] } },
  ]);
  return true;
});

const PHONES_MAX = 200;
const QUOTAS = {
  phone: ['sms.dailyPerPhone', 10],
  user: ['sms.dailyPerUser', 50],
  tenant: ['sms.dailyPerTenant', 2000],
} as const;

function paramsOf(given: unknown): Record<string, string> {
  let value: unknown = given;
  if (typeof given === 'string' && given.trim() !== '') {
    try {
      value = JSON.parse(given);
    } catch {
      throw new Refused(refuse('sms.params', {}, { field: 'params' }));
    }
  }
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Refused(refuse('sms.params', {}, { field: 'params' }));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)]));
}

/**
 * Puts messages into the outbox in the caller's transaction; each phone that may not have one more today is refused by
 * itself.
 */
const sendMessage = (services: Services): Call =>
  serve(calls.sendMessage, async (context, input) => {
    const code = input.code ?? '';
    const phones = [...new Set(listOf(input.phones ?? ''))];
    if (phones.length === 0)
      throw new Refused(refuse('field.required', { name: label('手机号码', 'Phones') }, { field: 'phones' }));
    if (phones.length > PHONES_MAX)
      throw new Refused(refuse('sms.phones', { max: PHONES_MAX, count: phones.length }, { field: 'phones' }));
    // One after the other within a tenant, so that what is counted is what was sent.
    await context.tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`sms ${context.tenant}`}))`);
    const config = await context.tx.row<{ smsCode: string; templateText: string | null; templateId: string }>(sql`
    select sms_code, template_text, template_id from sms
    where ${code === '' ? sql`status = ${IN_USE}` : sql`sms_code = ${code}`}`);
    if (config === undefined && code !== '') throw new Refused(refuse('sms.unknown', { code }, { field: 'code' }));
    const params = paramsOf(input.params);
    const { text, missing } = filled(config?.templateText ?? Object.values(params).join(' '), params);
    if (missing.length > 0)
      throw new Refused(refuse('sms.missing', { names: missing.join('、') }, { field: 'params' }));
    if (text.trim() === '') throw new Refused(refuse('sms.empty', {}, { field: 'params' }));
    const most: Record<string, number> = {};
    for (const [name, [key, fallback]] of Object.entries(QUOTAS))
      most[name] = Number((await readParameter(context, key)) || fallback);
    const counted = (await context.tx.row<{ tenant: number; mine: number }>(sql`
    select count(*)::integer as tenant, count(*) filter (where create_user = ${context.user.userId}::bigint)::integer
      as mine from outbox where channel = 'sms' and create_time >= ${context.today}::timestamptz`))!;
    const each = new Map(
      (
        await context.tx.rows<{ receiver: string; n: number }>(sql`
    select receiver, count(*)::integer as n from outbox
    where channel = 'sms' and create_time >= ${context.today}::timestamptz and receiver = any(${phones}) group by receiver`)
      ).map((row) => [row.receiver, row.n]),
    );
    const good: string[] = [];
    const refused: { readonly phone: string; readonly reason: string }[] = [];
    for (const phone of phones) {
      const refusal: Refusal | null = isPhone(phone)
        ? quotaRefusal(
            { phone: each.get(phone) ?? 0, user: counted.mine + good.length, tenant: counted.tenant + good.length },
            { phone: most['phone']!, user: most['user']!, tenant: most['tenant']! },
          )
        : refuse('sms.not-a-phone');
      if (refusal === null) good.push(phone);
      else refused.push({ phone, reason: sentenceOf(refusal, context.language) });
    }
    if (good.length > 0) {
      await context.tx.run(sql`
      insert into outbox (channel, config_code, receiver, body, params, state, attempts, next_time, create_user,
        update_user)
      select 'sms', ${config?.smsCode ?? null}, p, ${text}, ${JSON.stringify(params)}::jsonb, 'queued', 0, now(),
        ${context.user.userId}::bigint, ${context.user.userId}::bigint from unnest(${good}::text[]) p`);
      context.tx.afterCommit(() => deliver(services, context.tenant));
    }
    return { sent: good.length, refused };
  });

const retryOutbox = (services: Services): Call =>
  serve(calls.retryOutbox, async (context, input) => {
    const ids = readIds(input);
    const changed = await context.tx.run(
      sql`update outbox set state = 'queued', attempts = 0, next_time = now(), error = null
        where id = any(${ids}::bigint[]) and state in ('failed', 'queued')`,
    );
    if (changed < ids.length) throw new Refused(refuse('sms.not-failed'));
    context.tx.afterCommit(() => deliverLetters(services, context.tenant));
    return true;
  });

interface Provider {
  readonly category: string;
  readonly signName: string;
  readonly templateId: string;
  readonly accessKey: string;
  readonly secretKey: string | null;
}
const TIMEOUT_MS = 15_000;
const ADDRESSES: Readonly<Record<string, string>> = {
  [PROVIDERS.yunpian]: 'https://sms.yunpian.com',
  [PROVIDERS.aliyun]: 'https://dysmsapi.aliyuncs.com',
};

/**
 * Sends what waits, by the provider in use: each is claimed first, so that two processes never send the same, and its
 * outcome written after.
 */
async function deliver(services: Services, tenant: string): Promise<void> {
  const within = <T>(work: Parameters<Services['database']['transaction']>[1]): Promise<T> =>
    services.database.transaction({ tenant, timeZone: 'UTC' }, work) as Promise<T>;
  const gateway = await services.database.transaction(
    { tenant: PLATFORM_TENANT, timeZone: 'UTC', readOnly: true },
    (tx) => readParameter({ tx }, 'sms.gateway'),
  );
  for (;;) {
    const next = await within<{ provider: Provider; row: Waiting | undefined } | null>(async (tx) => {
      const provider = await tx.row<Provider>(
        sql`select category, sign_name, template_id, access_key, secret_key from sms where status = ${IN_USE}`,
      );
      if (provider === undefined || provider.category === PROVIDERS.outbox) return null;
      const row = await claimNext(tx, 'sms');
      return { provider, row };
    });
    if (next?.row === undefined) return;
    const { provider, row } = next;
    const result = await sendOne(services, provider, row, gateway);
    await within((tx) => noteOutcome(tx, row, result));
  }
}

async function sendOne(services: Services, provider: Provider, row: Waiting, gateway: string): Promise<Outcome> {
  const letter = openedLetter(services, row);
  const secrets = createSecrets(services.tokenSecret);
  const base = gateway === '' || gateway === '-' ? ADDRESSES[provider.category]! : gateway;
  const sending = {
    phone: row.receiver,
    text: letter.text,
    signName: provider.signName,
    templateId: provider.templateId,
    params: letter.params,
    accessKey: secrets.open(provider.accessKey),
    secretKey: provider.secretKey === null ? '' : secrets.open(provider.secretKey),
  };
  const request =
    provider.category === PROVIDERS.yunpian
      ? yunpianRequest(base, sending)
      : aliyunRequest(base, sending, `${new Date().toISOString().slice(0, 19)}Z`, randomUUID());
  try {
    const response = await withoutConnection(() =>
      fetch(request.url, {
        method: request.method,
        headers: request.headers,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(request.body === undefined ? {} : { body: request.body }),
      }),
    );
    return readAnswer(
      provider.category,
      response.status,
      (await response.json().catch(() => ({}))) as Record<string, unknown>,
    );
  } catch {
    return { error: '服务商暂时无法连接' };
  }
}

/** Sends what waits of a tenant, by whatever way. */
export async function deliverLetters(services: Services, tenant: string): Promise<void> {
  await deliver(services, tenant);
  await deliverMail(services, tenant);
}

const EVERY_MS = 20_000;
/** Tries again what waits, in every tenant. With the time for which one is claimed it makes less than a minute. */
export const sendWaiting = (services: Services): ScheduledTask => ({
  name: 'outbox.send',
  everyMs: EVERY_MS,
  run: () => forTenants(services, 'outbox.send', deliverLetters),
});

/** Calls that put short messages into the outbox, from where this program sends them. */
export const outboxCalls = (services: Services): readonly Call[] => [sendMessage(services), retryOutbox(services)];
