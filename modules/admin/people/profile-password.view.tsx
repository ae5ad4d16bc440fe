import { Button } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../parts/client/errors.ts';
import { session } from '../../../parts/client/session.ts';
import { choosePassword } from '../sign-in/pages/enter.view.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { useSetting } from '../../../kernel/web/queries.ts';
import { isAllowedPassword, passwordMinLengthOf } from '../sign-in/password.rules.ts';
import { ProfileField } from './profile-field.view.tsx';
import { profileTexts } from './profile.texts.ts';

const NAMES = ['old', 'fresh', 'again'] as const;
type Name = (typeof NAMES)[number];
const NOTHING: Readonly<Record<Name, string>> = { old: '', fresh: '', again: '' };
/** Names of the server for the three boxes. */
const NAME_OF: Readonly<Record<string, Name>> = { oldPassword: 'old', newPassword: 'fresh', newPassword1: 'again' };

/** A new password in place of the present one. */
export function OwnPassword() {
  const word = useWords(profileTexts);
  const notify = useNotify();
  const client = useQueryClient();
  const [given, setGiven] = useState(NOTHING);
  const [faults, setFaults] = useState<Readonly<Partial<Record<Name, string>>>>({});
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const min = passwordMinLengthOf(useSetting('account.passwordMinLength') ?? '');
  const rule = min === 0 ? word('fresh.rule') : word('fresh.rule.strong', { min });

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found: Partial<Record<Name, string>> = {
      ...(given.old === '' ? { old: word('old.empty') } : {}),
      ...(isAllowedPassword(given.fresh, min) ? {} : { fresh: rule }),
      ...(given.fresh === given.again ? {} : { again: word('again.differ') }),
    };
    setFaults(found);
    const [first] = NAMES.filter((name) => found[name] !== undefined);
    if (first !== undefined) return box.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    setBusy(true);
    try {
      await choosePassword(given);
      setGiven(NOTHING);
      notify.done(word('password.done'));
      await client.invalidateQueries({ queryKey: ['own', 'devices'] });
    } catch (cause) {
      const refusal = cause instanceof ApiError ? cause.problems[0] : undefined;
      const name = NAME_OF[refusal?.field ?? ''];
      if (name === undefined) notify.error(cause);
      else setFaults({ [name]: refusal?.message });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={box} className="profile-form" noValidate aria-busy={busy} onSubmit={(event) => void save(event)}>
      <p className="soft profile-lead">{word('password.lead')}</p>
      <p className="soft profile-lead">{rule}</p>
      <input hidden name="username" autoComplete="username" value={session.get()?.account ?? ''} readOnly />
      {NAMES.map((name) => (
        <ProfileField
          key={name}
          name={name}
          secret
          required
          label={word(name)}
          value={given[name]}
          fault={faults[name]}
          max={64}
          autoComplete={name === 'old' ? 'current-password' : 'new-password'}
          onChange={(value) => {
            setGiven({ ...given, [name]: value });
            setFaults({ ...faults, [name]: undefined } as typeof faults);
          }}
        />
      ))}
      <Button type="primary" htmlType="submit" loading={busy}>
        {word('save')}
      </Button>
    </form>
  );
}
