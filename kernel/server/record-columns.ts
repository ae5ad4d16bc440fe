/** The columns and joins that read records with the names of what they refer to. */
import { type Declaration, shownField, titleField } from '../core/declaration.ts';
import type { Fields } from '../core/field.ts';
import { kinds, refersToOne } from '../core/kinds.ts';
import type { Context } from './context.ts';
import { column, empty, ident, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { visibleFields } from './filters.ts';
import type { Registry } from './registry.ts';
import { EVERY, type Keys } from './row-keys.ts';
import { tableOf } from './schema.ts';

const BASE = ['id', 'version', 'status', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'];

/** Columns of a row as a person may see it: stored fields, names of what they refer to, and computed ones. */
export function select(declaration: Declaration, context: Context, keys: Keys = EVERY.read): Sql {
  const computed = context.registry.behaviour(declaration)?.computed ?? {};
  const visible = visibleFields(declaration, context);
  const stored = onceFor(context.registry, visible, keys, () => {
    const own = Object.entries(declaration.fields).filter(
      ([name, { rules }]) =>
        visible[name] !== undefined && !rules.computed && besides(name).some((key) => keys.has(key)),
    );
    const base = declaration.view ? ['id'] : BASE.filter((name) => keys.has(name) || keys.has(`${name}Name`));
    return join([
      ...base.map((name) => sql`t.${column(name)}`),
      ...fieldColumns(context.registry, Object.fromEntries(own), declaration, keys),
    ]);
  });
  const derived = Object.entries(computed)
    .filter(([name]) => (visible[name] !== undefined || declaration.fields[name] === undefined) && keys.has(name))
    .map(([name, expression]) => sql`${expression(context)} as ${column(name)}`);
  return join([stored, ...derived]);
}

const texts = new WeakMap<Registry, WeakMap<object, WeakMap<Keys, Sql>>>();
/** Text that follows from declarations alone is put together once. */
function onceFor(registry: Registry, of: object, keys: Keys, make: () => Sql): Sql {
  const known = texts.get(registry) ?? new WeakMap<object, WeakMap<Keys, Sql>>();
  texts.set(registry, known);
  const byKeys = known.get(of) ?? new WeakMap<Keys, Sql>();
  known.set(of, byKeys);
  const text = byKeys.get(keys) ?? make();
  byKeys.set(keys, text);
  return text;
}

/** Columns of the fields, each reference with the name and code of what it points to, as far as `keys` has them. */
export function fieldColumns(registry: Registry, fields: Fields, owner?: Declaration, keys: Keys = EVERY.read): Sql[] {
  const beside = (key: string, value: Sql): Sql[] => (keys.has(key) ? [sql`${value} as ${column(key)}`] : []);
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = field.rules.worded ? sql`worded(t.${column(name)}) as ${column(name)}` : sql`t.${column(name)}`;
    const { refers, files } = kinds[field.kind];
    if (refers === 'one') {
      const target = registry.find(field.rules.target!);
      const alias = joinAlias(name);
      const stem = stemOf(name);
      return [
        own,
        ...beside(`${stem}Name`, sql`${alias}.${column(shownField(target))}`),
        ...(target.fields['code'] && titleField(target) !== 'code' ? beside(`${stem}Code`, sql`${alias}.code`) : []),
      ];
    }
    if (refers === 'above' && owner !== undefined) {
      const above = sql`from ${ident(tableOf(owner))} r
        where ${owner.platform ? empty : sql`r.tenant_id = t.tenant_id and`} r.id = t.${column(name)}`;
      return [
        own,
        ...beside(`${stemOf(name)}Name`, sql`(select r.${column(titleField(owner))} ${above})`),
        ...(owner.fields['code'] ? beside(`${stemOf(name)}Code`, sql`(select r.code ${above})`) : []),
      ];
    }
    if (refers === 'several') {
      const target = registry.find(field.rules.target!);
      return [
        own,
        ...beside(
          `${stemOf(name)}Name`,
          sql`(select string_agg(r.${column(shownField(target))}::text, ',' order by r.id)
            from ${ident(tableOf(target))} r where r.id = any(t.${column(name)}))`,
        ),
      ];
    }
    if (files !== undefined) {
      return [
        own,
        ...beside(
          `${name}Files`,
          sql`(select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name,
            'link', '/api/blade-resource/file/picture?tenant=' || f.tenant_id || '&id=' || f.id
            || '&key=' || f.link_key) order by f.id) from stored_file f where f.id = any(t.${column(name)}))`,
        ),
      ];
    }
    return [own];
  });
}

/** `materialId` → `material`; `createUser` → `createUser`. */
const stemOf = (name: string): string => name.replace(/Ids?$/, '');
/** The keys a field answers: its own, and the words and files beside it. */
const besides = (name: string): readonly string[] => [
  name,
  `${stemOf(name)}Name`,
  `${stemOf(name)}Code`,
  `${name}Name`,
  `${name}Files`,
];
const joinAlias = (name: string): Sql => ident(`r_${column(name).text.replaceAll('"', '')}`);

/** The joins of all fields of a declaration, put together once. For a choice of fields: `joinsOf`. */
export const joins = (registry: Registry, fields: Fields, keys: Keys = EVERY.read): Sql =>
  onceFor(registry, fields, keys, () => {
    const named = Object.entries(fields).filter(([name]) => besides(name).some((key) => key !== name && keys.has(key)));
    return joinsOf(registry, Object.fromEntries(named));
  });
/**
 * Each join finds one row at most, so any order does; the planner would take longer to weigh them than the work takes.
 * A join that takes the tenant of the one before it can only come after it.
 */
export function joinsOf(registry: Registry, fields: Fields): Sql {
  let tenant = sql`t.tenant_id`;
  const each = Object.entries(fields)
    .filter(([, field]) => refersToOne(field) && !field.rules.computed)
    .map(([name, field]) => {
      const target = registry.find(field.rules.target!);
      const alias = joinAlias(name);
      const found = sql`left join ${ident(tableOf(target))} ${alias} on ${alias}.id = t.${column(name)}`;
      if (target.platform) return found;
      const inTenant = sql`${found} and ${alias}.tenant_id = ${tenant}`;
      tenant = sql`coalesce(${alias}.tenant_id, t.tenant_id)`;
      return inTenant;
    });
  return each.length === 0 ? empty : join(each, ' ');
}
