/** Names whose values are nobody's business in a log. */
const SECRET =
  /pass(word|wd)?|pwd|secret|token|ticket|captcha|authori[sz]ation|accesskey|credential|licen[cs]ekey|smscode|verif/i;
const STRUCK_OUT = '******';
const TEXT_MAX = 500;
const DEEPEST = 6;

/**
 * What came in, as it may be kept: secrets, and what goes by one of the `hidden` names, struck out at any depth, long
 * texts cut, line breaks written out.
 */
export function struckOut(value: unknown, hidden: ReadonlySet<string> = new Set(), depth = 0): unknown {
  if (typeof value === 'string') return oneLine(value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return value.slice(0, 20).map((each) => struckOut(each, hidden, depth + 1));
  // What a sign-in provider sent back with somebody, by whatever call it comes.
  const isProof = 'source' in value && 'code' in value && 'state' in value;
  const isStruck = (name: string): boolean =>
    SECRET.test(name) || hidden.has(name.split('_')[0]!) || (isProof && (name === 'code' || name === 'state'));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isStruck(name) && each !== '' && each !== null ? STRUCK_OUT : struckOut(each, hidden, depth + 1),
    ]),
  );
}

/** A text that stays on its line, so that nobody writes a line of the log. */
export const oneLine = (text: string): string => text.replaceAll('\r', String.raw`\r`).replaceAll('\n', String.raw`\n`);

/** Tokens and passwords in running text: of addresses, of messages, of stacks. */
export const struckOutText = (text: string): string =>
  text
    .replaceAll(
      /(\b(?:password|passwd|pwd|secret|token|blade-auth|access_?key|ticket)["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi,
      `$1${STRUCK_OUT}`,
    )
    .replaceAll(/(bearer\s+)[\w.-]+/gi, `$1${STRUCK_OUT}`)
    .replaceAll(/(:\/\/[^:/\s]+:)[^@\s]+@/g, `$1${STRUCK_OUT}@`);
