import type { Values } from '../../../kernel/web/form/values.ts';
import { useSaid } from '../../../kernel/web/use-said.ts';

/** Something to be seen at a cell, as `menutemplate/check` tells it; with a line it is about that dish. */
export interface Seen {
  readonly dayNo: number;
  readonly mealType: string;
  readonly line: number | null;
  readonly level: 'warn' | 'block';
  readonly code: string;
  readonly text: string;
}
/** Money a guest. */
export interface CellMoney {
  readonly dayNo: number;
  readonly mealType: string;
  readonly costPerDiner: string;
  readonly unknown: number;
  readonly mealStandard: string;
  readonly over: number;
}
export interface Looked {
  readonly pass: boolean;
  readonly general: readonly string[];
  readonly cells: readonly Seen[];
  readonly meals: readonly CellMoney[];
}

const REST_MS = 500;
const ASKED = [
  'billCode',
  'menuTemplateTypeId',
  'templateKind',
  'useRestaurantDeptIds',
  'gearOperationDeptIds',
  'cycleDays',
  'startDate',
];
const ASKED_OF_MEAL = ['mealType', 'mealStandard', 'plannedDiners'];
const ASKED_OF_DISH = ['dayNo', 'mealType', 'dishId', 'gearOperationDeptId', 'planPortions'];
const picked = (from: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => [name, Array.isArray(from[name]) ? from[name].join(',') : (from[name] ?? '')]),
  );

/** The menu as it stands on the screen, looked at once the fingers rest. */
export const useMenuCheck = (head: Values, meals: readonly Values[], dishes: readonly Values[]): Looked | undefined =>
  useSaid<Looked>(
    'menuTemplate',
    '/master-data/menutemplate/check',
    dishes.length === 0
      ? undefined
      : {
          ...picked(head, ASKED),
          meals: meals.map((row) => picked(row, ASKED_OF_MEAL)),
          details: dishes.map((row) => picked(row, ASKED_OF_DISH)),
        },
    REST_MS,
  );
