import { Button, Skeleton } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { session, updateOwnProfile as updateSession } from '../../../parts/client/session.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords, type Words } from '../../../parts/language/language.ts';
import { ownProfile, updateOwnProfile } from './own-profile.calls.ts';
import { PersonPicture } from './person-picture.view.tsx';
import { ProfileField } from './profile-field.view.tsx';
import { profileTexts } from './profile.texts.ts';
import type { user } from './user.resource.ts';

const NAMES = ['realName', 'name', 'phone', 'email'] as const;
type Name = (typeof NAMES)[number];
type Own = Readonly<Record<Name | 'avatar', string>>;
const MOST: Readonly<Record<Name, number>> = { realName: 20, name: 20, phone: 11, email: 64 };
const COMPLETE: Readonly<Record<Name, string>> = {
  realName: 'name',
  name: 'nickname',
  phone: 'tel-national',
  email: 'email',
};
const MUST: ReadonlySet<Name> = new Set(['realName', 'name', 'phone']);

type Faults = Readonly<Partial<Record<Name, string>>>;

/** What of the account's row can be changed here; what is empty is "". */
const ownOf = ({ avatar, realName, name, phone, email }: RecordOf<typeof user>): Own => ({
  avatar: avatar ?? '',
  realName,
  name,
  phone: phone ?? '',
  email: email ?? '',
});

/** What is missing or malformed, by field. */
const faultsIn = (given: Own, word: Words<keyof typeof profileTexts>): Faults => ({
  ...Object.fromEntries(
    [...MUST]
      .filter((name) => given[name].trim() === '')
      .map((name) => [name, name === 'phone' ? word('phone.empty') : word('empty', { label: word(name) })]),
  ),
  ...(given.phone === '' || /^\d{11}$/.test(given.phone) ? {} : { phone: word('phone.length') }),
  ...(given.email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given.email) ? {} : { email: word('email.form') }),
});

/** Picture, names and how to be reached. */
export function OwnInfo() {
  const word = useWords(profileTexts);
  const notify = useNotify();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['own', 'info'],
    queryFn: ({ signal }) => request(ownProfile, {}, { signal }),
  });
  const [given, setGiven] = useState<Own>();
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (data !== undefined && 'avatar' in data) setGiven((now) => now ?? ownOf(data));
  }, [data]);
  useEffect(() => {
    if (error !== null) notify.error(error, () => void refetch());
  }, [error, refetch, notify]);
  if (given === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = faultsIn(given, word);
    setFaults(found);
    const [first] = NAMES.filter((name) => found[name] !== undefined);
    if (first !== undefined) return box.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    setBusy(true);
    try {
      await request(updateOwnProfile, given);
      updateSession({ name: given.realName, avatar: given.avatar });
      await client.invalidateQueries({ queryKey: ['own', 'info'] });
      notify.done(word('saved'));
    } catch (cause) {
      const refusals =
        cause instanceof ApiError ? cause.problems.filter(({ field }) => NAMES.includes(field as Name)) : [];
      setFaults(Object.fromEntries(refusals.map(({ field, message }) => [field, message])));
      if (refusals.length === 0) notify.error(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={box} className="profile-form" noValidate aria-busy={busy} onSubmit={(event) => void save(event)}>
      <PersonPicture
        avatar={given.avatar}
        onChange={(avatar) => setGiven((now) => (now === undefined ? now : { ...now, avatar }))}
      />
      <p className="soft profile-lead">
        {word('account')} <b>{session.get()?.account}</b>
      </p>
      {NAMES.map((name) => (
        <ProfileField
          key={name}
          name={name}
          label={word(name)}
          value={given[name]}
          fault={faults[name]}
          max={MOST[name]}
          autoComplete={COMPLETE[name]}
          required={MUST.has(name)}
          onChange={(value) => {
            setGiven({ ...given, [name]: value });
            setFaults(({ [name]: _corrected, ...others }) => others);
          }}
        />
      ))}
      <Button type="primary" htmlType="submit" loading={busy}>
        {word('save')}
      </Button>
    </form>
  );
}
