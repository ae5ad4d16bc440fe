import { nowHere } from '../../../parts/client/business-day.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { timeLeft } from '../../sourcing/late/cut-off.rules.ts';
import { useSiteClock } from '../../sourcing/late/use-site-clock.view.ts';
import { useState } from 'react';
import { purchasingTexts } from '../purchasing.texts.ts';

interface Props {
  readonly row: {
    readonly status: string;
    readonly orderBefore?: string | null;
    readonly lateFlag?: 0 | 1;
    readonly lateReason?: string | null;
  };
}

/** What is worth a second look before it goes: asked for twice, or less than the supplier comes for. */
export function Notices({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  const { notices } = row as { readonly notices?: readonly string[] };
  if (notices === undefined || notices.length === 0) return null;
  return (
    <ul className="order-notices" role="note">
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}

/** Until when a bill must go, with the time that is left while it can; afterwards why it went late. */
export function OrderBefore({ row }: Props) {
  const word = useWords(purchasingTexts);
  const label = useLabel();
  const [opened] = useState(nowHere);
  const clock = useSiteClock(opened);
  const isWaiting = ['draft', 'rejected', 'pending'].includes(row.status);
  if (row.lateFlag === 1)
    return (
      <p className="order-before is-late" role="note">
        {word('late', { reason: row.lateReason ?? '' })}
      </p>
    );
  if (!isWaiting || !row.orderBefore) return null;
  const { minutes, isSoon, words } = timeLeft(`${clock}:00`.slice(0, 19), row.orderBefore);
  return (
    <p className={`order-before${minutes < 0 ? ' is-late' : isSoon ? ' is-soon' : ''}`} role="note">
      {word('order-before')} <strong className="figures">{row.orderBefore.slice(5, 16)}</strong> ·{' '}
      <span className="figures">{label(words)}</span>
    </p>
  );
}
