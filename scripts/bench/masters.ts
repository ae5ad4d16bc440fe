/** Master records by set-based SQL; every value follows from its number, so that two runs measure the same. */
import type { Fixtures } from './fixtures.ts';

export const place = { company: 100, project: 110, restaurant: 111, stall: 112, warehouse: 500 } as const;
export const TYPES = 100;
/** Ids of materials begin here. */
export const MATERIAL = 1_000_000;

/** Departments, a warehouse, units, a supplier and `materials` materials. */
export async function makeMasters(fixtures: Fixtures, materials: number): Promise<void> {
  await fixtures.sql(`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
    blade_project_dept_id, use_restaurant_dept_id) values
    (100, '公司', '公司', 'BC', 0, '1', 100, null, null), (110, '一项目', '一项目', 'BP1', 100, '2', 100, 110, null), (111,
    '一餐厅', '一餐厅', 'BR1', 110, '3', 100, 110, 111), (112, '面档', '面档', 'BS1', 111, '4', 100, 110, 111)`);
  await fixtures.sql(
    `insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, zones)
      values (500, 'BW1', '一仓', 100, 110, 'ambient,cool,chilled,frozen')`,
  );
  await fixtures.sql(
    `insert into supplier (id, code, name, contact, contact_phone) values (600, 'BS1', '鲜达', '王', '13800000000')`,
  );
  await fixtures.sql(
    `insert into material_unit (id, code, name, dimension)
      values (301, 'BKG', '标准千克', 'mass'), (302, 'BDAI', '标准袋', 'pack')`,
  );
  await fixtures.sql(
    `insert into material_type (id, code, name, full_name)
      select 10000 + n, 'BT' || lpad(n::text, 3, '0'), '类' || n, '类' || n from generate_series(0, ${TYPES - 1}) n`,
  );
  await makeMaterials(fixtures, 0, materials);
  await fixtures.sql('vacuum analyze');
}

async function makeMaterials(fixtures: Fixtures, from: number, to: number): Promise<void> {
  await fixtures.sql(`
    insert into material (id, code, name, spec, brand, material_type_id, material_kind, base_unit_id, purchase_unit_id,
      issue_unit_id, recipe_unit_id, sale_unit_id, tax_rate, storage_zone, over_rate, under_rate, create_time,
      update_time, search_text)
    select ${MATERIAL} + n, 'BM' || lpad(n::text, 7, '0'), w.name || n % 977, (n % 25) || 'kg', '牌' || n % 40,
      10000 + (n::bigint * 7919) % ${TYPES}, (array['raw', 'raw', 'raw', 'semi', 'finished'])[1 + n / 100 % 5],
      u.kg, u.kg, u.kg, u.kg, u.kg, 9, (array['ambient', 'cool', 'chilled', 'frozen'])[1 + n % 4], 3, 3,
      timestamptz '2025-01-01' + n * interval '1 minute', timestamptz '2025-01-01' + (n::bigint * 48271 % 2147483) *
      interval '1 second',
      lower('BM' || lpad(n::text, 7, '0') || ' ' || w.name || n % 977)
    from generate_series(${from}, ${to - 1}) n, (select 301 as kg) u,
      lateral (select (array['猪肉', '牛肉', '鸡腿', '白菜', '土豆', '大米', '面粉', '豆腐', '鲈鱼',
      '番茄'])[1 + (n::bigint * 104729 / 13) % 10] as name) w`);
}
