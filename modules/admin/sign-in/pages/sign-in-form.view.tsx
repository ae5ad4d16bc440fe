import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { CaptchaField, useCaptcha } from './captcha-field.view.tsx';
import { ApiError } from '../../../../parts/client/errors.ts';
import { type Translate, useText } from './i18n.view.ts';
import { readStored, writeStored } from '../../../../parts/state/device-storage.ts';
import { signIn } from './enter.view.ts';
import { ShowPassword } from './show-password.view.tsx';
import { SignInProviders } from './sign-in-providers.view.tsx';
import { SignInField, type SignInFieldProps } from './sign-in-field.view.tsx';

type Faults = Partial<Record<'tenant' | 'account' | 'password' | 'captcha' | 'form', string>>;

interface Props {
  /** The address already says the tenant, or the session that ended did. */
  readonly tenantId?: string;
  /** Signing in again in place: the account is fixed, only the password is asked. */
  readonly account?: string;
  readonly onDone?: () => void;
}

const FORM_FIELD: readonly (readonly [pattern: RegExp, field: keyof Faults])[] = [
  [/验证码|captcha/i, 'captcha'],
  [/租户|tenant/i, 'tenant'],
  [/密码|password/i, 'password'],
];

/** Why somebody whom a provider could not sign in is back at the sign-in page. */
function faultsOfAddress(text: Translate): Faults {
  const why = new URLSearchParams(location.search).get('social');
  return why === 'off' || why === 'away' ? { form: text(`social.${why}`) } : {};
}

interface Given {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly captcha: string;
}

/** What is missing before anything is sent. */
const missingIn = (given: Given, hasPicture: boolean, text: Translate): Faults => ({
  ...(given.tenant.trim() === '' ? { tenant: text('sign-in.tenant.empty') } : {}),
  ...(given.account.trim() === '' ? { account: text('sign-in.account.empty') } : {}),
  ...(given.password === '' ? { password: text('sign-in.password.empty') } : {}),
  ...(hasPicture && given.captcha.trim().length !== 5 ? { captcha: text('sign-in.captcha.short') } : {}),
});

/** The field a refusal is about, as far as its sentence names one. */
const fieldOf = (cause: unknown): keyof Faults =>
  cause instanceof ApiError && cause.errorKind === 'refused'
    ? (FORM_FIELD.find(([pattern]) => pattern.test(cause.message))?.[1] ?? 'form')
    : 'form';

/** What is typed, what is wrong with it, and its submission. */
function useSignInForm({ tenantId, account, onDone }: Props) {
  const text = useText();
  const [given, setGiven] = useState<Given>(() => ({
    tenant: tenantId ?? readStored('tenant', '000000'),
    account: account ?? readStored('account', ''),
    password: '',
    captcha: '',
  }));
  const [faults, setFaults] = useState<Faults>(() => faultsOfAddress(text));
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [picture, renewCaptcha] = useCaptcha(useCallback(() => setGiven((now) => ({ ...now, captcha: '' })), []));
  useEffect(() => {
    if (tenantId !== undefined) setGiven((now) => ({ ...now, tenant: tenantId }));
  }, [tenantId]);

  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || picture === undefined) return;
    const found = missingIn(given, typeof picture === 'object', text);
    setFaults(found);
    const wrong = Object.keys(found)[0];
    if (wrong !== undefined) return focus(wrong);
    setBusy(true);
    try {
      await signIn({
        tenantId: given.tenant.trim(),
        account: given.account.trim(),
        password: given.password,
        ...(typeof picture === 'object' ? { captchaKey: picture.key, captcha: given.captcha.trim() } : {}),
      });
      writeStored('tenant', given.tenant.trim());
      writeStored('account', given.account.trim());
      onDone?.();
    } catch (cause) {
      const field = fieldOf(cause);
      setFaults({ [field]: cause instanceof ApiError ? cause.message : text('error.unknown') });
      renewCaptcha();
      // The captcha is used up either way; a wrong password is what the person wants to correct first.
      requestAnimationFrame(() => focus(field === 'form' ? 'password' : field));
    } finally {
      setBusy(false);
    }
  };
  const edit = (name: keyof Given) => (value: string) => {
    setGiven((now) => ({ ...now, [name]: value }));
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([key]) => key !== name && key !== 'form')));
  };
  return { form, given, faults, busy, picture, renewCaptcha, edit, submit };
}

/** Tenant, account, password, captcha. Plain elements, since no component library is loaded yet. */
export function SignInForm(props: Props) {
  const { tenantId, account } = props;
  const text = useText();
  const { form, given, faults, busy, picture, renewCaptcha, edit, submit } = useSignInForm(props);
  const [shown, setShown] = useState(false);
  const field = (
    name: keyof Given,
    more: Omit<SignInFieldProps, 'name' | 'value' | 'onChange' | 'fault'>,
  ): ReactNode => <SignInField name={name} value={given[name]} onChange={edit(name)} fault={faults[name]} {...more} />;

  return (
    <form ref={form} className="sign-in-form" onSubmit={submit} noValidate aria-busy={busy}>
      {tenantId === undefined &&
        field('tenant', { label: text('sign-in.tenant'), autoComplete: 'organization', inputMode: 'numeric' })}
      {field('account', {
        label: text('sign-in.account'),
        autoComplete: 'username',
        autoFocus: given.account === '',
        readOnly: account !== undefined,
      })}
      {field('password', {
        label: text('sign-in.password'),
        type: shown ? 'text' : 'password',
        autoComplete: 'current-password',
        autoFocus: given.account !== '',
        after: <ShowPassword shown={shown} onChange={setShown} />,
      })}
      <CaptchaField
        value={given.captcha}
        fault={faults.captcha}
        picture={picture}
        onChange={edit('captcha')}
        onRenew={renewCaptcha}
      />
      <p className="sign-in-fault" role="alert">
        {faults.form ?? ''}
      </p>
      <button type="submit" className="sign-in-button" disabled={busy || picture === undefined}>
        {text(busy ? 'sign-in.busy' : 'sign-in')}
      </button>
      <p className="sign-in-hint sign-in-forgot">{text('sign-in.forgot')}</p>
      {account === undefined && <SignInProviders tenantId={given.tenant} />}
    </form>
  );
}
