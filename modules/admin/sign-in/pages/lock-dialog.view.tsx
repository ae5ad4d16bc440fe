import { Input, type InputRef, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useText } from './i18n.view.ts';
import { markLocked } from '../../../../parts/client/lock.ts';
import { md5 } from './md5.ts';
import { request } from '../../../../kernel/web/request.ts';
import { useNotify } from '../../../../kernel/web/use-notify.tsx';
import { lockScreen } from '../session.calls.ts';

/** Asks for the password that will open the screen again, and shuts it. */
export default function LockDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const [password, setPassword] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [busy, setBusy] = useState(false);
  const box = useRef<InputRef>(null);

  const lock = async (): Promise<void> => {
    if (password === '') {
      setEmpty(true);
      return box.current?.focus();
    }
    setBusy(true);
    try {
      await request(lockScreen, { password: md5(password) });
      onClose();
      markLocked();
    } catch (cause) {
      notify.error(cause);
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={text('lock')}
      width={400}
      okText={text('lock')}
      confirmLoading={busy}
      onOk={() => void lock()}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        if (shown) box.current?.focus();
      }}
    >
      <p className="soft lock-why">{text('lock.why')}</p>
      <label htmlFor="lock-password">{text('lock.password')}</label>
      <Input.Password
        id="lock-password"
        ref={box}
        autoFocus
        autoComplete="new-password"
        maxLength={64}
        value={password}
        aria-invalid={isEmpty}
        aria-describedby="lock-fault"
        {...(isEmpty ? { status: 'error' as const } : {})}
        onChange={(event) => {
          setPassword(event.target.value);
          setEmpty(false);
        }}
        onPressEnter={() => void lock()}
      />
      <p id="lock-fault" className="lock-fault" role="alert">
        {isEmpty ? text('lock.empty') : ''}
      </p>
    </Modal>
  );
}
