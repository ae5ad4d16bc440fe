import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { MenuNode } from '../../../kernel/core/module.ts';
import { sql, type Database, type Transaction } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { searchText } from '../../../parts/search/search-text.ts';
import { buttonCodes, FIELD_RIGHT, type ButtonCode } from '../rights/button-codes.server.ts';

/** A menu node or button as the declarations want it. */
interface WantedNode {
  readonly code: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly sort: number;
  readonly name: string;
  readonly nameEn: string;
  readonly alias: string;
  readonly path: string;
  readonly source: string;
  readonly category: 1 | 2;
  readonly resource: string | null;
  readonly declaration?: Declaration;
}

const LAST_RANK = 100;

/**
 * The whole menu that the modules declare, groups before pages before buttons. Modules may add to a group of another.
 */
export function wantedMenu(registry: Registry): readonly WantedNode[] {
  const wanted = new Map<string, WantedNode>();
  let running = 0;
  const visit = (nodes: readonly MenuNode[], parent: string | null, depth: number): void => {
    for (const node of nodes) {
      running += 1;
      if (!wanted.has(node.code)) {
        wanted.set(node.code, {
          code: node.code,
          parent,
          depth,
          sort: node.rank ?? running + LAST_RANK,
          name: node.label.zh,
          nameEn: node.label.en,
          alias: 'menu',
          path: node.path ?? (node.children ? `/${node.code}` : ''),
          source: node.icon ?? '',
          category: 1,
          resource: node.resource ?? null,
          ...(node.resource ? { declaration: registry.find(node.resource) } : {}),
        });
      }
      visit(node.children ?? [], node.code, wanted.get(node.code)!.depth + 1);
    }
  };
  for (const module of registry.modules) visit(module.menu, null, 0);
  const pages = [...wanted.values()];
  const counts = new Map<string, number>();
  for (const button of buttonCodes(registry)) {
    const page = wanted.get(pageOf(registry, pages, button));
    if (page === undefined || wanted.has(button.code)) continue;
    const sort = (counts.get(page.code) ?? 0) + 1;
    counts.set(page.code, sort);
    wanted.set(button.code, {
      code: button.code,
      parent: page.code,
      depth: page.depth + 1,
      sort,
      name: button.label.zh.slice(0, 50),
      nameEn: button.label.en.slice(0, 100),
      alias: button.alias.slice(0, 50),
      path: '',
      source: '',
      category: 2,
      resource: button.declaration?.name ?? null,
      ...(button.declaration ? { declaration: button.declaration } : {}),
    });
  }
  return [...wanted.values()];
}

/**
 * Buttons stand below the page of their declaration; those of a record without a page below the first page of its area.
 */
function pageOf(registry: Registry, pages: readonly WantedNode[], button: ButtonCode): string {
  if (button.menu !== undefined && pages.some((page) => page.code === button.menu)) return button.menu;
  const own = pages.find(
    (page) => page.declaration !== undefined && page.declaration.name === button.declaration?.name,
  );
  if (own !== undefined) return own.code;
  const area = registry.modules.find(
    (module) => button.declaration !== undefined && module.declarations.includes(button.declaration),
  );
  return (
    pages.find((page) => page.declaration !== undefined && area?.declarations.includes(page.declaration))?.code ??
    FIELD_RIGHT
  );
}

/**
 * Brings the menu up to the declarations, at every start: new nodes are added, those nobody edited take the names and
 * places of the declarations, what a person changed stays. Answers the codes it added.
 */
export const seedMenus = (database: Database, registry: Registry): Promise<string[]> =>
  database.transaction({ tenant: null, timeZone: 'UTC' }, async (tx) => {
    await tx.run(sql`lock table menu in share row exclusive mode`);
    const there = new Set((await tx.rows<{ code: string }>(sql`select code from menu`)).map((row) => row.code));
    const wanted = wantedMenu(registry);
    const missing = wanted.filter((node) => !there.has(node.code));
    const depths = [...new Set(missing.map((node) => node.depth))].toSorted((a, b) => a - b);
    for (const depth of depths)
      await addNodes(
        tx,
        missing.filter((node) => node.depth === depth),
      );
    await followDeclarations(
      tx,
      wanted.filter((node) => there.has(node.code)),
    );
    return missing.map((node) => node.code);
  });

/** Nodes as the statements below read them. */
const asRows = (nodes: readonly WantedNode[]): string =>
  JSON.stringify(
    nodes.map(({ declaration: _declaration, ...node }) => ({
      ...node,
      search: searchText([node.name, node.nameEn, node.code]),
      i18n: `menu.${node.code}`,
    })),
  );

async function addNodes(tx: Transaction, nodes: readonly WantedNode[]): Promise<void> {
  await tx.run(sql`
    insert into menu (parent_id, name, name_en, code, alias, path, source, category, action, is_open, sort, i18n,
      resource, search_text)
    select coalesce(p.id, 0), w.name, w."nameEn", w.code, w.alias, w.path, w.source, w.category, case w.category
      when 2 then 1 else 0 end, 0, w.sort, w.i18n, w.resource, w.search
    from jsonb_to_recordset(${asRows(nodes)}::jsonb) as w(code text, parent text, sort integer, name text,
      "nameEn" text, alias text, path text, source text, category integer, resource text, search text, i18n text)
    left join menu p on p.code = w.parent`);
}

/** Whoever edits a node leaves his name and a higher version on it; only nodes without both follow. */
async function followDeclarations(tx: Transaction, nodes: readonly WantedNode[]): Promise<void> {
  await tx.run(sql`
    update menu m set parent_id = coalesce(p.id, 0), name = w.name, name_en = w."nameEn", alias = w.alias,
      path = w.path, source = w.source, sort = w.sort, resource = w.resource, search_text = w.search
    from jsonb_to_recordset(${asRows(nodes)}::jsonb) as w(code text, parent text, sort integer, name text,
      "nameEn" text, alias text, path text, source text, resource text, search text)
    left join menu p on p.code = w.parent
    where m.code = w.code and m.version = 1 and m.update_user is null and m.create_user is null
      and (m.parent_id, m.name, m.name_en, m.alias, m.path, m.source, m.sort, m.resource, m.search_text)
        is distinct from (coalesce(p.id, 0), w.name, w."nameEn", w.alias, w.path, w.source, w.sort, w.resource,
          w.search)`);
}
