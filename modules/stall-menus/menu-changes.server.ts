/**
 * Whoever looks at the menus of a restaurant is notified at once when one of them changes, over the live stream that
 * notifies people of their messages.
 */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notifyUsers } from '../../parts/postgres/user-notifications.ts';

/** Under what a restaurant's menus are followed. */
export const menusAt = (restaurantDeptId: Id): string => `menu ${restaurantDeptId}`;

/** Notifies, once this transaction commits, everybody who follows the menus of these restaurants. */
export const notifyOfMenus = (context: Context, restaurantDeptIds: readonly (Id | null)[]): Promise<void> =>
  notifyUsers(context, [...new Set(restaurantDeptIds.filter((id) => id !== null))].map(menusAt));
