import type { Declaration } from '../../../kernel/core/declaration.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import type { OptionNode } from '../../../kernel/server/tree-calls.ts';
import { dictionaryName } from '../dictionaries/dictionary-name.server.ts';
import { apiScope, dataScope } from './scope.resource.ts';
import { codesAt, holdersOf, mayCallAll, showMore } from './rights.server.ts';
import { dataScopeRefusals, scopeColumnOf } from './scope.rules.ts';
import type { Identity } from './signed-in.server.ts';

const declaredIn = (registry: Registry, name: string): Declaration | undefined =>
  registry.declarations.find((each) => each.name === name);
/** Scopes are checked against what the caller holds; whoever holds one has its rights anew after a change. */
export const scopeBehaviours = (services: Services, identity: Identity) => [
  behaviour(dataScope, {
    computed: { scopeTypeName: dictionaryName('data_scope_type', 'scopeType') },
    async beforeSave(context, { id, before, values }) {
      values.scopeColumn = scopeColumnOf(String(values.scopeColumn ?? ''), String(values.scopeType));
      const given = {
        scopeClass: String(values.scopeClass),
        scopeColumn: String(values.scopeColumn),
        scopeType: String(values.scopeType),
        scopeValue: String(values.scopeValue ?? '').trim(),
        scopeField: String(values.scopeField),
      };
      const refusals = dataScopeRefusals(given, declaredIn(services.registry(), given.scopeClass));
      if (refusals.length > 0) throw new Refused(...refusals);
      await requireSeen(services, context, before === null ? [given] : [given, before], id === null ? [] : [id]);
    },
    afterSave: async (context) => context.tx.afterCommit(() => identity.forgetAll()),
    beforeRemove: async (context, rows) => {
      await requireSeen(
        services,
        context,
        rows,
        rows.map((row) => row.id),
      );
      await context.tx.run(
        sql`delete from role_data_scope where scope_id = any(${rows.map((row) => row.id)}::bigint[])`,
      );
      context.tx.afterCommit(() => identity.forgetAll());
    },
  }),
  behaviour(apiScope, {
    computed: { scopeTypeName: dictionaryName('api_scope_type', 'scopeType') },
    beforeSave(context, { before, values }) {
      const path = values.scopePath;
      if (codesAt(services, path).length === 0)
        throw new Refused(refuse('scope.path', { path }, { field: 'scopePath' }));
      if (![path, String(before?.scopePath ?? path)].every((each) => mayCallAll(services, context, each)))
        throw new Refused(refuse('role.beyond', {}, { field: 'scopePath' }));
    },
    afterSave: async (context) => context.tx.afterCommit(() => identity.forgetAll()),
    beforeRemove: async (context, rows) => {
      if (!rows.every((row) => mayCallAll(services, context, row.scopePath))) throw new Refused(refuse('role.beyond'));
      await context.tx.run(
        sql`delete from role_api_scope where scope_id = any(${rows.map((row) => row.id)}::bigint[])`,
      );
      context.tx.afterCommit(() => identity.forgetAll());
    },
  }),
];

const TABLES = {
  dataScope: [sql`data_scope`, sql`role_data_scope`],
  apiScope: [sql`api_scope`, sql`role_api_scope`],
} as const;
type Kind = keyof typeof TABLES;

interface ScopeRow {
  readonly scopeClass: string;
  readonly scopeColumn: string;
  readonly scopeType: string;
  readonly scopeValue: string | null;
}
/** Nobody saves or removes a data scope that shows them, or whoever holds it, more than they see. */
async function requireSeen(
  services: Services,
  context: Context,
  scopes: readonly ScopeRow[],
  ids: readonly string[],
): Promise<void> {
  const roles =
    ids.length === 0
      ? []
      : await context.tx.rows<{ roleId: string }>(
          sql`select distinct role_id from role_data_scope where scope_id = any(${ids}::bigint[])`,
        );
  const holders = await holdersOf(context, ['0', ...roles.map((row) => row.roleId)]);
  const heldScopes = scopes.flatMap(({ scopeClass, scopeColumn, scopeType, scopeValue }) =>
    holders.map(({ deptId }) => ({
      scopeClass,
      scopeColumn,
      dataScopeType: scopeType,
      dataScopeValue: (scopeValue ?? '').trim(),
      deptId,
    })),
  );
  if (await showMore(services, context, heldScopes))
    throw new Refused(refuse('role.scope-beyond', {}, { field: 'scopeType' }));
}

interface Leaf {
  readonly id: string;
  readonly menuId: string;
  readonly menu: string;
  readonly title: string;
}

/** Ids of the scopes the caller may pass on: they see everything anyway, or hold the scope or what it permits. */
async function held(services: Services, context: Context, kind: Kind): Promise<ReadonlySet<string>> {
  const [scopes, grants] = TABLES[kind];
  const mine = await context.tx.rows<{ id: string }>(
    sql`select distinct g.scope_id as id from ${grants} g join role r on r.id = g.role_id
      where r.role_alias = any(${context.user.roles as string[]})`,
  );
  const own = new Set(mine.map((row) => row.id));
  if (kind === 'dataScope') {
    if (!context.user.scope.all) return own;
    return new Set((await context.tx.rows<{ id: string }>(sql`select id from ${scopes}`)).map((row) => row.id));
  }
  const all = await context.tx.rows<{ id: string; scopePath: string }>(sql`select id, scope_path from api_scope`);
  return new Set(
    all.filter(({ id, scopePath }) => own.has(id) || mayCallAll(services, context, scopePath)).map((row) => row.id),
  );
}

/** Menus that own scopes, the scopes as leaves, as far as the caller may pass them on. */
export async function scopeTree(services: Services, context: Context, kind: Kind): Promise<OptionNode[]> {
  const [scopes] = TABLES[kind];
  const may = await held(services, context, kind);
  const leaves = (
    await context.tx.rows<Leaf>(sql`
    select s.id, s.menu_id,
      ${context.language === 'en' ? sql`coalesce(nullif(m.name_en, ''), m.name)` : sql`m.name`} as menu,
      s.scope_name as title from ${scopes} s join menu m on m.id = s.menu_id order by m.sort, m.id, s.resource_code`)
  ).filter((leaf) => may.has(leaf.id));
  return [...Map.groupBy(leaves, (leaf) => leaf.menuId)].map(([id, below]) => ({
    id,
    parentId: '0',
    title: below[0]!.menu,
    key: id,
    value: id,
    children: below.map((leaf) => ({ id: leaf.id, parentId: id, title: leaf.title, key: leaf.id, value: leaf.id })),
  }));
}

/** Scopes these roles hold, with the menus they stand under, as they are ticked. */
export async function tickedScopes(context: Context, kind: Kind, roleIds: readonly string[]): Promise<string[]> {
  const [scopes, grants] = TABLES[kind];
  const rows = await context.tx.rows<{ id: string; menuId: string }>(
    sql`select distinct s.id, s.menu_id from ${grants} g join ${scopes} s on s.id = g.scope_id
      where g.role_id = any(${roleIds as string[]}::bigint[])`,
  );
  return [...new Set(rows.flatMap((row) => [row.menuId, row.id]))];
}

/**
 * The roles hold exactly these scopes of those the granter may pass on; ids of menus among them mean nothing. Where
 * `given` is absent they keep what they have. Answers whether anything changed.
 */
export async function grantScopes(
  services: Services,
  context: Context,
  kind: Kind,
  roleIds: readonly string[],
  given: unknown,
): Promise<boolean> {
  if (given === undefined || given === null) return false;
  const [scopes, grants] = TABLES[kind];
  const ids = [...new Set(listOf(given))];
  for (const id of ids)
    if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: `${kind}Ids`, value: id }));
  const wanted = (
    await context.tx.rows<{ id: string }>(sql`select id from ${scopes} where id = any(${ids}::bigint[])`)
  ).map((row) => row.id);
  const known = await context.tx.rows<{ id: string }>(sql`select id from menu where id = any(${ids}::bigint[])`);
  const may = await held(services, context, kind);
  if (wanted.length + known.length < ids.length || wanted.some((id) => !may.has(id)))
    throw new Refused(refuse('role.beyond'));
  const taken = await context.tx.run(
    sql`delete from ${grants} where role_id = any(${roleIds as string[]}::bigint[])
      and scope_id = any(${[...may]}::bigint[]) and not scope_id = any(${wanted}::bigint[])`,
  );
  const added = await context.tx.run(
    sql`insert into ${grants} (role_id, scope_id, granted_by) select r, s, ${context.user.userId}::bigint
      from unnest(${roleIds as string[]}::bigint[]) r, unnest(${wanted}::bigint[]) s on conflict do nothing`,
  );
  return taken + added > 0;
}
