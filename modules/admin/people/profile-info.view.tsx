import { UserOutlined } from '@ant-design/icons';
import { Avatar, Button, Skeleton } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PICTURE_BYTES } from '../../../kernel/core/file-limits.ts';
import { get, post } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { updateOwnProfile } from '../../../parts/client/session.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { ProfileField } from './profile-field.view.tsx';
import { profileTexts } from './profile.texts.ts';

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
const MUST: ReadonlySet<Name> = new Set(['realName', 'name']);
const KINDS: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

/** Picture, names and how to be reached. */
export function OwnInfo() {
  const word = useWords(profileTexts);
  const notify = useNotify();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['own', 'info'],
    queryFn: ({ signal }) => get<Own>('/blade-user/info', {}, signal),
  });
  const [given, setGiven] = useState<Own>();
  const [faults, setFaults] = useState<Readonly<Partial<Record<Name, string>>>>({});
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (data !== undefined)
      setGiven(
        (now) =>
          now ?? {
            avatar: data.avatar,
            realName: data.realName,
            name: data.name,
            phone: data.phone,
            email: data.email,
          },
      );
  }, [data]);
  useEffect(() => {
    if (error !== null) notify.error(error, () => void refetch());
  }, [error, refetch, notify]);
  if (given === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;

  const check = (): Partial<Record<Name, string>> => ({
    ...Object.fromEntries(
      [...MUST].filter((name) => given[name].trim() === '').map((name) => [name, word('empty', { label: word(name) })]),
    ),
    ...(given.phone === '' || /^\d{11}$/.test(given.phone) ? {} : { phone: word('phone.length') }),
    ...(given.email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given.email) ? {} : { email: word('email.form') }),
  });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = check();
    setFaults(found);
    const [first] = NAMES.filter((name) => found[name] !== undefined);
    if (first !== undefined) return box.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    setBusy(true);
    try {
      await post('/blade-user/update-info', { json: given });
      updateOwnProfile({ name: given.realName, avatar: given.avatar });
      await client.invalidateQueries({ queryKey: ['own', 'info'] });
      notify.done(word('saved'));
    } catch (cause) {
      const said = cause instanceof ApiError ? cause.said.filter(({ field }) => NAMES.includes(field as Name)) : [];
      setFaults(Object.fromEntries(said.map(({ field, message }) => [field, message])));
      if (said.length === 0) notify.error(cause);
    } finally {
      setBusy(false);
    }
  };
  const upload = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (!KINDS.has(file.type)) return notify.warn(word('avatar.kind'));
    if (file.size > PICTURE_BYTES) return notify.warn(word('avatar.size', { size: Math.ceil(file.size / 1024) }));
    const form = new FormData();
    form.append('file', file, file.name);
    try {
      const { link } = await post<{ readonly link: string }>('/blade-resource/oss/endpoint/put-file', {
        query: { kind: 'picture' },
        upload: form,
      });
      setGiven((now) => (now === undefined ? now : { ...now, avatar: link }));
    } catch (cause) {
      notify.error(cause);
    }
  };

  return (
    <form ref={box} className="profile-form" noValidate aria-busy={busy} onSubmit={(event) => void save(event)}>
      <div className="profile-avatar">
        <Avatar
          size={72}
          {...(given.avatar === '' ? {} : { src: given.avatar })}
          icon={<UserOutlined />}
          alt={word('avatar')}
        />
        <div>
          <Button onClick={() => file.current?.click()}>{word('avatar.choose')}</Button>
          <input
            ref={file}
            hidden
            type="file"
            accept="image/jpeg,image/png"
            aria-label={word('avatar.choose')}
            onChange={(event) => {
              void upload(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          {given.avatar !== '' && (
            <Button type="link" onClick={() => setGiven({ ...given, avatar: '' })}>
              {word('avatar.remove')}
            </Button>
          )}
          <p className="soft">{word('avatar.rule')}</p>
        </div>
      </div>
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
