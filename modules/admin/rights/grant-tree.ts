/** Ticks of a tree of rights: what is ticked, and what is ticked and cleared with it. */
export interface GrantNode {
  readonly id: string;
  readonly title: string;
  readonly children?: readonly GrantNode[];
}

/** Every node with those above it. */
export function linesOf(
  nodes: readonly GrantNode[],
  above: readonly GrantNode[] = [],
): ReadonlyMap<string, readonly GrantNode[]> {
  const lines = new Map<string, readonly GrantNode[]>();
  for (const node of nodes) {
    const line = [...above, node];
    lines.set(node.id, line);
    for (const [id, each] of linesOf(node.children ?? [], line)) lines.set(id, each);
  }
  return lines;
}

const withBelow = (node: GrantNode): readonly string[] => [node.id, ...(node.children ?? []).flatMap(withBelow)];

/** A tick brings what is above and below; taking it away takes what is below. */
export function toggled(
  ticked: ReadonlySet<string>,
  node: GrantNode,
  line: readonly GrantNode[],
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(ticked);
  for (const id of withBelow(node)) {
    if (on) next.add(id);
    else next.delete(id);
  }
  if (on) for (const each of line) next.add(each.id);
  return next;
}

/** Nodes that hold something ticked without all of it being ticked. */
export function halfTicked(nodes: readonly GrantNode[], ticked: ReadonlySet<string>): ReadonlySet<string> {
  const half = new Set<string>();
  const whole = (node: GrantNode): boolean => {
    const below = (node.children ?? []).map(whole);
    const full = ticked.has(node.id) && below.every(Boolean);
    if (!full && ticked.has(node.id) && below.length > 0) half.add(node.id);
    return full;
  };
  nodes.forEach(whole);
  return half;
}

/** The branches in which a title holds the words, and the nodes to open for them. */
export function searched(
  nodes: readonly GrantNode[],
  words: string,
): { readonly nodes: readonly GrantNode[]; readonly open: readonly string[] } {
  const wanted = words.trim().toLowerCase();
  const open: string[] = [];
  const keep = (node: GrantNode): GrantNode | undefined => {
    if (node.title.toLowerCase().includes(wanted)) return node;
    const children = (node.children ?? []).flatMap((child) => keep(child) ?? []);
    if (children.length === 0) return undefined;
    open.push(node.id);
    return { ...node, children };
  };
  return { nodes: nodes.flatMap((node) => keep(node) ?? []), open };
}
