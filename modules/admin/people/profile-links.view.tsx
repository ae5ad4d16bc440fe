import { Alert, Button, Modal } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { md5 } from '../sign-in/pages/md5.ts';
import { session } from '../../../parts/client/session.ts';
import { ownLinks, startLink, unlink } from '../sign-in/own-links.calls.ts';
import { leaveToLink } from '../sign-in/pages/social.view.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { ProfileField } from './profile-field.view.tsx';
import { profileTexts } from './profile.texts.ts';

type OwnLink = TypeOf<typeof ownLinks.answer>[number];

/** The sign-in providers, and what one is called there. Nothing where there are none. */
export function OwnLinks() {
  const word = useWords(profileTexts);
  const notify = useNotify();
  const [linking, setLinking] = useState<OwnLink>();
  const { data, error, refetch } = useQuery({
    queryKey: ['own', 'links'],
    queryFn: ({ signal }) => request(ownLinks, {}, { signal }),
    staleTime: 0,
  });
  if (error === null && (data ?? []).length === 0) return null;

  const removeLink = async ({ source, name }: OwnLink): Promise<void> => {
    if (!(await notify.ask(word('link.undo.ask', { name }), { danger: true, okText: word('link.undo') }))) return;
    try {
      await request(unlink, { source });
      notify.done(word('link.undone', { name }));
    } catch (cause) {
      notify.error(cause);
    }
    await refetch();
  };

  return (
    <section className="profile-card" aria-labelledby="own-links">
      <header className="profile-head">
        <div>
          <h2 id="own-links">{word('links')}</h2>
          <p className="soft">{word('links.lead')}</p>
        </div>
      </header>
      {error !== null && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : String(error)} />
      )}
      <ul className="profile-devices">
        {(data ?? []).map((each) => (
          <li key={each.source}>
            <div>
              <b>{each.name}</b>
              {each.linked && <span className="profile-tag is-here">{word('link.on')}</span>}
              {each.enabled !== 1 && <span className="profile-tag">{word('link.off')}</span>}
              <p className="soft figures">
                {each.linked
                  ? word('link.as', { name: each.oauthName || '—', since: (each.linkedTime ?? '').slice(0, 16) })
                  : word('link.none')}
              </p>
            </div>
            {each.linked ? (
              <Button
                size="small"
                aria-label={word('link.undo.of', { name: each.name })}
                onClick={() => void removeLink(each)}
              >
                {word('link.undo')}
              </Button>
            ) : (
              <Button size="small" aria-label={word('link.of', { name: each.name })} onClick={() => setLinking(each)}>
                {word('link.do')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {linking !== undefined && <LinkDialog link={linking} onClose={() => setLinking(undefined)} />}
    </section>
  );
}

/** Asks for the password first, so that nobody else at an open screen can link. */
function LinkDialog({ link: { source, name }, onClose }: { readonly link: OwnLink; readonly onClose: () => void }) {
  const word = useWords(profileTexts);
  const text = useText();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    if (password === '') return setFault(word('old.empty'));
    setBusy(true);
    try {
      const { address } = await request(startLink, { source, password: md5(password) });
      leaveToLink(address);
    } catch (cause) {
      setFault(cause instanceof ApiError ? cause.message : text('error.unknown'));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('link.title', { name })}
      okText={word('link.go')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void go()}
      onCancel={onClose}
      width={420}
      destroyOnHidden
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <p className="soft profile-lead">{word('link.lead', { name })}</p>
        <input hidden name="username" autoComplete="username" value={session.get()?.account ?? ''} readOnly />
        <ProfileField
          name="link-password"
          secret
          required
          label={word('old')}
          value={password}
          fault={fault}
          max={64}
          autoComplete="current-password"
          onChange={(value) => {
            setPassword(value);
            setFault(undefined);
          }}
        />
      </form>
    </Modal>
  );
}
