import { sql, type Sql } from '../../../parts/postgres/database.ts';

type Filters = Readonly<Record<string, (value: string) => Sql>>;

/** Filters of a site for lists whose rows stand at one (`blade_project_dept_id`) and hold their plant themselves. */
export const ownPlantFilters: Filters = {
  projectDeptId: (id) => sql`t.blade_project_dept_id::text = ${id}`,
  projectDeptSysId: (id) =>
    sql`t.blade_project_dept_id = (select s.blade_project_dept_id from project_dept_system s where s.id::text = ${id})`,
};

/**
 * Filters of every list whose rows stand at a site or a factory (`blade_project_dept_id`), under the names clients of
 * this family use.
 */
export const siteFilters: Filters = {
  ...ownPlantFilters,
  sapFactory: (plant) =>
    sql`t.blade_project_dept_id in (select s.blade_project_dept_id from project_dept_system s
      where s.sap_factory = ${plant} union all select f.dept_id from central_factory f where f.sap_factory = ${plant})`,
};
