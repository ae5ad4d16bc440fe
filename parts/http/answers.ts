import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf, remedyOf, type Refusal } from '../../kernel/core/refusal.ts';
import { Fault } from './fault.ts';
import { isDownload } from './downloads.ts';
import { OutcomeUnknown } from '../postgres/database.ts';

/** Language of an answer: English where the client asks for it first, otherwise Chinese. */
export const languageOf = (request: FastifyRequest): Language =>
  (request.headers['accept-language'] ?? '').toLowerCase().startsWith('en') ? 'en' : 'zh';

/** An answer without the envelope: the token, the captcha, and the way to another address. */
export class RawAnswer {
  readonly status: number;
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) {
    this.value = value;
    this.status = status;
    this.headers = headers;
  }
}

/** An ordinary answer in its envelope, for the few that bring headers of their own. */
export const enveloped = (data: unknown, headers: Readonly<Record<string, string>>): RawAnswer =>
  new RawAnswer({ code: 200, success: true, data, msg: '操作成功' }, 200, headers);

/** An answer in its envelope whose data is JSON already: long ones that the database wrote. */
export const envelopedText = (data: string): RawAnswer =>
  new RawAnswer(Buffer.from(`{"code":200,"success":true,"data":${data},"msg":"操作成功"}`), 200, {
    'content-type': 'application/json; charset=utf-8',
  });

/** Sends what a handler answered: a download, a raw answer, or a value in the envelope. */
export function send(reply: FastifyReply, result: unknown): unknown {
  reply.header('cache-control', 'no-store');
  if (result instanceof RawAnswer) return reply.status(result.status).headers(result.headers).send(result.value);
  if (isDownload(result)) {
    return (
      reply
        .header('content-type', result.contentType)
        // Whatever somebody uploaded runs nothing and reaches nothing, even where a browser shows it.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header(
          'content-disposition',
          `${result.shown === true ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(result.fileName)}`,
        )
        .send(result.body)
    );
  }
  // As bytes: a text of that length would be measured and written letter by letter.
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Buffer.from(JSON.stringify({ code: 200, success: true, data: result ?? {}, msg: '操作成功' })));
}

/** What the call that failed knows of its failure. */
interface Failing {
  /** The broken constraint as a person reads it, or null where it is none of ours. */
  readonly refusal: Refusal | null;
  /** Whether the same request under its key may be sent again and does its work once. */
  readonly repeatable: boolean;
  /** Called for what no sentence explains. */
  note(): void;
}

/** Body code and HTTP status are the same number; nothing above 500; the sentence is in the person's language. */
export function answerError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { refusal, repeatable, note }: Failing,
): unknown {
  const language = languageOf(request);
  reply.header('cache-control', 'no-store');
  const say = (status: number, msg: string, detail: unknown = {}): unknown =>
    reply.status(status).send({ code: status, success: false, data: detail, msg });
  const known = error instanceof Refused ? error : refusal === null ? refusedByDatabase(error) : new Refused(refusal);
  if (known !== null) {
    const { msg, data } = describe(known.refusals, language);
    return say(400, msg, data);
  }
  if (error instanceof Fault) {
    if (error.status === 429) reply.header('retry-after', '2');
    return say(error.status, error.label[language], error.reason === undefined ? {} : { reason: error.reason });
  }
  const { statusCode: status, code } = error as { statusCode?: number; code?: string };
  if (status === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return say(413, language === 'zh' ? '内容过大' : 'The content is too large');
  if (status === 415) return say(415, language === 'zh' ? '不支持的内容类型' : 'Unsupported content type');
  if (status !== undefined && status < 500)
    return say(400, language === 'zh' ? '请求内容不是有效的数据' : 'The request is not valid');
  note();
  request.log.error({ err: error, requestId: request.id, route: request.routeOptions?.url }, 'request failed');
  if (!(error instanceof OutcomeUnknown)) return say(500, faultText(error, language, request.id));
  return say(500, unknownText(language, repeatable), { reason: 'outcome.unknown', repeatable });
}

/** It may have been saved, so nobody is told that it was not. Under its key the same request does its work once. */
function unknownText(language: Language, repeatable: boolean): string {
  if (language === 'zh')
    return `保存时与数据库的连接中断，不知道是否已保存，请先刷新查看，再决定是否重试${repeatable ? '；同一请求编号可以放心重发，不会重复保存' : ''}`;
  return `The connection to the database broke while this was saved, and whether it was is not known. Reload and look before you try again${repeatable ? '; the same request may be sent again under its key and is done once' : ''}`;
}

/** What the driver's message for a connection that broke or could not be had begins with; it has no code. */
const CONNECTION_FAULTS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Query read timeout',
  'Cannot use a pool',
];

/** Storage that is full or away is said as such; everything else names a reference, never internals. */
function faultText(error: unknown, language: Language, reference: string): string {
  const code = (error as { code?: string }).code ?? '';
  if (code === '53100' || code === 'ENOSPC')
    return language === 'zh'
      ? '存储空间已满，没有保存任何内容，请联系管理员'
      : 'Storage is full; nothing was saved. Please tell an administrator';
  const { syscall } = error as { syscall?: string };
  const message = (error as { message?: string }).message ?? '';
  const broken = code === '' && CONNECTION_FAULTS.some((words) => message.startsWith(words));
  if (
    broken ||
    /^(08|57P|53300)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code) ||
    (code === 'ENOENT' && syscall === 'connect')
  )
    return language === 'zh'
      ? '数据库暂时无法连接，没有保存任何内容，请稍后再试'
      : 'The database is away for the moment; nothing was saved. Please try again shortly';
  if (code === '57014')
    return language === 'zh' ? '查询超时，请缩小查询范围' : 'The query took too long; please narrow it';
  return language === 'zh'
    ? `未知错误，请稍后再试或联系管理员！（编号 ${reference.slice(0, 8)}）`
    : `Something went wrong; please try again or tell an administrator (reference ${reference.slice(0, 8)})`;
}

function refusedByDatabase(error: unknown): Refused | null {
  const code = (error as { code?: string }).code;
  // A value the database cannot read as an id, number or date came from the request: declared fields are checked long
  // before.
  if (
    code === '22P02' ||
    code === '22003' ||
    code === '22007' ||
    code === '22008' ||
    code === '22009' ||
    code === '22021' ||
    code === '22P05'
  )
    return new Refused(refuse('param.unreadable'));
  return code === '40001' || code === '40P01' || code === '55P03' ? new Refused(refuse('busy.retry')) : null;
}

const SENTENCES_MAX = 5;
function describe(refusals: readonly Refusal[], language: Language): { msg: string; data: unknown } {
  const shown = refusals.map((refusal) => {
    const bare = sentenceOf(refusal, language);
    const remedy = remedyOf(refusal, language);
    const isNumbered =
      refusal.line === undefined || bare.includes(language === 'zh' ? `第 ${refusal.line} 行` : `ine ${refusal.line}`);
    return {
      code: refusal.code,
      field: refusal.field ?? '',
      line: refusal.line ?? null,
      sentence: isNumbered ? bare : sentenceOf(refuse('line.at', { line: refusal.line, sentence: bare }), language),
      detail: refusal.detail,
      ...(refusal.override === undefined ? {} : { override: refusal.override }),
      ...(remedy === undefined ? {} : { remedy }),
    };
  });
  const rest = shown.length - SENTENCES_MAX;
  const more = rest > 0 ? (language === 'zh' ? `；另有 ${rest} 处问题` : `; and ${rest} more`) : '';
  return {
    msg:
      [...new Set(shown.map((each) => each.sentence))].slice(0, SENTENCES_MAX).join(language === 'zh' ? '；' : '; ') +
      more,
    data: {
      reason: shown[0]?.code ?? '',
      field: shown[0]?.field ?? '',
      refusals: shown,
      ...(shown[0]?.code === 'record.stale' ? { ...shown[0].detail, reason: 'stale' } : {}),
    },
  };
}
