-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table print_template (
  tenant_id text not null,
  id bigint not null default new_id(),
  name text not null,
  printed text not null,
  paper text not null default 'a4',
  language text not null default 'zh',
  is_default smallint not null default '0',
  content jsonb,
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
  constraint print_template_pk primary key (tenant_id, id),
  constraint print_template_name_uq unique nulls distinct (tenant_id, name),
  constraint print_template_paper_ck check (paper in ('a4', 'a5', '80mm', '40x30', '60x40', '80x50')),
  constraint print_template_language_ck check (language in ('zh', 'en', 'both')),
  constraint print_template_is_default_ck check (is_default in (0, 1)),
  constraint print_template_frozen_ck check (frozen in (0, 1))
);
create index print_template_printed_paper_ix on print_template (tenant_id, printed, paper);
create index print_template_recent_ix on print_template (tenant_id, create_time desc, id desc);
create index print_template_search_ix on print_template using gin (search_text gin_trgm_ops);
alter table print_template enable row level security;
alter table print_template force row level security;
create policy tenant on print_template using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table print_template alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on print_template to larder_app;
create table print_log (
  tenant_id text not null,
  id bigint not null default new_id(),
  title text not null,
  printed text not null,
  record_id text not null,
  print_time timestamptz not null,
  print_user_id bigint not null,
  output text not null,
  paper text not null,
  language text not null,
  template_name text,
  copies integer not null,
  content jsonb not null,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint print_log_pk primary key (tenant_id, id),
  constraint print_log_output_ck check (output in ('printer', 'pdf')),
  constraint print_log_paper_ck check (paper in ('a4', 'a5', '80mm', '40x30', '60x40', '80x50')),
  constraint print_log_language_ck check (language in ('zh', 'en', 'both'))
);
create index print_log_print_time_ix on print_log (tenant_id, print_time desc);
create index print_log_printed_record_id_ix on print_log (tenant_id, printed, record_id);
create index print_log_title_order_ix on print_log (tenant_id, title collate pinyin, id);
create index print_log_printed_order_ix on print_log (tenant_id, printed, id);
create index print_log_printed_part_ix on print_log using gin (printed gin_trgm_ops);
create index print_log_template_name_order_ix on print_log (tenant_id, template_name collate pinyin, id);
create index print_log_recent_ix on print_log (tenant_id, create_time desc, id desc);
create index print_log_search_ix on print_log using gin (search_text gin_trgm_ops);
alter table print_log enable row level security;
alter table print_log force row level security;
create policy tenant on print_log using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table print_log alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on print_log to larder_app;
alter table print_log add constraint print_log_print_user_id_fk foreign key (tenant_id, print_user_id) references app_user (tenant_id, id);
create index print_log_print_user_id_ix on print_log (tenant_id, print_user_id);
