import * as bpmn from 'bpmn-js/lib/Modeler.js';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-embedded.css';
import { Alert, Checkbox, Input } from 'antd';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { LARDER } from '../engine/bpmn-names.ts';
import { CandidatesEditor } from './candidates-editor.view.tsx';
import { chainXml, type ChainStep } from '../engine/chain.rules.ts';
import { withEndNames } from '../engine/end-names.rules.ts';
import { ConditionEditor } from './condition-editor.view.tsx';
import { boardModule, type Business, type Drawn } from './designer-parts.view.ts';
import type { DesignerHandle } from './use-model.view.ts';
import { SettingsEditor } from './settings-editor.view.tsx';
import { workflowTexts } from '../workflow.texts.ts';

interface Props {
  readonly ref: Ref<DesignerHandle>;
  readonly xml: string;
  readonly modelKey: string;
  readonly name: string;
  readonly category: string;
  readonly of: Declaration | undefined;
}
interface Modeling {
  updateProperties(element: Drawn, properties: object): void;
}
interface Canvas {
  getRootElement(): Drawn;
  zoom(level: string | number, center?: string): void;
  scroll(by: { readonly dx: number; readonly dy: number }): void;
  /** What is seen: its corner in the drawing, the drawing itself, and the size of the window in pixels. */
  viewbox(): {
    readonly x: number;
    readonly scale: number;
    readonly inner: { readonly x: number };
    readonly outer: { readonly width: number };
  };
}
interface Bus {
  on(events: string | readonly string[], listener: (event: { readonly newSelection?: readonly Drawn[] }) => void): void;
}
interface Registry {
  filter(test: (element: Drawn) => boolean): Drawn[];
  get(id: string): Drawn | undefined;
}
interface Factory {
  create(type: string, properties: object): object;
}

/** What of the drawing board is used; its own types do not tell a class from a module everywhere. */
interface Board {
  get<T>(service: string): T;
  importXML(xml: string): Promise<unknown>;
  saveXML(options: { readonly format: boolean }): Promise<{ readonly xml?: string }>;
  destroy(): void;
}
const BpmnModeler = (bpmn as unknown as { readonly default: new (options: object) => Board }).default;

/** `larder:settings` on a user task; everything else is plain BPMN. */
const OURS = {
  name: 'Larder',
  uri: LARDER,
  prefix: 'larder',
  xml: { tagAlias: 'lowerCase' },
  types: [
    { name: 'Asked', extends: ['bpmn:UserTask'], properties: [{ name: 'settings', isAttr: true, type: 'String' }] },
  ],
};

/** Shapes take the colours of the theme, whichever it is while they are looked at; drawings keep none of them. */
const IN_THEME = {
  defaultFillColor: 'var(--surface)',
  defaultStrokeColor: 'var(--text)',
  defaultLabelColor: 'var(--text)',
};

/** So much of the left is the palette's, in pixels. */
const PALETTE = 120;

/** Shows the whole drawing, beside the palette and not below it. */
function fit(canvas: Canvas): void {
  canvas.zoom('fit-viewport', 'auto');
  const leftOf = ({ x, scale, inner }: ReturnType<Canvas['viewbox']>): number => (inner.x - x) * scale;
  const seen = canvas.viewbox();
  if (leftOf(seen) >= PALETTE || seen.outer.width <= PALETTE) return;
  canvas.zoom(seen.scale * (1 - PALETTE / seen.outer.width), 'auto');
  canvas.scroll({ dx: Math.max(0, PALETTE - leftOf(canvas.viewbox())), dy: 0 });
}

/** The drawing board, and beside it what the chosen element says of itself. */
export default function Designer({ ref, xml, modelKey, name, category, of }: Props) {
  const word = useWords(workflowTexts);
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const modeler = useRef<Board>(undefined);
  // The board keeps what is drawn: what it began with does not make another board.
  const begun = useRef(xml);
  const head = useRef({ modelKey, name });
  head.current = { modelKey, name };
  const [chosen, setChosen] = useState<Drawn>();
  const [, redraw] = useState(0);
  const [fault, setFault] = useState('');

  useEffect(() => {
    const board = new BpmnModeler({
      container: box.current!,
      moddleExtensions: { larder: OURS },
      additionalModules: [boardModule(language)],
      bpmnRenderer: IN_THEME,
    });
    modeler.current = board;
    const bus = board.get<Bus>('eventBus');
    bus.on('selection.changed', ({ newSelection }) =>
      setChosen(newSelection?.length === 1 ? newSelection[0] : undefined),
    );
    bus.on(['element.changed', 'commandStack.changed'], () => redraw((count) => count + 1));
    const first =
      begun.current === ''
        ? chainXml({
            key: head.current.modelKey,
            name: head.current.name,
            steps: [{ id: 'step_1', name: '', settings: { candidates: [{ kind: 'dept-leader' }] }, when: '' }],
          })
        : begun.current;
    board.importXML(withEndNames(first, language)).then(
      () => fit(board.get<Canvas>('canvas')),
      (error: Error) => setFault(error.message),
    );
    return () => board.destroy();
  }, [language]);

  useImperativeHandle(
    ref,
    () => ({
      async xml() {
        const board = modeler.current!;
        const root = board.get<Canvas>('canvas').getRootElement();
        board
          .get<Modeling>('modeling')
          .updateProperties(root, { id: head.current.modelKey, name: head.current.name, isExecutable: true });
        return (await board.saveXML({ format: true })).xml ?? '';
      },
    }),
    [],
  );

  const update = (element: Drawn, properties: object): void =>
    modeler.current?.get<Modeling>('modeling').updateProperties(element, properties);
  return (
    <div className="flow-designer">
      {fault !== '' && <Alert type="error" showIcon title={fault} />}
      <div className="flow-board" ref={box} />
      <aside className="flow-panel">
        {chosen === undefined || chosen.businessObject.$type === 'bpmn:Process' ? (
          <p className="soft">{word('designer.choose')}</p>
        ) : (
          <Panel
            key={chosen.id}
            element={chosen}
            update={update}
            board={modeler.current!}
            category={category}
            of={of}
          />
        )}
      </aside>
    </div>
  );
}

interface PanelProps {
  readonly element: Drawn;
  readonly update: (element: Drawn, properties: object) => void;
  readonly board: Board;
  readonly category: string;
  readonly of: Declaration | undefined;
}
function Panel({ element, update, board, category, of }: PanelProps) {
  const word = useWords(workflowTexts);
  const business = element.businessObject;
  const isRoute = business.$type === 'bpmn:SequenceFlow';
  return (
    <>
      <label className="flow-field">
        <span className="soft">{word('chain.name')}</span>
        <Input
          maxLength={100}
          value={business.name ?? ''}
          onChange={(event) => update(element, { name: event.target.value })}
        />
      </label>
      {business.$type === 'bpmn:UserTask' && <TaskPanel {...{ element, update, board, category, of }} />}
      {isRoute &&
        business.sourceRef?.$type === 'bpmn:ExclusiveGateway' &&
        (business.sourceRef.outgoing?.length ?? 0) > 1 && <RoutePanel {...{ element, update, board, category, of }} />}
    </>
  );
}

function settingsIn(business: Business): ChainStep['settings'] {
  try {
    return JSON.parse(business.settings ?? '') as ChainStep['settings'];
  } catch {
    return { candidates: [] };
  }
}

function TaskPanel({ element, update, board, of }: PanelProps) {
  const word = useWords(workflowTexts);
  const settings = settingsIn(element.businessObject);
  const set = (next: ChainStep['settings']): void => update(element, { settings: JSON.stringify(next) });
  const others = board
    .get<Registry>('elementRegistry')
    .filter((each) => each.type === 'bpmn:UserTask' && each.id !== element.id)
    .map((each) => ({ id: each.businessObject.id, name: each.businessObject.name ?? each.businessObject.id }));
  return (
    <>
      <div className="flow-field">
        <span className="soft">{word('chain.who')}</span>
        <CandidatesEditor
          of={of}
          label={word('chain.who')}
          value={settings.candidates}
          onChange={(candidates) => set({ ...settings, candidates })}
        />
      </div>
      <SettingsEditor of={of} value={settings} before={others} onChange={set} />
    </>
  );
}

function RoutePanel({ element, update, board, category }: PanelProps) {
  const word = useWords(workflowTexts);
  const route = element.businessObject;
  const isDefault = route.sourceRef?.default?.id === route.id;
  const gateway = board.get<Registry>('elementRegistry').get(route.sourceRef!.id);
  const setCondition = (body: string): void =>
    update(element, {
      conditionExpression:
        body === '' ? undefined : board.get<Factory>('bpmnFactory').create('bpmn:FormalExpression', { body }),
      ...(body === '' ? {} : { name: route.name || body }),
    });
  return (
    <>
      <Checkbox
        checked={isDefault}
        onChange={(event) => {
          if (gateway !== undefined) update(gateway, { default: event.target.checked ? route : undefined });
          if (event.target.checked) update(element, { conditionExpression: undefined });
        }}
      >
        {word('designer.default')}
      </Checkbox>
      {!isDefault && (
        <div className="flow-field">
          <span className="soft">{word('chain.when')}</span>
          <ConditionEditor
            category={category}
            label={word('chain.when')}
            value={route.conditionExpression?.body ?? ''}
            onChange={setCondition}
          />
        </div>
      )}
    </>
  );
}
