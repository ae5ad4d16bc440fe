import type { TypeOf } from '../../kernel/core/shape.ts';
import type { menuLine, menusOfStall } from './gear-menu.calls.ts';

/** A menu of a stall as it is answered. */
export type MenuOfMeal = TypeOf<typeof menusOfStall.answer>[number];
/** A dish on it. */
export type MenuLine = TypeOf<typeof menuLine>;
