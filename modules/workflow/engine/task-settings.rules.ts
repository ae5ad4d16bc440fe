import type { Mode } from './signing.rules.ts';

/**
 * Who is asked: `ref` is an account, a role's alias, a post's code, a button code, or a field of the document that
 * names a person.
 */
export const CANDIDATE_KINDS = [
  'user',
  'role',
  'post',
  'dept-leader',
  'upper-leader',
  'project-manager',
  'applicant',
  'button',
  'field',
] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];
export interface Candidate {
  readonly kind: CandidateKind;
  readonly ref?: string;
}
const NEEDS_REF: ReadonlySet<CandidateKind> = new Set(['user', 'role', 'post', 'field']);

type TimeoutAction = 'remind' | 'reject' | 'transfer-to-leader';
/** What a user task says of itself, as JSON in `larder:settings`. */
export interface TaskSettings {
  readonly candidates: readonly Candidate[];
  readonly mode: Mode;
  /** Percent points of those asked, for `ratio`. */
  readonly ratio?: number;
  /** Of `all`: everybody at once, or one after another in the order of the candidates. */
  readonly order: 'parallel' | 'sequential';
  readonly dueHours?: number;
  readonly timeoutAction: TimeoutAction;
  /** Who is told when the task is done. */
  readonly cc: readonly Candidate[];
  /** Earlier tasks it may be sent back to. */
  readonly returnTo: readonly string[];
  readonly canTransfer: boolean;
  readonly canAddSign: boolean;
  readonly commentRequired: boolean;
}

export const DUE_HOURS_MAX = 720;
const REF = /^[\p{L}\p{N}._@\-/]{1,80}$/u;
const NODE_ID = /^[A-Za-z_][\w.-]{0,63}$/;
const CANDIDATES_MAX = 20;

/** Reads the settings of a task; what is odd is named by its key. */
export function readSettings(
  raw: string | undefined,
): { readonly settings: TaskSettings } | { readonly problem: string } {
  if (raw === undefined || raw.trim() === '') return { problem: 'candidates' };
  let given: unknown;
  try {
    given = JSON.parse(raw);
  } catch {
    return { problem: 'settings' };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { problem: 'settings' };
  const found = given as Record<string, unknown>;
  const unknown = Object.keys(found).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return { problem: unknown.slice(0, 40) };
  const candidates = readCandidates(found['candidates']);
  if (candidates === null || candidates.length === 0) return { problem: 'candidates' };
  const cc = readCandidates(found['cc'] ?? []);
  if (cc === null) return { problem: 'cc' };
  const mode = found['mode'] ?? 'any';
  if (mode !== 'any' && mode !== 'all' && mode !== 'ratio') return { problem: 'mode' };
  const { ratio, dueHours } = found;
  if (mode === 'ratio' ? !isWhole(ratio, 1, 100) : ratio !== undefined && ratio !== null) return { problem: 'ratio' };
  if (dueHours !== undefined && dueHours !== null && !isWhole(dueHours, 1, DUE_HOURS_MAX))
    return { problem: 'dueHours' };
  const order = found['order'] ?? 'parallel';
  if ((order !== 'parallel' && order !== 'sequential') || (order === 'sequential' && mode !== 'all'))
    return { problem: 'order' };
  const timeoutAction = found['timeoutAction'] ?? 'remind';
  if (timeoutAction !== 'remind' && timeoutAction !== 'reject' && timeoutAction !== 'transfer-to-leader')
    return { problem: 'timeoutAction' };
  const returnTo = found['returnTo'] ?? [];
  if (
    !Array.isArray(returnTo) ||
    returnTo.length > CANDIDATES_MAX ||
    returnTo.some((id) => typeof id !== 'string' || !NODE_ID.test(id))
  )
    return { problem: 'returnTo' };
  for (const key of FLAGS) if (found[key] !== undefined && typeof found[key] !== 'boolean') return { problem: key };
  return {
    settings: {
      candidates,
      mode,
      order,
      timeoutAction,
      cc,
      returnTo: returnTo as string[],
      ...(mode === 'ratio' ? { ratio: ratio as number } : {}),
      ...(typeof dueHours === 'number' ? { dueHours } : {}),
      canTransfer: found['canTransfer'] !== false,
      canAddSign: found['canAddSign'] !== false,
      commentRequired: found['commentRequired'] === true,
    },
  };
}

const FLAGS = ['canTransfer', 'canAddSign', 'commentRequired'] as const;
const KEYS = new Set<string>([
  'candidates',
  'mode',
  'ratio',
  'order',
  'dueHours',
  'timeoutAction',
  'cc',
  'returnTo',
  ...FLAGS,
]);
const isWhole = (value: unknown, from: number, to: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;

function readCandidates(raw: unknown): Candidate[] | null {
  if (!Array.isArray(raw) || raw.length > CANDIDATES_MAX) return null;
  const found: Candidate[] = [];
  for (const each of raw as unknown[]) {
    if (typeof each !== 'object' || each === null) return null;
    const { kind, ref, ...rest } = each as Record<string, unknown>;
    if (Object.keys(rest).length > 0 || !CANDIDATE_KINDS.includes(kind as CandidateKind)) return null;
    const named = typeof ref === 'string' && ref !== '' ? ref : undefined;
    if (
      (ref !== undefined && ref !== null && ref !== '' && named === undefined) ||
      (named !== undefined && !REF.test(named)) ||
      (NEEDS_REF.has(kind as CandidateKind) && named === undefined)
    )
      return null;
    found.push({ kind: kind as CandidateKind, ...(named === undefined ? {} : { ref: named }) });
  }
  return found;
}
