-- Master data: no two records may hold the same key on the same day.

-- One general conversion between two units at a time, whichever way round it was typed.
alter table basic_unit_conversion add constraint basic_unit_conversion_period_ex exclude using gist (
  tenant_id with =, (least(from_unit_id, to_unit_id)) with =, (greatest(from_unit_id, to_unit_id)) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
alter table item_unit_conversion add constraint item_unit_conversion_period_ex exclude using gist (
  tenant_id with =, material_id with =, (least(from_unit_id, to_unit_id)) with =, (greatest(from_unit_id, to_unit_id)) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);

-- One replacement of a material per department and dish at a time.
alter table material_replace add constraint material_replace_period_ex exclude using gist (
  tenant_id with =, material_id with =, (coalesce(dept_id, 0)) with =, (coalesce(dish_id, 0)) with =, daterange(start_date, end_date, '[]') with &&);

-- One released BOM of a dish, and one released difference of a place, on any day.
alter table dish_bom add constraint dish_bom_period_ex exclude using gist (tenant_id with =, dish_id with =, daterange(start_date, end_date, '[]') with &&) where (released = 1);
alter table dish_bom_special_gear add constraint dish_bom_special_gear_period_ex exclude using gist (
  tenant_id with =, dish_id with =, dept_id with =, daterange(start_date, end_date, '[]') with &&) where (released = 1);

-- A line is of a material or of a semi-finished dish, and no dish is its own ingredient.
alter table dish_bom_detail add constraint dish_bom_detail_target_ck check (num_nonnulls(material_id, sub_dish_id) = 1);
alter table material_replace add constraint material_replace_differ_ck check (material_id <> replace_material_id);
alter table material_substitute add constraint material_substitute_differ_ck check (material_id <> substitute_material_id);
create index dish_bom_special_gear_place_ix on dish_bom_special_gear (tenant_id, dept_id, dish_id);

-- A name leads to one material in one context; one authorisation of a kind and one cost of a kind for a place on any day.
alter table material_alias add constraint material_alias_place_ex exclude using gist (
  tenant_id with =, alias_key with =, (coalesce(supplier_id, 0)) with =, (coalesce(dept_id, 0)) with =) where (frozen = 0);
alter table material_auth_range add constraint material_auth_range_period_ex exclude using gist (
  tenant_id with =, (coalesce(material_id, 0)) with =, (coalesce(material_type_id, 0)) with =, dept_id with =, access with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
alter table material_cost add constraint material_cost_period_ex exclude using gist (
  tenant_id with =, material_id with =, (coalesce(dept_id, 0)) with =, cost_kind with =, daterange(start_date, end_date, '[]') with &&);
