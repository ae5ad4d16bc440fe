/** What stands in a top menu: a part of the menu that can be chosen at the top of the page. */
import type { GrantNode } from '../rights/grant-tree.rules.ts';

/** A menu, and the one above it. */
export interface MenuPlace {
  readonly id: string;
  readonly parentId: string;
}
/** A menu that was put into a top menu. */
export interface TopMenuGrant {
  readonly topMenuId: string;
  readonly menuId: string;
  /** Of the menu. */
  readonly parentId: string;
}

/**
 * The menus that stand in a top menu, of these: what was put into it with what is above, and all that is below where
 * nothing below was put into it by itself.
 */
export function withinTopMenu(menus: readonly MenuPlace[], grants: readonly TopMenuGrant[]): ReadonlySet<string> {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const chosenBelow = new Set(grants.map((grant) => grant.parentId));
  const whole = new Set(grants.flatMap(({ menuId }) => (chosenBelow.has(menuId) ? [] : [menuId])));
  const lineOf = (id: string): readonly MenuPlace[] => {
    const line: MenuPlace[] = [];
    for (let at = byId.get(id); at !== undefined && !line.includes(at); at = byId.get(at.parentId)) line.push(at);
    return line;
  };
  return new Set([
    ...grants.flatMap(({ menuId }) => lineOf(menuId).map(({ id }) => id)),
    ...menus.flatMap(({ id }) => (lineOf(id).some((each) => whole.has(each.id)) ? [id] : [])),
  ]);
}

const withBelow = ({ id, children = [] }: GrantNode): readonly string[] => [id, ...children.flatMap(withBelow)];

/** The menus that are ticked where these were put into a top menu: a group with none of its own stands whole in it. */
export function ticksOf(nodes: readonly GrantNode[], held: ReadonlySet<string>): ReadonlySet<string> {
  const ticks = (node: GrantNode): readonly string[] => {
    const below = (node.children ?? []).flatMap(ticks);
    return below.length > 0 ? [node.id, ...below] : held.has(node.id) ? withBelow(node) : [];
  };
  return new Set(nodes.flatMap(ticks));
}

/** What is put into a top menu by these ticks: a group of which nothing is ticked would stand whole in it. */
export function heldBy(nodes: readonly GrantNode[], ticked: ReadonlySet<string>): readonly string[] {
  const held = (node: GrantNode): readonly string[] => {
    if (node.children === undefined) return ticked.has(node.id) ? [node.id] : [];
    const below = node.children.flatMap(held);
    return below.length > 0 ? [node.id, ...below] : [];
  };
  return nodes.flatMap(held);
}
