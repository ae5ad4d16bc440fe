import { ArrowRightOutlined, CheckCircleFilled } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { callOf, declarationOf } from '../../../kernel/web/catalogue.ts';
import { FIRST_PAGE, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { get } from '../../../parts/client/api.ts';
import { personal } from '../../../parts/client/session.ts';
import { useWords } from '../../../parts/language/language.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import {
  FIRST_STEPS,
  isSetUp,
  looksEmpty,
  mayPlanSample,
  statesOf,
  type StepKey,
  type StepState,
} from './first-steps.rules.ts';
import { firstStepsTexts } from './first-steps.texts.ts';
import { SampleCompany } from './sample-company.view.tsx';
import { SampleWeek, StepTools } from './step-tools.view.tsx';
import './first-steps.css';

interface Step {
  readonly key: StepKey;
  readonly state: StepState;
  readonly count: number | undefined;
  readonly of: Declaration | undefined;
}

/** How many records there are of each step the person may see. */
function useCounts(wanted: boolean): readonly (number | undefined)[] | undefined {
  const codes = useAllowedCodes();
  const counted = (of: Declaration | undefined): of is Declaration =>
    wanted && of !== undefined && codes.has(permissionOf(of, 'view'));
  const answers = useQueries({
    queries: FIRST_STEPS.map(({ resource }) => {
      const of = declarationOf(resource);
      return {
        queryKey: [...FIRST_PAGE, 'first-steps', resource],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const verb = of!.calls.includes('page') ? 'page' : 'list';
          return (await get<{ readonly total: number }>(callOf(of!, verb), { size: 1 }, signal)).total;
        },
        enabled: counted(of),
        staleTime: 30_000,
      };
    }),
  });
  return answers.some(({ isLoading }) => isLoading) ? undefined : answers.map(({ data }) => data);
}

/**
 * What a new company does first, each step with its state and the way to it. Nothing once the company works, for
 * whoever may not make accounts, or after it was hidden.
 */
export default function FirstSteps() {
  const word = useWords(firstStepsTexts);
  const codes = useAllowedCodes();
  const [isHidden, setHidden] = useState(() => readStored(personal('first-steps'), false));
  const counts = useCounts(!isHidden && codes.has('user_add'));
  if (isHidden || counts === undefined || counts.every((count) => count === undefined)) return null;
  const states = statesOf(counts);
  if (isSetUp(states)) return null;
  const hide = (): void => {
    writeStored(personal('first-steps'), true);
    setHidden(true);
  };
  const done = states.filter((state) => state === 'done').length;
  return (
    <section className="home-block first-steps" aria-label={word('title')}>
      <header>
        <h2>{word('title')}</h2>
        <span className="soft">{word('progress', { done, all: states.length })}</span>
        <Button size="small" type="text" onClick={hide}>
          {word('hide')}
        </Button>
      </header>
      <ol>
        {FIRST_STEPS.map(({ key, resource }, at) => (
          <StepLine
            key={key}
            number={at + 1}
            step={{ key, state: states[at]!, count: counts[at], of: declarationOf(resource) }}
          >
            {key === 'plan' && mayPlanSample(states) && <SampleWeek />}
          </StepLine>
        ))}
      </ol>
      {looksEmpty(counts) && <SampleCompany />}
    </section>
  );
}

interface StepLineProps {
  readonly number: number;
  readonly step: Step;
  readonly children?: ReactNode;
}
function StepLine({ number, step, children }: StepLineProps) {
  const word = useWords(firstStepsTexts);
  const { key, state, count, of } = step;
  const isToDo = state === 'next' || state === 'open';
  return (
    <li className={`is-${state}`}>
      <span className="first-steps-mark" aria-hidden="true">
        {state === 'done' ? <CheckCircleFilled /> : number}
      </span>
      <span className="first-steps-what">
        <strong>{word(key)}</strong>
        <span className="soft">{word(`${key}.why`)}</span>
        {isToDo && of !== undefined && (
          <span className="first-steps-tools">
            <StepTools step={key} of={of} />
            {children}
          </span>
        )}
      </span>
      <span className="first-steps-state">
        {word(state)}
        {state === 'done' && count !== undefined && ` · ${word('count', { count })}`}
      </span>
      {state !== 'unknown' && (
        <Link to={of?.path ?? '/'} aria-label={`${word(state === 'done' ? 'look' : 'go')} ${word(key)}`}>
          {word(state === 'done' ? 'look' : 'go')}
          {state === 'next' && <ArrowRightOutlined />}
        </Link>
      )}
    </li>
  );
}
