import { type FormEvent, useCallback, useState } from 'react';
import { CaptchaField, useCaptcha } from './captcha-field.view.tsx';
import { useText } from './i18n.view.ts';
import type { Read } from './enter.view.ts';

/**
 * After failed attempts somebody whom a provider sent back reads a picture, too; their authorization stays valid
 * meanwhile.
 */
export function SocialCaptcha({ onRead }: { readonly onRead: (read: Read) => Promise<string> }) {
  const text = useText();
  const [given, setGiven] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [picture, renew] = useCaptcha(useCallback(() => setGiven(''), []));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || picture === undefined) return;
    if (picture === 'failed') {
      setFault(text('sign-in.captcha.failed'));
      return renew();
    }
    if (given.trim().length !== 5) return setFault(text('sign-in.captcha.short'));
    setBusy(true);
    setFault(await onRead({ captchaKey: picture.key, captcha: given.trim() }));
    setBusy(false);
    renew();
  };
  return (
    <form className="sign-in-form" onSubmit={submit} noValidate aria-busy={busy}>
      <p className="sign-in-line">{text('social.captcha')}</p>
      <CaptchaField
        value={given}
        fault={fault}
        picture={picture}
        onRenew={renew}
        autoFocus
        onChange={(value) => {
          setGiven(value);
          setFault(undefined);
        }}
      />
      <button type="submit" className="sign-in-button" disabled={busy || picture === undefined}>
        {text(busy ? 'sign-in.busy' : 'social.go-on')}
      </button>
      <a className="sign-in-other" href="/login">
        {text('social.back')}
      </a>
    </form>
  );
}
