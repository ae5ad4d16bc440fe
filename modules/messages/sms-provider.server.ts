import { createHmac } from 'node:crypto';
import { PROVIDERS } from './sms.rules.ts';

/** A request to a provider, ready to be sent. */
interface ProviderRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
interface Sending {
  readonly phone: string;
  readonly text: string;
  readonly signName: string;
  readonly templateId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Yunpian: the whole text under an API key. */
export const yunpianRequest = (base: string, { accessKey, phone, signName, text }: Sending): ProviderRequest => ({
  url: `${base}/v2/sms/single_send.json`,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8', accept: 'application/json' },
  body: new URLSearchParams({ apikey: accessKey, mobile: phone, text: `【${signName}】${text}` }).toString(),
});

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
/** Signature of Aliyun's RPC calls: HMAC-SHA1 over the sorted query. */
export function aliyunSignature(method: string, query: Readonly<Record<string, string>>, secret: string): string {
  const canonical = Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  return createHmac('sha1', `${secret}&`)
    .update(`${method}&${encoded('/')}&${encoded(canonical)}`)
    .digest('base64');
}

/** Aliyun: a template of theirs with its parameters. `now` and `nonce` make the request one of a kind. */
export function aliyunRequest(base: string, sending: Sending, now: string, nonce: string): ProviderRequest {
  const query = {
    AccessKeyId: sending.accessKey,
    Action: 'SendSms',
    Format: 'JSON',
    PhoneNumbers: sending.phone,
    RegionId: 'cn-hangzhou',
    SignName: sending.signName,
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: nonce,
    SignatureVersion: '1.0',
    TemplateCode: sending.templateId,
    TemplateParam: JSON.stringify(sending.params),
    Timestamp: now,
    Version: '2017-05-25',
  };
  const search = Object.entries({ ...query, Signature: aliyunSignature('GET', query, sending.secretKey) })
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  return { url: `${base}/?${search}`, method: 'GET', headers: { accept: 'application/json' } };
}

/** What a provider's answer says: its receipt, or why not. */
export function readAnswer(
  category: string,
  status: number,
  answer: Readonly<Record<string, unknown>>,
): { readonly receipt: string } | { readonly error: string } {
  if (category === PROVIDERS.yunpian)
    return status === 200 && Number(answer['code']) === 0
      ? { receipt: String(answer['sid'] ?? '') }
      : { error: String(answer['detail'] ?? answer['msg'] ?? `HTTP ${status}`).slice(0, 300) };
  return status === 200 && answer['Code'] === 'OK'
    ? { receipt: String(answer['BizId'] ?? '') }
    : { error: String(answer['Message'] ?? `HTTP ${status}`).slice(0, 300) };
}
