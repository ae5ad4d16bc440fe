import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { post } from '../../kernel/web/api.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { useRested } from '../../kernel/web/use-rested.ts';

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
const ASKED = ['billCode', 'menuTemplateTypeId', 'templateKind', 'useRestaurantDeptIds', 'cycleDays', 'startDate'];
const ASKED_OF_MEAL = ['mealType', 'mealStandard', 'plannedDiners'];
const ASKED_OF_DISH = ['dayNo', 'mealType', 'dishId', 'gearOperationDeptId', 'planPortions'];
const picked = (from: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, Array.isArray(from[name]) ? from[name].join(',') : (from[name] ?? '')]));

/** The menu as it stands on the screen, looked at once the fingers rest; what was said before stays until then. */
export function useMenuCheck(head: Values, meals: readonly Values[], dishes: readonly Values[]): Looked | undefined {
  const text = JSON.stringify({ ...picked(head, ASKED), meals: meals.map((row) => picked(row, ASKED_OF_MEAL)), details: dishes.map((row) => picked(row, ASKED_OF_DISH)) });
  const rested = useRested(text, REST_MS);
  const asked = useMemo(() => JSON.parse(rested) as Values, [rested]);
  const { data } = useQuery({ queryKey: ['check', 'menuTemplate', asked], queryFn: ({ signal }) => post<Looked>('/master-data/menutemplate/check', { json: asked, signal }), enabled: dishes.length > 0, placeholderData: keepPreviousData, retry: false });
  return dishes.length === 0 ? undefined : data;
}
