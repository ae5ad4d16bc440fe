import { Alert } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { cutSince } from '../client/connection.ts';
import { useWords } from '../language/language.ts';
import { useStore } from '../state/store.ts';
import { hoursOf, isAwayLong } from './away.rules.ts';
import { awaySince } from './away.ts';
import { offlineTexts } from './texts.ts';

const LOOK_EVERY_MS = 30_000;

/** That the device has been without a network for longer than the parameter `offline.hours` says. */
export function AwayLong({ setting }: { readonly setting: string | undefined }): ReactNode {
  const word = useWords(offlineTexts);
  const isAway = useStore(cutSince) !== undefined;
  const hours = hoursOf(setting);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const look = (): void => setLong(isAwayLong(awaySince(), hours, Date.now()));
    look();
    const timer = isAway ? setInterval(look, LOOK_EVERY_MS) : undefined;
    return () => clearInterval(timer);
  }, [isAway, hours]);
  return isLong ? <Alert type="warning" showIcon role="status" title={word('away.long', { hours })} /> : null;
}
