import type { Label } from '../../../kernel/core/label.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context, SignedIn } from '../../../kernel/server/context.ts';
import type { explainRights } from './explain.calls.ts';

/** One thing that lets somebody do something, or stops them. */
export type Reason = TypeOf<typeof explainRights.answer>['reasons'][number];

/** A role the person has, frozen ones included. */
export interface Role {
  readonly id: string;
  readonly roleName: string;
  readonly roleAlias: string;
  readonly frozen: number;
  readonly dataScopeType: string;
  readonly dataScopeValue: string | null;
}

/** Whose rights are explained, and where the reasons are collected. */
export interface Question {
  readonly context: Context;
  /** Null where the person cannot sign in. */
  readonly person: SignedIn | null;
  readonly roles: readonly Role[];
  /** Adds a reason in the caller's language; `more` names the role, who gave it and when. */
  add(rule: string, lets: boolean, text: Label, more?: Partial<Reason>): void;
}
