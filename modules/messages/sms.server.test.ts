/**
 * Short messages: through the outbox to the provider in use, within the quotas of the day, never twice. The provider is
 * a server on loopback.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, pause, type Client, type House } from '../admin/admin.testing.ts';
import { sendWaiting } from './sms.server.ts';

type Row = Record<string, unknown> & { readonly id: string };
let house: House;
let admin: Client;
const received: { readonly mobile: string; readonly text: string; readonly apikey: string }[] = [];
let answer = { status: 200, body: { code: 0, sid: 1001 } as Record<string, unknown> };
const provider = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    const form = new URLSearchParams(body);
    received.push({ mobile: form.get('mobile') ?? '', text: form.get('text') ?? '', apikey: form.get('apikey') ?? '' });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
});
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
  await house.run((tx) =>
    tx.run(
      sql`update param set param_value = ${`http://127.0.0.1:${(provider.address() as AddressInfo).port}`} where
        param_key = 'sms.gateway'`,
    ),
  );
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});
const send = (body: Record<string, unknown>) => admin.post('blade-resource/sms/endpoint/send-message', body);
const configured = async (smsCode: string, more: Record<string, unknown> = {}): Promise<Row> => {
  const { status, body } = await admin.post('blade-resource/sms/submit', {
    smsCode,
    category: '1',
    templateId: 't1',
    templateText: '您的验证码是 {code}',
    signName: '膳链',
    accessKey: 'yp-key-1',
    ...more,
  });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data as unknown as Row;
};
const letters = async (query: Record<string, string> = {}): Promise<Row[]> =>
  ((await admin.get('blade-resource/outbox/list', { size: '100', ...query })).body.data as { records: Row[] }).records;
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    if (await condition()) return;
    await pause(20);
  }
  throw new Error('It never came');
}

test('EP-0127 RULE-186: without a provider in use a message waits in the outbox, readable, its receiver masked', async () => {
  await configured('code');
  expect((await send({ code: 'code', phones: '13800000001,123', params: '{"code":"8866"}' })).body.data).toEqual({
    sent: 1,
    refused: [{ phone: '123', reason: '不是手机号码，应为 1 开头的 11 位数字' }],
  });
  expect(await letters()).toMatchObject([
    { receiver: '138****0001', body: '您的验证码是 8866', state: 'queued', configCode: 'code', attempts: 0 },
  ]);
  expect((await send({ code: 'code', phones: '13800000001', params: '{}' })).body.msg).toBe('模板参数缺少：code');
  expect((await send({ code: 'nothing', phones: '13800000001', params: '{}' })).body.msg).toBe(
    '没有编号为“nothing”的短信配置',
  );
  expect((await send({ phones: '' })).body.msg).toBe('请填写手机号码');
  expect((await send({ phones: '13800000001', params: '{"code":" "}' })).body).toMatchObject({
    msg: '短信内容为空，请选择模板或填写参数',
    data: { reason: 'sms.empty', field: 'params' },
  });
  expect(await letters()).toHaveLength(1);
  expect(received).toEqual([]);
});

test('EP-0126 EP-0124: the one enabled sends what waits, with its key and signature, once; it is not removed', async () => {
  const [row] = ((await admin.get('blade-resource/sms/list')).body.data as { records: Row[] }).records;
  expect(row).toMatchObject({ accessKey: '******', status: 1, statusName: '停用' });
  expect((await admin.post('blade-resource/sms/enable', undefined, { id: row!.id })).body).toMatchObject({
    data: true,
  });
  await Promise.all([
    sendWaiting({
      ...(house as never as object),
      database: house.database,
      tokenSecret: 'a secret for tests only, 32 bytes or more',
    } as never).run(),
    sendWaiting({ database: house.database, tokenSecret: 'a secret for tests only, 32 bytes or more' } as never).run(),
  ]);
  expect(received).toEqual([{ mobile: '13800000001', text: '【膳链】您的验证码是 8866', apikey: 'yp-key-1' }]);
  expect(await letters()).toMatchObject([{ state: 'sent', providerId: '1001', attempts: 1 }]);
  expect((await admin.post('blade-resource/sms/remove', undefined, { ids: row!.id })).body.msg).toBe(
    '启用中的配置不能删除',
  );
  const other = await configured('qiniu', { category: '2' });
  expect((await admin.post('blade-resource/sms/enable', undefined, { id: other.id })).body.msg).toBe(
    '“qiniu”的服务商暂不支持，请选择开发收件箱、云片或阿里云',
  );
});

test('a message goes out at once; one the provider refuses is tried again later, and by hand', async () => {
  answer = { status: 400, body: { code: 2, detail: '余额不足' } };
  await send({ phones: '13800000002', params: { code: '1' } });
  await until(async () => (await letters({ receiver: '13800000002' }))[0]?.['error'] === '余额不足');
  const [failed] = await letters({ receiver: '13800000002' });
  expect(failed).toMatchObject({ state: 'queued', attempts: 1 });
  answer = { status: 200, body: { code: 0, sid: 1002 } };
  expect((await admin.post('blade-resource/outbox/retry', undefined, { ids: failed!.id })).body).toMatchObject({
    data: true,
  });
  await until(async () => (await letters({ receiver: '13800000002' }))[0]?.['state'] === 'sent');
  expect((await admin.post('blade-resource/outbox/retry', undefined, { ids: failed!.id })).body.msg).toBe(
    '只有待发或失败的记录可以重新发送',
  );
});

test('RULE-186: quotas of a phone and of a person hold, also when many ask at once', async () => {
  await house.run((tx) => tx.run(sql`update param set param_value = '3' where param_key = 'sms.dailyPerPhone'`));
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => send({ phones: '13900000000', params: { code: '2' } })),
  );
  expect(answers.map(({ body }) => (body.data as { sent: number }).sent).toSorted()).toEqual([0, 0, 0, 1, 1, 1]);
  expect(answers.flatMap(({ body }) => (body.data as { refused: { reason: string }[] }).refused)[0]!.reason).toBe(
    '该号码今天已发 3 条，达到上限',
  );
  await house.run((tx) => tx.run(sql`update param set param_value = '6' where param_key = 'sms.dailyPerUser'`));
  expect((await send({ phones: '13700000001,13700000002', params: { code: '3' } })).body.data).toMatchObject({
    sent: 1,
    refused: [{ reason: '您今天已发 6 条，达到上限' }],
  });
});
