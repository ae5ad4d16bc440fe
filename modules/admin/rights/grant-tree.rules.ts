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

/** How much of what stands below a node is ticked, and how much there is. */
export interface Share {
  readonly ticked: number;
  readonly all: number;
}
/** The share of every node that has something below it. */
export function sharesOf(nodes: readonly GrantNode[], ticked: ReadonlySet<string>): ReadonlyMap<string, Share> {
  const shares = new Map<string, Share>();
  const count = (node: GrantNode): Share => {
    const own = { ticked: Number(ticked.has(node.id)), all: 1 };
    if (node.children === undefined) return own;
    const below = node.children.map(count);
    const share = {
      ticked: below.reduce((sum, each) => sum + each.ticked, 0),
      all: below.reduce((sum, each) => sum + each.all, 0),
    };
    shares.set(node.id, share);
    return { ticked: share.ticked + own.ticked, all: share.all + own.all };
  };
  nodes.forEach(count);
  return shares;
}

/** Is it a page: is everything below it a button? */
export const isPage = ({ children }: GrantNode): boolean =>
  children !== undefined && children.every((child) => child.children === undefined);

/** All buttons of a page, with what is above them; or none of them, while the page itself stays. */
export function buttonsToggled(
  ticked: ReadonlySet<string>,
  page: GrantNode,
  line: readonly GrantNode[],
  on: boolean,
): ReadonlySet<string> {
  return (page.children ?? []).reduce((now, button) => toggled(now, button, on ? [...line, page] : [], on), ticked);
}

/** What of a tree is shown: all of it, what is or was ticked, or what changes. */
export type Shown = 'all' | 'ticked' | 'changed';

interface Sought {
  readonly words: string;
  readonly shown: Shown;
  readonly ticked: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
}
interface Found {
  readonly nodes: readonly GrantNode[];
  /** The nodes that are open, so that what was found is in sight. */
  readonly open: readonly string[];
}

/** So much of a tree is opened by a search as can be read at once. */
const OPEN_MOST = 60;

/**
 * What of the tree is sought, in the branches it stands in. A title that holds the words brings what is below it; a
 * page that was found shows its buttons while there is little.
 */
export function soughtIn(nodes: readonly GrantNode[], { words, shown, ticked, before }: Sought): Found {
  const wanted = words.trim().toLowerCase();
  const isShown = (id: string): boolean =>
    shown === 'all' || (shown === 'ticked' ? ticked.has(id) || before.has(id) : ticked.has(id) !== before.has(id));
  const open: string[] = [];
  const pages: string[] = [];
  let count = 0;
  const keep = (node: GrantNode, isFound: boolean): GrantNode | undefined => {
    const isHere = isFound || node.title.toLowerCase().includes(wanted);
    const children = (node.children ?? []).flatMap((child) => keep(child, isHere) ?? []);
    if (children.length === 0) {
      if (!isHere || !isShown(node.id)) return undefined;
      count += 1;
      const { children: _none, ...leaf } = node;
      return leaf;
    }
    count += 1;
    (isHere && shown === 'all' ? pages : open).push(node.id);
    return { ...node, children };
  };
  const found = nodes.flatMap((node) => keep(node, false) ?? []);
  return { nodes: found, open: count <= OPEN_MOST ? [...open, ...pages] : open };
}
