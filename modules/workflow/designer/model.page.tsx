import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Result, Select, Skeleton, Tabs } from 'antd';
import { type ReactNode, type RefObject, useId, useMemo, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { get } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { ChainEditor } from './chain-editor.view.tsx';
import { flowModel } from './flow-model.resource.ts';
import { flowKinds, kindOf } from '../engine/flow-kinds.ts';
import { BindingNote } from './model-bindings.view.tsx';
import { workflowTexts } from '../workflow.texts.ts';
import {
  type DesignerHandle,
  documentOf,
  type Model,
  type ModelActs,
  type ModelHead,
  type Problem,
  type StoredModel,
  type Tab,
  useModel,
  useModelActs,
} from './use-model.view.ts';
import '../../../kernel/web/document/document.css';
import '../workflow.css';

const Designer = lazyPart(
  () => import('./designer.view.tsx'),
  () => <Loading />,
);

function Loading() {
  return <p className="soft">{useText()('loading')}</p>;
}

/** One process: as a chain for most, as a drawing for those who want more; the same model beneath. */
export default function ModelPage() {
  const { id = 'new' } = useParams();
  const text = useText();
  const word = useWords(workflowTexts);
  const navigate = useNavigate();
  const model = useQuery({
    queryKey: ['detail', flowModel.name, id],
    queryFn: ({ signal }) => get<StoredModel>('/blade-flow/model/detail', { id }, signal),
    enabled: id !== 'new',
    gcTime: 0,
    staleTime: 0,
  });
  if (id === 'new') return <OneModel stored={NEW} />;
  if (model.data !== undefined) return <OneModel key={model.data.id} stored={model.data} />;
  if (model.error === null) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <Result
      status="info"
      title={model.error instanceof ApiError ? model.error.message : text('error.unknown')}
      extra={
        <Button type="primary" onClick={() => void navigate('/flow/model')}>
          {word('back')}
        </Button>
      }
    />
  );
}
const NEW: StoredModel = { modelKey: '', name: '', category: '', xml: '' };

function OneModel({ stored }: { readonly stored: StoredModel }): ReactNode {
  const word = useWords(workflowTexts);
  const designer = useRef<DesignerHandle>(null);
  const model = useModel(stored, designer);
  const acts = useModelActs(stored, model);
  useTitle(stored.name === '' ? word('model.new') : stored.name);
  return (
    <article className="document flow-model">
      <Title stored={stored} acts={acts} />
      <div className="document-body">
        <div className="document-main">
          {(stored.deployedVersion ?? 0) > 0 && <BindingNote of={stored} />}
          <Head head={model.head} isNew={stored.id === undefined} onChange={model.setHead} />
          <Problems problems={acts.problems ?? []} />
          <Process model={model} designer={designer} />
        </div>
      </div>
    </article>
  );
}

function Title({ stored, acts }: { readonly stored: StoredModel; readonly acts: ModelActs }): ReactNode {
  const word = useWords(workflowTexts);
  const label = useLabel();
  const { act, busy, isReady, mayChange, mayDeploy } = acts;
  return (
    <header className="document-head">
      <div className="document-title">
        <span className="soft document-kind">{label(flowModel.label)}</span>
        <div>
          <h1 className="page-title" tabIndex={-1}>
            {stored.name === '' ? word('model.new') : stored.name}
          </h1>
          {(stored.deployedVersion ?? 0) > 0 && <span className="soft figures">v{stored.deployedVersion}</span>}
        </div>
      </div>
      <div className="action-bar">
        <Button loading={busy === 'check'} disabled={!isReady} onClick={() => void act('check')}>
          {word('model.check')}
        </Button>
        {mayChange && (
          <Button loading={busy === 'save'} disabled={!isReady} onClick={() => void act('save')}>
            {word('model.save')}
          </Button>
        )}
        {mayChange && mayDeploy && (
          <Button type="primary" loading={busy === 'deploy'} disabled={!isReady} onClick={() => void act('deploy')}>
            {word('model.save-deploy')}
          </Button>
        )}
      </div>
    </header>
  );
}

interface HeadProps {
  readonly head: ModelHead;
  readonly isNew: boolean;
  readonly onChange: (head: ModelHead) => void;
}
/** Name, kind and key of the process; the key is given once. */
function Head({ head, isNew, onChange }: HeadProps): ReactNode {
  const word = useWords(workflowTexts);
  const label = useLabel();
  const id = useId();
  return (
    <section className="flow-block flow-model-head">
      <label htmlFor={`${id}-name`}>
        <span>{label(flowModel.fields.name.label)}</span>
        <Input
          id={`${id}-name`}
          maxLength={100}
          value={head.name}
          onChange={(event) => onChange({ ...head, name: event.target.value })}
        />
      </label>
      <label htmlFor={`${id}-category`}>
        <span>{word('upload.kind')}</span>
        <Select
          id={`${id}-category`}
          showSearch={{ optionFilterProp: 'label' }}
          value={head.category || null}
          placeholder={word('who.choose')}
          options={flowKinds.map((kind) => ({ value: kind.category, label: label(kind.label) }))}
          onChange={(category: string) =>
            onChange({ ...head, category, modelKey: head.modelKey || (kindOf(category)?.billType ?? '') })
          }
        />
      </label>
      <label htmlFor={`${id}-key`}>
        <span>{label(flowModel.fields.modelKey.label)}</span>
        <Input
          id={`${id}-key`}
          maxLength={64}
          disabled={!isNew}
          value={head.modelKey}
          title={word('key.hint')}
          onChange={(event) => onChange({ ...head, modelKey: event.target.value.replace(/[^\w.-]/g, '') })}
        />
      </label>
    </section>
  );
}

function Problems({ problems }: { readonly problems: readonly Problem[] }): ReactNode {
  const word = useWords(workflowTexts);
  if (problems.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={word('model.wrong', { count: problems.length })}
      description={
        <ul className="work-failed">
          {problems.map((problem, at) => (
            <li key={at}>{problem.msg}</li>
          ))}
        </ul>
      }
    />
  );
}

interface ProcessProps {
  readonly model: Model;
  readonly designer: RefObject<DesignerHandle | null>;
}
/** The process as a chain of steps, or as a drawing. */
function Process({ model, designer }: ProcessProps): ReactNode {
  const word = useWords(workflowTexts);
  const { head, steps, setSteps, xml, tab, changeTab } = model;
  const of = useMemo(() => documentOf(head.category), [head.category]);
  const chain =
    steps === null ? (
      <Alert type="info" showIcon title={word('chain.not')} />
    ) : (
      <ChainEditor steps={steps} onChange={setSteps} of={of} category={head.category} />
    );
  const drawing = (
    <Designer
      ref={designer}
      xml={xml}
      modelKey={head.modelKey || 'process'}
      name={head.name}
      category={head.category}
      of={of}
    />
  );
  return (
    <Tabs
      activeKey={tab}
      onChange={(next) => void changeTab(next as Tab)}
      destroyOnHidden
      items={[
        { key: 'chain', label: word('chain.tab'), children: chain },
        { key: 'designer', label: word('designer.tab'), children: drawing },
      ]}
    />
  );
}
