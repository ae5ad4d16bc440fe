import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { builtPlans } from './menu-template.calls.ts';

/** Plans that were filled from menus. */
export type BuiltPlans = TypeOf<typeof builtPlans.answer>;
export type BuiltPlan = BuiltPlans['plans'][number];
