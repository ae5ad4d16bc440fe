import '../workflow.refusals.ts';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { BPMN, BPMN_DI, DC, DI, LARDER, type Box, type Picture, type Point } from './bpmn-names.ts';
import type { Drawing, DrawnNode, DrawnRoute, NodeKind, Problem } from './graph.rules.ts';

/** A model larger than this is not read at all. */
export const XML_MAX = 512 * 1024;
const NODES_MAX = 200;
const PROBLEMS_MAX = 20;
const DEPTH_MAX = 16;

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

const KINDS: Readonly<Record<string, NodeKind>> = {
  startEvent: 'start',
  endEvent: 'end',
  userTask: 'task',
  exclusiveGateway: 'exclusive',
  parallelGateway: 'parallel',
};
/** What may stand in what. Whatever is not named here does not exist. */
const NODE_PARTS = ['incoming', 'outgoing', 'documentation', 'extensionElements'];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  '': ['definitions'],
  definitions: ['process', 'BPMNDiagram', 'documentation', 'extensionElements'],
  process: [...Object.keys(KINDS), 'sequenceFlow', 'documentation', 'extensionElements'],
  ...Object.fromEntries(Object.keys(KINDS).map((name) => [name, NODE_PARTS])),
  sequenceFlow: ['conditionExpression', 'documentation', 'extensionElements'],
  BPMNDiagram: ['BPMNPlane', 'BPMNLabelStyle'],
  BPMNPlane: ['BPMNShape', 'BPMNEdge'],
  BPMNShape: ['Bounds', 'BPMNLabel'],
  BPMNEdge: ['waypoint', 'BPMNLabel'],
  BPMNLabel: ['Bounds'],
  BPMNLabelStyle: ['Font'],
};
const NAMESPACES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['definitions', 'process', 'sequenceFlow', 'conditionExpression', ...NODE_PARTS, ...Object.keys(KINDS)].map(
      (name) => [name, BPMN],
    ),
  ),
  ...Object.fromEntries(
    ['BPMNDiagram', 'BPMNPlane', 'BPMNShape', 'BPMNEdge', 'BPMNLabel', 'BPMNLabelStyle'].map((name) => [name, BPMN_DI]),
  ),
  Bounds: DC,
  Font: DC,
  waypoint: DI,
};
const IDENTITY = ['id', 'name'];
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  definitions: [...IDENTITY, 'targetNamespace', 'exporter', 'exporterVersion'],
  process: [...IDENTITY, 'isExecutable', 'isClosed', 'processType'],
  startEvent: [...IDENTITY, 'isInterrupting'],
  endEvent: IDENTITY,
  userTask: [...IDENTITY, 'implementation'],
  exclusiveGateway: [...IDENTITY, 'default', 'gatewayDirection'],
  parallelGateway: [...IDENTITY, 'gatewayDirection'],
  sequenceFlow: [...IDENTITY, 'sourceRef', 'targetRef'],
  conditionExpression: ['id'],
  documentation: ['id', 'textFormat'],
  BPMNDiagram: [...IDENTITY, 'documentation', 'resolution'],
  BPMNPlane: ['id', 'bpmnElement'],
  BPMNShape: ['id', 'bpmnElement', 'isHorizontal', 'isExpanded', 'isMarkerVisible'],
  BPMNEdge: ['id', 'bpmnElement', 'sourceElement', 'targetElement'],
  BPMNLabel: ['id', 'labelStyle'],
  BPMNLabelStyle: ['id'],
  Bounds: ['x', 'y', 'width', 'height'],
  Font: ['name', 'size', 'isBold', 'isItalic', 'isUnderline', 'isStrikeThrough'],
  waypoint: ['x', 'y'],
};
/** `${…}` and `#{…}`: the spellings of expressions other engines would run. */
const EXPRESSION = /[$#]\s*\{/;

type Read = { readonly drawing: Drawing; readonly picture: Picture } | { readonly problems: readonly Problem[] };

class Enough extends Error {}

/**
 * Reads an uploaded model by an allow-list of elements and attributes: whatever else it holds is refused by name and
 * line, nothing of it is ever run, fetched or expanded. A document type is refused before anything it could declare is.
 */
export function readBpmn(xml: string): Read {
  if (xml.length > XML_MAX)
    return { problems: [{ code: 'flow.xml-too-large', line: 1, detail: { max: XML_MAX / 1024 } }] };
  const reader = new Reader();
  const parser = new SaxesParser({ xmlns: true, position: true });
  const line = (): number => parser.line;
  parser.on('doctype', () => reader.refuse('flow.xml-doctype', line()));
  parser.on('processinginstruction', ({ target }) =>
    reader.refuse('flow.xml-instruction', line(), { name: target.slice(0, 40) }),
  );
  parser.on('opentagstart', () => void (reader.opened = line()));
  parser.on('opentag', (tag) => reader.open(tag, reader.opened));
  parser.on('closetag', () => reader.close());
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('error', (error) =>
    reader.refuse('flow.xml-broken', line(), { reason: error.message.replace(/^\S*:?\d+:\d+:\s*/, '').slice(0, 120) }),
  );
  try {
    parser.write(xml).close();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return reader.result();
}

interface Open {
  readonly name: string;
  readonly id: string;
}

class Reader {
  opened = 1;
  readonly problems: Problem[] = [];
  readonly #path: Open[] = [];
  #process: { key: string; name: string } | null = null;
  readonly #nodes: DrawnNode[] = [];
  readonly #routes: (Omit<DrawnRoute, 'condition'> & { condition?: string })[] = [];
  readonly #ids = new Set<string>();
  readonly #boxes: Record<string, Box> = {};
  readonly #lines: Record<string, Point[]> = {};

  refuse(code: string, line: number, detail: Record<string, unknown> = {}): void {
    this.problems.push({ code, line, detail: { line, ...detail } });
    // What follows a broken or hostile beginning says nothing new.
    if (code.startsWith('flow.xml-') || this.problems.length >= PROBLEMS_MAX) throw new Enough();
  }

  open(tag: SaxesTagNS, line: number): void {
    const above = this.#path.at(-1);
    const { local, uri } = tag;
    if (this.#path.length >= DEPTH_MAX) this.refuse('flow.xml-deep', line);
    const isKnown =
      Object.hasOwn(NAMESPACES, local) &&
      NAMESPACES[local] === uri &&
      (ALLOWED[above?.name ?? ''] ?? []).includes(local) &&
      above?.name !== ' ';
    // What hangs below something refused was refused with it.
    if (!isKnown && above?.name !== ' ') this.refuse('flow.element', line, { name: tag.name.slice(0, 60) });
    const found: Record<string, string> = {};
    for (const attribute of Object.values(tag.attributes)) {
      const name = this.#attribute(isKnown ? local : null, attribute, line);
      if (name !== null) found[name] = attribute.value;
    }
    const id = found['id'] ?? '';
    this.#path.push({
      name: isKnown ? local : ' ',
      id: local === 'BPMNShape' || local === 'BPMNEdge' ? (found['bpmnElement'] ?? '') : id,
    });
    if (isKnown && uri === BPMN) this.#element(local, id, found, line);
    else if (isKnown) this.#drawn(local, found, above);
  }

  /** The name under which an attribute counts, or null where it is none of ours. */
  #attribute(element: string | null, attribute: SaxesTagNS['attributes'][string], line: number): string | null {
    const { uri, local, name, value } = attribute;
    if (uri === XMLNS || name === 'xmlns') return null;
    if (element === null || uri === XML) return null;
    if (
      uri === XSI &&
      ((element === 'conditionExpression' && local === 'type' && /^(\w+:)?tFormalExpression$/.test(value)) ||
        (element === 'definitions' && local === 'schemaLocation'))
    )
      return null;
    if (uri === LARDER && local === 'settings' && element === 'userTask') return 'settings';
    if (uri !== '' || !(ATTRIBUTES[element] ?? []).includes(local)) {
      this.refuse('flow.attribute', line, { name: name.slice(0, 60), element });
      return null;
    }
    if (EXPRESSION.test(value) && local !== 'name' && local !== 'documentation')
      this.refuse('flow.expression', line, { part: value.slice(0, 60) });
    if (element === 'userTask' && local === 'implementation' && value !== '##unspecified')
      this.refuse('flow.attribute', line, { name, element });
    return local;
  }

  #element(local: string, id: string, found: Readonly<Record<string, string>>, line: number): void {
    if (local === 'process') {
      if (this.#process !== null) this.refuse('flow.one-process', line);
      if (!/^[A-Za-z_][\w.-]{0,63}$/.test(id)) this.refuse('flow.key', line, { name: id.slice(0, 64) });
      this.#process = { key: id, name: (found['name'] ?? '').slice(0, 100) };
    }
    const kind = KINDS[local];
    if (kind === undefined && local !== 'sequenceFlow') return;
    if (!/^[A-Za-z_][\w.-]{0,63}$/.test(id)) this.refuse('flow.id', line, { name: id.slice(0, 64), element: local });
    if (this.#ids.has(id)) this.refuse('flow.id-twice', line, { name: id });
    this.#ids.add(id);
    const name = (found['name'] ?? '').replace(/\s+/g, ' ').trim().slice(0, 100);
    if (kind === undefined)
      this.#routes.push({ id, name, from: found['sourceRef'] ?? '', to: found['targetRef'] ?? '', line });
    else {
      this.#nodes.push({
        id,
        kind,
        name,
        line,
        ...(found['settings'] === undefined ? {} : { settings: found['settings'] }),
        ...(found['default'] === undefined ? {} : { defaultRoute: found['default'] }),
      });
      if (this.#nodes.length > NODES_MAX) this.refuse('flow.xml-nodes', line, { max: NODES_MAX });
    }
  }

  #drawn(local: string, found: Readonly<Record<string, string>>, above: Open | undefined): void {
    const number = (name: string): number => {
      const value = Number(found[name]);
      return Number.isFinite(value) && Math.abs(value) < 100_000 ? Math.round(value) : 0;
    };
    if (local === 'Bounds' && above?.name === 'BPMNShape')
      this.#boxes[above.id] = {
        x: number('x'),
        y: number('y'),
        width: Math.max(1, number('width')),
        height: Math.max(1, number('height')),
      };
    if (local === 'waypoint' && above !== undefined)
      (this.#lines[above.id] ??= []).push({ x: number('x'), y: number('y') });
  }

  text(text: string): void {
    const top = this.#path.at(-1);
    const route = this.#path.at(-2)?.name === 'sequenceFlow' ? this.#routes.at(-1) : undefined;
    if (top?.name === 'conditionExpression' && route !== undefined) route.condition = (route.condition ?? '') + text;
  }

  close(): void {
    const closed = this.#path.pop();
    const route = this.#routes.at(-1);
    if (closed?.name !== 'conditionExpression' || route?.condition === undefined) return;
    if (EXPRESSION.test(route.condition))
      this.refuse('flow.expression', this.opened, { part: route.condition.trim().slice(0, 60) });
    if (route.condition.trim() === '') delete route.condition;
  }

  result(): Read {
    if (this.#process === null && this.problems.length === 0)
      this.problems.push({ code: 'flow.no-process', line: 1, detail: { line: 1 } });
    if (this.problems.length > 0) return { problems: this.problems };
    return {
      drawing: { ...this.#process!, nodes: this.#nodes, routes: this.#routes },
      picture: { boxes: this.#boxes, lines: this.#lines },
    };
  }
}
