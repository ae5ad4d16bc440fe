-- Requests and orders know their last moment and what an order after it costs; sites may have a clock of their own.
alter table project_dept_system add column time_zone text;
alter table purchase_order add column late_fee numeric(20,2) not null default '0'::numeric;
alter table purchase_order add column late_flag smallint not null default '0'::smallint;
alter table purchase_order add column late_reason text;
alter table purchase_order add column order_before timestamp with time zone;
alter table purchase_request add column late_fee numeric(20,2) not null default '0'::numeric;
alter table purchase_request add column late_flag smallint not null default '0'::smallint;
alter table purchase_request add column late_reason text;
alter table purchase_request add column order_before timestamp with time zone;
alter table purchase_order add constraint purchase_order_late_fee_ck CHECK (late_fee >= 0::numeric);
alter table purchase_order add constraint purchase_order_late_flag_ck CHECK (late_flag = ANY (ARRAY[0, 1]));
alter table purchase_request add constraint purchase_request_late_fee_ck CHECK (late_fee >= 0::numeric);
alter table purchase_request add constraint purchase_request_late_flag_ck CHECK (late_flag = ANY (ARRAY[0, 1]));
