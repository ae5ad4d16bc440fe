/**
 * Merging two materials that are one, as one act that can be taken back. What may still change moves to the other; what
 * was released or posted stays, and a replacement of one for one lets plans and recipes count it as the other. The
 * merged one is frozen, its names become aliases of the other.
 */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Fields, Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { brokenConstraint } from '../../../parts/postgres/broken-constraint.ts';
import { column, empty, ident, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { searchText } from '../../../parts/search/search-text.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dayPlus } from '../figures/calendar-day.rules.ts';
import * as calls from './material-merge.calls.ts';
import { materialReplace } from './material-exchange.resource.ts';
import { nameKey } from '../../../parts/search/names.ts';
import { refreshAliasText } from '../materials/material-alias.server.ts';
import { unitLadders } from '../units/material-units.server.ts';
import { usesOf } from '../materials/material-uses.server.ts';
import { material } from '../materials/material.resource.ts';
import { requireId } from '../units/unit-calls.server.ts';
import { unitPath, type UnitContext } from '../units/unit-conversion.rules.ts';

/** A column that names a material and may be made to name another. */
interface Place {
  /** How what was moved is remembered: `dishBom.details.materialId`. */
  readonly key: string;
  readonly label: Label;
  readonly declaration: Declaration;
  readonly lines: string | null;
  readonly field: string;
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

const placesOf = (registry: Registry): Place[] =>
  registry.referrers('material').flatMap(({ declaration, field, lines }): Place[] => {
    const spec = lines === null ? undefined : declaration.lines![lines]!;
    const fields: Fields = spec?.fields ?? declaration.fields;
    if (
      declaration.view ||
      STAYS.has(declaration.name) ||
      spec?.readonly ||
      (declaration.life !== undefined && (lines === null || declaration.life.editable.length === 0)) ||
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
        unit: fields[unit] === undefined ? undefined : unit,
      },
    ];
  });

const tableAt = ({ declaration, lines }: Place): Sql =>
  ident(lines === null ? tableOf(declaration) : lineTableOf(declaration, lines));
/** Over the row `t` of a place: names this material and may still change. */
function movable({ declaration, lines, field }: Place, id: Id): Sql {
  const names = sql`t.${column(field)} = ${id}::bigint`;
  if (lines === null) return names;
  const editable = declaration.life === undefined ? empty : sql`and h.status = any(${[...declaration.life.editable]})`;
  const unreleased = declaration.fields['released'] === undefined ? empty : sql`and h.released = 0`;
  return sql`${names} and exists (select 1 from ${ident(tableOf(declaration))} h
    where h.tenant_id = t.tenant_id and h.id = t.${ident(ownerColumn(declaration))} ${editable} ${unreleased})`;
}

interface Goods {
  readonly id: Id;
  readonly code: string;
  readonly name: string;
  readonly baseUnitId: Id;
  readonly frozen: 0 | 1;
  readonly mergedIntoId: Id | null;
}
async function both(context: Context, fromId: Id, intoId: Id, held: Sql = empty): Promise<readonly [Goods, Goods]> {
  const rows = await context.tx.rows<Goods>(
    sql`select id, code, name, base_unit_id, frozen, merged_into_id from material
      where id = any(${[fromId, intoId]}::bigint[]) order by id ${held}`,
  );
  const [from, into] = [fromId, intoId].map((id) => rows.find((row) => row.id === id));
  if (from === undefined || into === undefined) throw unknownRecord(material.label);
  const refusals = [
    ...(fromId === intoId ? [refuse('master-data.merge-same')] : []),
    ...[from, into]
      .filter((each) => each.frozen === 1)
      .map((each) => refuse('master-data.merge-frozen', { material: each.name })),
    ...(from.baseUnitId === into.baseUnitId
      ? []
      : [refuse('master-data.merge-base-unit', { from: from.name, into: into.name })]),
  ];
  if (refusals.length > 0) throw new Refused(...refusals);
  const apart = await context.tx.row(
    sql`select 1 as one from material_distinction d
      where d.material_id = least(${fromId}::bigint, ${intoId}::bigint)
        and d.other_material_id = greatest(${fromId}::bigint, ${intoId}::bigint)`,
  );
  if (apart !== undefined) throw new Refused(refuse('master-data.merge-apart', { from: from.name, into: into.name }));
  return [from, into];
}

/**
 * Rows of each place that can be moved: their unit, where they have one, is as much of the one material as of the
 * other.
 */
async function rowsToMove(
  registry: Registry,
  context: Context,
  fromId: Id,
  intoId: Id,
): Promise<{ readonly place: Place; readonly ids: readonly Id[]; readonly otherwise: number }[]> {
  const ladders = await unitLadders(context, [fromId, intoId]);
  const same = (unitId: Id | null): boolean =>
    unitId === null || sameWorth(ladders.get(fromId)!, ladders.get(intoId)!, unitId);
  const found: { place: Place; ids: Id[]; otherwise: number }[] = [];
  for (const place of placesOf(registry)) {
    const unit = place.unit === undefined ? sql`null` : sql`t.${column(place.unit)}::text`;
    const rows = await context.tx.rows<{ id: Id; unitId: Id | null }>(
      sql`select t.id, ${unit} as unit_id from ${tableAt(place)} t where ${movable(place, fromId)} order by t.id`,
    );
    const ids = rows.filter((row) => same(row.unitId)).map((row) => row.id);
    if (rows.length > 0) found.push({ place, ids, otherwise: rows.length - ids.length });
  }
  return found;
}
function sameWorth(one: UnitContext, other: UnitContext, unitId: Id): boolean {
  const [a, b] = [unitPath(one, unitId), unitPath(other, unitId)];
  return a.ok && b.ok && a.factor.equals(b.factor);
}

/** Makes rows name another material; those the database will not have so stay. Answers what moved. */
async function move(context: Context, place: Place, ids: readonly Id[], from: Id, to: Id): Promise<Id[]> {
  if (ids.length === 0) return [];
  await context.tx.run(sql`savepoint moving`);
  try {
    const moved = (
      await context.tx.rows<{ id: Id }>(
        sql`update ${tableAt(place)} t set ${column(place.field)} = ${to}::bigint
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
      ...(await move(context, place, ids.slice(0, half), from, to)),
      ...(await move(context, place, ids.slice(half), from, to)),
    ];
  }
}

/**
 * `goods`: what was merged into these, however often, each (`id`) with every one of these it went into (`into_id`). The
 * beginning of a statement.
 */
export const mergedGoods = (ids: readonly Id[]): Sql => sql`
    with recursive goods as (
      select m.id, m.merged_into_id as into_id from material m where m.merged_into_id = any(${ids}::bigint[])
      union select m.id, g.into_id from goods g join material m on m.merged_into_id = g.id)`;

/** Materials that were merged into these, however often, each with the one it counts as now. */
export async function mergedInto(context: Context, ids: readonly Id[]): Promise<Map<Id, Id>> {
  const rows = await context.tx.rows<{ id: Id; intoId: Id }>(sql`${mergedGoods(ids)}
    select id, into_id from goods where id <> all(${ids}::bigint[]) order by id`);
  return new Map(rows.map((row) => [row.id, row.intoId]));
}

/** What was done, as it is remembered. */
interface Moved {
  readonly rows: Readonly<Record<string, readonly Id[]>>;
  readonly aliases: readonly Id[];
  readonly madeAliases: readonly Id[];
  readonly replacementId: Id;
}

export const mergeMaterials = serve(calls.mergeMaterials, async (context, input) => {
  const { registry } = context;
  const [fromId, intoId] = [requireId(input, 'materialId'), requireId(input, 'intoMaterialId')];
  const reason = input.reason?.slice(0, 200) ?? null;
  const [from, into] = await both(context, fromId, intoId, sql`for update`);
  const rows: Record<string, readonly Id[]> = {};
  for (const { place, ids } of await rowsToMove(registry, context, fromId, intoId)) {
    const moved = await move(context, place, ids, fromId, intoId);
    if (moved.length > 0) rows[place.key] = moved;
  }
  const replacementId = await saveRecord(registry, materialReplace, context, {
    materialId: fromId,
    replaceMaterialId: intoId,
    qty: '1',
    unitId: from.baseUnitId,
    replaceQty: '1',
    replaceUnitId: from.baseUnitId,
    reason: 'other',
    remark: label('合并', 'Merged')[context.language],
  });
  const aliases = (
    await context.tx.rows<{ id: Id }>(
      sql`update material_alias a set material_id = ${intoId}::bigint, version = a.version + 1
        where a.material_id = ${fromId}::bigint and a.frozen = 0 returning a.id`,
    )
  ).map((row) => row.id);
  const madeAliases = (
    await context.tx.rows<{ id: Id }>(sql`
    insert into material_alias (material_id, alias, alias_key, alias_kind, search_text, create_user, create_dept,
      update_user)
    select ${intoId}::bigint, ${from.name}, ${nameKey(from.name)}, 'old', ${searchText([from.name])},
      ${context.user.userId}::bigint, ${context.user.deptId || null}::bigint, ${context.user.userId}::bigint
    where ${nameKey(from.name)} <> ${nameKey(into.name)} and not exists (select 1 from material_alias a
    where a.frozen = 0 and a.alias_key = ${nameKey(from.name)} and a.supplier_id is null and a.dept_id is null)
    returning id`)
  ).map((row) => row.id);
  await context.tx.run(
    sql`update material set frozen = 1, merged_into_id = ${intoId}::bigint, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = ${fromId}::bigint`,
  );
  await refreshAliasText(context, [fromId, intoId]);
  const count = Object.values(rows).reduce((total, ids) => total + ids.length, 0);
  const moved: Moved = { rows, aliases, madeAliases, replacementId };
  const { id } = (await context.tx.row<{ id: Id }>(sql`
    insert into material_merge (material_id, into_material_id, reason, moved_count, moved, create_user, create_dept,
      update_user)
    values (${fromId}::bigint, ${intoId}::bigint, ${reason}, ${count}, ${JSON.stringify(moved)}::jsonb,
      ${context.user.userId}::bigint, ${context.user.deptId || null}::bigint, ${context.user.userId}::bigint)
      returning id`))!;
  await audit(context, [
    {
      resource: material.name,
      recordId: fromId,
      action: 'merge',
      title: from.name,
      changes: { mergedIntoId: [null, intoId], frozen: [0, 1] },
    },
    {
      resource: material.name,
      recordId: intoId,
      action: 'merge',
      title: into.name,
      changes: { aliases: [null, from.name] },
    },
  ]);
  return { id, moved: count };
});

/** Puts back what a merge moved, as far as it still stands as the merge left it. */
async function undo(registry: Registry, context: Context, id: Id): Promise<{ back: number; left: number }> {
  const found = await context.tx.row<{
    materialId: Id;
    intoMaterialId: Id;
    mergeState: string;
    moved: Moved;
    name: string;
    into: string;
  }>(sql`
    select g.material_id, g.into_material_id, g.merge_state, g.moved, m.name, i.name as into from material_merge g
    join material m on m.id = g.material_id join material i on i.id = g.into_material_id
      where g.id = ${id}::bigint for update of g, m`);
  if (found === undefined) throw unknownRecord(label('物料合并', 'Material merge'));
  const { materialId, intoMaterialId, moved } = found;
  if (found.mergeState === 'undone') throw new Refused(refuse('master-data.merge-undone', { material: found.name }));
  await context.tx.run(
    sql`update material set frozen = 0, merged_into_id = null, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = ${materialId}::bigint`,
  );
  let back = 0;
  for (const place of placesOf(registry))
    back += (await move(context, place, moved.rows[place.key] ?? [], intoMaterialId, materialId)).length;
  const left = Object.values(moved.rows).reduce((total, ids) => total + ids.length, 0) - back;
  await context.tx.run(
    sql`delete from material_alias a where a.id = any(${[...moved.madeAliases]}::bigint[])
      and a.material_id = ${intoMaterialId}::bigint`,
  );
  await context.tx.run(
    sql`update material_alias a set material_id = ${materialId}::bigint, version = a.version + 1
      where a.id = any(${[...moved.aliases]}::bigint[]) and a.material_id = ${intoMaterialId}::bigint`,
  );
  // What plans reckoned with yesterday stays told; from today it is over.
  await context.tx.run(
    sql`delete from material_replace r where r.id = ${moved.replacementId}::bigint
      and r.start_date >= ${context.today}::date`,
  );
  await context.tx.run(
    sql`update material_replace r set end_date = ${dayPlus(context.today, -1)}::date, version = r.version + 1
      where r.id = ${moved.replacementId}::bigint and coalesce(r.end_date, 'infinity'::date) >= ${context.today}::date`,
  );
  await refreshAliasText(context, [materialId, intoMaterialId]);
  await context.tx.run(
    sql`update material_merge set merge_state = 'undone', undone_time = now(), left_count = ${left},
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      where id = ${id}::bigint`,
  );
  await audit(context, [
    {
      resource: material.name,
      recordId: materialId,
      action: 'unmerge',
      title: found.name,
      changes: { mergedIntoId: [intoMaterialId, null], frozen: [1, 0] },
    },
  ]);
  return { back, left };
}

/** What a merge would move, and what would stay with the merged one. */
export const previewMerge = serve(calls.previewMerge, async (context, input) => {
  const { registry } = context;
  const [fromId, intoId] = [requireId(input, 'materialId'), requireId(input, 'intoMaterialId')];
  const [from, into] = await both(context, fromId, intoId);
  const places = await rowsToMove(registry, context, fromId, intoId);
  const byLabel = (count: (each: (typeof places)[number]) => number) =>
    [...Map.groupBy(places, ({ place }) => place.label[context.language])]
      .map(([name, each]) => ({ label: name, count: each.reduce((total, one) => total + count(one), 0), first: [] }))
      .filter((use) => use.count > 0);
  const owned = STAYING.map(
    ({ of, table }) =>
      sql`select ${of[context.language]}::text as label, count(*)::integer as count
        from ${ident(table)} where material_id = ${fromId}::bigint`,
  );
  const kept = (await context.tx.rows<{ label: string; count: number }>(sql`${join(owned, ' union all ')}`))
    .filter((use) => use.count > 0)
    .map((use) => ({ ...use, first: [] }));
  return {
    from,
    into,
    moves: byLabel(({ ids }) => ids.length),
    otherUnits: byLabel(({ otherwise }) => otherwise),
    // Released, posted and lying there: counted as the other from now on, but untouched.
    stays: (await usesOf(registry, context, [fromId])).map((use) => ({ ...use, label: use.label[context.language] })),
    kept,
  };
});
const STAYING = [
  { of: label('单位换算', 'Conversions'), table: 'item_unit_conversion' },
  { of: label('物料成本', 'Costs'), table: 'material_cost' },
  { of: label('营养成分', 'Nutrients'), table: 'material_nutrient' },
  { of: label('授权范围', 'Authorisations'), table: 'material_auth_range' },
] as const;

export const undoMerge = serve(calls.undoMerge, (context, input) =>
  undo(context.registry, context, readIds(input, 'id')[0]!),
);
