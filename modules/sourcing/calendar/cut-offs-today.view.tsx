import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'antd';
import { request } from '../../../kernel/web/request.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { timeLeft } from '../late/cut-off.rules.ts';
import { useSiteClock } from '../late/use-site-clock.view.ts';
import { cutOffsToday } from './delivery-calendar.calls.ts';
import { calendarTexts } from './delivery-calendar.texts.ts';

const SHOWN = 6;

/** What must be ordered today, the next first, with the time that is left. */
export function CutOffsToday() {
  const word = useWords(calendarTexts);
  const label = useLabel();
  const [all, setAll] = useState(false);
  const { data } = useQuery({
    queryKey: ['deliverycalendar', 'today'],
    queryFn: ({ signal }) => request(cutOffsToday, {}, { signal }),
    retry: false,
  });
  const clock = useSiteClock(data?.now ?? '');
  if (data === undefined) return null;
  const waiting = data.cutOffs
    .map((each) => ({ ...each, left: timeLeft(clock, each.orderBefore) }))
    .toSorted((one, other) => Number(one.left.minutes < 0) - Number(other.left.minutes < 0));
  const shown = all ? waiting : waiting.slice(0, SHOWN);
  return (
    <section className="cut-offs-today" aria-label={word('today.title')}>
      <h2>{word('today.title')}</h2>
      {waiting.length === 0 ? (
        <p className="soft">{word('today.none')}</p>
      ) : (
        <ul>
          {shown.map((each) => (
            <li
              key={`${each.kind} ${each.senderId} ${each.siteName} ${each.deliveryDate} ${each.orderBefore}`}
              className={each.left.minutes < 0 ? 'is-past' : 'is-waiting'}
            >
              <strong className="figures">{each.orderBefore.slice(11, 16)}</strong>
              <span className="cut-off-who">
                {each.senderName} → {each.siteName === '' ? word('today.sites') : each.siteName}
              </span>
              <span className="soft">{word('today.for', { day: each.deliveryDate.slice(5) })}</span>
              <span className="cut-off-left figures">{label(each.left.words)}</span>
            </li>
          ))}
        </ul>
      )}
      {!all && waiting.length > SHOWN && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {word('today.more', { count: waiting.length - SHOWN })}
        </Button>
      )}
    </section>
  );
}
