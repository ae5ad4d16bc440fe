import { useEffect, useState } from 'react';
import { speak, useLanguage, useText } from './i18n.ts';
import { tenantOfAddress } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPicture } from './sign-in-picture.tsx';
import './sign-in.css';

export default function SignInPage() {
  const text = useText();
  const language = useLanguage();
  const [tenant, setTenant] = useState<string>();

  useEffect(() => {
    document.title = `${text('sign-in')} · ${text('product')}`;
  }, [text]);
  useEffect(() => {
    // An address without a tenant, or a server without an answer, only means that the field is shown.
    tenantOfAddress().then((known) => setTenant(known?.tenantId || undefined), () => undefined);
  }, []);

  return (
    <main className="sign-in">
      <div className="sign-in-scene"><SignInPicture /></div>
      <section className="sign-in-side" aria-labelledby="sign-in-title">
        <button type="button" className="sign-in-language" lang={language === 'zh' ? 'en' : 'zh-CN'} onClick={() => void speak(language === 'zh' ? 'en' : 'zh')}>
          {text('language.other')}
        </button>
        <div className="sign-in-card">
          <h1 id="sign-in-title">{text('product')}</h1>
          <p className="sign-in-line">{text('product.line')}</p>
          <SignInForm {...(tenant === undefined ? {} : { tenantId: tenant })} />
        </div>
      </section>
    </main>
  );
}
