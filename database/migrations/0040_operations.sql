-- Operations: days in order, and the approved meals of a stall found quickly by planning.
alter table sales_plan add constraint sales_plan_days_ck check (end_date >= start_date and end_date - start_date < 14);
create index sales_plan_detail_meal_ix on sales_plan_detail (tenant_id, meal_date, dish_id);
create index sales_plan_approved_ix on sales_plan (tenant_id, start_date, end_date) where status = 'approved';
create index special_meal_approved_ix on special_meal (tenant_id, meal_date) where status = 'approved';
