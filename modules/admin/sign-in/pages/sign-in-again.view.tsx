import { useEffect, useRef } from 'react';
import { useText } from './i18n.view.ts';
import { NewPasswordForm } from './new-password-form.view.tsx';
import { session, needsSignIn, signOut } from '../../../../parts/client/session.ts';
import { SignInForm } from './sign-in-form.view.tsx';
import { useStore } from '../../../../parts/state/store.ts';
import './sign-in.css';

/** The session ended while somebody was working: ask for the password over the page, and go on where it stopped. */
export function SignInAgain() {
  const text = useText();
  const open = useStore(needsSignIn);
  const now = useStore(session);
  const dialog = useRef<HTMLDialogElement>(null);

  const given = now?.mustChangePassword === true;

  useEffect(() => {
    if (!open) return dialog.current?.close();
    if (dialog.current?.open === false) dialog.current.showModal();
    // The account is known; only the password is asked.
    dialog.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
  }, [open, given]);

  return (
    <dialog
      ref={dialog}
      className="sign-in-again"
      aria-labelledby="again-title"
      onCancel={(event) => event.preventDefault()}
    >
      {open && now !== undefined && (
        <>
          <h2 id="again-title">{text(given ? 'password.own' : 'sign-in.again')}</h2>
          <p>{text(given ? 'password.own.why' : 'sign-in.again.why')}</p>
          {given ? <NewPasswordForm /> : <SignInForm tenantId={now.tenantId} account={now.account} />}
          <button type="button" className="sign-in-other" onClick={() => void signOut()}>
            {text('sign-in.other')}
          </button>
        </>
      )}
    </dialog>
  );
}
