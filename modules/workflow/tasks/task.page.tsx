import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Input, Modal, Result, Select, Skeleton } from 'antd';
import { EllipsisOutlined } from '@ant-design/icons';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { intent } from '../../../parts/client/api.ts';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { Facts } from '../../../kernel/web/document/facts.tsx';
import { LinesEditor } from '../../../kernel/web/document/lines-editor.tsx';
import { ApiError } from '../../../parts/client/errors.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { FlowDiagram } from '../designer/flow-diagram.view.tsx';
import { Changes, FlowHistory } from './flow-history.view.tsx';
import { instanceStates } from './flow-instance.resource.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { processDocument, processView, type myTask } from './flow-view.calls.ts';
import { addSign, completeTask, returnTask, transferTask } from './work-acts.calls.ts';
import { personField } from './work-items.ts';
import { workflowTexts } from '../workflow.texts.ts';
import '../../../kernel/web/document/document.css';
import '../workflow.css';

type MyTask = TypeOf<typeof myTask>;
type ProcessView = TypeOf<typeof processView.answer>;

/** One process: the document, what was said so far, where it stands, and my decision. */
export default function TaskPage() {
  const { id = '' } = useParams();
  const text = useText();
  const navigate = useNavigate();
  const word = useWords(workflowTexts);
  const process = useQuery({
    queryKey: ['process', id],
    queryFn: ({ signal }) => request(processView, { processInstanceId: id }, { signal }),
  });
  useTitle(process.data?.billCode ?? '');
  if (process.data !== undefined) return <OneTask key={process.data.task?.taskId ?? 'none'} of={process.data} />;
  if (process.error === null) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <Result
      status="info"
      title={process.error instanceof ApiError ? process.error.message : text('error.unknown')}
      extra={
        <Button type="primary" onClick={() => void navigate('/work/todo')}>
          {word('back')}
        </Button>
      }
    />
  );
}

function OneTask({ of }: { readonly of: ProcessView }) {
  const word = useWords(workflowTexts);
  const tone = instanceStates.find(([state]) => state === of.state)?.[3] ?? 'plain';
  return (
    <article className="document flow-task">
      <header className="document-head">
        <div className="document-title">
          <span className="soft document-kind">
            {of.businessName} · {of.processDefinitionName}
          </span>
          <div>
            <h1 className="page-title figures" tabIndex={-1}>
              {of.billCode}
            </h1>
            <Status tone={tone} word={of.stateName} />
            <span className="soft figures">
              {[
                of.startUserName,
                of.startTime.slice(0, 16),
                ...(of.round > 1 ? [word('round', { round: of.round })] : []),
              ].join(' · ')}
            </span>
          </div>
        </div>
        {of.path !== '' && (
          <GuardedLink to={`${of.path}/${of.businessId}`} className="flow-way">
            {word('open-document')}
          </GuardedLink>
        )}
      </header>
      <div className="document-body">
        <div className="document-main">
          {of.deleteReason !== '' && <Alert type="warning" showIcon title={of.deleteReason} />}
          {of.task !== null && <Decide of={of} task={of.task} />}
          {of.round > 1 && (
            <section className="flow-block">
              <h2>{word('changed')}</h2>
              <Changes of={of.changed} />
            </section>
          )}
          <Whole of={of} />
          <section className="flow-block">
            <h2>{word('diagram')}</h2>
            <FlowDiagram of={of.diagram} label={word('diagram')} />
          </section>
        </div>
        <aside className="document-side">
          <section className="side-block" aria-label={word('history')}>
            <h2>{word('history')}</h2>
            <FlowHistory of={of.history} />
          </section>
        </aside>
      </div>
    </article>
  );
}

/** Sent again, it is what changed that is to be looked at; the rest is one press away. */
function Whole({ of }: { readonly of: ProcessView }): ReactNode {
  const word = useWords(workflowTexts);
  const [open, setOpen] = useState(of.round === 1 || of.task === null);
  return open ? (
    <Document of={of} />
  ) : (
    <div>
      <Button type="link" className="flow-more" onClick={() => setOpen(true)}>
        {word('whole')}
      </Button>
    </div>
  );
}

/** The document itself, as whoever is asked may read it. */
function Document({ of }: { readonly of: ProcessView }): ReactNode {
  const text = useText();
  const declaration = declarationOf(of.businessResource);
  const record = useQuery({
    queryKey: ['process', of.processInstanceId, 'document'],
    queryFn: ({ signal }) => request(processDocument, { processInstanceId: of.processInstanceId }, { signal }),
  });
  if (declaration === undefined) return null;
  if (record.error !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={record.error instanceof ApiError ? record.error.message : text('error.unknown')}
      />
    );
  if (record.data === undefined) return <Skeleton active paragraph={{ rows: 4 }} />;
  const row = record.data;
  return (
    <>
      <Facts of={declaration} row={row} own={NO_FACTS} />
      {Object.entries(declaration.lines ?? {}).map(([key, spec]) => (
        <LinesEditor
          key={key}
          name={key}
          spec={spec}
          rows={(Array.isArray(row[key]) ? row[key] : []) as readonly Values[]}
          faults={[]}
          onChange={() => undefined}
          readonly
        />
      ))}
    </>
  );
}
const NO_FACTS = { processDefinitionId: false } as const;

type Dialog = 'transfer' | 'add-sign' | 'return';
/** What is said, and yes or no; everything rarer in the menu. */
function Decide({ of, task }: { readonly of: ProcessView; readonly task: MyTask }) {
  const word = useWords(workflowTexts);
  const text = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const base = useId();
  const [comment, setComment] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState<'yes' | 'no' | undefined>();
  const [dialog, setDialog] = useState<Dialog>();
  const once = useMemo(() => intent(), []);
  const afterAct = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['list'] }),
      queries.invalidateQueries({ queryKey: ['detail', of.businessResource] }),
      queries.invalidateQueries({ queryKey: ['process', of.processInstanceId] }),
    ]);
  };
  const decide = async (yes: boolean): Promise<void> => {
    if ((!yes || task.commentRequired) && comment.trim() === '') return setFault(word('comment.required'));
    const body = {
      taskId: task.taskId,
      processInstanceId: of.processInstanceId,
      comment: comment.trim(),
      ...(yes ? { flag: 'ok' } : {}),
    };
    setBusy(yes ? 'yes' : 'no');
    try {
      await request(completeTask, body, { key: once.keyFor(body) });
      notify.done(word('done', { title: of.billCode }));
      void navigate('/work/todo');
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(undefined);
      await afterAct();
    }
  };
  const more: Dialog[] = [
    ...(task.canTransfer && codes.has('work_todo_transfer') ? ['transfer' as const] : []),
    ...(task.canAddSign && codes.has('work_todo_sign') ? ['add-sign' as const] : []),
    ...(task.returnTo.length > 0 && codes.has('work_todo_return') ? ['return' as const] : []),
  ];
  return (
    <section className="flow-block flow-decide" aria-labelledby={`${base}-step`}>
      <h2 id={`${base}-step`}>{task.taskName}</h2>
      <Input.TextArea
        id={`${base}-comment`}
        aria-label={word(task.commentRequired ? 'comment.required' : 'comment')}
        placeholder={word('comment.placeholder')}
        rows={2}
        maxLength={500}
        value={comment}
        {...(fault === '' ? {} : { status: 'error' as const, 'aria-describedby': `${base}-fault` })}
        onChange={(event) => {
          setComment(event.target.value);
          setFault('');
        }}
      />
      {fault !== '' && (
        <div id={`${base}-fault`} className="flow-fault" role="alert">
          {fault}
        </div>
      )}
      <div className="flow-acts">
        <Button type="primary" loading={busy === 'yes'} disabled={busy === 'no'} onClick={() => void decide(true)}>
          {word('approve')}
        </Button>
        <Button danger loading={busy === 'no'} disabled={busy === 'yes'} onClick={() => void decide(false)}>
          {word('reject')}
        </Button>
        {more.length > 0 && (
          <Dropdown
            autoFocus
            trigger={['click']}
            menu={{
              items: more.map((key) => ({ key, label: word(key) })),
              onClick: ({ key }) => setDialog(key as Dialog),
            }}
          >
            <Button icon={<EllipsisOutlined />} aria-label={text('more')} />
          </Dropdown>
        )}
      </div>
      {dialog !== undefined && (
        <ActDialog
          what={dialog}
          task={task}
          title={of.billCode}
          comment={comment}
          onClose={() => setDialog(undefined)}
          onDone={async () => {
            notify.done(word('done', { title: of.billCode }));
            if (dialog !== 'add-sign') void navigate('/work/todo');
            await afterAct();
          }}
        />
      )}
    </section>
  );
}

const PERSON = { userId: personField('给谁', 'To whom') };

function ActDialog({
  what,
  task,
  title,
  comment: typed,
  onClose,
  onDone,
}: {
  readonly what: Dialog;
  readonly task: MyTask;
  readonly title: string;
  readonly comment: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const word = useWords(workflowTexts);
  const text = useText();
  const notify = useNotify();
  const base = useId();
  const [values, setValues] = useState<Values & { readonly userId?: unknown }>({});
  const [node, setNode] = useState(task.returnTo[0]?.nodeId);
  const [comment, setComment] = useState(typed);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const onTask = { taskId: task.taskId, comment };
      const userId = String(values.userId ?? '');
      if (what === 'return') await request(returnTask, { ...onTask, nodeId: node });
      else await request(what === 'transfer' ? transferTask : addSign, { ...onTask, userId });
      onClose();
      await onDone();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${word(what)} · ${title}`}
      okText={word(what)}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {what === 'return' ? (
        <Select
          className="flow-wide"
          aria-label={word('return.to')}
          value={node}
          onChange={setNode}
          options={task.returnTo.map((each) => ({ value: each.nodeId, label: each.name }))}
        />
      ) : (
        <FormFields
          base={base}
          fields={PERSON}
          values={values}
          faults={{}}
          single
          autoFocus
          onChange={(name, value, beside) => setValues((now) => ({ ...now, ...beside, [name]: value }))}
        />
      )}
      <Input.TextArea
        className="flow-below"
        aria-label={word('comment')}
        placeholder={word('comment.placeholder')}
        rows={3}
        maxLength={500}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
    </Modal>
  );
}
