import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { productionTexts } from '../production.texts.ts';
import type { kitchenBoard } from './kitchen-day.calls.ts';

type Meal = TypeOf<typeof kitchenBoard.answer>['meals'][number];
export type BoardDish = Meal['dishes'][number];

interface Props {
  readonly meal: Meal;
  readonly isClosed: boolean;
  readonly isFuture: boolean;
  readonly busy: boolean;
  readonly onMake: (dishIds: readonly string[]) => void;
  readonly onLeft: (dish: BoardDish) => void;
}

const isOpen = ({ planned, made }: BoardDish): boolean => Decimal.of(planned).isAbove(Decimal.of(made));

/** One meal: its dishes, and all of them as planned in one tap. */
export function MealBox({ meal, isClosed, isFuture, busy, onMake, onLeft }: Props): ReactNode {
  const word = useWords(productionTexts);
  const codes = useAllowedCodes();
  const mayMake = codes.has('gearproduce_add') && !isClosed && !isFuture;
  const open = meal.dishes.filter(isOpen);
  return (
    <section className="kitchen-box" aria-label={meal.mealName}>
      <header>
        <h2>
          {meal.mealName} <span className="soft figures">{meal.mealTime.slice(11)}</span>
        </h2>
        {mayMake && open.length > 1 && (
          <Button type="primary" loading={busy} onClick={() => onMake(open.map(({ dishId }) => dishId))}>
            {word('all-as-planned', { count: open.length })}
          </Button>
        )}
      </header>
      <ul>
        {meal.dishes.map((dish) => (
          <li key={dish.dishId}>
            <span className="kitchen-name">
              {dish.dishName}
              <small>
                <State dish={dish} />
              </small>
            </span>
            <Figures dish={dish} />
            <span className="kitchen-acts">
              {mayMake && isOpen(dish) && (
                <Button size="large" loading={busy} onClick={() => onMake([dish.dishId])}>
                  {word('as-planned')}
                </Button>
              )}
              {codes.has('gearproduce_edit') && !isClosed && dish.pots.length > 0 && (
                <Button size="large" onClick={() => onLeft(dish)}>
                  {word('left.enter')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function State({ dish }: { readonly dish: BoardDish }): ReactNode {
  const word = useWords(productionTexts);
  if (!Decimal.of(dish.made).isPositive()) return <Status tone="waiting" word={word('made.none')} />;
  return isOpen(dish) ? (
    <Status tone="look" word={word('made.some')} />
  ) : (
    <Status tone="done" word={word('made.all')} />
  );
}

const FIGURES = ['planned', 'made', 'left', 'wasted', 'served'] as const;
function Figures({ dish }: { readonly dish: BoardDish }): ReactNode {
  const word = useWords(productionTexts);
  return (
    <dl className="kitchen-figures">
      {FIGURES.map((name) => (
        <div key={name} className={name === 'made' ? 'is-main' : ''}>
          <dt>{word(name)}</dt>
          <dd>{name !== 'planned' && dish[name] === '0' ? <span className="soft">–</span> : dish[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
