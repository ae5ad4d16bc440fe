import { type FormEvent, useEffect, useRef, useState } from 'react';
import { post } from '../../../../parts/client/api.ts';
import { SignInLayout } from './sign-in-layout.view.tsx';
import { ApiError } from '../../../../parts/client/errors.ts';
import { useText } from './i18n.view.ts';
import { markUnlocked } from '../../../../parts/client/lock.ts';
import { md5 } from './md5.ts';
import { session, needsSignIn, signOut } from '../../../../parts/client/session.ts';
import { SignInField } from './sign-in-field.view.tsx';
import { useStore } from '../../../../parts/state/store.ts';

const reasonOf = (cause: unknown): unknown =>
  cause instanceof ApiError && typeof cause.data === 'object' && cause.data !== null
    ? (cause.data as { reason?: unknown }).reason
    : undefined;

/** Over everything else until the lock password is right; what was open beneath stays as it was. */
export default function LockPage() {
  const text = useText();
  const now = useStore(session);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const focus = (): void => box.current?.querySelector('input')?.focus();

  useEffect(() => {
    const before = document.title;
    document.title = `${text('lock.on')} · ${text('product')}`;
    return () => {
      document.title = before;
    };
  }, [text]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (password === '') {
      setFault(text('lock.empty'));
      return focus();
    }
    setBusy(true);
    try {
      await post('/blade-auth/session/unlock', { json: { password: md5(password) } });
      markUnlocked();
    } catch (cause) {
      setPassword('');
      // Too many guesses ended the session: the person signs in again in place, and what is beneath stays.
      if (reasonOf(cause) === 'lock.ended') needsSignIn.set(true);
      else setFault(cause instanceof ApiError ? cause.message : text('error.unknown'));
      setBusy(false);
      requestAnimationFrame(focus);
    }
  };

  return (
    <div className="lock-cover" ref={box}>
      <SignInLayout
        title={text('lock.on')}
        line={[now?.name, now?.deptName].filter((part) => part !== undefined && part !== '').join(' · ')}
      >
        <form className="sign-in-form" onSubmit={submit} noValidate aria-busy={busy}>
          <SignInField
            name="lock"
            label={text('lock.password')}
            type="password"
            autoComplete="off"
            autoFocus
            value={password}
            fault={fault === '' ? undefined : fault}
            onChange={(value) => {
              setPassword(value);
              setFault('');
            }}
          />
          <button type="submit" className="sign-in-button" disabled={busy}>
            {text('lock.open')}
          </button>
        </form>
        <button type="button" className="sign-in-other" onClick={() => void signOut()}>
          {text('account.sign-out')}
        </button>
      </SignInLayout>
    </div>
  );
}
