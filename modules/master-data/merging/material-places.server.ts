/** Columns that name a material and may be made to name another, and the rows a merge moves. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Fields, Id } from '../../../kernel/core/field.ts';
import type { Label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { brokenConstraint } from '../../../parts/postgres/broken-constraint.ts';
import { column, empty, ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { unitLadders } from '../units/material-units.server.ts';
import { unitPath, type UnitContext } from '../units/unit-conversion.rules.ts';

/** A column that names a material and may be made to name another. */
interface Place {
  /** How what was moved is remembered: `dishBom.details.materialId`. */
  readonly key: string;
  readonly label: Label;
  readonly declaration: Declaration;
  readonly lines: string | null;
  readonly field: string;
  readonly isList: boolean;
  readonly unit: string | undefined;
}
/** What is a fact about the material itself, or would change the past: it stays with the merged one. */
const STAYS = new Set([
  'material',
  'itemUnitConversion',
  'materialAlias',
  'materialAuthRange',
  'materialCost',
  'materialNutrient',
  'materialReplace',
  'materialMerge',
  'materialDistinction',
  'supplierMaterial',
  'settlementPrice',
  'jointOperationPrice',
  'priceCorrection',
  'batch',
]);
/** A line that carries a price, a lot or the trace of another line is no longer a bare wish for a material. */
const BOUND = /^(price|batchId|originMaterialId|.*[dD]etailId)$/;

/** Every such column of the program. */
export const placesOf = (registry: Registry): Place[] =>
  registry.referrers('material').flatMap(({ declaration, field, lines, isList }): Place[] => {
    const spec = lines === null ? undefined : declaration.lines![lines]!;
    const fields: Fields = spec?.fields ?? declaration.fields;
    if (
      declaration.view ||
      STAYS.has(declaration.name) ||
      spec?.readonly ||
      (declaration.life !== undefined && ((lines === null && !isList) || declaration.life.editable.length === 0)) ||
      Object.keys(fields).some((name) => BOUND.test(name))
    )
      return [];
    const unit = /^(target)?[mM]aterialId$/.test(field) ? 'unitId' : field.replace(/MaterialId$/, 'UnitId');
    return [
      {
        key: [declaration.name, lines, field].filter(Boolean).join('.'),
        label: declaration.label,
        declaration,
        lines,
        field,
        isList,
        unit: isList || fields[unit] === undefined ? undefined : unit,
      },
    ];
  });

const tableAt = ({ declaration, lines }: Place): Sql =>
  ident(lines === null ? tableOf(declaration) : lineTableOf(declaration, lines));
/** Over the row `t` of a place: names this material. */
const names = ({ field, isList }: Place, id: Id): Sql =>
  isList ? sql`t.${column(field)}::text::bigint[] @> array[${id}]::bigint[]` : sql`t.${column(field)} = ${id}::bigint`;
/** What the row names instead; a list never names one twice. `beside`: a list names both. */
function renamed({ field, isList }: Place, from: Id, to: Id, beside: boolean): Sql {
  if (!isList) return sql`${to}::bigint`;
  const list = column(field);
  if (beside) return sql`array_append(array_remove(t.${list}::text::bigint[], ${to}::bigint), ${to}::bigint)`;
  return sql`case when t.${list}::text::bigint[] @> array[${to}]::bigint[]
    then array_remove(t.${list}::text::bigint[], ${from}::bigint)
    else array_replace(t.${list}::text::bigint[], ${from}::bigint, ${to}::bigint) end`;
}
/** Over the row `t` of a place: names this material and may still change. */
function movable(place: Place, id: Id): Sql {
  const { declaration, lines } = place;
  const owner = lines === null ? sql`t` : sql`h`;
  const editable =
    declaration.life === undefined ? empty : sql`and ${owner}.status = any(${[...declaration.life.editable]})`;
  if (lines === null) return sql`${names(place, id)} ${editable}`;
  const unreleased = declaration.fields['released'] === undefined ? empty : sql`and h.released = 0`;
  return sql`${names(place, id)} and exists (select 1 from ${ident(tableOf(declaration))} h
    where h.tenant_id = t.tenant_id and h.id = t.${ident(ownerColumn(declaration))} ${editable} ${unreleased})`;
}

interface PlaceRows {
  readonly place: Place;
  readonly ids: readonly Id[];
  /** Those of them whose list names both materials. */
  readonly listingBoth: readonly Id[];
  /** Rows whose unit is worth something else of the other material. */
  readonly otherwise: number;
}
/**
 * Rows of each place that can be moved: their unit, where they have one, is as much of the one material as of the
 * other.
 */
export async function rowsToMove(context: Context, fromId: Id, intoId: Id): Promise<PlaceRows[]> {
  const ladders = await unitLadders(context, [fromId, intoId]);
  const same = (unitId: Id | null): boolean =>
    unitId === null || sameWorth(ladders.get(fromId)!, ladders.get(intoId)!, unitId);
  const found: PlaceRows[] = [];
  for (const place of placesOf(context.registry)) {
    const unit = place.unit === undefined ? sql`null` : sql`t.${column(place.unit)}::text`;
    const rows = await context.tx.rows<{ id: Id; unitId: Id | null; both: boolean }>(
      sql`select t.id, ${unit} as unit_id, ${names(place, intoId)} as both from ${tableAt(place)} t
        where ${movable(place, fromId)} order by t.id`,
    );
    const moving = rows.filter((row) => same(row.unitId));
    const listingBoth = moving.filter((row) => row.both && place.isList).map((row) => row.id);
    const ids = moving.map((row) => row.id);
    if (rows.length > 0) found.push({ place, ids, listingBoth, otherwise: rows.length - ids.length });
  }
  return found;
}
function sameWorth(one: UnitContext, other: UnitContext, unitId: Id): boolean {
  const [a, b] = [unitPath(one, unitId), unitPath(other, unitId)];
  return a.ok && b.ok && a.factor.equals(b.factor);
}

/** Makes rows name another material, or lists both; those the database will not have so stay. Answers what moved. */
export async function move(
  context: Context,
  place: Place,
  ids: readonly Id[],
  from: Id,
  to: Id,
  beside = false,
): Promise<Id[]> {
  if (ids.length === 0) return [];
  await context.tx.run(sql`savepoint moving`);
  try {
    const moved = (
      await context.tx.rows<{ id: Id }>(
        sql`update ${tableAt(place)} t set ${column(place.field)} = ${renamed(place, from, to, beside)}
          where t.id = any(${ids as Id[]}::bigint[]) and ${movable(place, from)} returning t.id`,
      )
    ).map((row) => row.id);
    // Whoever has the record open is told that it changed.
    const owners =
      place.lines === null
        ? sql`t.id = any(${moved}::bigint[])`
        : sql`t.id in (select l.${ident(ownerColumn(place.declaration))} from ${tableAt(place)} l
          where l.id = any(${moved}::bigint[]))`;
    await context.tx.run(
      sql`update ${ident(tableOf(place.declaration))} t
        set version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now() where ${owners}`,
    );
    await context.tx.run(sql`release savepoint moving`);
    return moved;
  } catch (error) {
    await context.tx.run(sql`rollback to savepoint moving`);
    if (brokenConstraint(error) === null) throw error;
    if (ids.length === 1) return [];
    const half = ids.length >> 1;
    return [
      ...(await move(context, place, ids.slice(0, half), from, to, beside)),
      ...(await move(context, place, ids.slice(half), from, to, beside)),
    ];
  }
}
