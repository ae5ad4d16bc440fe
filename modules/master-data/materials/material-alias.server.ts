/**
 * Aliases stand in a table of their own; the material shows them in one text, which the search box looks into and which
 * may be written as well.
 */
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Row } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { behaviour, type Saving, type SavedRecord } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { searchText } from '../../../parts/search/search-text.ts';
import { materialAlias } from './material-alias.resource.ts';
import { asText, nameKey, namesIn } from '../../../parts/search/names.ts';
import { material } from './material.resource.ts';

/** Where a name counts. */
const place = (key: unknown, supplierId: unknown, deptId: unknown): string =>
  [key, supplierId ?? '', deptId ?? ''].map(String).join('|');
interface Holder {
  readonly id: Id;
  readonly aliasKey: string;
  readonly supplierId: Id | null;
  readonly deptId: Id | null;
  readonly materialId: Id;
  readonly code: string;
  readonly name: string;
}

/** Aliases in use with one of these keys, and whose they are. */
const holdersOf = (context: Context, keys: readonly string[]): Promise<Holder[]> =>
  context.tx.rows<Holder>(sql`
  select a.id, a.alias_key, a.supplier_id, a.dept_id, a.material_id, m.code, m.name from material_alias a
  join material m on m.id = a.material_id
  where a.frozen = 0 and a.alias_key = any(${[...new Set(keys)]})`);

export const materialAliasBehaviour = behaviour(materialAlias, {
  several: (context, body) => {
    const { aliases } = body;
    return Array.isArray(aliases) || typeof aliases === 'string'
      ? rowsOf(context, body, typeof aliases === 'string' ? namesIn(aliases) : aliases)
      : Promise.resolve(undefined);
  },
  async beforeSaveAll(context, savings) {
    for (const { values } of savings) values.aliasKey = nameKey(String(values.alias ?? ''));
    const changing = new Set(savings.flatMap(({ id }) => id ?? []));
    const taken = new Map(
      (
        await holdersOf(
          context,
          savings.map(({ values }) => String(values.aliasKey)),
        )
      )
        .filter((row) => !changing.has(row.id))
        .map((row) => [place(row.aliasKey, row.supplierId, row.deptId), `${row.code} ${row.name}`]),
    );
    const seen = new Set<string>();
    for (const saving of savings) {
      const { values } = saving;
      if (values.frozen === 1) continue;
      const key = place(values.aliasKey, values.supplierId, values.deptId);
      const holder = taken.get(key);
      if (holder !== undefined)
        saving.refuse(refuse('master-data.alias-taken', { alias: values.alias, material: holder }, { field: 'alias' }));
      else if (seen.has(key))
        saving.refuse(refuse('master-data.alias-twice', { alias: values.alias }, { field: 'alias' }));
      seen.add(key);
    }
  },
  afterSaveAll: (context, saved) =>
    refreshAliasText(
      context,
      saved.flatMap(({ before, values }) => [
        String(values.materialId),
        ...(before === null ? [] : [String(before.materialId)]),
      ]),
    ),
});

/** An alias as a body writes it: its text alone, or a row. */
interface SentAlias {
  readonly id?: unknown;
  readonly alias?: unknown;
  readonly supplierId?: unknown;
  readonly deptId?: unknown;
}
/** All aliases of a material in one body; with `replace` those left out are retired. */
async function rowsOf(context: Context, body: Input, aliases: readonly unknown[]): Promise<readonly Input[]> {
  const { materialId: sentMaterial, replace } = body;
  const materialId = String(sentMaterial ?? '');
  if (!/^\d{1,19}$/.test(materialId))
    throw new Refused(
      refuse('field.required', { name: materialAlias.fields.materialId.label }, { field: 'materialId' }),
    );
  const given = aliases.map((each): SentAlias =>
    typeof each === 'object' && each !== null ? { ...each } : { alias: String(each) },
  );
  const stored = await context.tx.rows<{
    id: Id;
    alias: string;
    aliasKey: string;
    supplierId: Id | null;
    deptId: Id | null;
    frozen: number;
  }>(sql`
    select id, alias, alias_key, supplier_id, dept_id, frozen from material_alias
    where material_id = ${materialId}::bigint`);
  const byPlace = new Map(stored.map((row) => [place(row.aliasKey, row.supplierId, row.deptId), row]));
  const rows = given.map((row) => {
    const id =
      row.id ?? byPlace.get(place(nameKey(String(row.alias ?? '')), row.supplierId || null, row.deptId || null))?.id;
    return { frozen: 0, ...row, materialId, ...(id === undefined || id === '' ? {} : { id }) };
  });
  if (Number(replace ?? 0) !== 1) return rows;
  const sent = new Set(rows.map((row) => ('id' in row ? String(row.id) : '')));
  return [
    ...stored.filter((row) => row.frozen === 0 && !sent.has(row.id)).map(({ id }) => ({ id, frozen: 1 })),
    ...rows,
  ];
}

/** Writes the aliases of materials into their text, and into what the search box looks into. */
export async function refreshAliasText(context: Context, materialIds: readonly Id[]): Promise<void> {
  const ids = [...new Set(materialIds)];
  const rows = await context.tx.rows<Row<typeof material> & { names: string[] | null }>(sql`
    select m.*, (select array_agg(a.alias order by a.id) from material_alias a
    where a.material_id = m.id and a.frozen = 0) as names from material m where m.id = any(${ids}::bigint[])
    order by m.id for update`);
  const changed = rows.flatMap((row) => {
    const aliases = asText(namesIn((row.names ?? []).join(','))) || null;
    return aliases === row.aliases
      ? []
      : [
          {
            id: row.id,
            aliases,
            search_text: searchText(
              material.keyword!.map((name) => (name === 'aliases' ? aliases : row[name as keyof typeof row])),
            ),
          },
        ];
  });
  if (changed.length === 0) return;
  await context.tx.run(sql`
    update material m set aliases = g.aliases, search_text = g.search_text, version = m.version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    from json_to_recordset(${JSON.stringify(changed)}::json) as g(id bigint, aliases text, search_text text)
    where m.id = g.id`);
}

interface Match {
  /** What somebody else calls it. */
  readonly name: string;
  readonly materialId: Id;
  /** Whose name it is; null: everybody's. */
  readonly supplierId: Id | null;
}
/**
 * Names that people matched to materials in their work are known from then on. What is known already, leads elsewhere
 * or was retired stays as it is.
 */
export async function learnAliases(context: Context, matches: readonly Match[]): Promise<void> {
  const named = matches
    .map((match) => ({ ...match, name: match.name.trim().slice(0, 64) }))
    .filter(({ name }) => name !== '');
  if (named.length === 0) return;
  const own = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select id, name from material where id = any(${named.map((each) => each.materialId)}::bigint[])`,
      )
    ).map((row) => [row.id, nameKey(row.name)]),
  );
  const fresh = named.filter(({ name, materialId }) => own.get(materialId) !== nameKey(name));
  if (fresh.length === 0) return;
  const me = context.user.userId;
  const aliases = fresh.map(({ name, materialId, supplierId }) => ({
    material_id: materialId,
    alias: name,
    alias_key: nameKey(name),
    supplier_id: supplierId,
    search_text: searchText([name]),
  }));
  const learned = await context.tx.rows<{ materialId: Id }>(sql`
    insert into material_alias (material_id, alias, alias_key, alias_kind, supplier_id, origin, search_text,
      create_user, create_dept, update_user)
    select w.material_id, w.alias, w.alias_key, case when w.supplier_id is null then 'local'
      else 'supplier' end, w.supplier_id, 'learned', w.search_text, ${me}::bigint,
      ${context.user.deptId || null}::bigint, ${me}::bigint
    from json_to_recordset(${JSON.stringify(aliases)}::json)
      as w(material_id bigint, alias text, alias_key text, supplier_id bigint, search_text text)
    where not exists (select 1 from material_alias a
    where a.alias_key = w.alias_key and a.supplier_id is not distinct from w.supplier_id and a.dept_id is null
      and (a.frozen = 0 or a.material_id = w.material_id))
    on conflict do nothing returning material_id`);
  await refreshAliasText(
    context,
    learned.map((row) => row.materialId),
  );
}

const textOf = ({ aliases, name }: Saving<typeof material>['values']): string => asText(namesIn(aliases, name ?? ''));

/** Names a material is given in its own form, as they will stand; a name that leads elsewhere is refused. */
export async function checkAliases(
  context: Context,
  savings: readonly Saving<typeof material>[],
  refused: (saving: Saving<typeof material>, refusal: Refusal) => void,
): Promise<void> {
  const changing = savings.flatMap((saving) => {
    const text = textOf(saving.values);
    const before = String(saving.before?.aliases ?? '');
    saving.values.aliases = text === '' ? null : text;
    const earlier = new Set(namesIn(before).map(nameKey));
    return text === before ? [] : [{ saving, names: namesIn(text).filter((name) => !earlier.has(nameKey(name))) }];
  });
  if (changing.length === 0) return;
  const taken = Map.groupBy(
    (
      await holdersOf(
        context,
        changing.flatMap(({ names }) => names.map(nameKey)),
      )
    ).filter((row) => row.supplierId === null && row.deptId === null),
    (row) => row.aliasKey,
  );
  const seen = new Set<string>();
  for (const { saving, names } of changing) {
    for (const alias of names) {
      const key = nameKey(alias);
      const holder = taken.get(key)?.find((row) => row.materialId !== saving.id);
      if (holder !== undefined)
        refused(
          saving,
          refuse('master-data.alias-taken', { alias, material: `${holder.code} ${holder.name}` }, { field: 'aliases' }),
        );
      else if (seen.has(key)) refused(saving, refuse('master-data.alias-twice', { alias }, { field: 'aliases' }));
      seen.add(key);
    }
  }
}

/** Brings the table to what the materials' own texts say: new names begin, names that were taken out are retired. */
export async function writeAliases(context: Context, saved: readonly SavedRecord<typeof material>[]): Promise<void> {
  const changed = saved.filter(({ before, values }) => String(before?.aliases ?? '') !== String(values.aliases ?? ''));
  if (changed.length === 0) return;
  const wanted = JSON.stringify(
    changed.flatMap(({ id, values }) =>
      namesIn(values.aliases).map((alias) => ({
        material_id: id,
        alias,
        alias_key: nameKey(alias),
        search_text: searchText([alias]),
      })),
    ),
  );
  const me = context.user.userId;
  await context.tx.run(sql`
    with wanted as (select * from json_to_recordset(${wanted}::json) as w(material_id bigint, alias text,
      alias_key text, search_text text)),
    retired as (
      update material_alias a set frozen = 1, version = a.version + 1, update_user = ${me}::bigint, update_time = now()
      where a.material_id = any(${changed.map(({ id }) => id)}::bigint[]) and a.frozen = 0 and not exists (select 1
      from wanted w where w.material_id = a.material_id and w.alias_key = a.alias_key)),
    again as (
      update material_alias a set frozen = 0, alias = w.alias, search_text = w.search_text, version = a.version + 1,
        update_user = ${me}::bigint, update_time = now() from wanted w
      where a.material_id = w.material_id and a.alias_key = w.alias_key and a.frozen = 1 and a.supplier_id is null
        and a.dept_id is null returning a.material_id, a.alias_key)
    insert into material_alias (material_id, alias, alias_key, search_text, create_user, create_dept, update_user)
    select w.material_id, w.alias, w.alias_key, w.search_text, ${me}::bigint, ${context.user.deptId || null}::bigint,
      ${me}::bigint from wanted w
    where not exists (select 1 from again g where g.material_id = w.material_id and g.alias_key = w.alias_key)
      and not exists (select 1 from material_alias a
        where a.material_id = w.material_id and a.alias_key = w.alias_key and a.frozen = 0)`);
}

/** Materials in use by aliases that hold everywhere. */
export async function materialsCalled(context: Context, texts: readonly string[]): Promise<Map<string, Id[]>> {
  const rows = await context.tx.rows<{ aliasKey: string; materialId: Id }>(sql`
    select distinct a.alias_key, a.material_id from material_alias a join material m on m.id = a.material_id
    where a.frozen = 0 and m.frozen = 0 and a.supplier_id is null and a.dept_id is null
      and a.alias_key = any(${texts.map(nameKey)})`);
  const byKey = Map.groupBy(rows, (row) => row.aliasKey);
  return new Map(
    texts.flatMap((text) =>
      byKey.has(nameKey(text)) ? [[text, byKey.get(nameKey(text))!.map((row) => row.materialId)] as const] : [],
    ),
  );
}
