/**
 * What the drawing board of bpmn-js is made of here: the elements that run, and nothing else; words in the reader's
 * language.
 */
import type { Language } from '../../../kernel/core/label.ts';

export interface Drawn {
  readonly id: string;
  readonly type: string;
  readonly businessObject: Business;
  readonly parent?: Drawn;
}
export interface Business {
  readonly $type: string;
  readonly id: string;
  readonly name?: string;
  readonly settings?: string;
  readonly sourceRef?: Business;
  readonly default?: Business;
  readonly conditionExpression?: { readonly body?: string };
  readonly outgoing?: readonly Business[];
  readonly flowElements?: readonly Business[];
}
interface Registers {
  registerProvider(provider: object): void;
}
interface Creates {
  start(event: Event, element: object, context?: object): void;
}
interface Makes {
  createShape(options: object): object;
}
interface Tool {
  activateHand?(event: Event): void;
  activateSelection?(event: Event): void;
  start?(event: Event, element?: object): void;
  toggle?(event?: Event): void;
}
interface Appends {
  append(source: object, shape: object): void;
}
interface Models {
  removeElements(elements: readonly object[]): void;
}

const words = {
  hand: ['移动画布', 'Move the canvas'],
  lasso: ['框选', 'Select several'],
  connect: ['连线', 'Connect'],
  start: ['开始', 'Start'],
  end: ['结束', 'End'],
  task: ['审批节点', 'Task'],
  exclusive: ['条件分支', 'Choice'],
  parallel: ['并行分支', 'Side by side'],
  remove: ['删除', 'Remove'],
  drag: ['拖动连线', 'Draw a route'],
} as const;
type Word = keyof typeof words;
const spoken = (word: Word, language: Language): string => words[word][language === 'zh' ? 0 : 1];

const KINDS = [
  ['bpmn:StartEvent', 'start', 'bpmn-icon-start-event-none'],
  ['bpmn:UserTask', 'task', 'bpmn-icon-user-task'],
  ['bpmn:ExclusiveGateway', 'exclusive', 'bpmn-icon-gateway-xor'],
  ['bpmn:ParallelGateway', 'parallel', 'bpmn-icon-gateway-parallel'],
  ['bpmn:EndEvent', 'end', 'bpmn-icon-end-event-none'],
] as const;

/** The palette at the side and the pad beside a chosen element, each with the five kinds of node there are. */
export function boardModule(language: Language): Record<string, ['type', unknown]> {
  function Palette(
    this: object,
    palette: Registers,
    create: Creates,
    elementFactory: Makes,
    handTool: Tool,
    lassoTool: Tool,
    globalConnect: Tool,
  ) {
    const entries = {
      hand: {
        group: 'tools',
        className: 'bpmn-icon-hand-tool',
        title: spoken('hand', language),
        action: { click: (event: Event) => handTool.activateHand?.(event) },
      },
      lasso: {
        group: 'tools',
        className: 'bpmn-icon-lasso-tool',
        title: spoken('lasso', language),
        action: { click: (event: Event) => lassoTool.activateSelection?.(event) },
      },
      connect: {
        group: 'tools',
        className: 'bpmn-icon-connection-multi',
        title: spoken('connect', language),
        action: { click: (event: Event) => globalConnect.toggle?.(event) },
      },
      between: { group: 'tools', separator: true },
      ...Object.fromEntries(
        KINDS.map(([type, word, className]) => {
          const startCreate = (event: Event): void => create.start(event, elementFactory.createShape({ type }));
          return [
            word,
            {
              group: 'nodes',
              className,
              title: spoken(word, language),
              action: { dragstart: startCreate, click: startCreate },
            },
          ];
        }),
      ),
    };
    palette.registerProvider({ getPaletteEntries: () => entries });
  }
  (Palette as unknown as { $inject: readonly string[] }).$inject = [
    'palette',
    'create',
    'elementFactory',
    'handTool',
    'lassoTool',
    'globalConnect',
  ];

  function Pad(
    this: object,
    contextPad: Registers,
    autoPlace: Appends,
    create: Creates,
    elementFactory: Makes,
    connect: Tool,
    modeling: Models,
  ) {
    const remove = (elements: readonly object[]) => ({
      remove: {
        group: 'edit',
        className: 'bpmn-icon-trash',
        title: spoken('remove', language),
        action: { click: () => modeling.removeElements(elements) },
      },
    });
    contextPad.registerProvider({
      getMultiElementContextPadEntries: remove,
      getContextPadEntries(element: Drawn) {
        const source = element.businessObject.$type;
        if (source === 'bpmn:SequenceFlow' || source === 'bpmn:EndEvent' || element.type === 'label')
          return remove([element]);
        const appended = Object.fromEntries(
          KINDS.filter(([type]) => type !== 'bpmn:StartEvent').map(([type, word, className]) => [
            `append-${word}`,
            {
              group: 'model',
              className,
              title: spoken(word, language),
              action: {
                click: () => autoPlace.append(element, elementFactory.createShape({ type })),
                dragstart: (event: Event) =>
                  create.start(event, elementFactory.createShape({ type }), { source: element }),
              },
            },
          ]),
        );
        return {
          ...appended,
          connect: {
            group: 'connect',
            className: 'bpmn-icon-connection-multi',
            title: spoken('drag', language),
            action: {
              click: (event: Event) => connect.start?.(event, element),
              dragstart: (event: Event) => connect.start?.(event, element),
            },
          },
          ...remove([element]),
        };
      },
    });
  }
  (Pad as unknown as { $inject: readonly string[] }).$inject = [
    'contextPad',
    'autoPlace',
    'create',
    'elementFactory',
    'connect',
    'modeling',
  ];
  return { paletteProvider: ['type', Palette], contextPadProvider: ['type', Pad] };
}
