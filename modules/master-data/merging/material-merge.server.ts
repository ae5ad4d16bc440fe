/**
 * Merging two materials that are one, as one act that can be taken back. What may still change moves to the other; what
 * was released or posted stays, and a replacement of one for one lets plans and recipes count it as the other. The
 * merged one is frozen, its names become aliases of the other.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { empty, ident, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { searchText } from '../../../parts/search/search-text.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dayPlus } from '../figures/calendar-day.rules.ts';
import * as calls from './material-merge.calls.ts';
import { move, placesOf, rowsToMove } from './material-places.server.ts';
import { materialReplace } from './material-exchange.resource.ts';
import { nameKey } from '../../../parts/search/names.ts';
import { refreshAliasText } from '../materials/material-alias.server.ts';
import { usesOf } from '../materials/material-uses.server.ts';
import { material } from '../materials/material.resource.ts';
import { requireId } from '../units/unit-calls.server.ts';

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
  /** Those whose list named both before. */
  readonly both?: Readonly<Record<string, readonly Id[]>>;
  readonly aliases: readonly Id[];
  readonly madeAliases: readonly Id[];
  readonly replacementId: Id;
}

export const mergeMaterials = serve(calls.mergeMaterials, async (context, input) => {
  const [fromId, intoId] = [requireId(input, 'materialId'), requireId(input, 'intoMaterialId')];
  const reason = input.reason?.slice(0, 200) ?? null;
  const [from, into] = await both(context, fromId, intoId, sql`for update`);
  const rows: Record<string, readonly Id[]> = {};
  const bothBefore: Record<string, readonly Id[]> = {};
  for (const { place, ids, listingBoth } of await rowsToMove(context, fromId, intoId)) {
    const moved = await move(context, place, ids, fromId, intoId);
    if (moved.length > 0) rows[place.key] = moved;
    if (listingBoth.length > 0) bothBefore[place.key] = listingBoth;
  }
  const replacementId = await saveRecord(materialReplace, context, {
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
  const moved: Moved = { rows, both: bothBefore, aliases, madeAliases, replacementId };
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
async function undo(context: Context, id: Id): Promise<{ back: number; left: number }> {
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
  for (const place of placesOf(context.registry)) {
    const [ids, listingBoth] = [moved.rows[place.key] ?? [], moved.both?.[place.key] ?? []];
    const alone = ids.filter((each) => !listingBoth.includes(each));
    back += (await move(context, place, alone, intoMaterialId, materialId)).length;
    back += (await move(context, place, listingBoth, intoMaterialId, materialId, true)).length;
  }
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
  const places = await rowsToMove(context, fromId, intoId);
  const byLabel = (count: (each: (typeof places)[number]) => number) =>
    [...Map.groupBy(places, ({ place }) => place.label[context.language])]
      .map(([name, each]) => ({ label: name, count: each.reduce((total, one) => total + count(one), 0), first: [] }))
      .filter((use) => use.count > 0);
  const owned = STAYING.map(
    ({ of, table }) =>
      sql`select ${of[context.language]}::text as label, count(*)::integer as count
        from ${ident(table)} where material_id = ${fromId}::bigint`,
  );
  const remaining = (await context.tx.rows<{ label: string; count: number }>(sql`${join(owned, ' union all ')}`))
    .filter((use) => use.count > 0)
    .map((use) => ({ ...use, first: [] }));
  return {
    from,
    into,
    moves: byLabel(({ ids }) => ids.length),
    otherUnits: byLabel(({ otherwise }) => otherwise),
    // Released, posted and lying there: counted as the other from now on, but untouched.
    stays: (await usesOf(registry, context, [fromId])).map((use) => ({ ...use, label: use.label[context.language] })),
    kept: remaining,
  };
});
const STAYING = [
  { of: label('单位换算', 'Conversions'), table: 'item_unit_conversion' },
  { of: label('物料成本', 'Costs'), table: 'material_cost' },
  { of: label('营养成分', 'Nutrients'), table: 'material_nutrient' },
  { of: label('授权范围', 'Authorisations'), table: 'material_auth_range' },
] as const;

export const undoMerge = serve(calls.undoMerge, (context, input) => undo(context, readIds(input, 'id')[0]!));
