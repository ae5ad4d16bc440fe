-- What a tenant has beyond its row: package, data source, administrator; a removed one keeps its data and its number.
alter table tenant add column package_id bigint references tenant_package (id);
alter table tenant add column datasource_id bigint references data_source (id);
alter table tenant add column admin_user_id bigint;
alter table tenant add column license_key text not null default '';
alter table tenant add column removed_time timestamptz;
create index tenant_package_ix on tenant (package_id);
create index tenant_datasource_ix on tenant (datasource_id);
create unique index tenant_name_uq on tenant (tenant_name) where removed_time is null;
create unique index tenant_domain_uq on tenant (rtrim(domain_url, '/')) where domain_url <> '' and removed_time is null;
