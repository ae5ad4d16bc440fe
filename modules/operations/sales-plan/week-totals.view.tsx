import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { useWords } from '../../../parts/language/language.ts';
import type { PlanForecast } from '../forecast/use-plan-forecast.view.ts';
import { planTexts } from './sales-plan.texts.ts';
import type { MealTotal } from './week-grid.view.ts';

/** Day → meal → guests expected. */
type Forecast = Readonly<Record<string, Readonly<Record<string, number>>>>;
/** The guests a plan expects, as they are stored; none where nothing is. */
export const forecastIn = (value: unknown): Forecast =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Forecast) : {};

interface Props {
  readonly days: readonly string[];
  readonly dayNames: readonly string[];
  readonly totals: readonly MealTotal[];
  readonly mealName: (meal: string) => string;
  readonly forecast: Forecast;
  readonly onForecast: ((next: Forecast) => void) | undefined;
  /** What is forecast, beside what people expect. */
  readonly machine: PlanForecast;
}

/** From so many pixels on all meals are in sight at once. */
const ROOMY = 1440;

const grouped = (figure: string): string => figure.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** The guests of a day and meal, or of the whole day; undefined where nobody expects any yet. */
const guestsOf = (forecast: Forecast, day: string, meal: string): number | undefined =>
  meal === ''
    ? Object.values(forecast[day] ?? {}).reduce<number | undefined>((sum, each) => (sum ?? 0) + each, undefined)
    : forecast[day]?.[meal];

type OpenGuests = readonly { readonly day: string; readonly meal: string; readonly guests: number }[];
/** Days and meals nobody expects anything of yet, with what is forecast of them. */
const openGuests = ({ days, totals, forecast, machine }: Props): OpenGuests =>
  days.flatMap((day) =>
    totals.flatMap(({ meal }) => {
      const guests = meal === '' ? undefined : machine.guests(day, meal)?.quantity;
      return guests === undefined || forecast[day]?.[meal] !== undefined ? [] : [{ day, meal, guests }];
    }),
  );
const withForecasts = (forecast: Forecast, open: OpenGuests): Forecast =>
  open.reduce((all, { day, meal, guests }) => ({ ...all, [day]: { ...all[day], [meal]: guests } }), forecast);

/** Portions against guests, meal by meal and day by day: the first thing a menu planner is asked about. */
export function WeekTotals(props: Props) {
  const { days, dayNames, totals, mealName, forecast, onForecast } = props;
  const word = useWords(planTexts);
  // The sums of the days stand at the foot of the week: where little room is, their meals are one press away.
  const [isOpen, setOpen] = useState(() => window.innerWidth >= ROOMY);
  if (totals.length < 2) return null;
  const toggle = (
    <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {word(isOpen ? 'totals.close' : 'totals.open')}
    </Button>
  );
  if (!isOpen) return <div className="week-folded">{toggle}</div>;
  const shown = totals.length > 2 ? totals : totals.filter(({ meal }) => meal !== '');
  const open = openGuests(props);
  const take =
    onForecast === undefined || open.length === 0 ? null : (
      <Button type="link" size="small" onClick={() => onForecast(withForecasts(forecast, open))}>
        {word('forecast.take')}
      </Button>
    );
  const isForecast = onForecast !== undefined || Object.values(forecast).some((day) => Object.keys(day).length > 0);
  return (
    <div className="week-totals" role="region" aria-label={`${word('portions')} / ${word('guests')}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              {word('portions')} {isForecast && <span className="soft">/ {word('guests')}</span>} {toggle} {take}
            </th>
            {dayNames.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
            <th scope="col">{word('sum')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ meal, byDay, total }) => (
            <tr key={meal} className={meal === '' ? 'is-sum' : ''}>
              <th scope="row">{meal === '' ? word('day') : mealName(meal)}</th>
              {days.map((day, at) => (
                <DayCell key={day} {...props} day={day} at={at} meal={meal} portions={byDay[at] ?? '0'} />
              ))}
              <td className="is-total">{grouped(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The forecast of a meal with its range and its reasons. */
const expectedTitle = (
  word: ReturnType<typeof useWords<keyof typeof planTexts>>,
  { quantity, low, high, reasons }: NonNullable<ReturnType<PlanForecast['guests']>>,
): string => [word('forecast.range', { quantity, low, high }), ...reasons].join('\n');

interface CellProps extends Pick<Props, 'dayNames' | 'mealName' | 'forecast' | 'onForecast' | 'machine'> {
  readonly day: string;
  readonly at: number;
  /** Empty for the whole day, whose guests nobody writes. */
  readonly meal: string;
  readonly portions: string;
}
/** The portions of a day and meal, and the guests they are for, to be written by who may. */
function DayCell({ dayNames, mealName, forecast, onForecast, machine, day, at, meal, portions }: CellProps) {
  const word = useWords(planTexts);
  const guests = guestsOf(forecast, day, meal);
  const expected = machine.guests(day, meal);
  const ratio =
    guests === undefined || guests === 0 || portions === '0'
      ? undefined
      : word('per.guest', { figure: Decimal.of(portions).dividedBy(Decimal.of(guests)).toFixed(2) });
  const set = (value: number | null): void => {
    const { [meal]: _, ...rest } = forecast[day] ?? {};
    onForecast?.({ ...forecast, [day]: value === null ? rest : { ...rest, [meal]: value } });
  };
  return (
    <td title={[ratio, expected === undefined ? undefined : expectedTitle(word, expected)].filter(Boolean).join('\n')}>
      <span className={portions === '0' ? 'soft' : ''}>{grouped(portions)}</span>
      {meal === '' || onForecast === undefined ? (
        guests !== undefined && <span className="soft"> / {grouped(String(guests))}</span>
      ) : (
        <span className="soft">
          {' / '}
          <InputNumber
            size="small"
            variant="borderless"
            controls={false}
            min={0}
            max={99_999}
            precision={0}
            placeholder={expected === undefined ? word('guests.short') : `≈${expected.quantity}`}
            value={guests ?? null}
            aria-label={`${dayNames[at] ?? ''} ${mealName(meal)} ${word('guests')}`}
            onChange={set}
          />
        </span>
      )}
      {expected !== undefined && guests !== undefined && guests !== expected.quantity && (
        <span className="soft week-expected"> ≈{grouped(String(expected.quantity))}</span>
      )}
    </td>
  );
}
