import '../workflow.refusals.ts';
import { parseCondition, type Condition, type FactNature } from './condition.rules.ts';
import { readSettings, type TaskSettings } from './task-settings.rules.ts';

/** A process as it runs: compiled once when it is saved, never looked up in XML again. */
export interface Graph {
  readonly key: string;
  readonly name: string;
  readonly start: string;
  readonly nodes: Readonly<Record<string, FlowNode>>;
}
export type NodeKind = 'start' | 'end' | 'task' | 'exclusive' | 'parallel';
export interface FlowNode {
  readonly kind: NodeKind;
  readonly name: string;
  readonly out: readonly Route[];
  /** How many routes lead here: a parallel gateway waits for all of them. */
  readonly in: number;
  readonly task?: TaskSettings;
}
export interface Route {
  readonly id: string;
  readonly name: string;
  readonly to: string;
  readonly condition?: Condition;
  /** Taken where no condition holds. */
  readonly isDefault?: boolean;
}

/** A drawing as it was read, before anybody asked whether it makes sense. */
export interface Drawing {
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly DrawnNode[];
  readonly routes: readonly DrawnRoute[];
}
export interface DrawnNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: string;
  readonly line: number;
  readonly settings?: string;
  readonly defaultRoute?: string;
}
export interface DrawnRoute {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly condition?: string;
}

/** What is wrong, as a code of the refusals, with the line of the file and the node it is about. */
export interface Problem {
  readonly code: string;
  readonly line: number;
  readonly node?: string;
  readonly detail: Readonly<Record<string, unknown>>;
}
type Compiled = { readonly graph: Graph } | { readonly problems: readonly Problem[] };

/**
 * Makes the graph, or says everything that is wrong with it. `facts`: what conditions may ask; absent, anything that
 * reads well.
 */
export function compile(drawing: Drawing, facts?: Readonly<Record<string, FactNature>>): Compiled {
  const problems: Problem[] = [];
  const say = (
    code: string,
    at: { readonly line: number; readonly id?: string; readonly name?: string },
    detail: Record<string, unknown> = {},
  ): void =>
    void problems.push({
      code,
      line: at.line,
      ...(at.id === undefined ? {} : { node: at.id }),
      detail: { line: at.line, name: at.name || (at.id ?? ''), ...detail },
    });
  const byId = new Map(drawing.nodes.map((node) => [node.id, node]));
  for (const route of drawing.routes) {
    for (const end of [route.from, route.to]) if (!byId.has(end)) say('flow.route-to-nowhere', route, { target: end });
  }
  const starts = drawing.nodes.filter((node) => node.kind === 'start');
  if (starts.length !== 1) say('flow.one-start', starts[1] ?? { line: 1 }, { count: starts.length });
  if (!drawing.nodes.some((node) => node.kind === 'end')) say('flow.no-end', { line: 1 });
  if (problems.length > 0) return { problems };

  const outOf = Map.groupBy(drawing.routes, (route) => route.from);
  const into = Map.groupBy(drawing.routes, (route) => route.to);
  const nodes: Record<string, FlowNode> = {};
  for (const node of drawing.nodes) {
    const out = outOf.get(node.id) ?? [];
    const read = readSettings(node.settings);
    shapeProblems(node, out, into.get(node.id) ?? [], say);
    if (node.kind === 'task' && 'problem' in read)
      say(read.problem === 'candidates' ? 'flow.no-candidates' : 'flow.settings', node, { part: read.problem });
    nodes[node.id] = {
      kind: node.kind,
      name: node.name,
      in: into.get(node.id)?.length ?? 0,
      out: out.map((route) => routeOf(node, route, out.length, facts, say)),
      ...(node.kind === 'task' && 'settings' in read ? { task: read.settings } : {}),
    };
  }
  if (problems.length > 0) return { problems };
  const graph: Graph = { key: drawing.key, name: drawing.name, start: starts[0]!.id, nodes };
  for (const found of meaningProblems(graph)) say(found.code, byId.get(found.node) ?? { line: 1 }, found.detail);
  return problems.length > 0 ? { problems } : { graph };
}

type Say = (
  code: string,
  at: { readonly line: number; readonly id?: string; readonly name?: string },
  detail?: Record<string, unknown>,
) => void;

function shapeProblems(node: DrawnNode, out: readonly DrawnRoute[], into: readonly DrawnRoute[], say: Say): void {
  if (node.kind === 'start' && into.length > 0) say('flow.into-start', node);
  if (node.kind === 'end' && out.length > 0) say('flow.out-of-end', node);
  if (node.kind !== 'start' && into.length === 0) say('flow.unreached', node);
  if (node.kind !== 'end' && out.length === 0) say('flow.leads-nowhere', node);
  if ((node.kind === 'start' || node.kind === 'task') && out.length > 1) say('flow.gateway-needed', node);
  const isSplit = node.kind === 'exclusive' && out.length > 1;
  if (isSplit && (node.defaultRoute === undefined || !out.some((route) => route.id === node.defaultRoute)))
    say('flow.no-default', node);
}

function routeOf(
  node: DrawnNode,
  route: DrawnRoute,
  count: number,
  facts: Readonly<Record<string, FactNature>> | undefined,
  say: Say,
): Route {
  const base = { id: route.id, name: route.name, to: route.to };
  const isDefault = node.kind === 'exclusive' && node.defaultRoute === route.id;
  const decides = node.kind === 'exclusive' && count > 1 && !isDefault;
  if (!decides) {
    if (route.condition !== undefined) say('flow.condition-out-of-place', route);
    return isDefault ? { ...base, isDefault } : base;
  }
  const parsed = parseCondition(route.condition ?? '', facts);
  if ('condition' in parsed) return { ...base, condition: parsed.condition };
  say(`flow.condition-${parsed.problem}`, route, { part: parsed.part });
  return base;
}

const STATES_MAX = 1200;
interface Meaning {
  readonly code: string;
  readonly node: string;
  readonly detail?: Record<string, unknown>;
}

/**
 * What only shows when it is walked through: circles nobody stands in, ways past everybody, gateways that wait for
 * ever.
 */
function* meaningProblems(graph: Graph): Generator<Meaning> {
  for (const id of Object.keys(graph.nodes)) {
    if (!reach(graph, graph.start, id)) return yield { code: 'flow.unreached', node: id };
    if (!Object.entries(graph.nodes).some(([end, node]) => node.kind === 'end' && reach(graph, id, end)))
      return yield { code: 'flow.never-ends', node: id };
  }
  const circle = circleWithoutTask(graph);
  if (circle !== null) return yield { code: 'flow.circle', node: circle };
  for (const [id, { task }] of Object.entries(graph.nodes)) {
    for (const back of task?.returnTo ?? [])
      if (graph.nodes[back]?.kind !== 'task' || back === id || !reach(graph, back, id))
        yield { code: 'flow.return-to', node: id, detail: { target: back } };
  }
  yield* walkedProblems(graph);
}

/** Every constellation of tokens there can be, whichever way the gateways decide. */
function* walkedProblems(graph: Graph): Generator<Meaning> {
  const exploration = new Exploration(graph);
  const seen = new Set<string>();
  const waiting = [...exploration.outcomes([], graph.nodes[graph.start]!.out[0]!)];
  if (waiting.some((tokens) => tokens.length === 0)) return yield { code: 'flow.nobody-asked', node: graph.start };
  while (waiting.length > 0) {
    const tokens = waiting.pop()!;
    const key = keyOf(tokens);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > STATES_MAX || exploration.isTooMuch)
      return yield { code: 'flow.too-complicated', node: graph.start };
    const places = tokens.map(placeOf);
    const twice = places.find((place, at) => places.indexOf(place) !== at);
    if (twice !== undefined) return yield { code: 'flow.met-twice', node: twice.split('<')[0]! };
    const current = tokens.filter((token) => token.via === undefined);
    const stuck = tokens.find((token) => token.via !== undefined);
    if (current.length === 0 && stuck !== undefined) return yield { code: 'flow.waits-for-ever', node: stuck.node };
    for (const token of current)
      waiting.push(
        ...exploration.outcomes(
          tokens.filter((each) => each !== token),
          graph.nodes[token.node]!.out[0]!,
        ),
      );
  }
}

const placeOf = ({ node, via }: Token): string => `${node}<${via ?? ''}`;
const keyOf = (tokens: readonly Token[]): string => tokens.map(placeOf).toSorted().join('|');
type Constellations = readonly (readonly Token[])[];

/** Where one token may come to by all the ways there are; each question is answered once, and not too many are. */
class Exploration {
  readonly #graph: Graph;
  readonly #known = new Map<string, Constellations>();
  isTooMuch = false;
  constructor(graph: Graph) {
    this.#graph = graph;
  }

  outcomes(tokens: readonly Token[], route: Route): Constellations {
    const key = `${route.id}>${keyOf(tokens)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size > 10 * STATES_MAX) this.isTooMuch = true;
    if (this.isTooMuch) return [];
    const found = distinct(this.#reckoned(tokens, route));
    this.#known.set(key, found);
    return found;
  }

  #reckoned(tokens: readonly Token[], route: Route): Constellations {
    const node = this.#graph.nodes[route.to]!;
    if (node.kind === 'end') return [tokens];
    if (node.kind === 'task') return [[...tokens, { node: route.to }]];
    if (node.kind === 'exclusive') return node.out.flatMap((flow) => this.outcomes(tokens, flow));
    const arrived = arrive(node, tokens, route);
    if ('waiting' in arrived) return [arrived.waiting];
    let all: Constellations = [arrived.left];
    for (const branch of node.out) all = distinct(all.flatMap((each) => this.outcomes(each, branch)));
    return all;
  }
}

const distinct = (all: Constellations): Constellations => [
  ...new Map(all.map((tokens) => [keyOf(tokens), tokens])).values(),
];

/** Where a process stands: at a task, or waiting at a joining gateway for the other ways, having come by `via`. */
export interface Token {
  readonly node: string;
  readonly via?: string;
}

/** At a parallel gateway: goes on when somebody has come by every way that leads there. */
export function arrive(
  node: FlowNode,
  tokens: readonly Token[],
  route: Route,
): { readonly waiting: readonly Token[] } | { readonly left: readonly Token[] } {
  const there = tokens.filter((token) => token.node === route.to && token.via !== undefined);
  const flows = new Set([...there.map((token) => token.via), route.id]);
  if (flows.size < node.in) return { waiting: [...tokens, { node: route.to, via: route.id }] };
  const used = new Set<string>();
  // Of two that came by the same way, one waits for the next time.
  const left = tokens.filter((token) => {
    if (token.node !== route.to || token.via === undefined || token.via === route.id || used.has(token.via))
      return true;
    used.add(token.via);
    return false;
  });
  return { left };
}

/** Is there a way from one node to another? A node reaches itself. */
export function reach(graph: Graph, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const route of graph.nodes[id]?.out ?? []) open.push(route.to);
  }
  return false;
}

/** A circle through gateways alone would turn for ever. */
function circleWithoutTask(graph: Graph): string | null {
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): string | null => {
    if (state.get(id) === 'done') return null;
    if (state.get(id) === 'open') return id;
    state.set(id, 'open');
    for (const route of graph.nodes[id]!.out) {
      if (graph.nodes[route.to]!.kind === 'task') continue;
      const found = visit(route.to);
      if (found !== null) return found;
    }
    state.set(id, 'done');
    return null;
  };
  for (const id of Object.keys(graph.nodes)) {
    const found = visit(id);
    if (found !== null) return found;
  }
  return null;
}
