/** Mail: through the outbox to a server that speaks SMTP on loopback, secrets opened on the way only, never twice. */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { openHouse, type Client, type House } from '../admin/admin.testing.ts';
import { putLetters } from './outbox.server.ts';
import { deliverLetters } from './sms.server.ts';

const SECRET = 'a secret for tests only, 32 bytes or more';
let house: House;
let admin: Client;
let refusing = false;
const received: { readonly to: readonly string[]; readonly login: string; readonly text: string }[] = [];
const server = new SMTPServer({
  authOptional: false,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    password === 'open sesame' ? done(null, { user: username! }) : done(new Error('wrong password')),
  onData: (stream, session, done) => {
    void buffer(stream).then((bytes) => {
      if (refusing) return done(Object.assign(new Error('mailbox full'), { responseCode: 452 }));
      received.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        login: String(session.user),
        text: bytes.toString(),
      });
      return done();
    });
  },
});
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    }),
);
const services = (): Services => ({ database: house.database, tokenSecret: SECRET }) as Services;
const put = (body: string): Promise<unknown> =>
  house.run((tx) =>
    putLetters({ tx, user: { userId: '1' } } as Context, [
      {
        channel: 'mail',
        receiver: 'orders@farm.example',
        body,
        params: { subject: '新订单 CG1', link: createSecrets(SECRET).seal('https://larder.example/s/000000-abc') },
      },
    ]),
  );
type Row = Readonly<Record<string, unknown>> & { readonly id: string };
const letters = async (): Promise<Row[]> =>
  ((await admin.get('blade-resource/outbox/list', { size: '100', channel: 'mail' })).body.data as { records: Row[] })
    .records;
const set = (key: string, value: string): Promise<unknown> =>
  house.run((tx) => tx.run(sql`update param set param_value = ${value} where param_key = ${key}`));

test('without a server mail waits in the outbox: receiver masked, and the link is read by nobody there', async () => {
  await put('请打开 {link} 确认');
  await deliverLetters(services(), '000000');
  const [letter] = await letters();
  expect(letter).toMatchObject({ receiver: 'or***@farm.example', state: 'queued', body: '请打开 {link} 确认' });
  expect(JSON.stringify(await admin.get('blade-resource/outbox/detail', { id: letter!.id }))).not.toContain('/s/');
});

test('with one it is sent once by whichever program, signed in, with the link in its text', async () => {
  await set('mail.server', `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  await set('mail.from', 'larder@operator.example');
  await set('mail.user', 'larder');
  await set('mail.password', createSecrets(SECRET).seal('open sesame'));
  await Promise.all([deliverLetters(services(), '000000'), deliverLetters(services(), '000000')]);
  expect(received).toMatchObject([{ to: ['orders@farm.example'], login: 'larder' }]);
  const [head, body] = received[0]!.text.split('\r\n\r\n');
  expect(head).toContain('From: larder@operator.example');
  expect(Buffer.from(body!, /base64/.test(head!) ? 'base64' : 'utf8').toString()).toContain(
    /quoted-printable/.test(head!)
      ? 'https://larder.example/s/000000-abc'.slice(0, 20)
      : 'https://larder.example/s/000000-abc',
  );
  expect(await letters()).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('what the server refuses is tried again later, and says why', async () => {
  refusing = true;
  await put('{link}');
  await deliverLetters(services(), '000000');
  expect((await letters()).find(({ state }) => state === 'queued')).toMatchObject({
    attempts: 1,
    error: '邮件服务器拒绝：452',
  });
});
