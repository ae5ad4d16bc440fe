import type { Declaration } from '../core/declaration.ts';
import type { Acting } from './behaviour.ts';
import type { Context, Input } from './context.ts';

/** One step of a document's life that somebody wants to take. */
export interface Asked {
  readonly declaration: Declaration;
  /** The action by its name in the document's life. */
  readonly action: string;
  readonly input: Input;
}

/**
 * Several people who decide on one document: an area of its own may have a say in the actions of every document, whoever declared it.
 * Everything happens in the transaction of the action, behind the lock of its documents.
 */
export interface Approvals {
  /** Has it a say in this action? Nothing is asked of the database for the others. */
  concerns(declaration: Declaration, action: string): boolean;
  /**
   * What it knows of documents that are about to be locked; sent together with the lock and answered behind it, so that it costs no
   * round trip and holds as long as the lock does. Nothing known: the action goes on as if there were nobody.
   */
  known(context: Context, asked: Asked, ids: readonly string[]): Promise<readonly unknown[]>;
  /** On which of the documents the action goes on now; for the others what was asked is done with this. Throws `Refused`. */
  decide(
    context: Context,
    asked: Asked,
    documents: readonly Acting[],
    known: readonly unknown[],
  ): Promise<readonly Acting[]>;
  /** After those documents stand in their new state. */
  moved(context: Context, asked: Asked, documents: readonly Acting[], known: readonly unknown[]): Promise<void>;
}
