import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSetting } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { cutSince } from '../../../parts/client/connection.ts';
import { useWords } from '../../../parts/language/language.ts';
import { AwayLong } from '../../../parts/offline/away-long.tsx';
import { shortMoment } from '../../../parts/offline/away.ts';
import { type CachedBill, cachedBills } from '../../../parts/offline/cached-bills.ts';
import { changeOwnOutbox, openOutbox, outbox } from '../../../parts/offline/outbox.ts';
import {
  billOf,
  discarded,
  type Entry,
  type Outbox,
  refusedIn,
  sentAgain,
  waitingIn,
} from '../../../parts/offline/outbox.rules.ts';
import { isSending, sendNow, stuck } from '../../../parts/offline/sender.ts';
import { offlineTexts } from '../../../parts/offline/texts.ts';
import { useStore } from '../../../parts/state/store.ts';
import '../../../parts/offline/offline.css';

/** What this device holds for work away from the network: what waits to be sent, what was not taken over, its bills. */
export default function OutboxPage(): ReactNode {
  const word = useWords(offlineTexts);
  const entries = useStore(outbox);
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    void openOutbox().then(setKept);
  }, []);
  return (
    <section className="outbox-page">
      <header>
        <h1 className="page-title" tabIndex={-1}>
          {word('outbox')}
        </h1>
        <p className="soft">{word('lead')}</p>
      </header>
      {isKept === false && <Alert type="warning" showIcon title={word('no-store')} />}
      <AwayLong setting={useSetting('offline.hours')} />
      <Refused entries={refusedIn(entries)} />
      <Waiting entries={waitingIn(entries)} />
      <Bills />
    </section>
  );
}

/** Where an entry is put right: its bill, at its line. */
const placeOf = ({ bill: { to }, target, isWhole }: Entry): string =>
  isWhole === true ? to : `${to}${to.includes('?') ? '&' : '?'}line=${target}`;

const byBill = (entries: Outbox): readonly (readonly [string, Outbox])[] => [...Map.groupBy(entries, billOf)];

/** What the server did not take over, by bill: to be put right, sent again as it is, or let go. */
function Refused({ entries }: { readonly entries: Outbox }): ReactNode {
  const word = useWords(offlineTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  if (entries.length === 0) return null;
  const keep = (change: (now: Outbox) => Outbox): Promise<unknown> => changeOwnOutbox(change).catch(notify.error);
  const discard = async ({ key, title, figure }: Entry): Promise<void> => {
    const what = [title, figure].filter(Boolean).join(' ');
    const isSure = await notify.ask(word('discard.ask', { what }), {
      content: word('discard.why'),
      danger: true,
      okText: word('discard'),
    });
    if (isSure) await keep((now) => discarded(now, key));
  };
  return (
    <section className="outbox-box" aria-label={word('refused')}>
      <h2>{word('chip.refused', { count: entries.length })}</h2>
      <p className="soft">{word('refused.lead')}</p>
      {byBill(entries).map(([key, each]) => (
        <div key={key} className="outbox-bill">
          <header>
            <Link to={each[0]!.bill.to}>{each[0]!.bill.title}</Link>
            <Button size="small" onClick={() => void keep((now) => sentAgain(now, key))}>
              {word('again')}
            </Button>
          </header>
          <ul className="outbox-entries">
            {each.map((entry) => (
              <li key={entry.key}>
                <div>
                  <span>
                    {entry.title} <strong className="figures">{entry.figure}</strong>{' '}
                    <span className="soft figures">{shortMoment(entry.madeTime)}</span>
                  </span>
                  <p>{entry.refusal}</p>
                </div>
                <div className="outbox-acts">
                  <Button size="small" onClick={() => void navigate(placeOf(entry))}>
                    {word('correct')}
                  </Button>
                  <Button size="small" danger onClick={() => void discard(entry)}>
                    {word('discard')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** What waits to be sent, by bill. */
function Waiting({ entries }: { readonly entries: Outbox }): ReactNode {
  const word = useWords(offlineTexts);
  const isAway = useStore(cutSince) !== undefined;
  const isOnItsWay = useStore(isSending);
  const why = useStore(stuck);
  return (
    <section className="outbox-box" aria-label={word('waiting')}>
      <h2>{entries.length === 0 ? word('waiting') : word('chip.waiting', { count: entries.length })}</h2>
      {entries.length === 0 && <p className="soft">{word('waiting.none')}</p>}
      {byBill(entries).map(([key, each]) => (
        <div key={key} className="outbox-bill">
          <header>
            <Link to={each[0]!.bill.to}>{each[0]!.bill.title}</Link>
            <span className="soft figures">
              {word('waiting.lines', { count: each.length, time: shortMoment(each[0]!.madeTime) })}
            </span>
          </header>
        </div>
      ))}
      {entries.length > 0 && why !== undefined && <p className="tone-stop">{word('stuck', { why })}</p>}
      {entries.length > 0 && !isAway && (
        <p>
          <Button type="primary" loading={isOnItsWay} onClick={sendNow}>
            {word('send')}
          </Button>
        </p>
      )}
    </section>
  );
}

/** Bills that can be worked on without a network. */
function Bills(): ReactNode {
  const word = useWords(offlineTexts);
  const [bills, setBills] = useState<readonly CachedBill[]>();
  useEffect(() => {
    void cachedBills().then(setBills, () => setBills([]));
  }, []);
  return (
    <section className="outbox-box" aria-label={word('bills')}>
      <h2>{word('bills')}</h2>
      {bills === undefined && <Skeleton active paragraph={{ rows: 1 }} />}
      {bills?.length === 0 && <p className="soft">{word('bills.none')}</p>}
      {bills?.map(({ to, title, cachedAt }) => (
        <div key={to} className="outbox-bill">
          <header>
            <Link to={to}>{title}</Link>
            <span className="soft figures">{word('bills.kept', { time: shortMoment(cachedAt) })}</span>
          </header>
        </div>
      ))}
    </section>
  );
}
