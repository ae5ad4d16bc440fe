import type { Field, Fields } from '../core/field.ts';
import type { Context } from './context.ts';
import { column, empty, ident, join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { writing } from '../../parts/postgres/broken-constraint.ts';
import { columnType, isStored } from './schema.ts';

/** A row as it will stand: values by field name. */
type StoredValues = Readonly<Record<string, unknown>>;

/** What every row of a table gets beside its declared fields: SQL expressions by column. */
export type ExtraColumns = Readonly<Record<string, Sql>>;

const LISTS = new Set(['refs', 'pictures', 'attachments']);
const storedNames = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => isStored(field))
    .map(([name]) => name);
const shape = (fields: Fields, names: readonly string[]): Sql =>
  join(
    names.map(
      (name) => sql`"${raw(name)}" ${raw(LISTS.has(fields[name]!.kind) ? 'jsonb' : columnType(fields[name]!.kind))}`,
    ),
  );
const fromJson = (field: Field, name: string): Sql =>
  LISTS.has(field.kind) ? listFromJson(name, field.optional) : sql`r."${raw(name)}"`;

/** A list without entries is nothing, but where the column is never without a list. */
function listFromJson(name: string, mayBeNothing: boolean): Sql {
  const list = sql`(select array_agg(e::bigint) from jsonb_array_elements_text(
    case when jsonb_typeof(r."${raw(name)}") = 'array' then r."${raw(name)}" else '[]'::jsonb end) e)`;
  return mayBeNothing ? list : sql`coalesce(${list}, '{}')`;
}

/** Rows as JSON: what is nothing is left out, since it is read back as null. */
function rowsJson(rows: readonly StoredValues[], names: readonly string[], absent: (name: string) => unknown): string {
  return JSON.stringify(
    rows.map((row) => {
      const given: Record<string, unknown> = {};
      for (const name of names) {
        const value = row[name] ?? absent(name);
        if (value !== null && value !== undefined) given[name] = value;
      }
      return given;
    }),
  );
}

/** Adds rows with one statement, however many; answers their ids in the order given. */
export async function insertRows(
  context: Context,
  table: string,
  fields: Fields,
  rows: readonly StoredValues[],
  extraColumns: ExtraColumns,
  own: Fields = {},
): Promise<string[]> {
  if (rows.length === 0) return [];
  return (
    await writing(rows, () => context.tx.rows<{ id: string }>(insertingRows(table, fields, rows, extraColumns, own)))
  ).map((row) => row.id);
}

/** The same as a statement, for at least one row; it answers their `id`. */
function insertingRows(
  table: string,
  fields: Fields,
  rows: readonly StoredValues[],
  extraColumns: ExtraColumns,
  own: Fields = {},
): Sql {
  const all = { ...fields, ...own };
  const names = storedNames(all);
  const others = Object.entries(extraColumns);
  // A default of the declaration where a new row says nothing.
  const byDefault = (name: string): unknown => (all[name]!.optional ? null : all[name]!.rules.default);
  return sql`
    insert into ${ident(table)}
      (${join([...names.map((name) => column(name)), ...others.map(([name]) => ident(name))])})
    select ${join([...names.map((name) => fromJson(all[name]!, name)), ...others.map(([, expression]) => expression)])}
    from rows from (json_to_recordset(${rowsJson(rows, names, byDefault)}::json) as (${shape(all, names)}))
      with ordinality as r(${join([...names.map((name) => raw(`"${name}"`)), raw('nr')])})
    order by r.nr returning id`;
}

/** Writes values over the stored rows, by `id`, in one statement. With an `owner`, a line of another is not written. */
export async function updateRows(
  context: Context,
  table: string,
  fields: Fields,
  rows: readonly StoredValues[],
  extraColumns: ExtraColumns,
  own: Fields = {},
  owner?: { readonly column: string; readonly id: string },
): Promise<void> {
  if (rows.length === 0) return;
  const all = { ...fields, ...own };
  const names = storedNames(all);
  const terms = [
    ...names.map((name) => sql`${column(name)} = ${fromJson(all[name]!, name)}`),
    ...Object.entries(extraColumns).map(([name, expression]) => sql`${ident(name)} = ${expression}`),
  ];
  await writing(rows, () =>
    context.tx.run(sql`
    update ${ident(table)} t set ${join(terms)}
    from json_to_recordset(${rowsJson(rows, ['id', ...names], () => null)}::json) as r(id bigint, ${shape(all, names)})
    where t.id = r.id and t.id = any(${rows.map(({ id }) => String(id))}::bigint[])
      ${owner === undefined ? empty : sql`and t.${ident(owner.column)} = ${owner.id}::bigint`}`),
  );
}
