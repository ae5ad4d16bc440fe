import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'antd';
import type { SidePart } from '../../../kernel/web/document/side-parts.tsx';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { decidedStage } from '../../../kernel/core/life.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { comma, useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { billTypeOf } from '../engine/flow-kinds.ts';
import { FlowHistory } from './flow-history.view.tsx';
import { documentProcesses, type historyEntry, routePreview } from './flow-view.calls.ts';
import { workflowTexts } from '../workflow.texts.ts';
import '../workflow.css';

type Step = TypeOf<typeof routePreview.answer>['steps'][number];
const PEOPLE = 5;

/**
 * Beside a document: before it is sent the way it will go, with names; afterwards who decided and whom it waits for.
 */
export default function DocumentProcess({ of, row: { id, version, status: state, applyTime }, isBrief }: SidePart) {
  const codes = useAllowedCodes();
  const life = of.life;
  const stage = decidedStage(life);
  if (life === undefined || stage === undefined) return null;
  const send = life.actions[stage.send]!;
  const status = String(state ?? '');
  const billType = billTypeOf(of.segment);
  const businessId = String(id ?? '');
  return (
    <>
      {send.from.includes(status) && codes.has(permissionOf(of, send.button)) && (
        <Preview billType={billType} businessId={businessId} stamp={String(version ?? '')} isBrief={isBrief} />
      )}
      {(String(applyTime ?? '') !== '' || !life.editable.includes(status)) && (
        <Rounds
          billType={billType}
          businessId={businessId}
          stamp={`${status}${String(version ?? '')}`}
          of={of.name}
          isBrief={isBrief}
        />
      )}
    </>
  );
}

const waitedFor = ({ kind, endTime, assigneeName, historyActivityName }: TypeOf<typeof historyEntry>): string[] =>
  kind === 'task' && endTime === '' ? [assigneeName || historyActivityName] : [];

/** Whom the decision waits for, or would wait for. */
function Brief({ names }: { readonly names: readonly string[] }) {
  const word = useWords(workflowTexts);
  return names.length === 0 ? null : <span>{word('brief', { names: [...new Set(names)].join(comma()) })}</span>;
}

interface SideQuery {
  readonly billType: string;
  readonly businessId: string;
  readonly stamp: string;
  /** In a few words. */
  readonly isBrief: true | undefined;
}

function Preview({ billType, businessId, stamp, isBrief }: SideQuery) {
  const word = useWords(workflowTexts);
  const route = useQuery({
    queryKey: ['process', 'route', billType, businessId, stamp],
    queryFn: ({ signal }) => request(routePreview, { billType, businessId }, { signal }),
    retry: false,
  });
  if (route.data === undefined) return null;
  const { steps } = route.data;
  // One step is mostly called as what it is: whoever it is tells more.
  const [only] = steps.length === 1 ? steps : [];
  if (isBrief)
    return <Brief names={only && only.people.length > 0 ? [who(only, word)] : steps.map(({ name }) => name)} />;
  return (
    <section className="side-block" aria-label={word('route')}>
      <h2>{word('route')}</h2>
      {route.data.bound && <p className="soft">{word('route.by', { name: route.data.processDefinitionName })}</p>}
      <ol className="flow-route">
        {route.data.steps.map((step) => (
          <li key={step.nodeId}>
            <span>{step.name}</span>
            <span className="soft">
              {[
                who(step, word),
                step.people.length > 1 ? word(`mode.${step.mode}`) : '',
                step.dueHours === null ? '' : word('route.hours', { hours: step.dueHours }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
const who = (step: Step, word: ReturnType<typeof useWords<keyof typeof workflowTexts>>): string => {
  if (step.people.length === 0) return word('route.nobody');
  const named = step.people
    .slice(0, PEOPLE)
    .map((person) =>
      person.agentName === '' ? person.name : `${person.name}（${word('route.away', { agent: person.agentName })}）`,
    )
    .join(comma());
  return step.people.length > PEOPLE
    ? `${named} ${word('more-people', { count: step.people.length - PEOPLE })}`
    : named;
};

function Rounds({ billType, businessId, stamp, of, isBrief }: SideQuery & { readonly of: string }) {
  const word = useWords(workflowTexts);
  const [all, setAll] = useState(false);
  const rounds = useQuery({
    queryKey: ['detail', of, businessId, 'process', stamp],
    queryFn: ({ signal }) => request(documentProcesses, { billType, businessId }, { signal }),
    retry: false,
  });
  if (rounds.data === undefined || rounds.data.length === 0) return null;
  if (isBrief) return <Brief names={(rounds.data[0]?.history ?? []).flatMap(waitedFor)} />;
  return (
    <section className="side-block" aria-label={word('history')}>
      <h2>{word('history')}</h2>
      {(all ? rounds.data : rounds.data.slice(0, 1)).map((round) => (
        <div key={round.processInstanceId} className="flow-round">
          {rounds.data.length > 1 && (
            <p className="soft">
              {word('round', { round: round.round })} · {round.stateName}
            </p>
          )}
          <FlowHistory of={round.history} />
          <GuardedLink to={`/work/task/${round.processInstanceId}`} className="flow-way">
            {word('diagram')}
          </GuardedLink>
        </div>
      ))}
      {rounds.data.length > 1 && !all && (
        <Button type="link" size="small" className="flow-more" onClick={() => setAll(true)}>
          {word('rounds.all', { count: rounds.data.length })}
        </Button>
      )}
    </section>
  );
}
