/** Plans that were filled from a menu: the area that keeps them plugs itself in when the server is put together. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { BuiltPlans } from './menu-plans.ts';

type PlansOn = (context: Context, menuIds: readonly Id[]) => Promise<BuiltPlans>;

let plugged: PlansOn = async () => ({ plans: [], total: 0, past: 0 });
export const plansAreBuiltOnMenus = (plans: PlansOn): void => {
  plugged = plans;
};
export const plansOnMenus: PlansOn = (context, menuIds) => plugged(context, menuIds);
