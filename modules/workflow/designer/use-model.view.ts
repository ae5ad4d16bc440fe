import { type RefObject, useCallback, useRef, useState } from 'react';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import { staleIn } from '../../../parts/client/errors.ts';
import { session } from '../../../parts/client/session.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { whoIn } from '../../../kernel/web/form/versions.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useCloseTabAndGo } from '../../../parts/hooks/own-tab.ts';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { readBpmn } from '../engine/bpmn.rules.ts';
import { chainOf, chainXml, type ChainStep } from '../engine/chain.rules.ts';
import { conditionInWords } from '../engine/facts.rules.ts';
import { billTypeOf, kindOf } from '../engine/flow-kinds.ts';
import { compile } from '../engine/graph.rules.ts';
import { workflowTexts } from '../workflow.texts.ts';
import { checkModel, deployModel, saveModel } from './flow-model.calls.ts';
import { flowModel } from './flow-model.resource.ts';
import { useUnboundNotice } from './model-bindings.view.tsx';

/** A process as it is stored. */
export interface StoredModel {
  readonly id?: string;
  readonly modelKey: string;
  readonly name: string;
  readonly category: string;
  readonly xml: string;
  readonly deployedVersion?: number;
  readonly version?: number;
}
/** The drawing, as it is at this moment. */
export interface DesignerHandle {
  xml(): Promise<string>;
}
export type Problem = TypeOf<typeof checkModel.answer>['problems'][number];
export type Tab = 'chain' | 'designer';
export type ModelHead = Pick<StoredModel, 'modelKey' | 'name' | 'category'>;

/** The document a kind of process is for, as far as the program has it. */
export const documentOf = (category: string): Declaration | undefined => {
  const kind = kindOf(category);
  return kind === undefined
    ? undefined
    : allDeclarations().find((each) => each.life !== undefined && billTypeOf(each.segment) === kind.billType);
};

/** A model as it is edited: its head, and the same process as a chain of steps or as a drawing. */
export function useModel(stored: StoredModel, designer: RefObject<DesignerHandle | null>) {
  const language = useLanguage();
  const [head, setHead] = useState<ModelHead>({
    modelKey: stored.modelKey,
    name: stored.name,
    category: stored.category,
  });
  const [steps, setSteps] = useState(() => stepsOf(stored.xml));
  const [xml, setXml] = useState(stored.xml);
  const [tab, setTab] = useState<Tab>(() => (steps === null ? 'designer' : 'chain'));
  const currentXml = useCallback(async (): Promise<string> => {
    if (tab === 'designer' && designer.current !== null) return designer.current.xml();
    if (steps === null) return xml;
    const of = documentOf(head.category);
    return chainXml({ key: head.modelKey || 'process', name: head.name, steps }, (when) =>
      conditionInWords(when, of, language),
    );
  }, [designer, tab, steps, xml, head, language]);
  const changeTab = async (next: Tab): Promise<void> => {
    const now = await currentXml();
    setXml(now);
    if (next === 'chain') setSteps(stepsOf(now));
    setTab(next);
  };
  return { head, setHead, steps, setSteps, xml, currentXml, tab, changeTab };
}
export type Model = ReturnType<typeof useModel>;

/** A drawing as a chain of steps; null where it is none. A new process starts with one step. */
function stepsOf(xml: string): readonly ChainStep[] | null {
  if (xml === '') return [{ id: 'step_1', name: '', settings: { candidates: [{ kind: 'dept-leader' }] }, when: '' }];
  const read = readBpmn(xml);
  if ('problems' in read) return null;
  const compiled = compile(read.drawing);
  return 'graph' in compiled ? (chainOf(compiled.graph)?.steps ?? null) : null;
}

type ModelAct = 'save' | 'deploy' | 'check';

/** Checks a model, and saves and deploys it where nothing is wrong with it. */
export function useModelActs(stored: StoredModel, { head, currentXml }: Model) {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const closeTabAndGo = useCloseTabAndGo();
  const codes = useAllowedCodes();
  const notifyUnbound = useUnboundNotice();
  const isNew = stored.id === undefined;
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [busy, setBusy] = useState<ModelAct>();
  /** The version this screen was drawn from: what others drew since is not overwritten unasked. */
  const version = useRef(stored.version);

  const save = async (xml: string, deploy: boolean): Promise<void> => {
    const saved = await request(saveModel, {
      ...(isNew ? {} : { id: stored.id, version: version.current }),
      ...head,
      xml,
    });
    version.current = saved.version;
    if (deploy)
      await request(deployModel, {
        modelId: saved.id,
        category: head.category,
        tenantIds: session.get()?.tenantId ?? '',
      });
    notify.done(deploy ? word('model.deployed', { name: head.name }) : word('model.saved'));
    if (deploy) await notifyUnbound(head);
    await Promise.all([
      invalidateLists(flowModel),
      queries.invalidateQueries({ queryKey: ['list', 'flowDefinition'] }),
    ]);
    if (isNew) closeTabAndGo(`/flow/model/${saved.id}`);
  };
  const confirmOverwrite = (who: string): Promise<boolean> =>
    notify.ask(word('model.met', { who }), {
      content: word('model.met.help', { who }),
      okText: word('model.met.mine'),
      danger: true,
    });
  const act = async (what: ModelAct): Promise<void> => {
    setBusy(what);
    setProblems(undefined);
    try {
      const xml = await currentXml();
      const checked = await request(checkModel, { ...head, xml });
      setProblems(checked.problems);
      if (!checked.pass) return;
      if (what === 'check') return notify.done(word('model.fine'));
      await save(xml, what === 'deploy');
    } catch (error) {
      const stale = staleIn(error);
      if (stale === undefined) notify.error(error);
      // Two drawings are not merged: the person decides which is saved, and until then this one stays as it is.
      else if (await confirmOverwrite(whoIn(stale.by))) {
        version.current = Number(stale.current['version']);
        await act(what);
      }
    } finally {
      setBusy(undefined);
    }
  };
  return {
    act,
    busy,
    problems,
    isReady: head.name.trim() !== '' && head.category !== '' && head.modelKey !== '',
    mayChange: codes.has(isNew ? 'flow_model_create' : 'flow_model_update'),
    mayDeploy: codes.has('flow_model_deploy'),
  };
}
export type ModelActs = ReturnType<typeof useModelActs>;
