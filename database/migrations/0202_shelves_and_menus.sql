-- What a shelf holds stands on it once; a site has one default unloading point.
create unique index goods_system_detail_dish_uq on goods_system_detail (tenant_id, goods_system_id, dish_id) where dish_id is not null;
create unique index goods_system_detail_material_uq on goods_system_detail (tenant_id, goods_system_id, material_id) where material_id is not null;
create unique index project_dept_unload_default_uq on project_dept_unload (tenant_id, project_dept_sys_id) where is_default = 1;
alter table gear_menu_detail add constraint gear_menu_detail_sold_ck check (sold_qty >= 0);
-- Administrators that stalls have named so far.
do $$
declare each text;
begin
  for each in select tenant_id from tenant loop
    execute format('set local app.tenant = %L', each);
    insert into store_admin (gear_operation_dept_id, user_id, enable_time)
    select distinct o.gear_operation_dept_id, u.id, now() from operation_system o
    join app_user u on u.tenant_id = o.tenant_id and u.id = any(o.admin_user_ids) where o.tenant_id = each;
  end loop;
  set local app.tenant = '';
end $$;
-- One authorisation of a kind for a place, a type of site and a season on any day.
alter table material_auth_range drop constraint material_auth_range_period_ex;
alter table material_auth_range add constraint material_auth_range_period_ex exclude using gist (
  tenant_id with =, (coalesce(material_id, 0)) with =, (coalesce(material_type_id, 0)) with =, (coalesce(dish_id, 0)) with =,
  dept_id with =, (coalesce(project_dept_type_id, 0)) with =, (coalesce(month_from, 0)) with =,
  (coalesce(month_to, 0)) with =, access with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
