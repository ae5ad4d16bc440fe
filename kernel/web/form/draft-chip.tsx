import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { type Translate, useText } from '../i18n.ts';
import { useNotify } from '../use-notify.tsx';
import type { RecordEditor } from './use-record.ts';

/** How long ago, in the reader's words. */
function ago(at: number, now: number, text: Translate): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 3) return text('when.now');
  if (seconds < 60) return text('when.seconds', { count: seconds });
  if (seconds < 3_600) return text('when.minutes', { count: Math.round(seconds / 60) });
  if (seconds < 86_400) return text('when.hours', { count: Math.round(seconds / 3_600) });
  return new Date(at).toLocaleString();
}

/** "Saved on this device 12 s ago": what was typed is safe, and can be thrown away. */
export function DraftChip({ record }: { readonly record: RecordEditor }) {
  const text = useText();
  const notify = useNotify();
  const [now, setNow] = useState(Date.now);
  const { savedAt, restored, failed } = record.draft;
  useEffect(() => {
    if (savedAt === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, [savedAt]);
  if (!record.isDirty) return null;
  if (failed) return <span className="draft-chip is-look">{text('draft.failed')}</span>;
  return (
    <span className="draft-chip">
      {savedAt === undefined
        ? text('form.unsaved')
        : text(restored ? 'draft.restored' : 'draft.saved', { when: ago(savedAt, now, text) })}
      <Button
        type="link"
        size="small"
        onClick={async () => {
          if (await notify.ask(text('draft.discard.ask'), { danger: true, okText: text('draft.discard') }))
            await record.discard();
        }}
      >
        {text('draft.discard')}
      </Button>
    </span>
  );
}
