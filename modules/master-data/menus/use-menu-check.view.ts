import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useCheck } from '../../../kernel/web/use-debounced-check.ts';
import { checkMenu } from './menu-template.calls.ts';

export type MenuCheck = TypeOf<typeof checkMenu.answer>;
/** Something found at a cell; with a line it is about that dish. */
export type Finding = MenuCheck['cells'][number];
/** Money a guest. */
export type CellMoney = MenuCheck['meals'][number];

const REST_MS = 500;
const CHECKED = [
  'billCode',
  'menuTemplateTypeId',
  'templateKind',
  'useRestaurantDeptIds',
  'gearOperationDeptIds',
  'cycleDays',
  'startDate',
] as const;
const CHECKED_OF_MEAL = ['mealType', 'mealStandard', 'plannedDiners'] as const;
const CHECKED_OF_DISH = ['dayNo', 'mealType', 'dishId', 'gearOperationDeptId', 'planPortions'] as const;

/** The values of these fields, as text. */
const picked = <N extends string>(from: Values, names: readonly N[]): Partial<Record<N, string>> => {
  const found: Partial<Record<N, string>> = {};
  for (const name of names) found[name] = String(from[name] ?? '');
  return found;
};

/** What speaks against the menu on the screen, and what it costs; asked once nothing was typed for half a second. */
export const useMenuCheck = (
  head: Values,
  meals: readonly Values[],
  dishes: readonly Values[],
): MenuCheck | undefined =>
  useCheck(
    checkMenu,
    dishes.length === 0
      ? undefined
      : {
          ...picked(head, CHECKED),
          meals: meals.map((row) => picked(row, CHECKED_OF_MEAL)),
          details: dishes.map((row) => picked(row, CHECKED_OF_DISH)),
        },
    REST_MS,
  );
