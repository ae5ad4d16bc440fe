/** Faults of the caller that are not business refusals. */
export class Fault extends Error {
  readonly status: 401 | 403 | 404 | 405 | 413 | 415 | 429;
  readonly label: { readonly zh: string; readonly en: string };
  /** For programs, where the status alone does not say what to do. */
  readonly reason: string | undefined;
  constructor(status: Fault['status'], label: { readonly zh: string; readonly en: string }, reason?: string) {
    super(label.en);
    this.name = 'Fault';
    this.status = status;
    this.label = label;
    this.reason = reason;
  }
}
