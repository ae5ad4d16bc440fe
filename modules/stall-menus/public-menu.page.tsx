import { useCallback, useEffect, useState } from 'react';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { fill, type Language } from '../../kernel/core/label.ts';
import { request } from '../../kernel/web/request.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { amountText } from '../../parts/quantities/amount.rules.ts';
import { readStored, writeStored } from '../../parts/state/device-storage.ts';
import { followMenu } from './follow-menu.view.ts';
import { publicMenu, publicMenuChanges } from './public-menu.calls.ts';
import { publicMenuTexts } from './public-menu.texts.ts';
import './public-menu.css';

type Shown = TypeOf<typeof publicMenu.answer>;
type Meal = Shown['meals'][number];
type Dish = Meal['stalls'][number]['dishes'][number];
type Say = (key: keyof typeof publicMenuTexts, places?: Readonly<Record<string, string | number>>) => string;
interface Reader {
  readonly say: Say;
  readonly to: Language;
}

const LANGUAGE = 'menu-language';
const EVERY_MS = 60_000;
const NUTRIENTS = [
  ['energyKcal', 'kcal'],
  ['proteinG', 'g'],
  ['fatG', 'g'],
  ['carbohydrateG', 'g'],
  ['sodiumMg', 'mg'],
] as const;

const firstLanguage = (): Language =>
  readStored<Language | ''>(LANGUAGE, '') || (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');

/** The menu of the day for whoever scans the code of a restaurant, without signing in: live, in either language. */
export default function PublicMenuPage() {
  const [to, setTo] = useState(firstLanguage);
  const say = useCallback<Say>((key, places) => fill(publicMenuTexts[key][to], places ?? {}), [to]);
  const { menu, problem, isLive } = useMenu(decodeURIComponent(location.pathname.split('/')[2] ?? ''));
  useEffect(() => {
    document.documentElement.lang = to === 'zh' ? 'zh-CN' : 'en';
    document.title = [menu?.restaurant, say('title')].filter(Boolean).join(' · ');
  }, [to, menu, say]);
  const other = to === 'zh' ? 'en' : 'zh';
  return (
    <main className="public-menu">
      <header>
        <div>
          <h1>{menu?.restaurant ?? say('title')}</h1>
          {menu !== undefined && (
            <p className="soft">
              {say('title')} · <time dateTime={menu.date}>{menu.date}</time>
            </p>
          )}
        </div>
        <button
          type="button"
          lang={other === 'zh' ? 'zh-CN' : 'en'}
          onClick={() => {
            writeStored(LANGUAGE, other);
            setTo(other);
          }}
        >
          {say('other')}
        </button>
      </header>
      {menu !== undefined && (
        <p className={`public-menu-line ${isLive ? 'is-live' : 'is-away'}`} role="status">
          {isLive ? say('live') : say('away', { time: menu.asOf.slice(11, 16) })}
        </p>
      )}
      {menu === undefined ? (
        <p className="public-menu-none" role="status">
          {say(problem ?? 'loading')}
        </p>
      ) : menu.meals.length === 0 ? (
        <p className="public-menu-none">{say('none')}</p>
      ) : (
        menu.meals.map((meal) => <MealSection key={meal.mealType} {...{ meal, say, to }} />)
      )}
      <footer className="soft">{say('note')}</footer>
    </main>
  );
}

/** The menu as it is, asked anew whenever it changed, and once a minute. */
function useMenu(restaurant: string) {
  const [menu, setMenu] = useState<Shown>();
  const [problem, setProblem] = useState<'missing' | 'failed'>();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const read = (): void =>
      void request(publicMenu, { restaurant }, { signal: over.signal }).then(
        (shown) => {
          setMenu(shown);
          setProblem(undefined);
        },
        (error: unknown) => {
          if (over.signal.aborted) return;
          const isMissing = error instanceof ApiError && error.errorKind === 'missing';
          setProblem(isMissing ? 'missing' : 'failed');
          if (isMissing) setMenu(undefined);
        },
      );
    read();
    const timer = setInterval(read, EVERY_MS);
    const end = followMenu(
      `/${publicMenuChanges.service}/${publicMenuChanges.path}?restaurant=${encodeURIComponent(restaurant)}`,
      { onChange: read, onLine: setLive },
    );
    return () => {
      over.abort();
      clearInterval(timer);
      end();
    };
  }, [restaurant]);
  return { menu, problem, isLive };
}

function MealSection({ meal, say, to }: Reader & { readonly meal: Meal }) {
  return (
    <section className="public-menu-meal">
      <h2>
        {meal.name[to]}
        <span className="soft figures">
          {meal.from}–{meal.to}
        </span>
        {meal.running && <span className="public-menu-running">{say('running')}</span>}
      </h2>
      {meal.stalls.map((stall) => (
        <section key={stall.id} className="public-menu-stall">
          <h3>{stall.name}</h3>
          <ul>
            {stall.dishes.map((dish) => (
              <DishRow key={`${dish.id} ${dish.portionGroup}`} {...{ dish, say, to }} />
            ))}
          </ul>
          {stall.soldOut > 0 && <p className="soft">{say('soldOut', { count: stall.soldOut })}</p>}
        </section>
      ))}
    </section>
  );
}

/** A dish with what it contains in sight, and everything else a touch away. */
function DishRow({ dish, say, to }: Reader & { readonly dish: Dish }) {
  const of = (state: Dish['allergens'][number]['state']): readonly string[] =>
    dish.allergens.filter((each) => each.state === state).map(({ name }) => name[to]);
  const join = (names: readonly string[]): string => names.join(to === 'zh' ? '、' : ', ');
  const unknown = of('unknown');
  const known = NUTRIENTS.filter(([name]) => dish.nutrients[name] !== null);
  return (
    <li>
      <div className="public-menu-dish">
        <span>{dish.name[to]}</span>
        <span className="figures">
          {dish.price === null ? say('free') : amountText(dish.price)}
          {dish.byWeight && <small className="soft"> {say('weighed')}</small>}
        </span>
      </div>
      <ul className="public-menu-signs">
        {(['contains', 'may-contain'] as const).map(
          (state) =>
            of(state).length > 0 && (
              <li key={state} className={`is-${state}`}>
                {say(state)} {join(of(state))}
              </li>
            ),
        )}
        {unknown.length > 0 && <li className="is-unknown">{say('unknownCount', { count: unknown.length })}</li>}
      </ul>
      <details>
        <summary>{say('details')}</summary>
        <dl>
          {(['contains', 'may-contain', 'unknown', 'free'] as const).map(
            (state) =>
              of(state).length > 0 && (
                <div key={state}>
                  <dt>{say(state === 'free' ? 'free-of' : state)}</dt>
                  <dd>{join(of(state))}</dd>
                </div>
              ),
          )}
          {known.map(([name, unit]) => (
            <div key={name}>
              <dt>{say(name)}</dt>
              <dd className="figures">
                {dish.nutrients[name]} {unit}
              </dd>
            </div>
          ))}
        </dl>
        <p className="soft">
          {known.length === 0
            ? say('noNutrition')
            : `${say('portion')}${dish.coverage === null ? '' : ` · ${say('coverage', { percent: dish.coverage })}`}`}
        </p>
      </details>
    </li>
  );
}
