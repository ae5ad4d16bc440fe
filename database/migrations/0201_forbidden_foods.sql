-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
alter table material_auth_range drop constraint material_auth_range_target_ck;
alter table material_auth_range add column basis text;
alter table material_auth_range add column dish_id bigint;
alter table material_auth_range add column month_from integer;
alter table material_auth_range add column month_to integer;
alter table material_auth_range add column project_dept_type_id bigint;
alter table material_auth_range add constraint material_auth_range_months_ck CHECK (num_nonnulls(month_from, month_to) <> 1);
alter table material_auth_range add constraint material_auth_range_target_ck CHECK (num_nonnulls(material_id, material_type_id, dish_id) = 1);
alter table material_auth_range add constraint material_auth_range_dish_id_fk FOREIGN KEY (tenant_id, dish_id) REFERENCES dish(tenant_id, id);
alter table material_auth_range add constraint material_auth_range_project_dept_type_id_fk FOREIGN KEY (tenant_id, project_dept_type_id) REFERENCES project_dept_type(tenant_id, id);
create index material_auth_range_dish_id_ix on material_auth_range USING btree (tenant_id, dish_id);
create index material_auth_range_project_dept_type_id_ix on material_auth_range USING btree (tenant_id, project_dept_type_id);
