-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table health_card (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  person_name text not null,
  post_name text,
  user_id bigint,
  card_no text not null,
  expire_date date not null,
  pictures bigint[],
  frozen smallint not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint health_card_pk primary key (tenant_id, id),
  constraint health_card_frozen_ck check (frozen in (0, 1)),
  constraint health_card_gear_operation_dept_id_card_no_uq unique nulls distinct (tenant_id, gear_operation_dept_id, card_no)
);
create index health_card_person_name_order_ix on health_card (tenant_id, person_name collate pinyin, id);
create index health_card_post_name_order_ix on health_card (tenant_id, post_name collate pinyin, id);
create index health_card_card_no_order_ix on health_card (tenant_id, card_no, id);
create index health_card_recent_ix on health_card (tenant_id, create_time desc, id desc);
create index health_card_search_ix on health_card using gin (search_text gin_trgm_ops);
alter table health_card enable row level security;
alter table health_card force row level security;
create policy tenant on health_card using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table health_card alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on health_card to larder_app;
create table safety_duty (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  log_kind text not null,
  subject text not null,
  due_time text not null,
  due_days text not null default 'every-day',
  low_limit numeric(20,6),
  high_limit numeric(20,6),
  frozen smallint not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint safety_duty_pk primary key (tenant_id, id),
  constraint safety_duty_log_kind_ck check (log_kind in ('morning-check', 'temperature', 'disinfection', 'accompany', 'pest')),
  constraint safety_duty_due_days_ck check (due_days in ('every-day', 'work-days', 'weekly', 'monthly')),
  constraint safety_duty_frozen_ck check (frozen in (0, 1)),
  constraint safety_duty_gear_operation_dept_id_log_kind_subject__10rl4ae unique nulls distinct (tenant_id, gear_operation_dept_id, log_kind, subject, due_time)
);
create index safety_duty_subject_order_ix on safety_duty (tenant_id, subject collate pinyin, id);
create index safety_duty_due_time_order_ix on safety_duty (tenant_id, due_time, id);
create index safety_duty_recent_ix on safety_duty (tenant_id, create_time desc, id desc);
create index safety_duty_search_ix on safety_duty using gin (search_text gin_trgm_ops);
alter table safety_duty enable row level security;
alter table safety_duty force row level security;
create policy tenant on safety_duty using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table safety_duty alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on safety_duty to larder_app;
create table food_safety_log (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  log_kind text not null,
  biz_date date,
  meal_type text,
  duty_id bigint,
  subject text,
  health_card_id bigint,
  person_name text,
  off_duty smallint not null default '0',
  temperature numeric(20,6),
  symptoms text,
  method text,
  minutes integer,
  pest_found smallint not null default '0',
  opinion text,
  value_text text,
  ok smallint not null default '1',
  corrective_action text,
  log_time timestamptz,
  operator_id bigint,
  pictures bigint[],
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint food_safety_log_pk primary key (tenant_id, id),
  constraint food_safety_log_log_kind_ck check (log_kind in ('morning-check', 'temperature', 'disinfection', 'accompany', 'pest')),
  constraint food_safety_log_off_duty_ck check (off_duty in (0, 1)),
  constraint food_safety_log_method_ck check (method in ('heat', 'chlorine', 'uv', 'ozone')),
  constraint food_safety_log_pest_found_ck check (pest_found in (0, 1)),
  constraint food_safety_log_ok_ck check (ok in (0, 1)),
  constraint food_safety_log_biz_date_duty_id_uq unique nulls distinct (tenant_id, biz_date, duty_id),
  constraint food_safety_log_biz_date_health_card_id_uq unique nulls distinct (tenant_id, biz_date, health_card_id)
);
create index food_safety_log_gear_operation_dept_id_biz_date_ix on food_safety_log (tenant_id, gear_operation_dept_id, biz_date desc);
create index food_safety_log_subject_order_ix on food_safety_log (tenant_id, subject collate pinyin, id);
create index food_safety_log_person_name_order_ix on food_safety_log (tenant_id, person_name collate pinyin, id);
create index food_safety_log_value_text_order_ix on food_safety_log (tenant_id, value_text, id);
create index food_safety_log_corrective_action_order_ix on food_safety_log (tenant_id, corrective_action, id);
create index food_safety_log_recent_ix on food_safety_log (tenant_id, create_time desc, id desc);
create index food_safety_log_search_ix on food_safety_log using gin (search_text gin_trgm_ops);
alter table food_safety_log enable row level security;
alter table food_safety_log force row level security;
create policy tenant on food_safety_log using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table food_safety_log alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on food_safety_log to larder_app;
alter table health_card add constraint health_card_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index health_card_gear_operation_dept_id_ix on health_card (tenant_id, gear_operation_dept_id);
alter table health_card add constraint health_card_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index health_card_user_id_ix on health_card (tenant_id, user_id);
alter table safety_duty add constraint safety_duty_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index safety_duty_gear_operation_dept_id_ix on safety_duty (tenant_id, gear_operation_dept_id);
alter table food_safety_log add constraint food_safety_log_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index food_safety_log_gear_operation_dept_id_ix on food_safety_log (tenant_id, gear_operation_dept_id);
alter table food_safety_log add constraint food_safety_log_duty_id_fk foreign key (tenant_id, duty_id) references safety_duty (tenant_id, id);
create index food_safety_log_duty_id_ix on food_safety_log (tenant_id, duty_id);
alter table food_safety_log add constraint food_safety_log_health_card_id_fk foreign key (tenant_id, health_card_id) references health_card (tenant_id, id);
create index food_safety_log_health_card_id_ix on food_safety_log (tenant_id, health_card_id);
alter table food_safety_log add constraint food_safety_log_operator_id_fk foreign key (tenant_id, operator_id) references app_user (tenant_id, id);
create index food_safety_log_operator_id_ix on food_safety_log (tenant_id, operator_id);
