/** Materials as SAP has them, with their units, and the sites and factories SAP extends them to. */
import { refuse } from '../../kernel/core/refusal.ts';
import { sql } from '../../parts/postgres/database.ts';
import { MARKED_DELETED } from '../master-data/materials/sap.fields.ts';
import { material } from '../master-data/materials/material.resource.ts';
import { deptsByPlant, materialsBySapCode, unitsBySapCode } from './sap-keys.server.ts';
import { writeAll, hasValues, type Planned } from './sap-masters.server.ts';
import { extensionFacts, materialFacts, type MaterialFacts } from './sap-facts.rules.ts';
import { failed, type Outcome, type ImportPage } from './sap-sync.server.ts';
import { takeInConversions } from './sap-conversions.server.ts';

interface MaterialRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly sapCode: string | null;
  readonly source: string;
  readonly barcode: string | null;
  readonly materialTypeId: string;
  readonly materialKind: string;
  readonly baseUnitId: string;
  readonly baseUnit: string;
  readonly sapMaterialType: string | null;
  readonly sapStatus: string | null;
  readonly shelfLifeDays: number | null;
  readonly minRemainingDays: number | null;
  readonly frozen: 0 | 1;
  readonly frozenReason: string | null;
}

export const importMaterials: ImportPage = async (context, source, rows) => {
  const facts = rows.map((row) => materialFacts(source, row));
  const codes = facts.map((fact) => fact.code);
  const there = await context.tx.rows<MaterialRow>(sql`
    select m.id, m.code, m.name, m.sap_code, m.source, m.barcode, m.material_type_id, m.material_kind, m.base_unit_id,
      u.name as base_unit, m.sap_material_type, m.sap_status, m.shelf_life_days, m.min_remaining_days, m.frozen,
      m.frozen_reason
    from material m join material_unit u on u.id = m.base_unit_id
    where m.sap_code = any(${codes}) or m.code = any(${codes}) for update of m`);
  const bySap = new Map(there.flatMap((row) => (row.sapCode === null ? [] : [[row.sapCode, row] as const])));
  const byCode = new Map(there.map((row) => [row.code, row]));
  const units = await unitsBySapCode(
    context,
    facts.map((fact) => fact.baseUnit),
  );
  const types = new Map(
    (
      await context.tx.rows<{ id: string; sapMaterialGroup: string }>(
        sql`select id, sap_material_group from material_type
          where sap_material_group = any(${facts.map((fact) => fact.group)})`,
      )
    ).map((row) => [row.sapMaterialGroup, row.id]),
  );

  const judged = facts.map((fact): Planned =>
    judge(
      fact,
      bySap.get(fact.code),
      byCode.get(fact.code),
      units.get(fact.baseUnit)?.id,
      types.get(fact.group),
      context.now,
    ),
  );
  const { outcomes, ids } = await writeAll(material, context, judged);
  // The equations of their units, of those that are there now.
  const current = facts.flatMap((fact, index) => {
    const id = ids[index] ?? bySap.get(fact.code)?.id;
    return id === undefined || id === null || typeof outcomes[index] === 'object' || fact.deleted
      ? []
      : [{ index, id, equations: fact.units }];
  });
  const converted = await takeInConversions(context, current);
  current.forEach(({ index }, at) => {
    const conversion = converted[at]!;
    if (conversion.problems.length > 0) outcomes[index] = { failed: conversion.problems };
    else if (conversion.changed && outcomes[index] === 'unchanged') outcomes[index] = 'updated';
  });
  return outcomes;
};

function judge(
  fact: MaterialFacts,
  row: MaterialRow | undefined,
  taken: MaterialRow | undefined,
  baseUnitId: string | undefined,
  materialTypeId: string | undefined,
  now: string,
): Planned {
  if (row === undefined && fact.deleted) return 'unchanged';
  if (row === undefined && taken !== undefined)
    return failed('code', fact.code, refuse('sap.code-taken', { code: fact.code, name: taken.name }));
  const refusals = [
    ...(baseUnitId === undefined ? [refuse('sap.unit-unknown', { unit: fact.baseUnit }, { field: 'baseUnitId' })] : []),
    ...(materialTypeId === undefined
      ? [refuse('sap.type-unknown', { group: fact.group }, { field: 'materialTypeId' })]
      : []),
    ...(row !== undefined && baseUnitId !== undefined && row.baseUnitId !== baseUnitId
      ? [refuse('sap.base-unit-changed', { unit: fact.baseUnit, own: row.baseUnit }, { field: 'baseUnitId' })]
      : []),
  ];
  if (refusals.length > 0) return failed('', fact.code, ...refusals);
  const values = {
    name: fact.name.slice(0, 100),
    materialTypeId,
    barcode: fact.barcode || (row?.barcode ?? null),
    ...(fact.kind === null ? {} : { materialKind: fact.kind }),
    // Only where SAP says so: what was entered here for the others stays.
    ...(fact.shelfLifeDays === null ? {} : { shelfLifeDays: fact.shelfLifeDays }),
    ...(fact.minRemainingDays === null ? {} : { minRemainingDays: fact.minRemainingDays }),
  };
  const isThawed = row?.frozenReason === MARKED_DELETED && !fact.deleted;
  const marked =
    fact.deleted && row?.frozen === 0
      ? { frozen: 1, frozenReason: MARKED_DELETED }
      : isThawed
        ? { frozen: 0, frozenReason: null }
        : {};
  const owned = { source: 'sap', sapMaterialType: fact.type || null, sapStatus: fact.status || null, ...marked };
  if (row !== undefined && hasValues(row, { ...values, ...owned })) return 'unchanged';
  return {
    key: fact.code,
    body:
      row === undefined ? { ...values, code: fact.code, sapCode: fact.code, baseUnitId } : { ...values, id: row.id },
    owned: { ...owned, sapSyncTime: now },
  };
}

export const importExtensions: ImportPage = async (context, source, rows) => {
  const facts = rows.map((row) => extensionFacts(source, row));
  const materials = await materialsBySapCode(
    context,
    facts.map((fact) => fact.material),
  );
  const depts = await deptsByPlant(
    context,
    facts.map((fact) => fact.plant),
  );
  const known = facts.flatMap((fact, index) =>
    materials.has(fact.material) && depts.has(fact.plant)
      ? [
          {
            nr: index,
            material_id: materials.get(fact.material)!,
            dept_id: depts.get(fact.plant)!,
            plant: fact.plant,
            purchase_group: fact.purchaseGroup,
            status: fact.status,
            active: fact.active ? 1 : 0,
          },
        ]
      : [],
  );
  const written = new Map(
    (
      await context.tx.rows<{ nr: number; isNew: boolean }>(sql`
    with given as (select * from json_to_recordset(${JSON.stringify(known)}::json) as g(nr integer, material_id bigint,
      dept_id bigint, plant text, purchase_group text, status text, active smallint)),
    put as (
      insert into material_project_dept as t (material_id, dept_id, sap_factory, purchase_group, plant_status, active,
        sap_sync_time, create_user, update_user)
      select material_id, dept_id, plant, nullif(purchase_group, ''), nullif(status, ''), active, now(),
        ${context.user.userId}::bigint, ${context.user.userId}::bigint from given
      on conflict (tenant_id, material_id, sap_factory) do update
      set dept_id = excluded.dept_id, purchase_group = excluded.purchase_group, plant_status = excluded.plant_status,
        active = excluded.active, sap_sync_time = excluded.sap_sync_time, version = t.version + 1, update_time = now()
      where (t.dept_id, t.purchase_group, t.plant_status, t.active) is distinct from (excluded.dept_id,
        excluded.purchase_group, excluded.plant_status, excluded.active)
      returning material_id, sap_factory, version = 1 as is_new)
    select g.nr, p.is_new from given g join put p on p.material_id = g.material_id and p.sap_factory = g.plant`)
    ).map((row) => [row.nr, row.isNew]),
  );
  return facts.map((fact, index): Outcome => {
    if (!materials.has(fact.material))
      return failed('materialId', fact.material, refuse('sap.material-unknown', { material: fact.material }));
    if (!depts.has(fact.plant))
      return failed('sapFactory', fact.plant, refuse('sap.plant-unknown', { plant: fact.plant }));
    const isNew = written.get(index);
    return isNew === undefined ? 'unchanged' : isNew ? 'created' : 'updated';
  });
};
