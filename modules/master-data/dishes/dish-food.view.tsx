import { useQuery } from '@tanstack/react-query';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { comma, useLabel } from '../../../parts/language/language.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { useDictionary } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { foodToday } from './dish-bom.calls.ts';
import { dishBom } from './dish-bom.resource.ts';
import { dishTexts } from './dish.texts.ts';
import { nutrients } from '../nutrients/material-nutrient.resource.ts';
import './dish.css';

type State = TypeOf<typeof foodToday.answer>['allergens'][string];
const TONES = { contains: 'stop', 'may-contain': 'look', unknown: 'plain', free: 'done' } as const;
/** What is in it first; what nobody said is never counted as free. */
const STATES = Object.keys(TONES) as readonly State[];

/** What a portion feeds, as far as it is known, and what it contains. */
export function DishFood({ dishId }: { readonly dishId: string }) {
  const word = useWords(dishTexts);
  const label = useLabel();
  const dictionary = useDictionary('allergen').data ?? [];
  const { data: food } = useQuery({
    queryKey: [...listKey(dishBom), 'food', dishId],
    queryFn: ({ signal }) => request(foodToday, { dishId }, { signal }),
  });
  if (food === undefined || food.hasBom === 0) return null;
  const nameOf = (allergen: string): string =>
    dictionary.find((each) => each.dictKey === allergen)?.dictValue ?? allergen;
  const known = Object.entries(food.nutrients).filter(([, value]) => value !== null);
  const wordOf = (name: string): string => label(nutrients[name as keyof typeof nutrients].label);
  const whole =
    food.withoutLosses.length === known.length
      ? word('food.no-losses')
      : word('food.no-losses.of', { nutrients: food.withoutLosses.map(wordOf).join(comma()) });
  return (
    <section className="dish-cost dish-food" aria-label={word('food')}>
      <header>
        <h2>{word('food')}</h2>
        <span>
          {food.coverage === null || food.coverage === '0'
            ? word('food.no-data')
            : word('food.coverage', { percent: food.coverage })}
        </span>
        <span className="soft">{word('food.basis', { date: food.date })}</span>
        {food.withoutLosses.length > 0 && <span className="soft">{whole}</span>}
      </header>
      {known.length > 0 && (
        <dl>
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>{wordOf(name)}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl>
        {STATES.map((state) => {
          const names = Object.entries(food.allergens)
            .filter(([, is]) => is === state)
            .map(([allergen]) => nameOf(allergen));
          return names.length === 0 ? null : (
            <div key={state}>
              <dt>
                <Status tone={TONES[state]} word={word(`food.${state}`)} />
              </dt>
              <dd>{names.join(comma())}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
