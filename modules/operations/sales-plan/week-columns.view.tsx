import { useMemo } from 'react';
import type { Fields } from '../../../kernel/core/field.ts';
import { dictionary, price, quantity, ref } from '../../../kernel/core/field.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import type { ColumnOverrides, Hit } from '../../../parts/line-grid/model.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { planTexts } from './sales-plan.texts.ts';
import { dayField, type WeekRow } from './week-grid.view.ts';
import { sellableDishes } from './week-tools.view.tsx';

interface WeekOptions {
  readonly gearId: string;
  readonly days: readonly string[];
  readonly dayNames: readonly string[];
  readonly meals: readonly { readonly value: string; readonly label: string }[];
}

/** The fields of a week's row: meal, dish, price, a quantity a day and their sum; and how the grid shows them. */
export function useWeekColumns({ gearId, days, dayNames, meals }: WeekOptions): {
  readonly fields: Fields;
  readonly columns: ColumnOverrides<WeekRow>;
} {
  const word = useWords(planTexts);
  const language = useLanguage();
  const phone = usePhone();
  const firstDay = days[0] ?? '';
  const fields = useMemo(
    (): Fields => ({
      mealType: dictionary('餐次', 'Meal', 'mealType'),
      dishId: ref('菜品', 'Dish', 'dish'),
      price: price('售价', 'Price', { optional: true, positive: true, places: 2 }),
      ...Object.fromEntries(
        dayNames.map((name, at) => [
          dayField(at),
          quantity(name, name, { optional: true, min: 0, places: 0, total: true }),
        ]),
      ),
      sum: quantity('合计', 'Sum', { optional: true, readonly: true, total: true }),
    }),
    [dayNames],
  );
  const columns = useMemo(
    (): ColumnOverrides<WeekRow> => ({
      mealType: {
        width: language === 'zh' ? 64 : 84,
        choices: meals.map(({ value, label }) => ({ value, label: { zh: label, en: label } })),
        render: (value, row) => (
          <span className={row.first === true || phone ? 'week-meal' : 'unseen'}>
            {meals.find((meal) => meal.value === value)?.label ?? ''}
          </span>
        ),
      },
      dishId: {
        width: phone ? 200 : 164,
        brings: ['price', 'pricedAs'],
        source: {
          search: async (typed, _row, signal) =>
            (await sellableDishes(gearId, firstDay, typed.trim(), signal)).map((dish): Hit => ({
              id: dish.id,
              name: dish.name,
              code: dish.code,
              ...(dish.salePrice === null ? {} : { price: dish.salePrice }),
              ...(dish.usable === 1 ? {} : { note: word('no-bom') }),
              values: { price: dish.salePrice, pricedAs: dish.salePrice },
            })),
        },
      },
      price: { width: 64 },
      ...Object.fromEntries(days.map((_, at) => [dayField(at), { width: 74 }])),
      sum: { width: 72, explained: false },
    }),
    [meals, days, gearId, firstDay, phone, word, language],
  );
  return { fields, columns };
}
