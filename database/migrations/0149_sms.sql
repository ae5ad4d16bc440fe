-- One provider in use for a tenant.
alter table sms add constraint sms_status_ck check (status in (1, 2));
create unique index sms_in_use_uq on sms (tenant_id) where status = 2;
