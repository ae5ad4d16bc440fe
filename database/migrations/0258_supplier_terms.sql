-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
alter table supplier add column free_freight_amount numeric(20,2);
alter table supplier add column freight_fee numeric(20,2);
alter table supplier add constraint supplier_free_freight_amount_ck check (free_freight_amount >= 0);
alter table supplier add constraint supplier_freight_fee_ck check (freight_fee >= 0);
alter table supplier_project add column free_freight_amount numeric(20,2);
alter table supplier_project add column freight_fee numeric(20,2);
alter table supplier_project add constraint supplier_project_free_freight_amount_ck check (free_freight_amount >= 0);
alter table supplier_project add constraint supplier_project_freight_fee_ck check (freight_fee >= 0);
alter table supplier_windows add column window_start text;
alter table supplier_windows add column window_end text;
