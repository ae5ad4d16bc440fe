import type { Call, Input, Peer } from './context.ts';

/** A call that was answered. */
export interface Observed {
  readonly call: Call;
  readonly method: string;
  /** Empty for calls of nobody. */
  readonly tenant: string;
  readonly userId: string;
  readonly account: string;
  readonly input: Input;
  readonly address: string;
  readonly headers: Peer['headers'];
  readonly requestId: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly error?: unknown;
}

/** Work in the background that failed, for no reason that was explained to anybody. */
export interface Failure {
  readonly tenant: string;
  /** Whom it was for; null: nobody in particular. */
  readonly userId: string | null;
  readonly from: 'job' | 'schedule';
  readonly kind: string;
  /** What names it in the logs of the program. */
  readonly requestId: string;
  readonly input: Input;
  readonly error: unknown;
}

/** Whoever keeps what was called, and what failed in the background. */
export interface Observer {
  note(seen: Observed): void;
  noteFailure(failure: Failure): void;
  /** Resolves when everything noted is kept. */
  flush(): Promise<void>;
}
