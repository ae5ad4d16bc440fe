import { useQuery } from '@tanstack/react-query';
import { Empty, Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shifted, shortDay } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { Shares } from './shares.view.tsx';
import { ownShares } from './shortage-split.calls.ts';
import { shortageTexts } from './shortage.texts.ts';

const PAGE = 200;
const DAYS = { week: 7, month: 30 } as const;

/** 缺货说明: what one's own sites got of what there was, day by day, and why. */
export default function ShortageReasonsPage(): ReactNode {
  const word = useWords(shortageTexts);
  const language = useLanguage();
  const today = businessDay();
  const [period, setPeriod] = useState<keyof typeof DAYS>('week');
  const startDate = shifted(today, -DAYS[period]);
  const found = useQuery({
    queryKey: ['own-shares', startDate],
    queryFn: ({ signal }) => request(ownShares, { startDate, size: PAGE }, { signal }),
  });
  const days = [...Map.groupBy(found.data?.records ?? [], ({ deliveryDate }) => deliveryDate)];
  return (
    <div className="list-page share-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('reasons')}
        </h1>
        <Segmented<keyof typeof DAYS>
          aria-label={word('period')}
          value={period}
          onChange={setPeriod}
          options={(['week', 'month'] as const).map((value) => ({ value, label: word(value) }))}
        />
      </header>
      <p className="soft">{word('reasons.lead')}</p>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {found.data === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 6 }} />
      ) : days.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('reasons.none')} />
      ) : (
        days.map(([day, shares]) => (
          <section key={day}>
            <h2 className="share-day">{shortDay(day, today, language)}</h2>
            <Shares
              label={day}
              shares={shares.map((share) => ({
                ...share,
                key: share.id,
                name: share.materialName,
                about: [share.siteName, share.priorityName, share.billCode].filter(Boolean).join(' · '),
              }))}
            />
          </section>
        ))
      )}
    </div>
  );
}
