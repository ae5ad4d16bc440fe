import { Input, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { countingTexts } from './counting.texts.ts';
import { useCountAddress } from './faces/count-address.view.ts';
import type { ReviewBill } from './use-review.view.ts';

/** Sends a count back to be counted again: all of its lots, or those that differ. */
export function SendBack({
  bill,
  differing,
  onClose,
  onSent,
}: {
  readonly bill: ReviewBill;
  readonly differing: readonly string[];
  readonly onClose: () => void;
  readonly onSent: () => void;
}): ReactNode {
  const word = useWords(countingTexts);
  const text = useText();
  const [all, setAll] = useState(differing.length === 0);
  const [reason, setReason] = useState('');
  const { send, busy, banner } = useSending(bill, onSent);
  return (
    <Modal
      open
      title={word('back.title', { bill: bill.billCode })}
      okText={word('back.some')}
      cancelText={text('cancel')}
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={() => void send(reason, all ? undefined : differing)}
      onCancel={onClose}
    >
      {banner}
      <div className="count-back">
        <Radio.Group
          aria-label={word('back.which')}
          value={all}
          onChange={(event) => setAll(event.target.value === true)}
          options={[
            {
              value: false,
              label: word('back.differing', { count: differing.length }),
              disabled: differing.length === 0,
            },
            { value: true, label: word('back.all') },
          ]}
        />
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={200}
          aria-label={word('back.reason')}
          placeholder={word('back.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}

/** Sends lines back, all where none is named. */
function useSending(bill: ReviewBill, onSent: () => void) {
  const word = useWords(countingTexts);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const refused = useRefused();
  const { recount, of } = useCountAddress();
  const send = async (reason: string, detailIds?: readonly string[]): Promise<void> => {
    setBusy(true);
    refused.forget();
    try {
      await request(recount, {
        id: bill.id,
        reason,
        ...(detailIds === undefined ? {} : { detailIds: detailIds.join(',') }),
      });
      notify.done(word('back.done', { bill: bill.billCode }));
      onSent();
      await invalidateLists(of);
    } catch (error) {
      if (!refused.show(word('back.some'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, banner: refused.banner() };
}
