import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { post } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { weekdayOf } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { cardKey, linesToAdd, placeOfCard, type CardPlace } from './asked-cards.rules.ts';
import { extractSalePlan, extractSpecialMeal } from './distribution.calls.ts';
import { distribution } from './distribution.document.ts';
import { distributionTexts } from './distribution.texts.ts';
import { useMealName } from './use-meal-name.view.ts';

type Card = TypeOf<typeof extractSalePlan.answer>[number] & { readonly isSpecial: boolean };
/** The bill meals are extracted for: its header as stored, and what its lines are for. */
interface AskedBill {
  readonly id: string;
  readonly version: number;
  readonly head: Readonly<Record<string, unknown>>;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Approved meals of the bill's window, sales plans and special meals, day by day. */
function useMeals({ id, version, head }: AskedBill) {
  return useQuery({
    queryKey: ['detail', distribution.name, id, 'extract', version],
    queryFn: async ({ signal }): Promise<readonly Card[]> => {
      const window = {
        startTime: String(head['startTime']),
        endTime: String(head['endTime']),
        gearOperationDeptId: textOrNull(head['gearOperationDeptId']),
        useRestaurantDeptId: textOrNull(head['useRestaurantDeptId']),
        warehouseId: textOrNull(head['warehouseId']),
        planId: null,
        billId: id,
        netFlag: Number(head['netFlag']) === 1 ? (1 as const) : (0 as const),
      };
      const [plans, specials] = await Promise.all([
        request(extractSalePlan, window, { signal }),
        request(extractSpecialMeal, window, { signal }),
      ]);
      return [
        ...plans.map((card) => ({ ...card, isSpecial: false })),
        ...specials.map((card) => ({ ...card, isSpecial: true })),
      ];
    },
  });
}

/** Meals as cards to tick; what is ticked becomes lines of the bill. */
export function AskedMeals({ bill }: { readonly bill: AskedBill }) {
  const word = useWords(distributionTexts);
  const text = useText();
  const language = useLanguage();
  const meals = useMeals(bill);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  if (meals.error !== null)
    return (
      <section className="asked-meals" aria-label={word('asked.title')}>
        <Alert
          type="warning"
          showIcon
          title={meals.error instanceof ApiError ? meals.error.message : text('error.unknown')}
          action={
            <Button size="small" onClick={() => void meals.refetch()}>
              {word('asked.retry')}
            </Button>
          }
        />
      </section>
    );
  if (meals.data === undefined)
    return (
      <section className="asked-meals" aria-label={word('asked.title')}>
        <Skeleton active paragraph={{ rows: 6 }} />
      </section>
    );
  const cards = meals.data.map((card) => ({ card, key: cardKey(card), place: placeOfCard(card, bill.lines) }));
  const open = cards.filter(({ place }) => place === 'open' || place === 'partly');
  const chosen = open.filter(({ key }) => ticked.has(key)).map(({ card }) => card);
  const days = [...Map.groupBy(cards, ({ card }) => card.mealDate)];
  return (
    <section className="asked-meals" aria-label={word('asked.title')}>
      <header>
        <h2>{word('asked.title')}</h2>
        {open.length > 1 && (
          <Checkbox
            checked={chosen.length === open.length}
            indeterminate={chosen.length > 0 && chosen.length < open.length}
            onChange={(event) => setTicked(new Set(event.target.checked ? open.map(({ key }) => key) : []))}
          >
            {word('asked.all')}
          </Checkbox>
        )}
      </header>
      <div className="asked-days" tabIndex={0}>
        {cards.length === 0 && <p className="soft">{word('asked.none')}</p>}
        {days.map(([day, own]) => (
          <section key={day}>
            <h3 className="figures">
              {day.slice(5)} {weekdayOf(day, language)}
            </h3>
            {own.map(({ card, key, place }) => (
              <MealCard
                key={key}
                card={card}
                place={place}
                isTicked={ticked.has(key)}
                onTick={(on) => setTicked(new Set(on ? [...ticked, key] : [...ticked].filter((each) => each !== key)))}
              />
            ))}
          </section>
        ))}
      </div>
      <AddChosen bill={bill} chosen={chosen} onAdded={() => setTicked(new Set())} />
    </section>
  );
}

const DISHES_SHOWN = 3;

interface CardProps {
  readonly card: Card;
  readonly place: CardPlace;
  readonly isTicked: boolean;
  readonly onTick: (on: boolean) => void;
}
/** One meal of a stall: its dishes, and whether it may be taken. */
function MealCard({ card, place, isTicked, onTick }: CardProps) {
  const word = useWords(distributionTexts);
  const mealName = useMealName();
  const rest = card.dishes.length - DISHES_SHOWN;
  const dishes = card.dishes
    .slice(0, DISHES_SHOWN)
    .map(({ dishName, portions }) => `${dishName} ${shownQuantity(portions, '').figure}`);
  const state = {
    held: word('asked.held', { bill: card.claimedBy }),
    here: word('asked.here'),
    partly: word('asked.partly'),
    enough: word('asked.enough'),
    open: '',
  }[place];
  const mayTick = place === 'open' || place === 'partly';
  return (
    <label className={mayTick ? 'asked-card' : 'asked-card is-taken'}>
      <Checkbox
        checked={place === 'here' || isTicked}
        disabled={!mayTick}
        onChange={(event) => onTick(event.target.checked)}
      />
      <span>
        <strong>
          {mealName(card.mealType)} · {card.gearOperationDeptName}
        </strong>
        <span className="asked-dishes">
          {dishes.join('、')}
          {rest > 0 && ` ${word('asked.more', { count: rest })}`}
        </span>
        <span className="soft figures">
          {[
            card.isSpecial ? word('asked.special') : '',
            card.planName,
            card.billCode,
            card.headCount === null ? '' : word('asked.guests', { count: card.headCount }),
            card.lines.length === 0 ? '' : word('asked.materials', { count: card.lines.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {state !== '' && <span className={`asked-state is-${place}`}>{state}</span>}
      </span>
    </label>
  );
}

interface AddProps {
  readonly bill: AskedBill;
  readonly chosen: readonly Card[];
  readonly onAdded: () => void;
}
/** The one act of the panel; what refuses it stands above its button. */
function AddChosen({ bill, chosen, onAdded }: AddProps) {
  const word = useWords(distributionTexts);
  const notify = useNotify();
  const refused = useRefused();
  const [busy, setBusy] = useState(false);
  const lines = linesToAdd(chosen, bill.lines);
  const add = async (): Promise<void> => {
    setBusy(true);
    refused.forget();
    try {
      await post('/store-management/invdistribution/submitDetail', { json: { billId: bill.id, details: lines } });
      notify.done(word('asked.added', { lines: lines.length }));
      onAdded();
    } catch (error) {
      if (!refused.show(word('asked.add'), error)) notify.error(error);
    } finally {
      setBusy(false);
      await invalidateLists(distribution);
    }
  };
  return (
    <footer>
      {refused.banner()}
      <Button type="primary" block loading={busy} disabled={lines.length === 0} onClick={() => void add()}>
        {lines.length === 0
          ? word('asked.add')
          : word('asked.add.count', { meals: chosen.length, lines: lines.length })}
      </Button>
    </footer>
  );
}
