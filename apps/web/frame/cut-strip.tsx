import { DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { cutSince, knock } from '../../../parts/client/connection.ts';
import { useText } from './i18n.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { session } from '../../../parts/client/session.ts';
import { useStore } from '../../../parts/state/store.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';

const KNOCK_EVERY_MS = 5_000;

/** While the server is out of reach: how old what stands here is. Goes by itself, and what is shown is read anew. */
export function CutStrip() {
  const text = useText();
  const since = useStore(cutSince);
  const isCut = since !== undefined;
  const notify = useNotify();
  const [isRetrying, setRetrying] = useState(false);
  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setInterval(() => void knock(), KNOCK_EVERY_MS);
    return () => {
      clearInterval(timer);
      notify.reached();
      void queries.invalidateQueries();
    };
  }, [isCut, notify]);
  if (since === undefined) return null;
  const zone = session.get()?.timeZone;
  const at = new Date(since).toLocaleTimeString('sv-SE', {
    hour: '2-digit',
    minute: '2-digit',
    ...(zone === undefined ? {} : { timeZone: zone }),
  });
  const again = (): void => {
    setRetrying(true);
    void knock().finally(() => setRetrying(false));
  };
  return (
    <div className="cut-strip" role="status">
      <DisconnectOutlined aria-hidden="true" /> {text('cut', { at })}
      <Button type="link" size="small" loading={isRetrying} onClick={again}>
        {text('error.retry')}
      </Button>
    </div>
  );
}
