import { useEffect } from 'react';
import { SignInLayout } from './sign-in-layout.view.tsx';
import { useText } from './i18n.view.ts';
import { NewPasswordForm } from './new-password-form.view.tsx';
import { signOut } from '../../../../parts/client/session.ts';

/** Shown instead of the application to whoever signed in with a password that somebody else gave. */
export default function NewPasswordPage() {
  const text = useText();
  useEffect(() => {
    document.title = `${text('password.own')} · ${text('product')}`;
  }, [text]);
  return (
    <SignInLayout title={text('password.own')} line={text('password.own.why')}>
      <NewPasswordForm />
      <button type="button" className="sign-in-other" onClick={() => void signOut()}>
        {text('sign-in.other')}
      </button>
    </SignInLayout>
  );
}
