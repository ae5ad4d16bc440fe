import type { Declaration } from '../core/declaration.ts';
import type { Acting } from './behaviour.ts';
import type { Context, Input } from './context.ts';

/** One step of a document's life that somebody wants to take. */
export interface RequestedAction {
  readonly declaration: Declaration;
  /** The action by its name in the document's life. */
  readonly action: string;
  readonly input: Input;
}

/**
 * Several people who decide on one document. The one area that provides this takes part in the actions of every
 * document, in the transaction of the action, after its documents are locked.
 */
export interface Approvals {
  /** Does it take part in this action? For the others nothing else of it is called. */
  appliesTo(declaration: Declaration, action: string): boolean;
  /**
   * What it knows of documents that are being locked. Sent together with the lock, so that it costs no round trip.
   * Nothing known: the action goes on without approvals.
   */
  preload(context: Context, request: RequestedAction, ids: readonly string[]): Promise<readonly unknown[]>;
  /** The documents the action goes on with now; a decision on the others is only recorded. Throws `Refused`. */
  decide(
    context: Context,
    request: RequestedAction,
    documents: readonly Acting[],
    known: readonly unknown[],
  ): Promise<readonly Acting[]>;
  /** After those documents stand in their new state. */
  afterTransition(
    context: Context,
    request: RequestedAction,
    documents: readonly Acting[],
    known: readonly unknown[],
  ): Promise<void>;
}
