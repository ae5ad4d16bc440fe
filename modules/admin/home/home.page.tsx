import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { session } from '../../../parts/client/session.ts';
import { PageGroups } from '../../../kernel/web/navigation/page-groups.tsx';
import { useStore } from '../../../parts/state/store.ts';
import { useWords } from '../../../parts/language/language.ts';
import { homeTexts } from './home.texts.ts';
import { shortages, type Task, useQueue } from './use-queue.view.ts';
import './home.css';

/** What waits, each line one click from the place to act; below it what runs short, and every page. */
export default function HomePage() {
  const word = useWords(homeTexts);
  const text = useText();
  const name = useStore(session)?.name ?? '';
  const { tasks, loading, failed } = useQueue();
  const seesStock = useAllowed('stock_view');
  const [hour] = useState(() => new Date().getHours());
  return (
    <div className="home-page">
      <header className="home-head">
        <h1 className="page-title" tabIndex={-1}>
          {word(hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening', { name })}
        </h1>
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label={text('list.refresh')}
          title={text('list.refresh')}
          onClick={() => void queries.invalidateQueries({ queryKey: ['list'] })}
        />
      </header>
      <div className="home-columns">
        <section className="home-block" aria-label={word('queue')}>
          <h2>{word('queue')}</h2>
          {loading && tasks.length === 0 ? (
            <Skeleton active paragraph={{ rows: 5 }} />
          ) : tasks.length === 0 ? (
            <p className="home-empty">
              {word('queue.empty')}
              <span className="soft">{word('queue.first')}</span>
            </p>
          ) : (
            <ul className="queue">
              {tasks.map((task) => (
                <QueueLine key={task.key} task={task} />
              ))}
            </ul>
          )}
          {failed > 0 && (
            <p className="home-failed" role="alert">
              {word('queue.failed', { count: failed })}
            </p>
          )}
        </section>
        {seesStock && <Shortages />}
      </div>
      <section>
        <h2 className="home-title">{word('pages')}</h2>
        <PageGroups />
      </section>
    </div>
  );
}

function QueueLine({ task }: { readonly task: Task }) {
  return (
    <li>
      <Link to={task.to} className="queue-line">
        <i className={`queue-dot tone-${task.tone}`} aria-hidden="true" />
        <span className="queue-what">
          <span>{task.what}</span>
          {task.state !== '' && <span className="soft">{task.state}</span>}
        </span>
        {task.when !== '' && <span className="queue-when figures">{task.when}</span>}
        <span className="queue-act">{task.act}</span>
      </Link>
    </li>
  );
}

type Row = Readonly<Record<string, unknown>>;
const LISTED = 8;
const trimmed = (value: unknown): string =>
  String(value ?? '0')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** Materials with the largest gap; each opens its page, where the gap explains itself. */
function Shortages() {
  const word = useWords(homeTexts);
  const found = useQuery(shortages);
  // By share of the safety stock: 2 kg of saffron are worse than 5 kg of rice.
  const share = (row: Row): number => Number(row['shortQty']) / Math.max(Number(row['safetyStockThreshold']), 1e-6);
  const rows = [...(found.data?.records ?? [])].sort((a, b) => share(b) - share(a)).slice(0, LISTED);
  return (
    <section className="home-block">
      <h2>{word('short.title')}</h2>
      {found.isLoading && <Skeleton active paragraph={{ rows: 4 }} />}
      {found.data !== undefined && rows.length === 0 && <p className="soft">{word('short.none')}</p>}
      <ul className="queue">
        {rows.map((row) => (
          <li key={String(row['id'])}>
            <Link to={`/store/stock/${String(row['id'])}`} className="queue-line">
              <span className="queue-what">
                <span>{String(row['materialName'])}</span>
                <span className="soft">{String(row['warehouseName'] ?? '')}</span>
              </span>
              <span
                className="short-bar"
                title={word('short.have', {
                  have: trimmed(row['availableQty']),
                  safety: trimmed(row['safetyStockThreshold']),
                })}
              >
                <i style={{ width: `${Math.round(Math.max(0, 1 - share(row)) * 100)}%` }} />
              </span>
              <span className="queue-short figures">
                {word('short.gap', { qty: trimmed(row['shortQty']), unit: String(row['baseUnitName'] ?? '') })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
