/** Answers beside what their contracts declare. */
import type { Kind } from '../../kernel/core/field.ts';
import type { Shape } from '../../kernel/core/shape.ts';
import type { Call } from '../../kernel/server/context.ts';
import { RawAnswer } from '../../parts/http/answers.ts';
import { isDownload } from '../../parts/http/downloads.ts';

/** Throws where a call answers otherwise than its contract declares; called with every answer of a test's program. */
export function checkAnswer({ service, path, answer: declared }: Call, result: unknown): void {
  if (declared === undefined) return;
  const isRaw = result instanceof RawAnswer;
  // Refusals and redirections have a form of their own.
  if (isRaw && result.status !== 200) return;
  if (declared.is === 'bare' && !isRaw) throw new Error(`${service}/${path} answers in the envelope`);
  // Long ones come as the bytes that are sent.
  const whole: unknown = !isRaw
    ? result
    : Buffer.isBuffer(result.value)
      ? JSON.parse(result.value.toString())
      : result.value;
  const answer = isRaw && declared.is !== 'bare' ? (whole as { readonly data: unknown }).data : whole;
  const wrong = mismatches(declared, isDownload(answer) ? answer : JSON.parse(JSON.stringify(answer ?? {})));
  if (wrong.length > 0)
    throw new Error(`${service}/${path} answers otherwise than it declares:\n${wrong.slice(0, 10).join('\n')}`);
}

/** Where `answer` is not as its shape says, each by its path. Undefined counts as absent, as in JSON. */
export function mismatches(of: Shape, answer: unknown, at = 'answer'): readonly string[] {
  switch (of.is) {
    case 'nullable':
      return answer === null ? [] : mismatches(of.of, answer, at);
    case 'optional':
      return answer === undefined ? [] : mismatches(of.of, answer, at);
    case 'bare':
      return mismatches(of.of, answer, at);
    case 'either':
      return of.of.some((each) => mismatches(each, answer).length === 0)
        ? []
        : [`${at}: ${shown(answer)} has none of its shapes`];
    case 'oneOf':
      return of.values.includes(answer as string) ? [] : [`${at}: ${shown(answer)} is none of ${of.values.join(', ')}`];
    case 'list':
      if (!Array.isArray(answer)) return [`${at}: ${shown(answer)} is no list`];
      return answer.flatMap((each, index) => mismatches(of.of, each, `${at}[${index}]`));
    case 'tree':
      if (!Array.isArray(answer)) return [`${at}: ${shown(answer)} is no list`];
      return answer.flatMap((node: unknown, index) => {
        if (!isObject(node)) return [`${at}[${index}]: ${shown(node)} is no object`];
        const { [of.below]: below, ...own } = node;
        return [
          ...mismatches(of.of, own, `${at}[${index}]`),
          ...(below === undefined ? [] : mismatches(of, below, `${at}[${index}].${of.below}`)),
        ];
      });
    case 'map':
      if (!isObject(answer)) return [`${at}: ${shown(answer)} is no object`];
      return Object.entries(answer).flatMap(([key, each]) => mismatches(of.of, each, `${at}.${key}`));
    case 'object': {
      if (!isObject(answer)) return [`${at}: ${shown(answer)} is no object`];
      const beyond =
        of.open === true
          ? []
          : Object.keys(answer).filter((key) => answer[key] !== undefined && !Object.hasOwn(of.shapes, key));
      return [
        ...beyond.map((key) => `${at}.${key}: not declared`),
        ...Object.entries(of.shapes).flatMap(([key, each]) => mismatches(each, answer[key], `${at}.${key}`)),
      ];
    }
    case 'row':
      return isObject(answer) && typeof answer['id'] === 'string'
        ? Object.entries(of.also ?? {}).flatMap(([key, each]) => mismatches(each, answer[key], `${at}.${key}`))
        : [`${at}: ${shown(answer)} is no record`];
    case 'file':
      return isObject(answer) && 'fileName' in answer ? [] : [`${at}: ${shown(answer)} is no file`];
    case 'value':
      return isOfKind(of.kind, answer) ? [] : [`${at}: ${shown(answer)} is no ${of.kind}`];
  }
}

const shown = (answer: unknown): string => JSON.stringify(answer)?.slice(0, 80) ?? String(answer);
const isObject = (answer: unknown): answer is Readonly<Record<string, unknown>> =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer);

const DECIMAL = /^-?\d+(\.\d+)?$/;
function isOfKind(kind: Kind | 'boolean' | 'number' | 'any', answer: unknown): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'boolean':
      return typeof answer === 'boolean';
    case 'number':
      return typeof answer === 'number';
    case 'integer':
      return Number.isInteger(answer);
    case 'flag':
      return answer === 0 || answer === 1;
    case 'quantity':
    case 'price':
    case 'money':
    case 'percent':
    case 'factor':
      return typeof answer === 'string' && DECIMAL.test(answer);
    case 'ref':
      return typeof answer === 'string' && /^-?\d+$/.test(answer);
    case 'day':
      return typeof answer === 'string' && /^(\d{4}-\d\d-\d\d)?$/.test(answer);
    case 'moment':
      return typeof answer === 'string' && /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/.test(answer);
    default:
      return typeof answer === 'string';
  }
}
