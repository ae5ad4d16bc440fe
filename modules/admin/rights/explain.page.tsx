import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Empty, Input, Segmented, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ref } from '../../../kernel/core/field.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { explainRights } from './explain.calls.ts';
import { explainTexts } from './explain.texts.ts';
import '../admin.css';

const ACTIONS = ['view', 'add', 'edit', 'delete', 'export'] as const;
type Action = (typeof ACTIONS)[number];
type Answer = TypeOf<typeof explainRights.answer>;
const person = ref('用户', 'User', 'user');

/** What is asked: whether a person may do `action` with a record, or make the call at `route`. */
interface Question {
  readonly by: 'record' | 'route';
  readonly userId: string;
  readonly resource: string;
  readonly action: Action;
  readonly recordId: string;
  readonly route: string;
  /** Names beside the ids, for the pickers. */
  readonly pickerNames: Readonly<Record<string, unknown>>;
}

/** For any user and record: what lets them, what stops them, who gave it and when. */
export default function ExplainPage() {
  const word = useWords(explainTexts);
  const [given] = useSearchParams();
  const [question, setQuestion] = useState<Question>({
    by: 'record',
    userId: given.get('userId') ?? '',
    resource: given.get('resource') ?? '',
    action: 'view',
    recordId: '',
    route: '',
    pickerNames: {},
  });
  const { by, userId, resource, action, recordId } = question;
  const route = question.route.trim();
  const query = by === 'record' ? { userId, resource, action, recordId } : { userId, route };
  const ready = userId !== '' && (by === 'record' ? resource !== '' : route.startsWith('/api/'));
  const answer = useQuery({
    queryKey: ['explain', query],
    queryFn: ({ signal }) => request(explainRights, query, { signal }),
    enabled: ready,
    staleTime: 0,
  });
  return (
    <div className="list-page explain-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
      </header>
      <p className="soft">{word('rule')}</p>
      <QuestionForm question={question} onChange={(change) => setQuestion((now) => ({ ...now, ...change }))} />
      <section className="explain-answer" aria-live="polite">
        {!ready ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('first')} />
        ) : answer.error !== null ? (
          <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.data === undefined ? (
          <Skeleton active />
        ) : (
          <Explanation answer={answer.data} action={by === 'record' ? action : undefined} />
        )}
      </section>
    </div>
  );
}

interface FormProps {
  readonly question: Question;
  readonly onChange: (change: Partial<Question>) => void;
}

function QuestionForm({ question, onChange }: FormProps) {
  const word = useWords(explainTexts);
  const { by, userId, route, pickerNames } = question;
  const User = faceOf(person).Input;
  return (
    <section className="explain-form">
      <label htmlFor="explain-user">
        <span>{word('user')}</span>
        <User
          id="explain-user"
          name="userId"
          field={person}
          value={userId}
          row={{ ...pickerNames, userId }}
          onChange={(value, more) => onChange({ userId: textOf(value), pickerNames: { ...pickerNames, ...more } })}
        />
      </label>
      <Segmented<Question['by']>
        value={by}
        onChange={(next) => onChange({ by: next })}
        options={[
          { value: 'record', label: word('by.record') },
          { value: 'route', label: word('by.route') },
        ]}
      />
      {by === 'record' ? (
        <RecordFields question={question} onChange={onChange} />
      ) : (
        <label htmlFor="explain-route">
          <span>{word('route')}</span>
          <Input
            id="explain-route"
            value={route}
            placeholder="/api/blade-system/param/list"
            onChange={(event) => onChange({ route: event.target.value })}
          />
        </label>
      )}
    </section>
  );
}

const textOf = (value: unknown): string => String(value ?? '');

/** The kind of record, what is to be done with it, and which record. */
function RecordFields({ question: { resource, action, recordId, pickerNames }, onChange }: FormProps) {
  const word = useWords(explainTexts);
  const label = useLabel();
  const options = useMemo(
    () =>
      allDeclarations()
        .filter((each) => each.path !== undefined)
        .map((each) => ({ value: each.name, label: label(each.label) })),
    [label],
  );
  const target = useMemo(() => ref('记录', 'Record', resource), [resource]);
  const RecordInput = faceOf(target).Input;
  return (
    <>
      <label htmlFor="explain-resource">
        <span>{word('resource')}</span>
        <Select
          id="explain-resource"
          showSearch={{ optionFilterProp: 'label' }}
          {...(resource === '' ? {} : { value: resource })}
          placeholder={word('choose')}
          options={options}
          onChange={(value: string) => onChange({ resource: value, recordId: '' })}
        />
      </label>
      <label htmlFor="explain-action">
        <span>{word('action')}</span>
        <Select<Action>
          id="explain-action"
          value={action}
          onChange={(next) => onChange({ action: next })}
          options={ACTIONS.map((each) => ({ value: each, label: word(each) }))}
        />
      </label>
      {resource !== '' && action !== 'add' && (
        <label htmlFor="explain-record">
          <span>{word('record')}</span>
          <RecordInput
            key={resource}
            id="explain-record"
            name="recordId"
            field={target}
            value={recordId}
            row={{ ...pickerNames, recordId }}
            onChange={(value, more) => onChange({ recordId: textOf(value), pickerNames: { ...pickerNames, ...more } })}
          />
        </label>
      )}
    </>
  );
}

interface ExplanationProps {
  readonly answer: Answer;
  /** Absent where a call was asked about. */
  readonly action: Action | undefined;
}

/** Whether they may, and every reason for or against it. */
function Explanation({ answer: { allowed, userName, target, reasons }, action }: ExplanationProps) {
  const word = useWords(explainTexts);
  const whenGiven = ({ by, time }: Answer['reasons'][number]): string => {
    if (by !== '') return word('given', { by, time: time.slice(0, 16) });
    return time === '' ? '' : word('seeded', { time: time.slice(0, 16) });
  };
  return (
    <>
      <h2 className={allowed ? 'explain-yes' : 'explain-no'}>
        {allowed ? <CheckCircleFilled /> : <CloseCircleFilled />}
        {word(allowed ? 'yes' : 'no', {
          user: userName,
          target: action === undefined ? target : word('act', { action: word(action), target }),
        })}
      </h2>
      <ul className="explain-reasons">
        {reasons.map((reason, index) => (
          <li key={index}>
            <span className={reason.lets ? 'explain-yes' : 'explain-no'}>
              {reason.lets ? (
                <CheckCircleFilled aria-label={word('lets')} />
              ) : (
                <CloseCircleFilled aria-label={word('stops')} />
              )}
            </span>
            <span>{reason.text}</span>
            <span className="soft">{whenGiven(reason)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
