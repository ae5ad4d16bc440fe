import type { Id } from '../../../kernel/core/field.ts';

/** A plan that was filled from a menu. */
export interface BuiltPlan {
  /** Its declaration: from it come the words of its state and the way to it. */
  readonly resource: string;
  readonly id: Id;
  readonly billCode: string;
  readonly name: string;
  readonly place: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  readonly ownerName: string;
  /** Numbers of the menus it was filled from, of those asked for. */
  readonly menus: readonly string[];
  readonly dishes: number;
}
export interface BuiltPlans {
  /** Not over yet, within the reader's departments; the earliest first. */
  readonly plans: readonly BuiltPlan[];
  /** How many there are in all that are not over yet: some may be those of other departments. */
  readonly total: number;
  /** How many are over. */
  readonly past: number;
}
