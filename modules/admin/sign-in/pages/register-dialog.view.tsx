import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../parts/client/errors.ts';
import { useText } from './i18n.view.ts';
import { LOGIN_PATH } from '../../../../parts/client/login-address.ts';
import { firstWrong, REGISTRATION_FIELDS, type Registration } from './registration.rules.ts';
import type { Guest } from './enter.view.ts';
import { SignInField } from './sign-in-field.view.tsx';
import { register } from './social.view.ts';

type Name = keyof Registration;
const AUTO_COMPLETE: Readonly<Record<Name, string>> = {
  tenantId: 'organization',
  name: 'name',
  account: 'username',
  password: 'new-password',
  password2: 'new-password',
};

interface Fault {
  readonly name: Name | 'form';
  readonly sentence: string;
}

/** Asks for an account for somebody a provider vouches for; afterwards says that it waits for an administrator. */
export function RegisterDialog({ guest }: { readonly guest: Guest }) {
  const [isSent, setSent] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
    dialog.current?.querySelector<HTMLInputElement>('[name="account"]')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sign-in-again register-guest"
      style={{ width: '20%' }}
      aria-labelledby="register-title"
      onCancel={(event) => event.preventDefault()}
    >
      {isSent ? <Sent /> : <RegisterForm guest={guest} onSent={() => setSent(true)} />}
    </dialog>
  );
}

function Sent() {
  const text = useText();
  return (
    <>
      <h2 id="register-title">{text('register.sent.title')}</h2>
      <p role="alert">{text('register.sent')}</p>
      <a className="sign-in-button" href={LOGIN_PATH}>
        {text('register.sent.ok')}
      </a>
    </>
  );
}

function RegisterForm({ guest, onSent }: { readonly guest: Guest; readonly onSent: () => void }) {
  const text = useText();
  const [given, setGiven] = useState<Registration>({
    tenantId: guest.tenantId,
    name: guest.name,
    account: '',
    password: '',
    password2: '',
  });
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const wrong = firstWrong(given);
    setFault(wrong === null ? undefined : { name: wrong[0], sentence: text(wrong[1]) });
    if (wrong !== null) return focus(wrong[0]);
    setBusy(true);
    try {
      await register(guest, given);
      onSent();
    } catch (cause) {
      setBusy(false);
      const problem = cause instanceof ApiError ? cause.problems[0] : undefined;
      const name = REGISTRATION_FIELDS.find((each) => each === problem?.field) ?? 'form';
      setFault({ name, sentence: cause instanceof ApiError ? cause.message : text('register.failed') });
      if (name !== 'form') focus(name);
    }
  };

  return (
    <>
      <h2 id="register-title">{text('register.title')}</h2>
      <p>{text('register.why')}</p>
      <form ref={form} className="sign-in-form" onSubmit={submit} noValidate aria-busy={busy}>
        {REGISTRATION_FIELDS.map((name) => (
          <SignInField
            key={name}
            name={name}
            label={text(`register.${name}`)}
            autoComplete={AUTO_COMPLETE[name]}
            value={given[name]}
            fault={fault?.name === name ? fault.sentence : undefined}
            {...(name === 'password' || name === 'password2' ? { type: 'password' } : {})}
            {...(name === 'name' ? { maxLength: 20 } : name === 'account' ? { maxLength: 45 } : {})}
            onChange={(value) => {
              setGiven((now) => ({ ...now, [name]: value }));
              setFault(undefined);
            }}
          />
        ))}
        <p className="sign-in-fault" role="alert">
          {fault?.name === 'form' ? fault.sentence : ''}
        </p>
        <button type="submit" className="sign-in-button" disabled={busy}>
          {text(busy ? 'register.busy' : 'register.send')}
        </button>
      </form>
      <a className="sign-in-other" href={LOGIN_PATH}>
        {text('social.back')}
      </a>
    </>
  );
}
