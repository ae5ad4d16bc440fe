import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { prepList, tickPrep } from '../day/kitchen-day.calls.ts';
import { KitchenHead } from '../day/kitchen-head.view.tsx';
import { useKitchenDay } from '../day/use-kitchen-day.view.ts';
import { productionTexts } from '../production.texts.ts';
import '../production.css';

type Slot = TypeOf<typeof prepList.answer>['slots'][number];
type Item = Slot['items'][number];

/** 备料单: what is prepared when and at which station, ticked with one tap; it prints as it stands. */
export default function PrepListPage(): ReactNode {
  const word = useWords(productionTexts);
  const notify = useNotify();
  const day = useKitchenDay();
  const codes = useAllowedCodes();
  const found = useQuery({
    queryKey: ['prep-list', day.stall, day.date],
    queryFn: ({ signal }) => request(prepList, { gearOperationDeptId: day.stall, date: day.date }, { signal }),
    retry: false,
  });
  const list = found.data;
  const items = (list?.slots ?? []).flatMap((slot) => slot.items);
  const tick = async ({ key }: Item, isDone: boolean): Promise<void> => {
    try {
      await request(tickPrep, { gearOperationDeptId: list!.stallId, key, done: isDone ? 1 : 0 });
    } catch (error) {
      notify.error(error);
    } finally {
      await found.refetch();
    }
  };
  return (
    <div className="kitchen">
      <KitchenHead title={word('prep')} day={day} stalls={list?.stalls ?? []} stallId={list?.stallId ?? day.stall}>
        {codes.has('pick_add') && <Link to={`/gear/pickfill?date=${day.date}`}>{word('prep.pick')}</Link>}
        {items.length > 0 && <Button onClick={() => window.print()}>{word('prep.print')}</Button>}
      </KitchenHead>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {list === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : items.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={word(list.stallId === '' ? 'no-stall' : 'prep.none')}
        />
      ) : (
        <>
          <p className="soft" aria-live="polite">
            {word('prep.done', { done: items.filter(({ isDone }) => isDone).length, all: items.length })}
          </p>
          {list.slots.map((slot) => (
            <SlotBox
              key={`${slot.time} ${slot.station}`}
              slot={slot}
              mayTick={codes.has('gearproduce_add')}
              onTick={tick}
            />
          ))}
        </>
      )}
    </div>
  );
}

interface Props {
  readonly slot: Slot;
  readonly mayTick: boolean;
  readonly onTick: (item: Item, isDone: boolean) => Promise<void>;
}
function SlotBox({ slot, mayTick, onTick }: Props): ReactNode {
  const word = useWords(productionTexts);
  const name = slot.stationName === '' ? word('prep.no-station') : slot.stationName;
  return (
    <section className="kitchen-box" aria-label={`${slot.time} ${name}`}>
      <header>
        <h2>
          <span className="figures">{slot.time}</span> {name}
        </h2>
      </header>
      <ul>
        {slot.items.map((item) => (
          <PrepItem key={item.key} item={item} mayTick={mayTick} onTick={onTick} />
        ))}
      </ul>
    </section>
  );
}

function PrepItem({ item, mayTick, onTick }: Omit<Props, 'slot'> & { readonly item: Item }): ReactNode {
  const word = useWords(productionTexts);
  const language = useLanguage();
  const { date, today } = useKitchenDay();
  const [busy, setBusy] = useState(false);
  const tick = async (isDone: boolean): Promise<void> => {
    setBusy(true);
    await onTick(item, isDone);
    setBusy(false);
  };
  const meal =
    item.mealDate === date
      ? item.mealName
      : word('prep.for', { day: shortDay(item.mealDate, today, language), meal: item.mealName });
  return (
    <li className={`prep-item${item.isDone ? ' is-done' : ''}`}>
      <Checkbox
        checked={item.isDone}
        disabled={busy || !mayTick}
        onChange={(event) => void tick(event.target.checked)}
        className="kitchen-name"
      >
        {item.dishName} × {item.portions}
        <small>
          {meal} · {word(`timing.${item.timing as 'lead'}`)}
          {item.doneBy !== '' && ` · ${item.doneBy}`}
        </small>
      </Checkbox>
      <span className="prep-goods figures">
        {item.goods.map(({ materialName, qty, unitName }) => {
          const { figure, unit } = shownQuantity(qty, unitName);
          return (
            <span key={materialName}>
              {materialName} {figure} {unit}
            </span>
          );
        })}
      </span>
    </li>
  );
}
