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

/** Whoever keeps what was called. */
export interface Observer {
  note(seen: Observed): void;
  /** Resolves when everything noted is kept. */
  flush(): Promise<void>;
}
