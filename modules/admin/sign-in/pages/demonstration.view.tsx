import { useEffect, useState } from 'react';
import type { TypeOf } from '../../../../kernel/core/shape.ts';
import { ApiError } from '../../../../parts/client/errors.ts';
import { useLanguage } from '../../../../parts/language/language.ts';
import type * as calls from '../sign-in.calls.ts';
import { demonstration, signIn } from './enter.view.ts';
import { useText } from './i18n.view.ts';

type Account = TypeOf<typeof calls.demonstration.answer>[number];

/** The people of the demonstration, each entered by one click; nothing where the server names none. */
export function Demonstration() {
  const text = useText();
  const language = useLanguage();
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  const [entering, setEntering] = useState<string>();
  const [fault, setFault] = useState('');
  useEffect(() => {
    let isHere = true;
    demonstration().then(
      (known) => isHere && setAccounts(known),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [language]);
  if (accounts.length === 0) return null;
  const enter = async ({ tenantId, account, password }: Account): Promise<void> => {
    setEntering(account);
    setFault('');
    try {
      await signIn({ tenantId, account, password });
    } catch (cause) {
      setFault(cause instanceof ApiError ? cause.message : text('error.unknown'));
      setEntering(undefined);
    }
  };
  return (
    <div className="demonstration" role="group" aria-labelledby="demonstration-title">
      <h2 id="demonstration-title">{text('demo.title')}</h2>
      <ul>
        {accounts.map((each) => (
          <li key={each.account}>
            <button
              type="button"
              disabled={entering !== undefined}
              aria-label={text('demo.enter', { role: each.role })}
              onClick={() => void enter(each)}
            >
              {each.role}
            </button>
          </li>
        ))}
      </ul>
      <p className="sign-in-fault" role="alert">
        {fault}
      </p>
    </div>
  );
}
