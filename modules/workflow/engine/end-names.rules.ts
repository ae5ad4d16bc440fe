/** What the two ends of a process are called where nobody named them: by each reader in their language. */
import { label, type Language } from '../../../kernel/core/label.ts';
import type { Graph } from './graph.rules.ts';

export const END_NAMES = { start: label('提交', 'Sent'), end: label('结束', 'End') } as const;
const isEnd = (kind: string): kind is keyof typeof END_NAMES => Object.hasOwn(END_NAMES, kind);

/** The name of a node as its reader calls it; what somebody named themselves stays. */
export function nodeName(kind: string, name: string, language: Language): string {
  if (!isEnd(kind)) return name;
  const { zh, en } = END_NAMES[kind];
  return name === zh || name === en ? END_NAMES[kind][language] : name;
}

/** A process as its reader sees it drawn. */
export const withNodeNames = (graph: Graph, language: Language): Graph => ({
  ...graph,
  nodes: Object.fromEntries(
    Object.entries(graph.nodes).map(([id, node]) => [id, { ...node, name: nodeName(node.kind, node.name, language) }]),
  ),
});

/** A model with its ends called so. */
export const withEndNames = (xml: string, language: Language): string =>
  xml.replaceAll(
    /(<(?:\w+:)?(start|end)Event\b[^>]*?\sname=")([^"]*)"/g,
    (_, head: string, kind: string, name: string) => `${head}${nodeName(kind, name, language)}"`,
  );
