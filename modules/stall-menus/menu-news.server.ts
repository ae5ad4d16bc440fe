/**
 * Whoever looks at the menus of a restaurant hears at once that one of them changed: over the live stream that tells
 * people of their news.
 */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notifyUsers } from '../../parts/postgres/user-notifications.ts';

/** Under what a restaurant's menus are followed. */
export const menusAt = (restaurantDeptId: Id): string => `menu ${restaurantDeptId}`;

/** Tells, once this transaction commits, that menus of these restaurants changed. */
export const tellOfMenus = (context: Context, restaurantDeptIds: readonly (Id | null)[]): Promise<void> =>
  notifyUsers(context, [...new Set(restaurantDeptIds.filter((id) => id !== null))].map(menusAt));
