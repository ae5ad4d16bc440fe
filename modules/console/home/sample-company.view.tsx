import { Button, Progress, Typography } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queries } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useAsyncAction } from '../../../kernel/web/use-async-action.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { get, intent, post } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { session } from '../../../parts/client/session.ts';
import { useWords } from '../../../parts/language/language.ts';
import { useStore } from '../../../parts/state/store.ts';
import { loadSampleCompany } from './first-steps.calls.ts';
import { isAdministrator, SAMPLE_COMPANY } from './first-steps.rules.ts';
import { firstStepsTexts } from './first-steps.texts.ts';

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly progress: number | null;
  readonly total: number | null;
  readonly error: string;
}
const JOBS = ['sample-company'];
const LOOK_EVERY_MS = 1_000;
const isUnderWay = (job: Job | undefined): boolean => job?.state === 'waiting' || job?.state === 'running';

/** The last time this person loaded the sample company, watched while it is under way. */
const useJob = (mayLoad: boolean): Job | undefined =>
  useQuery({
    queryKey: JOBS,
    queryFn: async ({ signal }) => {
      const { records } = await get<{ readonly records: readonly Job[] }>('/blade-resource/job/page', {}, signal);
      return records.find(({ kind }) => kind === SAMPLE_COMPANY) ?? null;
    },
    enabled: mayLoad,
    refetchInterval: ({ state }) => (isUnderWay(state.data ?? undefined) ? LOOK_EVERY_MS : false),
  }).data ?? undefined;

/** A company to look around in, for whoever administers an empty one: begun by a button, watched, and stopped. */
export function SampleCompany() {
  const mayLoad = isAdministrator(useStore(session)?.roles ?? []);
  const word = useWords(firstStepsTexts);
  const notify = useNotify();
  const job = useJob(mayLoad);
  const { busy, run } = useAsyncAction();
  const once = useMemo(() => intent(), []);
  const [password, setPassword] = useState<string | null>(null);
  const underWay = isUnderWay(job);
  useEnd(job, password);
  const load = async (): Promise<void> => {
    const content = (
      <>
        <p>{word('sample.what')}</p>
        <p>
          <strong>{word('sample.once')}</strong>
        </p>
      </>
    );
    if (!(await notify.ask(word('sample.ask'), { content, okText: word('sample.load') }))) return;
    await run(async () => {
      const begun = await request(loadSampleCompany, {}, { key: once.keyFor('load') });
      once.done();
      setPassword(begun.password);
      await queries.invalidateQueries({ queryKey: JOBS });
    });
  };
  if (!mayLoad) return null;
  return (
    <section className="first-steps-sample" aria-label={word('sample')}>
      {underWay ? (
        <UnderWay job={job!} password={password} />
      ) : (
        <>
          <span className="soft">{word('sample.why')}</span>
          <Button loading={busy} onClick={() => void load()}>
            {word('sample')}
          </Button>
        </>
      )}
    </section>
  );
}

/** How far it is, how to stop it, and the password while it is known. */
function UnderWay({ job, password }: { readonly job: Job; readonly password: string | null }) {
  const word = useWords(firstStepsTexts);
  const { busy, run } = useAsyncAction();
  const share = job.total === null || job.total === 0 ? 0 : (job.progress ?? 0) / job.total;
  return (
    <>
      <span role="status">{word('sample.loading')}</span>
      <Progress percent={Math.round(share * 100)} status="active" aria-label={word('sample.loading')} />
      <Button
        loading={busy}
        onClick={() => void run(() => post('/blade-resource/job/cancel', { query: { ids: job.id } }))}
      >
        {word('sample.stop')}
      </Button>
      {password !== null && <Password password={password} />}
    </>
  );
}

function Password({ password }: { readonly password: string }) {
  const word = useWords(firstStepsTexts);
  return (
    <p className="first-steps-password">
      {word('sample.password')} <Typography.Text copyable>{password}</Typography.Text>
    </p>
  );
}

/** Says what became of the work that was watched; once the company is there, everything is read anew. */
function useEnd(job: Job | undefined, password: string | null): void {
  const word = useWords(firstStepsTexts);
  const notify = useNotify();
  const [watched, setWatched] = useState<string>();
  useEffect(() => {
    if (job === undefined) return;
    if (isUnderWay(job)) return setWatched(job.id);
    if (job.id !== watched) return;
    setWatched(undefined);
    if (job.state === 'cancelled') return notify.warn(word('sample.stopped'));
    if (job.state !== 'done') return notify.error(new ApiError('refused', job.error));
    const content = (
      <>
        {password !== null && <Password password={password} />}
        <p>{word('sample.accounts')}</p>
      </>
    );
    void notify.ask(word('sample.done'), { content, okText: word('sample.look') }).then(() => window.location.reload());
  }, [job, watched, password, notify, word]);
}
