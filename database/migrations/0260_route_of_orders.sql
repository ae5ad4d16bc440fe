-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
drop index factory_order_route_id_part_ix;
alter table factory_order alter column route_id type bigint using null;
alter table factory_order add constraint factory_order_route_id_fk foreign key (tenant_id, route_id) references delivery_route (tenant_id, id);
create index factory_order_route_id_ix on factory_order (tenant_id, route_id);
