import { holds, type Facts } from './condition.rules.ts';
import { arrive, reach, type Graph, type Route, type Token } from './graph.rules.ts';

/** What a move of tokens came to. No token left: the process is over. */
export interface Step {
  readonly tokens: readonly Token[];
  /** Tasks that are to be done now. */
  readonly entered: readonly string[];
  /** Gateways and ends gone through, for the history. */
  readonly passed: readonly string[];
  /** Routes gone along, for the picture. */
  readonly routes: readonly string[];
}

const LIVE_STATES: Step = { tokens: [], entered: [], passed: [], routes: [] };

/** From the start to the first tasks. */
export const start = (graph: Graph, facts: Facts): Step =>
  go(graph, { ...LIVE_STATES, passed: [graph.start] }, graph.nodes[graph.start]!.out[0]!, facts);

/** The task at `node` is done: on to whatever comes after it. */
export function advance(graph: Graph, tokens: readonly Token[], node: string, facts: Facts): Step {
  if (!tokens.some((token) => token.node === node && token.via === undefined))
    throw new Error(`No token stands at ${node}`);
  return go(
    graph,
    { ...LIVE_STATES, tokens: tokens.filter((token) => token.node !== node || token.via !== undefined) },
    graph.nodes[node]!.out[0]!,
    facts,
  );
}

/** Back to an earlier task: whatever came after it is undone, ways beside it stay where they are. */
export function goBack(graph: Graph, tokens: readonly Token[], to: string): Step {
  const isAfter = (token: Token): boolean =>
    reach(graph, to, token.via === undefined ? token.node : sourceOf(graph, token.via));
  return { ...LIVE_STATES, tokens: [...tokens.filter((token) => !isAfter(token)), { node: to }], entered: [to] };
}

const sourceOf = (graph: Graph, routeId: string): string =>
  Object.entries(graph.nodes).find(([, node]) => node.out.some((route) => route.id === routeId))![0];

function go(graph: Graph, step: Step, route: Route, facts: Facts): Step {
  const node = graph.nodes[route.to]!;
  const routes = [...step.routes, route.id];
  if (node.kind === 'task')
    return { ...step, routes, tokens: [...step.tokens, { node: route.to }], entered: [...step.entered, route.to] };
  if (node.kind === 'end') return { ...step, routes, passed: [...step.passed, route.to] };
  if (node.kind === 'exclusive') {
    const flow =
      node.out.find((each) => each.condition !== undefined && holds(each.condition, facts)) ??
      node.out.find((each) => each.isDefault) ??
      node.out[0]!;
    return go(graph, { ...step, routes, passed: [...step.passed, route.to] }, flow, facts);
  }
  const arrived = arrive(node, step.tokens, route);
  if ('waiting' in arrived) return { ...step, routes, tokens: arrived.waiting };
  let on: Step = { ...step, routes, tokens: arrived.left, passed: [...step.passed, route.to] };
  for (const branch of node.out) on = go(graph, on, branch, facts);
  return on;
}
