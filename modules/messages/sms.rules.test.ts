import { expect, test } from 'vitest';
import { aliyunSignature, readAnswer, yunpianRequest } from './sms-provider.server.ts';
import { filled, isPhone, maskedPhone, pauseAfter, quotaRefusal, TRIES } from './sms.rules.ts';

test('RULE-186: the signature of a provider is the one it publishes', () => {
  // The example of Aliyun's description of RPC signatures.
  const query = {
    TemplateParam: '{"code":"1234"}',
    AccessKeyId: 'testId',
    Action: 'SendSms',
    Format: 'XML',
    OutId: '123',
    PhoneNumbers: '15300000001',
    RegionId: 'cn-hangzhou',
    SignName: '阿里云短信测试专用',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
    SignatureVersion: '1.0',
    TemplateCode: 'SMS_71390007',
    Timestamp: '2017-07-12T02:42:19Z',
    Version: '2017-05-25',
  };
  expect(aliyunSignature('GET', { ...query, TemplateParam: '{"customer":"test"}' }, 'testSecret')).toBe(
    'zJDF+Lrzhj/ThnlvIToysFRq6t4=',
  );
});

test('a parameter is text, also one that looks like a parameter; a missing one is named', () => {
  expect(filled('验证码 {code}，{minutes} 分钟内有效', { code: '{minutes}', minutes: '5' })).toEqual({
    text: '验证码 {minutes}，5 分钟内有效',
    missing: [],
  });
  expect(filled('{a}{b}', { a: '1' }).missing).toEqual(['b']);
});

test.each([
  ['13800000000', true],
  ['1380000000', false],
  ['23800000000', false],
  ['138-0000-0000', false],
  ['１３８00000000', false],
])('%s is a phone: %s', (phone, expected) => expect(isPhone(phone)).toBe(expected));

test('receivers are masked', () =>
  expect([maskedPhone('13812345678'), maskedPhone('someone@a.cn')]).toEqual(['138****5678', 'so***@a.cn']));

test('quotas of phone, person and tenant each stop, the widest first', () => {
  const most = { phone: 10, user: 50, tenant: 2000 };
  expect([
    quotaRefusal({ phone: 9, user: 49, tenant: 1999 }, most),
    ...[
      { phone: 10, user: 0, tenant: 0 },
      { phone: 10, user: 50, tenant: 0 },
      { phone: 10, user: 50, tenant: 2000 },
    ].map((sent) => quotaRefusal(sent, most)?.code),
  ]).toEqual([null, 'sms.phone-quota', 'sms.user-quota', 'sms.tenant-quota']);
});

test('five tries with a growing pause', () =>
  expect([TRIES, ...[1, 2, 3, 4, 5].map(pauseAfter)]).toEqual([5, 1, 5, 30, 120, null]));

test('what providers answer is a receipt or a reason', () => {
  expect([
    readAnswer('1', 200, { code: 0, sid: 77 }),
    readAnswer('1', 400, { code: 2, detail: '余额不足' }),
    readAnswer('3', 200, { Code: 'OK', BizId: 'b1' }),
    readAnswer('3', 200, { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发流控' }),
    readAnswer('3', 502, {}),
  ]).toEqual([
    { receipt: '77' },
    { error: '余额不足' },
    { receipt: 'b1' },
    { error: '触发流控' },
    { error: 'HTTP 502' },
  ]);
  expect(
    new URLSearchParams(
      yunpianRequest('https://x', {
        phone: '13800000000',
        text: '你好',
        signName: '膳链',
        templateId: '',
        params: {},
        accessKey: 'k',
        secretKey: '',
      }).body,
    ).get('text'),
  ).toBe('【膳链】你好');
});
