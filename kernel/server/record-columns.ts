/** The columns and joins that read records with the names of what they refer to. */
import { type Declaration, shownField, titleField } from '../core/declaration.ts';
import type { Fields } from '../core/field.ts';
import { kinds, refersToOne } from '../core/kinds.ts';
import type { Context } from './context.ts';
import { column, empty, ident, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { visibleFields } from './filters.ts';
import type { Registry } from './registry.ts';
import { tableOf } from './schema.ts';

/** Columns of a row as a person may see it: stored fields, names of what they refer to, and computed ones. */
export function select(declaration: Declaration, context: Context): Sql {
  const computed = context.registry.behaviour(declaration)?.computed ?? {};
  const visible = visibleFields(declaration, context);
  const stored = onceFor(context.registry, visible, () => {
    const own = Object.fromEntries(
      Object.entries(declaration.fields).filter(
        ([name, field]) => visible[name] !== undefined && !field.rules.computed,
      ),
    );
    const base = declaration.view
      ? [sql`t.id`]
      : ['id', 'version', 'status', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'].map(
          (name) => sql`t.${column(name)}`,
        );
    return join([...base, ...fieldColumns(context.registry, own, declaration)]);
  });
  const derived = Object.entries(computed)
    .filter(([name]) => visible[name] !== undefined || declaration.fields[name] === undefined)
    .map(([name, expression]) => sql`${expression(context)} as ${column(name)}`);
  return join([stored, ...derived]);
}

const texts = new WeakMap<Registry, WeakMap<object, Sql>>();
/** Text that follows from declarations alone is put together once. */
function onceFor(registry: Registry, of: object, make: () => Sql): Sql {
  const known = texts.get(registry) ?? new WeakMap<object, Sql>();
  texts.set(registry, known);
  const text = known.get(of) ?? make();
  known.set(of, text);
  return text;
}

/** Columns of the fields, each reference with the name and code of what it points to. */
export function fieldColumns(registry: Registry, fields: Fields, owner?: Declaration): Sql[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = field.rules.worded ? sql`worded(t.${column(name)}) as ${column(name)}` : sql`t.${column(name)}`;
    const { refers, files } = kinds[field.kind];
    if (refers === 'one') {
      const target = registry.find(field.rules.target!);
      const alias = joinAlias(name);
      const stem = stemOf(name);
      return [
        own,
        sql`${alias}.${column(shownField(target))} as ${column(`${stem}Name`)}`,
        ...(target.fields['code'] && titleField(target) !== 'code'
          ? [sql`${alias}.code as ${column(`${stem}Code`)}`]
          : []),
      ];
    }
    if (refers === 'above' && owner !== undefined) {
      const above = sql`from ${ident(tableOf(owner))} r
        where ${owner.platform ? empty : sql`r.tenant_id = t.tenant_id and`} r.id = t.${column(name)}`;
      return [
        own,
        sql`(select r.${column(titleField(owner))} ${above}) as ${column(`${stemOf(name)}Name`)}`,
        ...(owner.fields['code'] ? [sql`(select r.code ${above}) as ${column(`${stemOf(name)}Code`)}`] : []),
      ];
    }
    if (refers === 'several') {
      const target = registry.find(field.rules.target!);
      return [
        own,
        sql`(select string_agg(r.${column(shownField(target))}::text, ',' order by r.id) from ${ident(tableOf(target))} r
          where r.id = any(t.${column(name)})) as ${column(`${stemOf(name)}Name`)}`,
      ];
    }
    if (files !== undefined) {
      return [
        own,
        sql`(select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name,
          'link', '/api/blade-resource/file/picture?tenant=' || f.tenant_id || '&id=' || f.id || '&key=' || f.link_key)
          order by f.id)
        from stored_file f where f.id = any(t.${column(name)})) as ${column(`${name}Files`)}`,
      ];
    }
    return [own];
  });
}

/** `materialId` → `material`; `createUser` → `createUser`. */
const stemOf = (name: string): string => name.replace(/Ids?$/, '');
const joinAlias = (name: string): Sql => ident(`r_${column(name).text.replaceAll('"', '')}`);

/** The joins of all fields of a declaration, put together once. For a choice of fields: `joinsOf`. */
export const joins = (registry: Registry, fields: Fields): Sql =>
  onceFor(registry, fields, () => joinsOf(registry, fields));
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
