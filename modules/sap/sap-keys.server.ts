/** Ours by SAP's keys. */
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { DEPT } from '../admin/people/dept.resource.ts';

/** Our unit of a unit of SAP: by its SAP code, else one whose own code is the same. */
export async function unitsBySapCode(
  context: Context,
  codes: readonly string[],
): Promise<Map<string, { readonly id: string; readonly name: string }>> {
  const rows = await context.tx.rows<{ id: string; name: string; code: string; sapCode: string | null }>(sql`
    select id, name, code, sap_code from material_unit
    where sap_code = any(${codes as string[]}) or (sap_code is null and code = any(${codes as string[]}))
    order by sap_code nulls first`);
  return new Map(rows.map((row) => [row.sapCode ?? row.code, row]));
}

/** Departments by SAP plant: sites by their profile, factories by their SAP code. */
export async function deptsByPlant(context: Context, plants: readonly string[]): Promise<Map<string, string>> {
  const rows = await context.tx.rows<{ plant: string; deptId: string }>(sql`
    select sap_factory as plant, blade_project_dept_id as dept_id from project_dept_system
    where sap_factory = any(${plants as string[]})
    union all select sap_code, id from dept where dept_category in (${DEPT.factory}, ${DEPT.project})
      and sap_code = any(${plants as string[]})`);
  return new Map(rows.map((row) => [row.plant, row.deptId]));
}

/** Our materials by their SAP code. */
export async function materialsBySapCode(context: Context, codes: readonly string[]): Promise<Map<string, string>> {
  return new Map(
    (
      await context.tx.rows<{ id: string; sapCode: string }>(
        sql`select id, sap_code from material where sap_code = any(${codes as string[]})`,
      )
    ).map((row) => [row.sapCode, row.id]),
  );
}
