/** The tree of menus as an administrator reads it: groups, the pages below them, and the buttons of each page. */

export interface MenuBranch {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly code: string;
  readonly path: string | null;
  /** 1 a page or a group of pages, 2 a button. */
  readonly category: number;
  readonly children?: readonly MenuBranch[];
}

const isButton = ({ category }: MenuBranch): boolean => category === 2;
const hasPages = ({ children = [] }: MenuBranch): boolean => children.some((child) => !isButton(child));

/** What a node is: a page that has pages below it is their group. */
export const kindOf = (node: MenuBranch): 'group' | 'page' | 'button' =>
  isButton(node) ? 'button' : hasPages(node) ? 'group' : 'page';

/** How many pages and buttons stand below a node; a group within a group is none of them. */
export function countBelow(node: MenuBranch): { readonly pages: number; readonly buttons: number } {
  const counts = (node.children ?? []).map((child) => {
    const below = countBelow(child);
    const kind = kindOf(child);
    return { pages: below.pages + Number(kind === 'page'), buttons: below.buttons + Number(kind === 'button') };
  });
  return {
    pages: counts.reduce((sum, each) => sum + each.pages, 0),
    buttons: counts.reduce((sum, each) => sum + each.buttons, 0),
  };
}

/** The groups: open, they show every page and no button. */
export const groupIds = (nodes: readonly MenuBranch[]): readonly string[] =>
  nodes.flatMap((node) => (hasPages(node) ? [node.id, ...groupIds(node.children ?? [])] : []));

/**
 * The branches in which name, code or path holds the words, and the nodes to open so that what was found is in sight.
 * What stands below something found comes along, closed.
 */
export function soughtMenus<T extends MenuBranch>(
  nodes: readonly T[],
  words: string,
): { readonly nodes: readonly T[]; readonly open: readonly string[] } {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return { nodes, open: [] };
  const open: string[] = [];
  const isFound = ({ name, nameEn, code, path }: T): boolean =>
    [name, nameEn ?? '', code, path ?? ''].some((text) => text.toLowerCase().includes(wanted));
  const keep = (node: T): T | undefined => {
    const children = ((node.children ?? []) as readonly T[]).flatMap((child) => keep(child) ?? []);
    if (children.length > 0) {
      open.push(node.id);
      return isFound(node) ? node : { ...node, children };
    }
    return isFound(node) ? node : undefined;
  };
  return { nodes: nodes.flatMap((node) => keep(node) ?? []), open };
}
