import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Segmented, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ref } from '../../../kernel/core/field.ts';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { request } from '../../../kernel/web/request.ts';
import { explainRights } from './explain.calls.ts';
import { explainTexts } from './explain.texts.ts';
import '../admin.css';

const ACTIONS = ['view', 'add', 'edit', 'delete', 'export'] as const;
type Action = (typeof ACTIONS)[number];
const person = ref('用户', 'User', 'user');

/** For any user and record: what lets them, what stops them, who gave it and when. */
export default function ExplainPage() {
  const word = useWords(explainTexts);
  const text = useText();
  const label = useLabel();
  const [given] = useSearchParams();
  const [by, setBy] = useState<'record' | 'route'>('record');
  const [row, setRow] = useState<Readonly<Record<string, unknown>>>({
    userId: given.get('userId') ?? '',
    recordId: '',
  });
  const [resource, setResource] = useState(given.get('resource') ?? '');
  const [action, setAction] = useState<Action>('view');
  const [route, setRoute] = useState('');
  const options = useMemo(
    () =>
      allDeclarations()
        .filter((each) => each.path !== undefined)
        .map((each) => ({ value: each.name, label: label(each.label) })),
    [label],
  );
  const userId = String(row['userId'] ?? '');
  const recordId = String(row['recordId'] ?? '');
  const asked = by === 'record' ? { userId, resource, action, recordId } : { userId, route: route.trim() };
  const ready = userId !== '' && (by === 'record' ? resource !== '' : route.trim().startsWith('/api/'));
  const answer = useQuery({
    queryKey: ['explain', asked],
    queryFn: ({ signal }) => request(explainRights, asked, { signal }),
    enabled: ready,
    staleTime: 0,
  });
  const User = faceOf(person).Input;
  const target = useMemo(() => ref('记录', 'Record', resource), [resource]);
  const Record_ = faceOf(target).Input;
  return (
    <div className="list-page explain-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
      </header>
      <p className="soft">{word('rule')}</p>
      <section className="explain-form">
        <label htmlFor="explain-user">
          <span>{word('user')}</span>
          <User
            id="explain-user"
            name="userId"
            field={person}
            value={userId}
            row={row}
            onChange={(value, beside) => setRow((now) => ({ ...now, ...beside, userId: value }))}
          />
        </label>
        <Segmented<'record' | 'route'>
          value={by}
          onChange={setBy}
          options={[
            { value: 'record', label: word('by.record') },
            { value: 'route', label: word('by.route') },
          ]}
        />
        {by === 'record' ? (
          <>
            <label htmlFor="explain-resource">
              <span>{word('resource')}</span>
              <Select
                id="explain-resource"
                showSearch={{ optionFilterProp: 'label' }}
                {...(resource === '' ? {} : { value: resource })}
                placeholder={word('choose')}
                options={options}
                onChange={(value: string) => {
                  setResource(value);
                  setRow((now) => ({ ...now, recordId: '' }));
                }}
              />
            </label>
            <label htmlFor="explain-action">
              <span>{word('action')}</span>
              <Select<Action>
                id="explain-action"
                value={action}
                onChange={setAction}
                options={ACTIONS.map((each) => ({ value: each, label: word(each) }))}
              />
            </label>
            {resource !== '' && action !== 'add' && (
              <label htmlFor="explain-record">
                <span>{word('record')}</span>
                <Record_
                  key={resource}
                  id="explain-record"
                  name="recordId"
                  field={target}
                  value={recordId}
                  row={row}
                  onChange={(value, beside) => setRow((now) => ({ ...now, ...beside, recordId: value ?? '' }))}
                />
              </label>
            )}
          </>
        ) : (
          <label htmlFor="explain-route">
            <span>{word('route')}</span>
            <Input
              id="explain-route"
              value={route}
              placeholder="/api/blade-system/param/list"
              onChange={(event) => setRoute(event.target.value)}
            />
          </label>
        )}
      </section>
      <section className="explain-answer" aria-live="polite">
        {!ready ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('first')} />
        ) : answer.error !== null ? (
          <Alert
            type="error"
            showIcon
            title={answer.error instanceof ApiError ? answer.error.message : text('error.unknown')}
            action={
              <Button size="small" onClick={() => void answer.refetch()}>
                {text('error.retry')}
              </Button>
            }
          />
        ) : answer.data === undefined ? (
          <Skeleton active />
        ) : (
          <>
            <h2 className={answer.data.allowed ? 'explain-yes' : 'explain-no'}>
              {answer.data.allowed ? <CheckCircleFilled /> : <CloseCircleFilled />}
              {word(answer.data.allowed ? 'yes' : 'no', {
                user: answer.data.userName,
                target:
                  by === 'record'
                    ? word('act', { action: word(action), target: answer.data.target })
                    : answer.data.target,
              })}
            </h2>
            <ul className="explain-reasons">
              {answer.data.reasons.map((reason, at) => (
                <li key={at}>
                  <span className={reason.lets ? 'explain-yes' : 'explain-no'}>
                    {reason.lets ? (
                      <CheckCircleFilled aria-label={word('lets')} />
                    ) : (
                      <CloseCircleFilled aria-label={word('stops')} />
                    )}
                  </span>
                  <span>{reason.text}</span>
                  <span className="soft">
                    {reason.by !== ''
                      ? word('given', { by: reason.by, time: reason.time.slice(0, 16) })
                      : reason.time !== ''
                        ? word('seeded', { time: reason.time.slice(0, 16) })
                        : ''}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}
