import { BPMN, BPMN_DI, DC, DI, LARDER, type Box, type Picture, type Point } from './bpmn-names.ts';
import { printCondition } from './condition.rules.ts';
import { END_NAMES } from './end-names.rules.ts';
import type { Graph } from './graph.rules.ts';
import type { TaskSettings } from './task-settings.rules.ts';

/** One step of an approval chain, for people who never saw BPMN: who is asked, and when the step is left out. */
export interface ChainStep {
  readonly id: string;
  readonly name: string;
  readonly settings: Partial<TaskSettings> & Pick<TaskSettings, 'candidates'>;
  /** Asked only where this holds; empty: always. */
  readonly when: string;
}
export interface Chain {
  readonly key: string;
  readonly name: string;
  readonly steps: readonly ChainStep[];
}

const escaped = (text: string): string => text.replace(/[<>&"'\n\r\t]/g, (sign) => `&#${sign.codePointAt(0)};`);
const conditionOf = (condition: string): string =>
  `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${escaped(condition)}</bpmn:conditionExpression>` +
  '</bpmn:sequenceFlow>';
const NAMESPACES = Object.entries({
  bpmn: BPMN,
  bpmndi: BPMN_DI,
  dc: DC,
  di: DI,
  larder: LARDER,
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');
const GAP = 60;
/** Before a step that is left out at times: room for the words of its condition. */
const WORDS = 130;
const TASK = { width: 120, height: 80 };
const GATE = { width: 50, height: 50 };
const EVENT = { width: 36, height: 36 };
const MIDDLE = 140;
const BELOW = 240;

/**
 * Writes a chain as the model everybody else writes: BPMN with a drawing, steps from left to right, those left out
 * bypassed below. `inWords` says a condition as it is read on the drawing.
 */
export function chainXml(chain: Chain, inWords = (condition: string): string => condition): string {
  const writing = new Writing();
  let last = writing.node('startEvent', 'start', END_NAMES.start.zh, EVENT);
  for (const step of chain.steps) {
    const task = (): string =>
      writing.node(
        'userTask',
        step.id,
        step.name,
        TASK,
        ` larder:settings="${escaped(JSON.stringify(step.settings))}"`,
      );
    if (step.when.trim() === '') {
      const from = last;
      last = task();
      writing.route(from, last);
      continue;
    }
    const gate = writing.node('exclusiveGateway', `${step.id}_if`, '', GATE, ` default="${step.id}_skip"`);
    writing.route(last, gate);
    const requested = task();
    writing.route(gate, requested, { name: inWords(step.when.trim()), condition: step.when.trim() });
    const join = writing.node('exclusiveGateway', `${step.id}_on`, '', GATE);
    writing.route(requested, join);
    writing.route(gate, join, { id: `${step.id}_skip`, around: true });
    last = join;
  }
  const end = writing.node('endEvent', 'end', END_NAMES.end.zh, EVENT);
  writing.route(last, end);
  return writing.print(chain.key, chain.name);
}

class Writing {
  readonly #nodes: string[] = [];
  readonly #routes: string[] = [];
  readonly #shapes: string[] = [];
  readonly #edges: string[] = [];
  readonly #boxes: Record<string, Box> = {};
  #x = 60;
  #number = 0;

  node(
    element: string,
    id: string,
    name: string,
    size: { readonly width: number; readonly height: number },
    attributes = '',
  ): string {
    const box = { x: this.#x, y: MIDDLE - size.height / 2, ...size };
    this.#boxes[id] = box;
    this.#x += size.width + (attributes.startsWith(' default=') ? WORDS : GAP);
    this.#nodes.push(
      `    <bpmn:${element} id="${escaped(id)}"${name === '' ? '' : ` name="${escaped(name)}"`}${attributes} />`,
    );
    this.#shapes.push(
      `      <bpmndi:BPMNShape id="${escaped(id)}_di" bpmnElement="${escaped(id)}"${element === 'exclusiveGateway' ? ' isMarkerVisible="true"' : ''}><dc:Bounds x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" />${element.endsWith('Event') ? labelAt(box.x + box.width / 2 - 20, box.y + box.height + 6, 40) : ''}</bpmndi:BPMNShape>`,
    );
    return id;
  }

  route(
    from: string,
    to: string,
    more: { readonly id?: string; readonly name?: string; readonly condition?: string; readonly around?: boolean } = {},
  ): void {
    this.#number += 1;
    const id = more.id ?? `route_${this.#number}`;
    const name = more.name === undefined ? '' : ` name="${escaped(more.name)}"`;
    const ends = `sourceRef="${escaped(from)}" targetRef="${escaped(to)}"`;
    const head = `    <bpmn:sequenceFlow id="${escaped(id)}"${name} ${ends}`;
    this.#routes.push(more.condition === undefined ? `${head} />` : `${head}>${conditionOf(more.condition)}`);
    const points = lineBetween(this.#boxes[from]!, this.#boxes[to]!, more.around === true);
    this.#edges.push(
      `      <bpmndi:BPMNEdge id="${escaped(id)}_di" bpmnElement="${escaped(id)}">${points.map(({ x, y }) => `<di:waypoint x="${x}" y="${y}" />`).join('')}${more.condition === undefined ? '' : labelAt(points[0]!.x + 5, points[0]!.y - 34, WORDS - 10)}</bpmndi:BPMNEdge>`,
    );
  }

  print(key: string, name: string): string {
    return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions ${NAMESPACES} id="definitions" targetNamespace="${LARDER}">
  <bpmn:process id="${escaped(key)}" name="${escaped(name)}" isExecutable="true">
${[...this.#nodes, ...this.#routes].join('\n')}
  </bpmn:process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${escaped(key)}">
${[...this.#shapes, ...this.#edges].join('\n')}
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`;
  }
}

const labelAt = (x: number, y: number, width: number): string =>
  `<bpmndi:BPMNLabel><dc:Bounds x="${x}" y="${y}" width="${width}" height="28" /></bpmndi:BPMNLabel>`;

const middleOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const lineBetween = (from: Box, to: Box, around: boolean): Point[] =>
  around
    ? [
        { x: middleOf(from).x, y: from.y + from.height },
        { x: middleOf(from).x, y: BELOW },
        { x: middleOf(to).x, y: BELOW },
        { x: middleOf(to).x, y: to.y + to.height },
      ]
    : [
        { x: from.x + from.width, y: middleOf(from).y },
        { x: to.x, y: middleOf(to).y },
      ];

/** The chain a graph is, or null where it is more than a chain. */
export function chainOf(graph: Graph): Chain | null {
  const steps: ChainStep[] = [];
  let at = graph.nodes[graph.start]!.out[0]!.to;
  for (let count = 0; count <= Object.keys(graph.nodes).length; count += 1) {
    const node = graph.nodes[at]!;
    if (node.kind === 'end') return { key: graph.key, name: graph.name, steps };
    if (node.kind === 'task') {
      if (node.in > 1) return null;
      steps.push({ id: at, name: node.name, settings: node.task!, when: '' });
      at = node.out[0]!.to;
      continue;
    }
    if (node.kind !== 'exclusive') return null;
    const requested = node.out.find((route) => route.condition !== undefined);
    const skip = node.out.find((route) => route.isDefault);
    const task = requested === undefined ? undefined : graph.nodes[requested.to];
    const join = skip === undefined ? undefined : graph.nodes[skip.to];
    if (
      node.out.length !== 2 ||
      node.in > 1 ||
      task?.kind !== 'task' ||
      task.in > 1 ||
      task.out[0]!.to !== skip!.to ||
      join?.kind !== 'exclusive' ||
      join.out.length !== 1 ||
      join.in !== 2
    )
      return null;
    steps.push({
      id: requested!.to,
      name: task.name,
      settings: task.task!,
      when: printCondition(requested!.condition!),
    });
    at = join.out[0]!.to;
  }
  return null;
}

/** A picture of a graph that nobody drew: nodes in the order they are reached, one row for each way. */
export function layOut(graph: Graph, drawn: Picture): Picture {
  if (Object.keys(graph.nodes).every((id) => drawn.boxes[id] !== undefined)) return drawn;
  const column = new Map<string, number>([[graph.start, 0]]);
  const open = [graph.start];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    for (const { to } of graph.nodes[id]!.out) {
      if (column.has(to)) continue;
      column.set(to, column.get(id)! + 1);
      open.push(to);
    }
  }
  const rows = new Map<number, number>();
  const boxes: Record<string, Box> = {};
  for (const [id, at] of column) {
    const row = rows.get(at) ?? 0;
    rows.set(at, row + 1);
    const { kind } = graph.nodes[id]!;
    const size = kind === 'task' ? TASK : kind === 'start' || kind === 'end' ? EVENT : GATE;
    boxes[id] = {
      x: 60 + at * (TASK.width + GAP) + (TASK.width - size.width) / 2,
      y: 60 + row * 130 + (TASK.height - size.height) / 2,
      ...size,
    };
  }
  const lines = Object.fromEntries(
    Object.entries(graph.nodes).flatMap(([id, node]) =>
      node.out.map((route) => [route.id, lineBetween(boxes[id]!, boxes[route.to]!, false)]),
    ),
  );
  return { boxes, lines };
}
