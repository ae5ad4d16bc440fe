import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../kernel/web/i18n.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';

interface Props {
  readonly title: string;
  readonly added: number;
  readonly removed: number;
  readonly saveName: string;
  /** Saves, and answers what is said of it. */
  readonly onSave: () => Promise<string>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog of ticks, as high as its window: how much they change stands beside what saves it. */
export function GrantFrame({ title, added, removed, saveName, onSave, onClose, children }: Props) {
  const text = useText();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const isChanged = added + removed > 0;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      notify.done(await onSave());
      onClose();
    } catch (cause) {
      notify.error(cause);
    } finally {
      setBusy(false);
    }
  };
  const close = async (): Promise<void> => {
    if (!isChanged || (await notify.ask(text('draft.discard.ask'), { danger: true, okText: text('draft.discard') })))
      onClose();
  };
  return (
    <Modal
      open
      width={960}
      title={title}
      onCancel={() => void close()}
      className="grant-dialog"
      centered
      footer={
        <div className="grant-foot">
          <ChangeCount added={added} removed={removed} />
          <Button onClick={() => void close()}>{text('cancel')}</Button>
          <Button type="primary" disabled={!isChanged} loading={busy} onClick={() => void save()}>
            {saveName}
          </Button>
        </div>
      }
    >
      {children}
    </Modal>
  );
}

/** How many ticks are added and removed. */
function ChangeCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  const word = useWords(adminTexts);
  return (
    <span role="status">
      {added + removed === 0 ? (
        <span className="soft">{word('grant.same')}</span>
      ) : (
        <>
          <span className="grant-added">+ {word('grant.added', { count: added })}</span>
          <span className="grant-removed">− {word('grant.removed', { count: removed })}</span>
        </>
      )}
    </span>
  );
}
