import { useEffect, useRef } from 'react';
import { useText } from './i18n.ts';
import { session, signInAgain, signOut } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useStore } from './store.ts';
import './sign-in.css';

/** The session ended while somebody was working: ask for the password over the page, and go on where it stopped. */
export function SignInAgain() {
  const text = useText();
  const open = useStore(signInAgain);
  const now = useStore(session);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (!open) return dialog.current?.close();
    dialog.current?.showModal();
    // The account is known; only the password is asked.
    dialog.current?.querySelector<HTMLInputElement>('input[name="password"]')?.focus();
  }, [open]);

  return (
    <dialog ref={dialog} className="sign-in-again" aria-labelledby="again-title" onCancel={(event) => event.preventDefault()}>
      {open && now !== undefined && (
        <>
          <h2 id="again-title">{text('sign-in.again')}</h2>
          <p>{text('sign-in.again.why')}</p>
          <SignInForm tenantId={now.tenantId} account={now.account} />
          <button type="button" className="sign-in-other" onClick={() => void signOut()}>{text('sign-in.other')}</button>
        </>
      )}
    </dialog>
  );
}
