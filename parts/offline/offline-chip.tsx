import { CloudSyncOutlined, DisconnectOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { cutSince } from '../client/connection.ts';
import { useWords } from '../language/language.ts';
import { useStore } from '../state/store.ts';
import { beginOffline } from './away.ts';
import { outbox } from './outbox.ts';
import { refusedIn, waitingIn } from './outbox.rules.ts';
import { offlineTexts } from './texts.ts';
import './offline.css';

/** Where the outbox is looked at. */
const OUTBOX = '/outbox';

/** In the top bar: that there is no network, how much waits to be sent, and what was not taken over. */
export default function OfflineChip(): ReactNode {
  const word = useWords(offlineTexts);
  const navigate = useNavigate();
  const isAway = useStore(cutSince) !== undefined;
  const entries = useStore(outbox);
  useEffect(beginOffline, []);
  const waiting = waitingIn(entries).length;
  const refused = refusedIn(entries).length;
  if (!isAway && waiting === 0 && refused === 0) return null;
  const about = isAway ? (waiting > 0 ? 'away.waiting' : 'away') : 'waiting';
  const facts = [
    ...(isAway || waiting > 0 ? [[about, waiting] as const] : []),
    ...(refused > 0 ? [['refused', refused] as const] : []),
  ];
  const sentence = facts.map(([what, count]) => word(`chip.${what}`, { count })).join(' · ');
  // On a phone there is room for a few letters.
  const [what, count] = facts.at(-1)!;
  const brief = word(`brief.${what}`, { count });
  const Icon = refused > 0 ? ExclamationCircleOutlined : isAway ? DisconnectOutlined : CloudSyncOutlined;
  return (
    <button
      type="button"
      className={`offline-chip figures${refused > 0 ? ' is-refused' : ''}`}
      title={sentence}
      onClick={() => void navigate(OUTBOX)}
    >
      <Icon aria-hidden="true" />
      <span className="offline-whole">{sentence}</span>
      <span className="offline-brief">{brief}</span>
    </button>
  );
}
