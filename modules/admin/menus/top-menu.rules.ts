/** What stands in a top menu: a part of the menu that can be chosen at the top of the page. */

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
