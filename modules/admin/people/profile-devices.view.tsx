import { Alert, Button, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { deviceOf } from '../sign-in/device.rules.ts';
import { endOwnSessions, ownSessions } from '../sign-in/session.calls.ts';
import { profileTexts } from './profile.texts.ts';

type OwnSession = TypeOf<typeof ownSessions.answer>[number];
/** To the minute. */
const minute = (moment: string): string => moment.slice(0, 16);

/** Where one is signed in, and the end of it there. */
export function OwnDevices() {
  const word = useWords(profileTexts);
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['own', 'devices'],
    queryFn: ({ signal }) => request(ownSessions, {}, { signal }),
    staleTime: 0,
  });
  const others = (data ?? []).filter(({ current }) => !current);

  const end = async (which: readonly OwnSession[], question: string, done: string): Promise<void> => {
    if (!(await notify.ask(question, { danger: true, okText: word('device.end') }))) return;
    try {
      await request(endOwnSessions, { ids: which.map(({ id }) => id) });
      notify.done(done);
    } catch (cause) {
      notify.error(cause);
    }
    await refetch();
  };

  return (
    <section className="profile-card" aria-labelledby="own-devices">
      <header className="profile-head">
        <div>
          <h2 id="own-devices">{word('devices')}</h2>
          <p className="soft">{word('devices.lead')}</p>
        </div>
        {others.length > 1 && (
          <Button
            onClick={() =>
              void end(others, word('device.others.ask', { count: others.length }), word('device.others.done'))
            }
          >
            {word('device.others')}
          </Button>
        )}
      </header>
      {error !== null && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : String(error)} />
      )}
      {data === undefined && error === null && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      <ul className="profile-devices">
        {(data ?? []).map((each) => (
          <Device
            key={each.id}
            session={each}
            onEnd={(name) =>
              void end(
                [each],
                word('device.end.ask', { device: name, ip: each.ip }),
                word('device.ended', { device: name }),
              )
            }
          />
        ))}
      </ul>
    </section>
  );
}

/** One session: its device, when it was used, and a button to end it where it is not this one. */
function Device({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: (name: string) => void }) {
  const word = useWords(profileTexts);
  const name = deviceOf(session.userAgent) || word('device.unknown');
  return (
    <li>
      <div>
        <b>{name}</b>
        {session.current && <span className="profile-tag is-here">{word('device.current')}</span>}
        {session.locked && <span className="profile-tag">{word('device.locked')}</span>}
        <p className="soft figures">
          {session.ip} ·{' '}
          {word('device.since', { started: minute(session.startedTime), seen: minute(session.lastSeenTime) })}
        </p>
      </div>
      {!session.current && (
        <Button size="small" aria-label={word('device.end.of', { device: name })} onClick={() => onEnd(name)}>
          {word('device.end')}
        </Button>
      )}
    </li>
  );
}
