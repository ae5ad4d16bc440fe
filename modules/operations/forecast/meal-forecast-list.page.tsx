import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '../../../parts/client/api.ts';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { forecastScores } from './meal-forecast.calls.ts';
import { mealForecast } from './meal-forecast.resource.ts';
import type { Reason } from './meal-forecast.rules.ts';
import { forecastTexts } from './meal-forecast.texts.ts';
import { reasonSentence } from './reasons.rules.ts';
import './meal-forecast.css';

const READS = ['lowPortions', 'highPortions', 'portions'] as const;
const COLUMNS = {
  portions: ({ portions, lowPortions, highPortions }: ListRow<typeof mealForecast, (typeof READS)[number]>) => (
    <span className="figures">
      {portions}{' '}
      <span className="soft">
        {lowPortions}–{highPortions}
      </span>
    </span>
  ),
};

/** Forecasts, and above them how good they were; one that is open says what it rests on. */
export default function MealForecastListPage() {
  const above = useMemo(() => (id: string) => <Basis key={id} id={id} />, []);
  return <ListPage of={mealForecast} reads={READS} columns={COLUMNS} notice={<Scores />} above={above} />;
}

/** How far forecast, plan and last week repeated were from what came, meal by meal. */
function Scores() {
  const word = useWords(forecastTexts);
  const { data = [] } = useQuery({
    queryKey: ['mealforecast', 'scores'],
    queryFn: ({ signal }) => request(forecastScores, {}, { signal }),
    retry: false,
  });
  if (data.length === 0) return null;
  const points = (figure: string | null): string => (figure === null ? '—' : `${figure} %`);
  return (
    <section className="forecast-scores" aria-label={word('scores')}>
      <h2>{word('scores')}</h2>
      <ul>
        {data.map((meal) => (
          <li key={meal.mealType}>
            <span className="forecast-meal">{meal.mealTypeName}</span>
            <span>
              {word('by.forecast')} <strong className="figures">{points(meal.forecastError)}</strong>
            </span>
            <span>
              {word('by.plan')} <span className="figures">{points(meal.plannedError)}</span>
            </span>
            <span>
              {word('by.last-week')} <span className="figures">{points(meal.lastWeekError)}</span>
            </span>
            <span className="soft">{word('days', { days: meal.days })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Stored {
  readonly portions: string;
  readonly lowPortions: string;
  readonly highPortions: string;
  readonly reasons: readonly Reason[];
  readonly dishes: readonly {
    readonly dishId: string;
    readonly quantity: number;
    readonly low: number;
    readonly high: number;
  }[];
  readonly dishNames: Readonly<Record<string, string>>;
}

/** The reasons of one forecast, and the portions of the dishes that were on before. */
function Basis({ id }: { readonly id: string }) {
  const word = useWords(forecastTexts);
  const label = useLabel();
  const { data } = useQuery({
    queryKey: ['mealforecast', 'detail', id],
    queryFn: ({ signal }) => get<Stored>('/gear-operation/mealforecast/detail', { id }, signal),
  });
  if (data === undefined) return null;
  return (
    <section className="forecast-basis" aria-label={word('basis')}>
      <p>
        <strong className="figures">{data.portions}</strong>{' '}
        <span className="soft">{word('range', { low: data.lowPortions, high: data.highPortions })}</span>
      </p>
      <ul>
        {data.reasons.map((reason) => (
          <li key={reason.kind}>{label(reasonSentence(reason))}</li>
        ))}
      </ul>
      {data.dishes.length > 0 && (
        <table>
          <caption>{word('dishes')}</caption>
          <tbody>
            {data.dishes.map((dish) => (
              <tr key={dish.dishId}>
                <th scope="row">{data.dishNames[dish.dishId]}</th>
                <td className="figures">{dish.quantity}</td>
                <td className="figures soft">
                  {dish.low}–{dish.high}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
