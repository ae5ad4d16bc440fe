import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Result, Select, Skeleton, Tabs } from 'antd';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { request } from '../../../kernel/web/request.ts';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import { ApiError, staleIn } from '../../../parts/client/errors.ts';
import { whoIn } from '../../../kernel/web/form/versions.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useCloseTabAndGo, useTitle } from '../../../kernel/web/navigation/own-tab.ts';
import { session } from '../../../parts/client/session.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { readBpmn } from '../engine/bpmn.rules.ts';
import { chainOf, chainXml, type ChainStep } from '../engine/chain.rules.ts';
import { ChainEditor } from './chain-editor.view.tsx';
import { checkModel, deployModel, saveModel } from './flow-model.calls.ts';
import { flowModel } from './flow-model.resource.ts';
import { billTypeOf, flowKinds, kindOf } from '../engine/flow-kinds.ts';
import { compile } from '../engine/graph.rules.ts';
import { workflowTexts } from '../workflow.texts.ts';
import '../../../kernel/web/document/document.css';
import '../workflow.css';

const Designer = lazyPart(
  () => import('./designer.view.tsx'),
  () => <Loading />,
);

interface Stored {
  readonly id?: string;
  readonly modelKey: string;
  readonly name: string;
  readonly category: string;
  readonly xml: string;
  readonly deployedVersion?: number;
  readonly version?: number;
}
export interface DesignerHandle {
  xml(): Promise<string>;
}
type Problem = TypeOf<typeof checkModel.answer>['problems'][number];

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
    queryFn: ({ signal }) => get<Stored>('/blade-flow/model/detail', { id }, signal),
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
const NEW: Stored = { modelKey: '', name: '', category: '', xml: '' };

/** The document a kind of process is for, as far as the program has it. */
const documentOf = (category: string): Declaration | undefined => {
  const kind = kindOf(category);
  return kind === undefined
    ? undefined
    : allDeclarations().find((each) => each.life !== undefined && billTypeOf(each.segment) === kind.billType);
};

function stepsOf(xml: string): readonly ChainStep[] | null {
  if (xml === '') return [{ id: 'step_1', name: '', settings: { candidates: [{ kind: 'dept-leader' }] }, when: '' }];
  const read = readBpmn(xml);
  if ('problems' in read) return null;
  const compiled = compile(read.drawing);
  return 'graph' in compiled ? (chainOf(compiled.graph)?.steps ?? null) : null;
}

function OneModel({ stored }: { readonly stored: Stored }): ReactNode {
  const word = useWords(workflowTexts);
  const label = useLabel();
  const notify = useNotify();
  const leaveFor = useCloseTabAndGo();
  const codes = useAllowedCodes();
  const base = useId();
  const isNew = stored.id === undefined;
  const [head, setHead] = useState({ modelKey: stored.modelKey, name: stored.name, category: stored.category });
  const [steps, setSteps] = useState(() => stepsOf(stored.xml));
  const [xml, setXml] = useState(stored.xml);
  const [tab, setTab] = useState<'chain' | 'designer'>(() => (steps === null ? 'designer' : 'chain'));
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [busy, setBusy] = useState<'save' | 'deploy' | 'check'>();
  const designer = useRef<DesignerHandle>(null);
  /** The version this screen was drawn from: what others drew since is not drawn over. */
  const seen = useRef(stored.version);
  useTitle(stored.name === '' ? word('model.new') : stored.name);
  const mayChange = codes.has(isNew ? 'flow_model_create' : 'flow_model_update');
  const of = useMemo(() => documentOf(head.category), [head.category]);

  const written = useCallback(
    async (): Promise<string> =>
      tab === 'designer' && designer.current !== null
        ? designer.current.xml()
        : steps === null
          ? xml
          : chainXml({ key: head.modelKey || 'process', name: head.name, steps }),
    [tab, steps, xml, head],
  );
  const turn = async (next: 'chain' | 'designer'): Promise<void> => {
    const now = await written();
    setXml(now);
    if (next === 'chain') setSteps(stepsOf(now));
    setTab(next);
  };
  const act = async (what: 'save' | 'deploy' | 'check'): Promise<void> => {
    setBusy(what);
    setProblems(undefined);
    try {
      const now = await written();
      const checked = await request(checkModel, { ...head, xml: now });
      setProblems(checked.problems);
      if (!checked.pass) return;
      if (what === 'check') return notify.done(word('model.fine'));
      const { id, version } = await request(saveModel, {
        ...(isNew ? {} : { id: stored.id, version: seen.current }),
        ...head,
        xml: now,
      });
      seen.current = version;
      if (what === 'deploy')
        await request(deployModel, { modelId: id, category: head.category, tenantIds: session.get()?.tenantId ?? '' });
      notify.done(what === 'deploy' ? word('model.deployed', { name: head.name }) : word('model.saved'));
      await Promise.all([
        invalidateLists(flowModel),
        queries.invalidateQueries({ queryKey: ['list', 'flowDefinition'] }),
      ]);
      if (isNew) leaveFor(`/flow/model/${id}`);
    } catch (error) {
      const stale = staleIn(error);
      if (stale === undefined) notify.error(error);
      // Two drawings are not brought together: whose stands is asked, and until then this one stays as it is drawn.
      else if (await drawnOver(whoIn(stale.by))) {
        seen.current = Number(stale.current['version']);
        await act(what);
      }
    } finally {
      setBusy(undefined);
    }
  };
  const drawnOver = (who: string): Promise<boolean> =>
    notify.ask(word('model.met', { who }), {
      content: word('model.met.help', { who }),
      okText: word('model.met.mine'),
      danger: true,
    });
  const ready = head.name.trim() !== '' && head.category !== '' && head.modelKey !== '';
  return (
    <article className="document flow-model">
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
          <Button loading={busy === 'check'} disabled={!ready} onClick={() => void act('check')}>
            {word('model.check')}
          </Button>
          {mayChange && (
            <Button loading={busy === 'save'} disabled={!ready} onClick={() => void act('save')}>
              {word('model.save')}
            </Button>
          )}
          {mayChange && codes.has('flow_model_deploy') && (
            <Button type="primary" loading={busy === 'deploy'} disabled={!ready} onClick={() => void act('deploy')}>
              {word('model.save-deploy')}
            </Button>
          )}
        </div>
      </header>
      <div className="document-body">
        <div className="document-main">
          <section className="flow-block flow-model-head">
            <label htmlFor={`${base}-name`}>
              <span>{label(flowModel.fields.name.label)}</span>
              <Input
                id={`${base}-name`}
                maxLength={100}
                value={head.name}
                onChange={(event) => setHead({ ...head, name: event.target.value })}
              />
            </label>
            <label htmlFor={`${base}-category`}>
              <span>{word('upload.kind')}</span>
              <Select
                id={`${base}-category`}
                showSearch={{ optionFilterProp: 'label' }}
                value={head.category || null}
                placeholder={word('who.choose')}
                options={flowKinds.map((kind) => ({ value: kind.category, label: label(kind.label) }))}
                onChange={(category: string) =>
                  setHead({ ...head, category, modelKey: head.modelKey || (kindOf(category)?.billType ?? '') })
                }
              />
            </label>
            <label htmlFor={`${base}-key`}>
              <span>{label(flowModel.fields.modelKey.label)}</span>
              <Input
                id={`${base}-key`}
                maxLength={64}
                disabled={!isNew}
                value={head.modelKey}
                title={word('key.hint')}
                onChange={(event) => setHead({ ...head, modelKey: event.target.value.replace(/[^\w.-]/g, '') })}
              />
            </label>
          </section>
          {problems !== undefined && problems.length > 0 && (
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
          )}
          <Tabs
            activeKey={tab}
            onChange={(next) => void turn(next as 'chain')}
            destroyOnHidden
            items={[
              {
                key: 'chain',
                label: word('chain.tab'),
                children:
                  steps === null ? (
                    <Alert type="info" showIcon title={word('chain.not')} />
                  ) : (
                    <ChainEditor steps={steps} onChange={setSteps} of={of} category={head.category} />
                  ),
              },
              {
                key: 'designer',
                label: word('designer.tab'),
                children: (
                  <Designer
                    ref={designer}
                    xml={xml}
                    modelKey={head.modelKey || 'process'}
                    name={head.name}
                    category={head.category}
                    of={of}
                  />
                ),
              },
            ]}
          />
        </div>
      </div>
    </article>
  );
}
