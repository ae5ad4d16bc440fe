import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { forecastsOfPlan } from './meal-forecast.calls.ts';
import { mealForecast } from './meal-forecast.resource.ts';

type Meal = TypeOf<typeof forecastsOfPlan.answer>[number];
export interface PlanForecast {
  /** Guests expected of a day and meal; undefined where nobody knows. */
  guests(day: string, meal: string): Meal | undefined;
  /** Portions expected of a dish. */
  portions(day: string, meal: string, dishId: string): number | undefined;
  readonly isEmpty: boolean;
}

const NOTHING: readonly Meal[] = [];

/** What is expected at a stall on these days, for who may see forecasts. */
export function usePlanForecast(gearOperationDeptId: string, days: readonly string[]): PlanForecast {
  const mayView = useAllowedCodes().has(permissionOf(mealForecast, 'view'));
  const [startDate, endDate] = [days[0], days.at(-1)];
  const { data = NOTHING } = useQuery({
    queryKey: ['mealforecast', 'ofPlan', gearOperationDeptId, startDate, endDate],
    queryFn: ({ signal }) =>
      request(forecastsOfPlan, { gearOperationDeptId, startDate: startDate!, endDate: endDate! }, { signal }),
    enabled: mayView && gearOperationDeptId !== '' && startDate !== undefined,
    retry: false,
  });
  return useMemo(() => {
    const meals = new Map(data.map((meal) => [`${meal.mealDate} ${meal.mealType}`, meal]));
    const dishes = new Map(
      data.flatMap((meal) =>
        meal.dishes.map((dish) => [`${meal.mealDate} ${meal.mealType} ${dish.dishId}`, dish.quantity] as const),
      ),
    );
    return {
      guests: (day, meal) => {
        const found = meals.get(`${day} ${meal}`);
        return found?.basis === 'guests' ? found : undefined;
      },
      portions: (day, meal, dishId) => dishes.get(`${day} ${meal} ${dishId}`),
      isEmpty: data.length === 0,
    };
  }, [data]);
}
