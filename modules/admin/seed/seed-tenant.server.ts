import type { Module } from '../../../kernel/core/module.ts';
import { sql, type Database, type Transaction } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { searchText } from '../../../parts/search/search-text.ts';
import { digestOfSecret } from '../sign-in/client.server.ts';
import { roleSeeds } from '../rights/demonstration-roles.ts';
import { HEAD_KEY } from '../dictionaries/dict.resource.ts';
import { declaredParameters, INITIAL_PASSWORD, NO_SECRET } from '../dictionaries/param.server.ts';
import { platformDictionaries } from '../dictionaries/dictionaries.ts';
import { codesOfRole, type RightNode } from '../rights/role-rights.rules.ts';
import { wantedMenu } from './seed-menu.server.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';

type Dictionaries = NonNullable<Module['dictionaries']>;

interface TenantSeed {
  readonly tenant?: string;
  readonly name?: string;
  /** Sealed: the first password of everybody who is given none. Default: one of its own for each account. */
  readonly initialPassword?: string;
  /** Menu codes new in this start (`seedMenus`): given to the seeded roles they belong to. */
  readonly addedCodes?: readonly string[];
}

/**
 * Brings a tenant up to the declarations: its row, parameters, dictionaries, roles with their rights, posts; and the
 * clients of the platform. Adds what is missing; what a person changed stays. Safe to repeat at every start.
 */
export async function seedTenant(database: Database, registry: Registry, seed: TenantSeed): Promise<void> {
  const tenant = seed.tenant ?? PLATFORM_TENANT;
  await database.transaction({ tenant, timeZone: 'Asia/Shanghai' }, async (tx) => {
    await tx.run(
      sql`insert into tenant as n (tenant_id, tenant_name, linkman) values (${tenant}, ${seed.name ?? '膳链'}, '管理员')
        on conflict (tenant_id) do update set linkman = excluded.linkman where n.linkman = ''`,
    );
    await seedClients(tx);
    await seedDictionaries(tx, 'dict', platformDictionaries as Dictionaries);
    await fillTenant(tx, registry, { ...seed, tenant });
  });
}

/** What is the tenant's own of that, in a transaction that acts for it. */
export async function fillTenant(
  tx: Transaction,
  registry: Registry,
  seed: TenantSeed & { readonly tenant: string },
): Promise<void> {
  for (const module of registry.modules) await seedDictionaries(tx, 'dict_biz', module.dictionaries ?? {});
  await seedParameters(tx, registry, seed.tenant, seed.initialPassword);
  await seedPosts(tx);
  await seedRoles(tx, registry, seed.tenant, new Set(seed.addedCodes ?? []));
}

const CLIENTS = [
  ['saber', 'saber_secret'],
  ['sword', 'sword_secret'],
] as const;
async function seedClients(tx: Transaction): Promise<void> {
  for (const [id, secret] of CLIENTS) {
    await tx.run(sql`
      insert into client (client_id, client_secret, authorized_grant_types, scope, access_token_validity,
        refresh_token_validity, search_text)
      values (${id}, ${digestOfSecret(secret)}, 'refresh_token,password,captcha,social', 'all', 3600, 604800, ${id})
      on conflict do nothing`);
  }
}

/** Heads first, entries below them; a code that is there already only gains what it lacks. */
async function seedDictionaries(
  tx: Transaction,
  table: 'dict' | 'dict_biz',
  dictionaries: Dictionaries,
): Promise<void> {
  const rows = Object.entries(dictionaries)
    .flatMap(([code, dictionary], index) => [
      {
        code,
        key: HEAD_KEY,
        value: dictionary.label.zh,
        english: dictionary.label.en,
        sort: index + 1,
        remark: null as string | null,
      },
      ...dictionary.entries.map((entry, place) => ({
        code,
        key: entry[0],
        value: entry[1],
        english: entry[2],
        sort: place + 1,
        remark: (entry as readonly string[])[3] ?? null,
      })),
    ])
    .map((row) => ({ ...row, search: searchText([row.code, row.value]) }));
  const given = JSON.stringify(rows);
  const insert = (which: 'heads' | 'entries'): Promise<number> => {
    const shape = sql`jsonb_to_recordset(${given}::jsonb) as w(code text, key text, value text, english text,
      sort integer, remark text, search text)`;
    const columns = sql`(parent_id, code, dict_key, dict_value, dict_value_en, sort, is_sealed, is_system, remark,
      search_text)`;
    const rest = sql`w.code, w.key, w.value, w.english, w.sort, 0, 1, w.remark, w.search`;
    if (table === 'dict') {
      return tx.run(
        which === 'heads'
          ? sql`insert into dict ${columns} select 0, ${rest} from ${shape} where w.key = ${HEAD_KEY} on conflict do
            nothing`
          : sql`insert into dict ${columns} select h.id, ${rest} from ${shape} join dict h on h.code = w.code
            and h.dict_key = ${HEAD_KEY} where w.key <> ${HEAD_KEY} on conflict do nothing`,
      );
    }
    return tx.run(
      which === 'heads'
        ? sql`insert into dict_biz ${columns} select 0, ${rest} from ${shape} where w.key = ${HEAD_KEY} on conflict do
          nothing`
        : sql`insert into dict_biz ${columns} select h.id, ${rest} from ${shape} join dict_biz h on h.code = w.code
          and h.dict_key = ${HEAD_KEY} where w.key <> ${HEAD_KEY} on conflict do nothing`,
    );
  };
  await insert('heads');
  await insert('entries');
}

async function seedParameters(
  tx: Transaction,
  registry: Registry,
  tenant: string,
  initialPassword: string | undefined,
): Promise<void> {
  const all = Object.entries(declaredParameters(registry)).filter(
    ([, { platform }]) => tenant === PLATFORM_TENANT || platform !== true,
  );
  const rows = all.map(([key, { label: name, value }]) => ({
    key,
    name: name.zh,
    value: key === INITIAL_PASSWORD ? (initialPassword ?? value) : value,
    search: searchText([name.zh, key]),
  }));
  await tx.run(sql`
    insert into param (param_name, param_key, param_value, search_text)
    select w.name, w.key, w.value, w.search from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(key text,
      name text, value text, search text) on conflict do nothing`);
  // A secret that stands there in clear is one no more.
  const secret = all.filter(([, each]) => each.secret === true).map(([key]) => key);
  await tx.run(
    sql`update param set param_value = ${NO_SECRET} where param_key = any(${secret})
      and param_value <> ${NO_SECRET} and param_value not like 'sealed:%'`,
  );
}

const POSTS = [
  ['buyer', '采购员', '3', 'buyer'],
  ['director', '区域总监', '1', 'district-director'],
  ['pm', '项目经理', '2', 'project-manager'],
  ['keeper', '仓管员', '3', 'storekeeper'],
  ['chef', '厨师长', '2', 'chef'],
  ['finance', '财务', '2', 'finance'],
  ['staff', '员工', '4', 'other'],
] as const;
async function seedPosts(tx: Transaction): Promise<void> {
  for (const [index, [code, name, category, duty]] of POSTS.entries()) {
    await tx.run(sql`
      insert into post (category, post_code, post_name, duty, sort, search_text)
      values (${category}, ${code}, ${name}, ${duty}, ${index + 1}, ${searchText([name, code])})
      on conflict do nothing`);
  }
}

/**
 * Missing roles with all their rights; roles that are there gain what this start added to the menu, and nothing a
 * person took away.
 */
async function seedRoles(
  tx: Transaction,
  registry: Registry,
  tenant: string,
  added: ReadonlySet<string>,
): Promise<void> {
  const there = new Map(
    (await tx.rows<{ id: string; roleAlias: string }>(sql`select id, role_alias from role`)).map((row) => [
      row.roleAlias,
      row.id,
    ]),
  );
  const nodes = rightNodes(registry);
  for (const [index, seed] of roleSeeds.entries()) {
    if (seed.alias === 'administrator' && tenant !== PLATFORM_TENANT) continue;
    const known = there.get(seed.alias);
    const id =
      known ??
      (await tx.row<{ id: string }>(sql`
      insert into role (role_name, role_alias, parent_id, sort, data_scope_type, data_scope_value, is_system,
        search_text)
      values (${seed.label.zh}, ${seed.alias}, 0, ${index + 1}, ${seed.scope}, ${seed.scopeValue ?? null}, 1,
        ${searchText([seed.label.zh, seed.alias])}) returning id`))!.id;
    const codes = [...codesOfRole(seed, nodes)].filter((code) => known === undefined || added.has(code));
    if (codes.length > 0)
      await tx.run(
        sql`insert into role_menu (role_id, menu_id) select ${id}::bigint, m.id from menu m
          where m.code = any(${codes}) on conflict do nothing`,
      );
  }
}

/** The menu as rights are given by it. */
export const rightNodes = (registry: Registry): RightNode[] =>
  wantedMenu(registry).map((node) => ({
    code: node.code,
    parent: node.parent,
    category: node.category,
    alias: node.alias,
    permission: node.declaration === undefined ? node.code : (node.declaration.permission ?? node.declaration.segment),
  }));
