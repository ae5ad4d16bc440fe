import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { nowHere } from '../../../parts/client/business-day.ts';
import { useText } from './i18n.ts';
import { session } from '../../../parts/client/session.ts';

/** Stands over any page that is no document while the browser prints it: what it is, who printed it and when. */
export function PrintedBy({ title }: { readonly title: string }): ReactNode {
  const text = useText();
  const [at, setAt] = useState('');
  useEffect(() => {
    // The browser takes its picture as soon as this event has been heard.
    const before = (): void => flushSync(() => setAt(nowHere()));
    window.addEventListener('beforeprint', before);
    return () => window.removeEventListener('beforeprint', before);
  }, []);
  return <p className="printed-by">{text('print.page', { title, time: at, name: session.get()?.name ?? '' })}</p>;
}
