import type { Override } from '../../kernel/core/refusal.ts';

/** Why a call did not succeed, in terms of what the person can do now. */
type ErrorKind =
  | 'refused' // the business says no: the message says what to change
  | 'signed-out' // the session is over
  | 'forbidden'
  | 'missing'
  | 'busy' // overload: try again in a moment
  | 'offline' // the server was not reached: nothing or anything may have happened
  | 'late' // no answer within the time limit
  | 'fault'; // ours: the message carries a reference

/** One sentence of a refusal and the cell it belongs to. */
export interface FieldProblem {
  readonly message: string;
  readonly field?: string;
  /** 1-based line of the document. */
  readonly line?: number;
  /** Key under which the lines travel. */
  readonly lines?: string;
  /** What lets it pass all the same. */
  readonly override?: Override;
  /** The screen where it can be put right. */
  readonly remedy?: { readonly to: string; readonly label: string };
}

export class ApiError extends Error {
  readonly errorKind: ErrorKind;
  readonly problems: readonly FieldProblem[];
  readonly data: unknown;
  readonly status: number;

  constructor(
    errorKind: ErrorKind,
    message: string,
    more: { problems?: readonly FieldProblem[]; data?: unknown; status?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.errorKind = errorKind;
    this.problems = more.problems ?? [];
    this.data = more.data;
    this.status = more.status ?? 0;
  }
}

/** What a status of HTTP means to the person. */
export const errorKindOf = (status: number): ErrorKind => {
  if (status === 401) return 'signed-out';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 429) return 'busy';
  return status >= 400 && status < 500 ? 'refused' : 'fault';
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRemedy = (value: unknown): value is NonNullable<FieldProblem['remedy']> =>
  isObject(value) &&
  typeof value['to'] === 'string' &&
  value['to'].startsWith('/') &&
  typeof value['label'] === 'string';

/** Reads the refusals out of an error's `data`: one object, or several under `refusals`. */
export function fieldProblemsIn(data: unknown, message: string): readonly FieldProblem[] {
  const list = Array.isArray(data)
    ? data
    : isObject(data) && Array.isArray(data['refusals'])
      ? data['refusals']
      : isObject(data)
        ? [data]
        : [];
  return list.filter(isObject).flatMap((entry): FieldProblem[] => {
    const sentence = [entry['message'], entry['msg'], entry['sentence']].find(
      (text) => typeof text === 'string' && text !== '',
    );
    const text = typeof sentence === 'string' ? sentence : message;
    const field = typeof entry['field'] === 'string' && entry['field'] !== '' ? entry['field'] : undefined;
    const line = Number.isInteger(entry['line']) ? (entry['line'] as number) : undefined;
    if (field === undefined && line === undefined && sentence === undefined) return [];
    return [
      {
        message: text,
        ...(field === undefined ? {} : { field }),
        ...(line === undefined ? {} : { line }),
        ...(typeof entry['lines'] === 'string' ? { lines: entry['lines'] } : {}),
        ...overrideIn(entry['override']),
        ...(isRemedy(entry['remedy']) ? { remedy: entry['remedy'] } : {}),
      },
    ];
  });
}

const overrideIn = (given: unknown): { override?: Override } =>
  isObject(given) && typeof given['name'] === 'string'
    ? { override: { name: given['name'], why: given['why'] === true } }
    : {};

/** The name the server gives to why it refused. */
export const reasonOf = (error: unknown): unknown =>
  error instanceof ApiError && isObject(error.data) ? error.data['reason'] : undefined;

/** Who changed a record, and when. */
export interface Author {
  readonly userId: string;
  readonly name: string;
  readonly time: string;
}
export interface Stale {
  readonly current: Readonly<Record<string, unknown>>;
  /** Last first. */
  readonly by: readonly Author[];
}

/** A save that lost the race: what stands in the database now, and whose it is. */
export function staleIn(error: unknown): Stale | undefined {
  if (!(error instanceof ApiError) || !isObject(error.data) || error.data['reason'] !== 'stale') return undefined;
  const { current, by } = error.data;
  return isObject(current) ? { current, by: Array.isArray(by) ? (by as Author[]) : [] } : undefined;
}

/** What was refused and would pass with a yes or a reason; undefined where anything of it would not. */
export function passable(error: unknown): readonly FieldProblem[] | undefined {
  if (!(error instanceof ApiError) || error.problems.length === 0) return undefined;
  return error.problems.every((each) => each.override !== undefined) ? error.problems : undefined;
}
