import { useEffect } from 'react';
import { useText } from './i18n.view.ts';
import { LOGIN_PATH } from '../../../../parts/client/login-address.ts';
import './sign-in.css';

type Help = '403' | '404' | '500';
/** Pages that open to anybody. */
export const HELP_PATHS: ReadonlySet<string> = new Set(['/403', '/404', '/500']);

/** What went wrong, for somebody who is not signed in. */
export function PublicErrorPage({ path }: { readonly path: string }) {
  const text = useText();
  const number = path.slice(1) as Help;
  useEffect(() => {
    document.title = `${text(number)} · ${text('product')}`;
  }, [number, text]);
  return (
    <main className="public-error">
      <span className="help-number" aria-hidden="true">
        {number}
      </span>
      <h1>{text(number)}</h1>
      <p>{text(`${number}.help`)}</p>
      <a className="sign-in-button" href={LOGIN_PATH}>
        {text('sign-in')}
      </a>
    </main>
  );
}
