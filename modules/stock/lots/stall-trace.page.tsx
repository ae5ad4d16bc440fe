import { useQuery } from '@tanstack/react-query';
import { Alert, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shifted } from '../../../parts/days/day-text.rules.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { DayBox } from '../../../parts/day-box/day-box.tsx';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { deptById } from '../../admin/people/dept.calls.ts';
import { Origins } from './origins.view.tsx';
import { traceLot } from './stock-batch.calls.ts';
import { stockTexts } from '../stock.texts.ts';
import '../stock.css';

const DAYS_BACK = 3;

/** A stall, and every supplier lot behind what came to it since a day: the first question of a recall. */
export default function StallTracePage() {
  const { id = '' } = useParams();
  const word = useWords(stockTexts);
  const text = useText();
  const [since, setSince] = useState(() => shifted(businessDay(), -DAYS_BACK));
  const stall = useQuery({
    queryKey: ['select', 'dept', 'one', id],
    queryFn: ({ signal }) => request(deptById, { deptId: id }, { signal }),
  });
  const trace = useQuery({
    queryKey: ['stock-page', 'stall', id, since],
    queryFn: ({ signal }) =>
      request(traceLot, { gearOperationDeptId: id, startDate: since, direction: 'back' }, { signal }),
  });
  const title = word('stall.title', { stall: stall.data?.deptName ?? '' });
  useTitle(stall.data === undefined ? undefined : title);
  const origins = trace.data?.back;
  return (
    <article className="stock-page">
      <header className="lot-head">
        <h1 className="page-title" tabIndex={-1}>
          {title}
        </h1>
        <label className="stall-since">
          {word('stall.since')}{' '}
          <DayBox
            className="is-tight"
            value={since}
            onChange={(day, isRead) => {
              if (isRead && day !== '') setSince(day);
            }}
          />
        </label>
      </header>
      {trace.error !== null && (
        <Alert
          type="error"
          showIcon
          title={trace.error instanceof ApiError ? trace.error.message : text('error.unknown')}
        />
      )}
      {origins === undefined && trace.error === null && <Skeleton active paragraph={{ rows: 8 }} />}
      {origins?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('stall.none')} />}
      {origins !== undefined && origins.length > 0 && (
        <section className="lot-block">
          <h2>
            {word('stall.count', {
              lots: origins.length,
              suppliers: new Set(origins.map((each) => each.supplierId).filter((each) => each !== '')).size,
            })}
          </h2>
          <Origins origins={origins} withLot />
        </section>
      )}
    </article>
  );
}
