import { useQuery } from '@tanstack/react-query';
import { Timeline } from 'antd';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import { distributionStatementLog } from './distribution-statement-log.resource.ts';
import { lineEvents } from './sorting.calls.ts';
import { sortingTexts } from './sorting.texts.ts';
import './sorting.css';

/** Ids say nothing to anybody. */
const FACTS = { orderId: false, orderDetailId: false, visibleDeptIds: false } as const;

/** 配送流水: a line, and every act on it. */
export default function SortingLinePage(): ReactNode {
  const { id = '' } = useParams();
  return (
    <div className="sort-one">
      <RecordPage of={distributionStatementLog} facts={FACTS} />
      <Events id={id} />
    </div>
  );
}

const figure = (value: unknown, key: string): string => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === 'string' && /^\d+(?:\.\d+)?$/.test(found)
    ? grouped(found.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
    : '';
};

function Events({ id }: { readonly id: string }): ReactNode {
  const word = useWords(sortingTexts);
  const { data = [] } = useQuery({
    queryKey: ['sorting-events', id],
    queryFn: ({ signal }) => request(lineEvents, { id }, { signal }),
  });
  return (
    <section className="sort-events" aria-label={word('events')}>
      <h2>{word('events')}</h2>
      {data.length === 0 ? (
        <p className="soft">{word('events.none')}</p>
      ) : (
        <Timeline
          items={data.map((event) => {
            const key = event.op === 'split' ? 'targetQty' : 'num';
            const [before, after] = [figure(event.before, key), figure(event.after, key)];
            return {
              key: event.id,
              content: (
                <>
                  <strong>{event.opName}</strong>{' '}
                  {(before !== '' || after !== '') && (
                    <span className="figures">{word('event.num', { before: before || '–', after: after || '–' })}</span>
                  )}{' '}
                  <span className="soft figures">
                    {event.operatorName} · {event.opTime}
                    {event.reason !== '' && ` · ${event.reason}`}
                  </span>
                </>
              ),
            };
          })}
        />
      )}
    </section>
  );
}
