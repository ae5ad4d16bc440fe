-- Pots stand at a stall or at a store of a factory: exactly one, and a meal belongs to a stall.
alter table gear_produce add column factory_warehouse_id bigint;
alter table gear_produce add column from_factory_warehouse_id bigint;
alter table gear_produce add column place_dept_id bigint;
alter table gear_produce add column place_kind text not null default 'stall'::text;
alter table gear_produce alter column gear_operation_dept_id drop not null;
alter table gear_produce alter column meal_type drop not null;
alter table gear_produce add constraint gear_produce_place_kind_ck CHECK (place_kind = ANY (ARRAY['stall'::text, 'factory'::text]));
alter table gear_produce add constraint gear_produce_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
alter table gear_produce add constraint gear_produce_from_factory_warehouse_id_fk FOREIGN KEY (tenant_id, from_factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
alter table gear_produce add constraint gear_produce_place_dept_id_fk FOREIGN KEY (tenant_id, place_dept_id) REFERENCES dept(tenant_id, id);
create index gear_produce_factory_warehouse_id_ix on gear_produce USING btree (tenant_id, factory_warehouse_id);
create index gear_produce_from_factory_warehouse_id_ix on gear_produce USING btree (tenant_id, from_factory_warehouse_id);
create index gear_produce_place_dept_id_biz_date_ix on gear_produce USING btree (tenant_id, place_dept_id, biz_date DESC);
create index gear_produce_place_dept_id_ix on gear_produce USING btree (tenant_id, place_dept_id);
update gear_produce set place_dept_id = gear_operation_dept_id;
alter table gear_produce alter column place_dept_id set not null;
alter table gear_produce add constraint gear_produce_one_place_ck check (case place_kind
  when 'stall' then gear_operation_dept_id is not null and meal_type is not null and factory_warehouse_id is null
    and from_factory_warehouse_id is null
  else gear_operation_dept_id is null and meal_type is null and factory_warehouse_id is not null end);
