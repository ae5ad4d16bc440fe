-- Where the bytes of a file lie: empty is the local disk.
alter table stored_file add column oss_code text not null default '';
create index stored_file_recent_ix on stored_file (tenant_id, create_time desc, id desc);
-- What one person brought lately.
create index stored_file_user_ix on stored_file (tenant_id, create_user, create_time);
create index stored_file_oss_ix on stored_file (tenant_id, oss_code) where oss_code <> '';
alter table oss add constraint oss_status_ck check (status in (1, 2));
create unique index oss_in_use_uq on oss (tenant_id) where status = 2;
