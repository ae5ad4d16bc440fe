/** What can go wrong between us and an OData service. */
/** Why a service gave no answer that could be used. */
type ODataProblem =
  | 'not-allowed'
  | 'unreachable'
  | 'too-slow'
  | 'unauthorized'
  | 'forbidden'
  | 'gone'
  | 'busy'
  | 'answer';
export class ODataError extends Error {
  readonly problem: ODataProblem;
  readonly status: number | null;
  /** The message of the service, where it gave one. */
  readonly detail: string;
  constructor(problem: ODataProblem, address: string, status: number | null = null, detail = '') {
    super(`${problem}${status === null ? '' : ` ${status}`} from ${address}${detail === '' ? '' : `: ${detail}`}`);
    this.name = 'ODataError';
    this.problem = problem;
    this.status = status;
    this.detail = detail;
  }
}

/** Statuses worth a retry: the service, or the proxy before it, is busy or restarting. */
export const BUSY = new Set([408, 425, 429, 502, 503, 504]);

/** The error that a status means. */
export function refusedBy(status: number, address: string, detail: string): ODataError {
  const problem =
    status === 401
      ? 'unauthorized'
      : status === 403
        ? 'forbidden'
        : status === 404 || status === 410
          ? 'gone'
          : BUSY.has(status)
            ? 'busy'
            : 'answer';
  return new ODataError(problem, address, status, detail);
}
