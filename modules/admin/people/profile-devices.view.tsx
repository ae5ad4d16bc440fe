import { Alert, Button, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { get, post } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { deviceOf } from '../sign-in/device.rules.ts';
import { profileTexts } from './profile.texts.ts';

interface OwnSession {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly startedTime: string;
  readonly lastSeenTime: string;
  readonly current: boolean;
  readonly locked: boolean;
}
/** To the minute. */
const minute = (moment: string): string => moment.slice(0, 16);

/** Where one is signed in, and the end of it there. */
export function OwnDevices() {
  const word = useWords(profileTexts);
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['own', 'devices'],
    queryFn: ({ signal }) => get<readonly OwnSession[]>('/blade-auth/session/mine', {}, signal),
    staleTime: 0,
  });
  const others = (data ?? []).filter(({ current }) => !current);
  const nameOf = ({ userAgent }: OwnSession): string => deviceOf(userAgent) || word('device.unknown');

  const end = async (which: readonly OwnSession[], question: string, done: string): Promise<void> => {
    if (!(await notify.ask(question, { danger: true, okText: word('device.end') }))) return;
    try {
      await post('/blade-auth/session/end', { query: { ids: which.map(({ id }) => id) } });
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
          <li key={each.id}>
            <div>
              <b>{nameOf(each)}</b>
              {each.current && <span className="profile-tag is-here">{word('device.current')}</span>}
              {each.locked && <span className="profile-tag">{word('device.locked')}</span>}
              <p className="soft figures">
                {each.ip} ·{' '}
                {word('device.since', { started: minute(each.startedTime), seen: minute(each.lastSeenTime) })}
              </p>
            </div>
            {!each.current && (
              <Button
                size="small"
                aria-label={word('device.end.of', { device: nameOf(each) })}
                onClick={() =>
                  void end(
                    [each],
                    word('device.end.ask', { device: nameOf(each), ip: each.ip }),
                    word('device.ended', { device: nameOf(each) }),
                  )
                }
              >
                {word('device.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
