import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useCheck } from '../../../kernel/web/use-debounced-check.ts';
import { checkMenu } from './menu-template.calls.ts';

export type Looked = TypeOf<typeof checkMenu.answer>;
/** Something to be seen at a cell; with a line it is about that dish. */
export type Seen = Looked['cells'][number];
/** Money a guest. */
export type CellMoney = Looked['meals'][number];

const REST_MS = 500;
const ASKED = [
  'billCode',
  'menuTemplateTypeId',
  'templateKind',
  'useRestaurantDeptIds',
  'gearOperationDeptIds',
  'cycleDays',
  'startDate',
] as const;
const ASKED_OF_MEAL = ['mealType', 'mealStandard', 'plannedDiners'] as const;
const ASKED_OF_DISH = ['dayNo', 'mealType', 'dishId', 'gearOperationDeptId', 'planPortions'] as const;

/** What stands under these names, as text. */
const picked = <N extends string>(from: Values, names: readonly N[]): Partial<Record<N, string>> => {
  const found: Partial<Record<N, string>> = {};
  for (const name of names) found[name] = String(from[name] ?? '');
  return found;
};

/** The menu as it stands on the screen, looked at once the fingers rest. */
export const useMenuCheck = (head: Values, meals: readonly Values[], dishes: readonly Values[]): Looked | undefined =>
  useCheck(
    checkMenu,
    dishes.length === 0
      ? undefined
      : {
          ...picked(head, ASKED),
          meals: meals.map((row) => picked(row, ASKED_OF_MEAL)),
          details: dishes.map((row) => picked(row, ASKED_OF_DISH)),
        },
    REST_MS,
  );
