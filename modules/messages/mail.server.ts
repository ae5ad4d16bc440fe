/** Mail, by the server of the platform: what waits in the outbox is sent over SMTP. */
import { createTransport } from 'nodemailer';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { withoutConnection } from '../../parts/postgres/database.ts';
import { readParameter, readSecretParameter } from '../../kernel/server/parameters.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { PLATFORM_TENANT } from '../admin/rights/signed-in.server.ts';
import { claimNext, noteOutcome, openedLetter, type Outcome, type Waiting } from './outbox.server.ts';

interface MailServer {
  readonly address: string;
  readonly from: string;
  readonly user: string;
  readonly password: string;
}
const TIMEOUT_MS = 15_000;
const given = (value: string): string => (value === '-' ? '' : value);

/** The server mail goes by; undefined where none is set up: mail then waits in the outbox, readable. */
async function mailServer({ database, tokenSecret }: Services): Promise<MailServer | undefined> {
  const found = await database.transaction(
    { tenant: PLATFORM_TENANT, timeZone: 'UTC', readOnly: true },
    async (tx): Promise<MailServer> => ({
      address: given(await readParameter({ tx }, 'mail.server')),
      from: given(await readParameter({ tx }, 'mail.from')),
      user: given(await readParameter({ tx }, 'mail.user')),
      password: await readSecretParameter({ tx }, 'mail.password', createSecrets(tokenSecret)),
    }),
  );
  return /^smtps?:\/\/[^\s/]+$/.test(found.address) && found.from !== '' ? found : undefined;
}

/** Sends what waits, each claimed first, so that two programs never send the same. */
export async function deliverMail(services: Services, tenant: string): Promise<void> {
  const server = await mailServer(services);
  if (server === undefined) return;
  for (;;) {
    const row = await services.database.transaction({ tenant, timeZone: 'UTC' }, (tx) => claimNext(tx, 'mail'));
    if (row === undefined) return;
    const result = await sendOne(services, server, row);
    await services.database.transaction({ tenant, timeZone: 'UTC' }, (tx) => noteOutcome(tx, row, result));
  }
}

async function sendOne(services: Services, server: MailServer, row: Waiting): Promise<Outcome> {
  const { hostname, port, protocol } = new URL(server.address);
  const { text, params } = openedLetter(services, row);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname,
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(server.user === '' ? {} : { auth: { user: server.user, pass: server.password } }),
  });
  try {
    const sent = await withoutConnection(() =>
      transport.sendMail({ from: server.from, to: row.receiver, subject: params['subject'] ?? '', text }),
    );
    return { receipt: String(sent.messageId) };
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    return { error: responseCode === undefined ? '邮件服务器暂时无法连接' : `邮件服务器拒绝：${responseCode}` };
  } finally {
    transport.close();
  }
}
