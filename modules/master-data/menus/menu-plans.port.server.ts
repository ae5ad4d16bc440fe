/** Plans that were filled from a menu: the area that keeps them answers; without it there are none. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';
import type { BuiltPlans } from './menu-plans.ts';

type PlansOn = (context: Context, menuIds: readonly Id[]) => Promise<BuiltPlans>;

export const plansOnMenus = port<PlansOn>('plans filled from menus', {
  otherwise: async () => ({ plans: [], total: 0, past: 0 }),
});
