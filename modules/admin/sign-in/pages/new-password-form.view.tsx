import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../parts/client/errors.ts';
import { useText } from './i18n.view.ts';
import { session, signOut } from '../../../../parts/client/session.ts';
import { isAllowedPassword } from '../password.rules.ts';
import { choosePassword, passwordMinLength } from './enter.view.ts';
import { ShowPassword } from './show-password.view.tsx';
import { SignInField } from './sign-in-field.view.tsx';

type Name = 'old' | 'fresh' | 'again';
const NAMES: readonly Name[] = ['old', 'fresh', 'again'];
const AUTO_COMPLETE: Readonly<Record<Name, string>> = {
  old: 'current-password',
  fresh: 'new-password',
  again: 'new-password',
};
/** Names of the server for the three boxes. */
const NAME_OF: Readonly<Record<string, Name>> = { oldPassword: 'old', newPassword: 'fresh', newPassword1: 'again' };

/** How long a new password has to be, and the rule in words. */
function useRule(): readonly [min: number, rule: string] {
  const text = useText();
  const [min, setMin] = useState(0);
  useEffect(() => {
    // Without an answer the common rule is told; the server decides.
    passwordMinLength().then(setMin, () => undefined);
  }, []);
  return [min, min === 0 ? text('password.rule') : text('password.rule.strong', { min })];
}

/** The present password, a new one, and the new one again. */
export function NewPasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const text = useText();
  const [given, setGiven] = useState<Readonly<Record<Name, string>>>({ old: '', fresh: '', again: '' });
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [min, rule] = useRule();
  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const check = (): Readonly<Record<string, string>> => ({
    ...(given.old === '' ? { old: text('password.old.empty') } : {}),
    ...(isAllowedPassword(given.fresh, min) ? {} : { fresh: rule }),
    ...(given.fresh === given.again ? {} : { again: text('password.differ') }),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found = check();
    setFaults(found);
    const wrong = NAMES.find((name) => found[name] !== undefined);
    if (wrong !== undefined) return focus(wrong);
    setBusy(true);
    try {
      await choosePassword(given);
      onDone?.();
    } catch (cause) {
      // The session ended meanwhile: back to the sign-in page.
      if (cause instanceof ApiError && cause.errorKind === 'signed-out') return await signOut();
      const refusal = cause instanceof ApiError ? cause.problems[0] : undefined;
      const name = NAME_OF[refusal?.field ?? ''] ?? 'form';
      setFaults({ [name]: cause instanceof ApiError ? cause.message : text('error.unknown') });
      focus(name === 'form' ? 'old' : name);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} className="sign-in-form" onSubmit={submit} noValidate aria-busy={busy}>
      {/* So that the browser's own list of passwords keeps the new one under the right account. */}
      <input hidden name="username" autoComplete="username" value={session.get()?.account ?? ''} readOnly />
      {NAMES.map((name) => (
        <SignInField
          key={name}
          name={name}
          label={text(`password.${name}`)}
          type={shown && name !== 'old' ? 'text' : 'password'}
          autoComplete={AUTO_COMPLETE[name]}
          autoFocus={name === 'old'}
          value={given[name]}
          fault={faults[name]}
          {...(name === 'fresh' ? { hint: rule, after: <ShowPassword shown={shown} onChange={setShown} /> } : {})}
          onChange={(value) => {
            setGiven((now) => ({ ...now, [name]: value }));
            setFaults((now) => ({ ...now, [name]: undefined, form: undefined }));
          }}
        />
      ))}
      <p className="sign-in-fault" role="alert">
        {faults['form'] ?? ''}
      </p>
      <button type="submit" className="sign-in-button" disabled={busy}>
        {text('password.save')}
      </button>
    </form>
  );
}
