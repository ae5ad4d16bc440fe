import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useWords } from '../../parts/language/language.ts';
import { planTexts } from './requirement-plan.texts.ts';

/** Asks why what is still open will not be requested. */
export function CloseLines({
  open,
  onClose,
  onAnswer,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAnswer: (reason: string) => Promise<void>;
}) {
  const word = useWords(planTexts);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const answer = async (): Promise<void> => {
    setBusy(true);
    await onAnswer(reason.trim());
    setBusy(false);
  };
  return (
    <Modal
      open={open}
      title={word('close.title')}
      onCancel={onClose}
      onOk={() => void answer()}
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: busy }}
    >
      <label htmlFor="close-reason">{word('close.reason')}</label>
      <Input.TextArea
        id="close-reason"
        autoFocus
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
