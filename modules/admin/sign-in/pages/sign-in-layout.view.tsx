import type { ReactNode } from 'react';
import { setLanguage, useLanguage } from '../../../../parts/language/language.ts';
import { useText } from './i18n.view.ts';
import { SignInPicture } from './sign-in-picture.view.tsx';
import './sign-in.css';

/** The page before everything else: the picture, the language, and what is asked of whoever wants in. */
export function SignInLayout({
  title,
  line,
  children,
}: {
  readonly title: string;
  readonly line: string;
  readonly children: ReactNode;
}) {
  const text = useText();
  const language = useLanguage();
  return (
    <main className="sign-in">
      <div className="sign-in-scene">
        <SignInPicture />
      </div>
      <section className="sign-in-side" aria-labelledby="sign-in-title">
        <button
          type="button"
          className="sign-in-language"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          {text('language.other')}
        </button>
        <div className="sign-in-card">
          <h1 id="sign-in-title">{title}</h1>
          <p className="sign-in-line">{line}</p>
          {children}
        </div>
      </section>
    </main>
  );
}
