import { ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { session } from '../../../parts/client/session.ts';
import { useWords } from '../../../parts/language/language.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useStore } from '../../../parts/state/store.ts';
import { FigureCard } from '../figure-card.view.tsx';
import { Tile } from '../tile.view.tsx';
import { useCards } from '../use-figures.view.ts';
import { figuresFor } from './home-figures.rules.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { homeTexts } from './home.texts.ts';
import { type Entry, useQueue } from './use-queue.view.ts';
import '../console.css';
import './home.css';

const FirstSteps = lazyPart(() => import('./first-steps.view.tsx'));

/** What waits, each line one click from the place to act; beside it what changed, and the figures of one's own work. */
export default function HomePage() {
  const word = useWords(homeTexts);
  const text = useText();
  const name = useStore(session)?.name ?? '';
  const queue = useQueue();
  const { plot, tiles } = useOwnFigures();
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
      <FirstSteps />
      <div className="home-columns">
        <div className="home-column">
          <Waiting entries={queue.waiting} isLoading={queue.isLoading} isError={queue.isError} />
          {queue.changed.length > 0 && (
            <section className="home-block" aria-label={word('changed')}>
              <h2>{word('changed')}</h2>
              <Lines entries={queue.changed} />
            </section>
          )}
        </div>
        {tiles.length > 0 && (
          <div className="home-column">
            <nav className="console-tiles home-tiles" aria-label={word('figures')}>
              {tiles.map((card) => (
                <Tile key={card.key} card={card} />
              ))}
            </nav>
            {plot !== undefined && <FigureCard card={plot} />}
          </div>
        )}
      </div>
    </div>
  );
}

/** The figure of one's own work that is drawn, and those that stand as numbers. */
function useOwnFigures() {
  const shown = useCards();
  const codes = useAllowedCodes();
  return useMemo(() => {
    const { plot, tiles } = figuresFor((right) => codes.has(right), new Set(shown.map(({ key }) => key)));
    const cardOf = (wanted: string) => shown.find(({ key }) => key === wanted)!;
    return { plot: plot === undefined ? undefined : cardOf(plot), tiles: tiles.map(cardOf) };
  }, [shown, codes]);
}

const LISTED = 9;

interface WaitingProps {
  readonly entries: readonly Entry[];
  readonly isLoading: boolean;
  readonly isError: boolean;
}
function Waiting({ entries, isLoading, isError }: WaitingProps) {
  const word = useWords(homeTexts);
  const phone = usePhone();
  const [isOpen, setIsOpen] = useState(false);
  const hidden = entries.length - LISTED;
  return (
    <section className="home-block" aria-label={word('queue')}>
      <h2>{word('queue')}</h2>
      {isLoading && <Skeleton active paragraph={{ rows: 5 }} />}
      {isError && (
        <p className="home-failed" role="alert">
          {word('queue.failed')}
        </p>
      )}
      {!isLoading && !isError && entries.length === 0 && (
        <p className="home-empty">
          {word('queue.empty')}
          <span className="soft">{word(phone ? 'queue.first.phone' : 'queue.first')}</span>
        </p>
      )}
      <Lines entries={isOpen || hidden < 2 ? entries : entries.slice(0, LISTED)} />
      {hidden > 1 && (
        <Button type="text" className="home-more" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? word('queue.less') : word('queue.more', { count: hidden })}
        </Button>
      )}
    </section>
  );
}

const Lines = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <ul className="queue">
    {entries.map(({ key, to, tone, what, state, sums, when, act }) => (
      <li key={key}>
        <Link to={to} className="queue-line">
          <i className={`queue-dot tone-${tone}`} aria-hidden="true" />
          <span className="queue-what">
            <span>{what}</span>
            {state !== '' && <span className="soft">{state}</span>}
            {sums.length > 0 && <span className="soft figures">{sums.join(' · ')}</span>}
          </span>
          {when !== '' && <span className={`queue-when tone-${tone} figures`}>{when}</span>}
          <span className="queue-act">{act}</span>
        </Link>
      </li>
    ))}
  </ul>
);
