-- Printed from the declarations by `npm run migrate:draft`; read before it is committed.

-- admin

-- dept 部门
create table dept (
  tenant_id text not null,
  id bigint not null default new_id(),
  dept_name text not null,
  full_name text not null,
  code text,
  parent_id bigint default '0',
  ancestors text,
  dept_category text not null default '5',
  sort integer not null default '1',
  leader_user_id bigint,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  use_restaurant_dept_id bigint,
  region_code text,
  address text,
  phone text,
  sap_code text,
  is_virtual smallint not null default '0',
  start_date date,
  end_date date,
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
  constraint dept_pk primary key (tenant_id, id),
  constraint dept_dept_name_parent_id_uq unique nulls distinct (tenant_id, dept_name, parent_id),
  constraint dept_code_uq unique nulls distinct (tenant_id, code),
  constraint dept_sap_code_uq unique nulls distinct (tenant_id, sap_code),
  constraint dept_is_virtual_ck check (is_virtual in (0, 1)),
  constraint dept_frozen_ck check (frozen in (0, 1)),
  constraint dept_days_ck check (end_date >= start_date)
);
create index dept_recent_ix on dept (tenant_id, create_time desc, id desc);
create index dept_search_ix on dept using gin (search_text gin_trgm_ops);
alter table dept enable row level security;
alter table dept force row level security;
create policy tenant on dept using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dept alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dept to larder_app;

-- user 用户
create table app_user (
  tenant_id text not null,
  id bigint not null default new_id(),
  account text not null,
  name text not null,
  real_name text not null,
  code text,
  dept_id bigint[] not null,
  role_id bigint[] not null,
  post_id bigint[],
  phone text,
  email text,
  avatar text,
  sex text,
  birthday date,
  user_type text not null default '1',
  party_type text not null default 'staff',
  supplier_id bigint,
  audit_state text not null default 'approved',
  leave_date date,
  frozen smallint not null default '0',
  must_change_password smallint not null default '0',
  password_changed_time timestamptz,
  last_login_time timestamptz,
  last_login_ip text,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint app_user_pk primary key (tenant_id, id),
  constraint app_user_code_uq unique nulls distinct (tenant_id, code),
  constraint app_user_party_type_ck check (party_type in ('staff', 'supplier', 'client')),
  constraint app_user_audit_state_ck check (audit_state in ('approved', 'pending', 'refused')),
  constraint app_user_frozen_ck check (frozen in (0, 1)),
  constraint app_user_must_change_password_ck check (must_change_password in (0, 1))
);
create index app_user_recent_ix on app_user (tenant_id, create_time desc, id desc);
create index app_user_search_ix on app_user using gin (search_text gin_trgm_ops);
alter table app_user enable row level security;
alter table app_user force row level security;
create policy tenant on app_user using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table app_user alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on app_user to larder_app;

-- role 角色
create table role (
  tenant_id text not null,
  id bigint not null default new_id(),
  role_name text not null,
  role_alias text not null,
  parent_id bigint default '0',
  sort integer not null default '1',
  data_scope_type text not null default '2',
  data_scope_value text,
  is_system smallint not null default '0',
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
  constraint role_pk primary key (tenant_id, id),
  constraint role_role_name_uq unique nulls distinct (tenant_id, role_name),
  constraint role_role_alias_uq unique nulls distinct (tenant_id, role_alias),
  constraint role_data_scope_type_ck check (data_scope_type in ('1', '2', '3', '4', '5')),
  constraint role_is_system_ck check (is_system in (0, 1)),
  constraint role_frozen_ck check (frozen in (0, 1))
);
create index role_recent_ix on role (tenant_id, create_time desc, id desc);
create index role_search_ix on role using gin (search_text gin_trgm_ops);
alter table role enable row level security;
alter table role force row level security;
create policy tenant on role using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table role alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on role to larder_app;

-- post 岗位
create table post (
  tenant_id text not null,
  id bigint not null default new_id(),
  category text not null,
  post_code text not null,
  post_name text not null,
  duty text not null default 'other',
  sort integer not null default '1',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint post_pk primary key (tenant_id, id),
  constraint post_post_code_uq unique nulls distinct (tenant_id, post_code),
  constraint post_duty_ck check (duty in ('buyer', 'district-director', 'project-manager', 'storekeeper', 'chef', 'finance', 'other'))
);
create index post_recent_ix on post (tenant_id, create_time desc, id desc);
create index post_search_ix on post using gin (search_text gin_trgm_ops);
alter table post enable row level security;
alter table post force row level security;
create policy tenant on post using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table post alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on post to larder_app;

-- menu 菜单
create table menu (
  id bigint not null default new_id(),
  name text not null,
  name_en text,
  code text not null,
  alias text,
  path text,
  source text,
  parent_id bigint default '0',
  category integer not null default '1',
  action integer not null default '0',
  is_open integer not null default '0',
  sort integer not null default '1',
  roles text,
  i18n text,
  resource text,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint menu_pk primary key (id),
  constraint menu_code_uq unique nulls distinct (code)
);
create index menu_recent_ix on menu (create_time desc, id desc);
create index menu_search_ix on menu using gin (search_text gin_trgm_ops);
grant select, insert, update, delete on menu to larder_app;

-- topMenu 顶部菜单
create table top_menu (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  source text,
  path text,
  sort integer not null default '1',
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint top_menu_pk primary key (tenant_id, id),
  constraint top_menu_code_uq unique nulls distinct (tenant_id, code)
);
create index top_menu_recent_ix on top_menu (tenant_id, create_time desc, id desc);
create index top_menu_search_ix on top_menu using gin (search_text gin_trgm_ops);
alter table top_menu enable row level security;
alter table top_menu force row level security;
create policy tenant on top_menu using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table top_menu alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on top_menu to larder_app;

-- param 参数
create table param (
  tenant_id text not null,
  id bigint not null default new_id(),
  param_name text not null,
  param_key text not null,
  param_value text not null,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint param_pk primary key (tenant_id, id),
  constraint param_param_key_uq unique nulls distinct (tenant_id, param_key)
);
create index param_recent_ix on param (tenant_id, create_time desc, id desc);
create index param_search_ix on param using gin (search_text gin_trgm_ops);
alter table param enable row level security;
alter table param force row level security;
create policy tenant on param using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table param alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on param to larder_app;

-- dict 系统字典
create table dict (
  id bigint not null default new_id(),
  parent_id bigint default '0',
  code text not null,
  dict_key text not null default '-1',
  dict_value text not null,
  dict_value_en text,
  sort integer not null default '1',
  is_sealed smallint not null default '0',
  is_system smallint not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint dict_pk primary key (id),
  constraint dict_is_sealed_ck check (is_sealed in (0, 1)),
  constraint dict_is_system_ck check (is_system in (0, 1)),
  constraint dict_code_dict_key_uq unique nulls distinct (code, dict_key)
);
create index dict_recent_ix on dict (create_time desc, id desc);
create index dict_search_ix on dict using gin (search_text gin_trgm_ops);
grant select, insert, update, delete on dict to larder_app;

-- dictBiz 业务字典
create table dict_biz (
  tenant_id text not null,
  id bigint not null default new_id(),
  parent_id bigint default '0',
  code text not null,
  dict_key text not null default '-1',
  dict_value text not null,
  dict_value_en text,
  sort integer not null default '1',
  is_sealed smallint not null default '0',
  is_system smallint not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint dict_biz_pk primary key (tenant_id, id),
  constraint dict_biz_is_sealed_ck check (is_sealed in (0, 1)),
  constraint dict_biz_is_system_ck check (is_system in (0, 1)),
  constraint dict_biz_code_dict_key_uq unique nulls distinct (tenant_id, code, dict_key)
);
create index dict_biz_recent_ix on dict_biz (tenant_id, create_time desc, id desc);
create index dict_biz_search_ix on dict_biz using gin (search_text gin_trgm_ops);
alter table dict_biz enable row level security;
alter table dict_biz force row level security;
create policy tenant on dict_biz using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dict_biz alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dict_biz to larder_app;

-- client 应用
create table client (
  id bigint not null default new_id(),
  client_id text not null,
  client_secret text not null,
  authorized_grant_types text not null,
  scope text not null default 'all',
  access_token_validity integer not null default '3600',
  refresh_token_validity integer not null default '604800',
  web_server_redirect_uri text,
  resource_ids text,
  authorities text,
  autoapprove text,
  additional_information text,
  frozen smallint not null default '0',
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint client_pk primary key (id),
  constraint client_client_id_uq unique nulls distinct (client_id),
  constraint client_frozen_ck check (frozen in (0, 1)),
  constraint client_validity_ck check (refresh_token_validity > access_token_validity)
);
create index client_recent_ix on client (create_time desc, id desc);
create index client_search_ix on client using gin (search_text gin_trgm_ops);
grant select, insert, update, delete on client to larder_app;

-- socialProvider 第三方登录
create table social_provider (
  tenant_id text not null,
  id bigint not null default new_id(),
  source text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  scope text not null default 'openid profile',
  redirect_uri text not null,
  sort integer not null default '1',
  enabled smallint not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint social_provider_pk primary key (tenant_id, id),
  constraint social_provider_source_uq unique nulls distinct (tenant_id, source),
  constraint social_provider_enabled_ck check (enabled in (0, 1))
);
create index social_provider_recent_ix on social_provider (tenant_id, create_time desc, id desc);
create index social_provider_search_ix on social_provider using gin (search_text gin_trgm_ops);
alter table social_provider enable row level security;
alter table social_provider force row level security;
create policy tenant on social_provider using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table social_provider alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on social_provider to larder_app;

-- dataScope 数据权限
create table data_scope (
  tenant_id text not null,
  id bigint not null default new_id(),
  scope_name text not null,
  resource_code text not null,
  menu_id bigint not null,
  scope_class text not null,
  scope_column text not null default 'createDept',
  scope_type text not null,
  scope_value text,
  scope_field text not null default '*',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint data_scope_pk primary key (tenant_id, id),
  constraint data_scope_resource_code_uq unique nulls distinct (tenant_id, resource_code)
);
create index data_scope_recent_ix on data_scope (tenant_id, create_time desc, id desc);
create index data_scope_search_ix on data_scope using gin (search_text gin_trgm_ops);
alter table data_scope enable row level security;
alter table data_scope force row level security;
create policy tenant on data_scope using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table data_scope alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on data_scope to larder_app;

-- apiScope 接口权限
create table api_scope (
  tenant_id text not null,
  id bigint not null default new_id(),
  scope_name text not null,
  resource_code text not null,
  menu_id bigint not null,
  scope_path text not null,
  scope_type text not null default '2',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint api_scope_pk primary key (tenant_id, id),
  constraint api_scope_resource_code_uq unique nulls distinct (tenant_id, resource_code)
);
create index api_scope_recent_ix on api_scope (tenant_id, create_time desc, id desc);
create index api_scope_search_ix on api_scope using gin (search_text gin_trgm_ops);
alter table api_scope enable row level security;
alter table api_scope force row level security;
create policy tenant on api_scope using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table api_scope alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on api_scope to larder_app;

-- platform

-- tenantPackage 租户套餐
create table tenant_package (
  id bigint not null default new_id(),
  package_name text not null,
  menu_id bigint[] not null,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint tenant_package_pk primary key (id),
  constraint tenant_package_package_name_uq unique nulls distinct (package_name)
);
create index tenant_package_recent_ix on tenant_package (create_time desc, id desc);
create index tenant_package_search_ix on tenant_package using gin (search_text gin_trgm_ops);
grant select, insert, update, delete on tenant_package to larder_app;

-- region 行政区划
create table region (
  id bigint not null default new_id(),
  parent_code text,
  code text not null,
  name text not null,
  level text not null,
  sort integer not null default '1',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint region_pk primary key (id),
  constraint region_code_uq unique nulls distinct (code)
);
create index region_recent_ix on region (create_time desc, id desc);
create index region_search_ix on region using gin (search_text gin_trgm_ops);
grant select, insert, update, delete on region to larder_app;

-- dataSource 数据源
create table data_source (
  id bigint not null default new_id(),
  name text not null,
  driver_class text not null,
  url text not null,
  username text not null,
  password text not null,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint data_source_pk primary key (id),
  constraint data_source_name_uq unique nulls distinct (name)
);
create index data_source_recent_ix on data_source (create_time desc, id desc);
create index data_source_search_ix on data_source using gin (search_text gin_trgm_ops);
grant select, insert, update, delete on data_source to larder_app;

-- codeGeneration 代码生成
create table code_generation (
  id bigint not null default new_id(),
  code_name text not null,
  service_name text not null default 'blade-system',
  table_name text not null,
  table_prefix text,
  pk_name text not null default 'id',
  package_name text,
  api_path text,
  web_path text,
  datasource_id bigint,
  menu_id bigint,
  base_mode text,
  wrap_mode text,
  attach_id text,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint code_generation_pk primary key (id)
);
create index code_generation_recent_ix on code_generation (create_time desc, id desc);
create index code_generation_search_ix on code_generation using gin (search_text gin_trgm_ops);
grant select, insert, update, delete on code_generation to larder_app;

-- messages

-- notice 通知公告
create table notice (
  tenant_id text not null,
  id bigint not null default new_id(),
  title text not null,
  category text not null,
  release_time timestamptz not null,
  end_time timestamptz,
  top_flag smallint not null default '0',
  content text not null,
  attach_ids bigint[],
  target_dept_ids bigint[],
  target_role_ids bigint[],
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint notice_pk primary key (tenant_id, id),
  constraint notice_top_flag_ck check (top_flag in (0, 1))
);
create index notice_release_time_ix on notice (tenant_id, release_time desc);
create index notice_recent_ix on notice (tenant_id, create_time desc, id desc);
create index notice_search_ix on notice using gin (search_text gin_trgm_ops);
alter table notice enable row level security;
alter table notice force row level security;
create policy tenant on notice using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table notice alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on notice to larder_app;

-- sms 短信配置
create table sms (
  tenant_id text not null,
  id bigint not null default new_id(),
  sms_code text not null,
  category text not null,
  template_id text not null,
  template_text text,
  sign_name text not null,
  access_key text not null,
  secret_key text,
  region_id text,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint sms_pk primary key (tenant_id, id),
  constraint sms_sms_code_uq unique nulls distinct (tenant_id, sms_code)
);
create index sms_recent_ix on sms (tenant_id, create_time desc, id desc);
create index sms_search_ix on sms using gin (search_text gin_trgm_ops);
alter table sms enable row level security;
alter table sms force row level security;
create policy tenant on sms using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table sms alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on sms to larder_app;

-- outbox 发送记录
create table outbox (
  tenant_id text not null,
  id bigint not null default new_id(),
  receiver text not null,
  channel text not null,
  state text not null default 'queued',
  body text not null,
  config_code text,
  attempts integer not null default '0',
  sent_time timestamptz,
  next_time timestamptz,
  provider_id text,
  error text,
  params jsonb,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint outbox_pk primary key (tenant_id, id),
  constraint outbox_channel_ck check (channel in ('sms', 'mail')),
  constraint outbox_state_ck check (state in ('queued', 'sent', 'failed', 'cancelled'))
);
create index outbox_state_next_time_ix on outbox (tenant_id, state, next_time);
create index outbox_receiver_create_time_ix on outbox (tenant_id, receiver, create_time);
create index outbox_recent_ix on outbox (tenant_id, create_time desc, id desc);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy tenant on outbox using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table outbox alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on outbox to larder_app;

-- logs

-- files

-- oss 对象存储
create table oss (
  tenant_id text not null,
  id bigint not null default new_id(),
  oss_code text not null,
  category text not null,
  endpoint text not null,
  bucket_name text not null,
  region text not null default 'us-east-1',
  path_style smallint not null default '1',
  access_key text not null,
  secret_key text not null,
  app_id text,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint oss_pk primary key (tenant_id, id),
  constraint oss_oss_code_uq unique nulls distinct (tenant_id, oss_code),
  constraint oss_path_style_ck check (path_style in (0, 1))
);
create index oss_recent_ix on oss (tenant_id, create_time desc, id desc);
create index oss_search_ix on oss using gin (search_text gin_trgm_ops);
alter table oss enable row level security;
alter table oss force row level security;
create policy tenant on oss using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table oss alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on oss to larder_app;

-- workflow

-- flowModel 流程模型
create table flow_model (
  tenant_id text not null,
  id bigint not null default new_id(),
  model_key text not null,
  name text not null,
  category text not null,
  deployed_version integer not null default '0',
  description text,
  checksum text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint flow_model_pk primary key (tenant_id, id),
  constraint flow_model_model_key_uq unique nulls distinct (tenant_id, model_key),
  constraint flow_model_category_ck check (category in ('flow_1', 'flow_2', 'flow_3', 'flow_4', 'flow_5', 'flow_6', 'flow_7', 'flow_8', 'flow_9', 'flow_10', 'flow_11', 'flow_12', 'flow_13', 'flow_14', 'flow_15', 'flow_16', 'flow_17', 'flow_18', 'flow_19', 'flow_20', 'flow_21', 'flow_22', 'flow_23', 'flow_24', 'flow_25', 'flow_26', 'flow_27', 'flow_28', 'flow_29', 'flow_30', 'flow_31', 'flow_32', 'flow_33', 'flow_34', 'flow_35'))
);
create index flow_model_recent_ix on flow_model (tenant_id, create_time desc, id desc);
create index flow_model_search_ix on flow_model using gin (search_text gin_trgm_ops);
alter table flow_model enable row level security;
alter table flow_model force row level security;
create policy tenant on flow_model using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table flow_model alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on flow_model to larder_app;

-- flowBinding 单据绑定
create table flow_binding (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_type text not null,
  process_key text,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  amount_from numeric(20,2),
  amount_to numeric(20,2),
  start_date date,
  end_date date,
  priority integer not null default '1',
  frozen smallint not null default '0',
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint flow_binding_pk primary key (tenant_id, id),
  constraint flow_binding_bill_type_ck check (bill_type in ('leave', 'menutemplate', 'managementpriceplan', 'operatingjointventurepriceplan', 'assessmentpricemaintenance', 'priceschememanagement', 'invrequireplan', 'invpleasepurchase', 'purchaseorder', 'selfpurchaseorder', 'invdistribution', 'factorysuppressorder', 'otherinstore', 'otheroutstore', 'purchasereturn', 'invreturn', 'factoryreturned', 'invcheck', 'factoryinvcheck', 'allocation', 'pick', 'enterprise', 'restaurantpubliccost', 'restaurantpubliccostdeclare', 'gearpublicexpenses', 'gearexpend', 'gearspecialmeal', 'gearsalesplan', 'clientorder', 'businessincome', 'cooperationtype', 'pricerun', 'pricecorrection', 'purchaseorderchange', 'clientsettlement')),
  constraint flow_binding_amount_from_ck check (amount_from >= 0),
  constraint flow_binding_amount_to_ck check (amount_to >= 0),
  constraint flow_binding_frozen_ck check (frozen in (0, 1)),
  constraint flow_binding_days_ck check (end_date >= start_date),
  constraint flow_binding_amounts_ck check (amount_to > amount_from)
);
create index flow_binding_bill_type_frozen_ix on flow_binding (tenant_id, bill_type, frozen);
create index flow_binding_recent_ix on flow_binding (tenant_id, create_time desc, id desc);
alter table flow_binding enable row level security;
alter table flow_binding force row level security;
create policy tenant on flow_binding using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table flow_binding alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on flow_binding to larder_app;

-- flowDelegation 委托代理
create table flow_delegation (
  tenant_id text not null,
  id bigint not null default new_id(),
  user_id bigint,
  agent_user_id bigint not null,
  bill_types text,
  start_time timestamptz not null,
  end_time timestamptz not null,
  reason text not null,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint flow_delegation_pk primary key (tenant_id, id),
  constraint flow_delegation_times_ck check (end_time > start_time),
  constraint flow_delegation_self_ck check (agent_user_id <> user_id)
);
create index flow_delegation_agent_user_id_end_time_ix on flow_delegation (tenant_id, agent_user_id, end_time);
create index flow_delegation_user_id_end_time_ix on flow_delegation (tenant_id, user_id, end_time);
create index flow_delegation_recent_ix on flow_delegation (tenant_id, create_time desc, id desc);
alter table flow_delegation enable row level security;
alter table flow_delegation force row level security;
create policy tenant on flow_delegation using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table flow_delegation alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on flow_delegation to larder_app;

-- leave 请假
create table leave (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  process_definition_id text,
  leave_type text not null default 'personal',
  start_time timestamptz not null,
  end_time timestamptz not null,
  days numeric(24,12),
  leave_reason text not null,
  task_user bigint not null,
  deputy_user_id bigint,
  deputy_from timestamptz,
  deputy_until timestamptz,
  delegation_id bigint,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint leave_pk primary key (tenant_id, id),
  constraint leave_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint leave_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint leave_times_ck check (end_time >= start_time),
  constraint leave_deputy_ck check (deputy_until > deputy_from)
);
create index leave_recent_ix on leave (tenant_id, create_time desc, id desc);
alter table leave enable row level security;
alter table leave force row level security;
create policy tenant on leave using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table leave alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on leave to larder_app;

-- master-data

-- materialUnit 计量单位
create table material_unit (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  symbol text,
  dimension text not null,
  is_dimension_base smallint not null default '0',
  is_common smallint not null default '1',
  decimals integer not null default '3',
  sap_code text,
  iso_code text,
  source text not null default 'local',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_unit_pk primary key (tenant_id, id),
  constraint material_unit_code_uq unique nulls distinct (tenant_id, code),
  constraint material_unit_name_uq unique nulls distinct (tenant_id, name),
  constraint material_unit_dimension_ck check (dimension in ('mass', 'volume', 'number', 'pack')),
  constraint material_unit_is_dimension_base_ck check (is_dimension_base in (0, 1)),
  constraint material_unit_is_common_ck check (is_common in (0, 1)),
  constraint material_unit_sap_code_uq unique nulls distinct (tenant_id, sap_code),
  constraint material_unit_source_ck check (source in ('local', 'sap', 'import'))
);
create index material_unit_recent_ix on material_unit (tenant_id, create_time desc, id desc);
create index material_unit_search_ix on material_unit using gin (search_text gin_trgm_ops);
alter table material_unit enable row level security;
alter table material_unit force row level security;
create policy tenant on material_unit using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_unit alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_unit to larder_app;

-- basicUnitConversion 通用单位换算
create table basic_unit_conversion (
  tenant_id text not null,
  id bigint not null default new_id(),
  type text,
  from_qty numeric(20,6) not null default '1',
  from_unit_id bigint not null,
  to_qty numeric(20,6) not null,
  to_unit_id bigint not null,
  factor numeric(24,12),
  sentence text,
  is_system smallint not null default '0',
  start_date date,
  end_date date,
  frozen smallint not null default '0',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint basic_unit_conversion_pk primary key (tenant_id, id),
  constraint basic_unit_conversion_type_ck check (type in ('mass', 'volume', 'number')),
  constraint basic_unit_conversion_from_qty_ck check (from_qty > 0),
  constraint basic_unit_conversion_to_qty_ck check (to_qty > 0),
  constraint basic_unit_conversion_is_system_ck check (is_system in (0, 1)),
  constraint basic_unit_conversion_frozen_ck check (frozen in (0, 1))
);
create index basic_unit_conversion_recent_ix on basic_unit_conversion (tenant_id, create_time desc, id desc);
alter table basic_unit_conversion enable row level security;
alter table basic_unit_conversion force row level security;
create policy tenant on basic_unit_conversion using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table basic_unit_conversion alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on basic_unit_conversion to larder_app;

-- materialType 物料类型
create table material_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  parent_id bigint not null default '0',
  code text not null,
  name text not null,
  full_name text,
  level integer not null default '1',
  sort integer not null default '0',
  material_kind text,
  default_tax_rate numeric(14,6),
  storage_zone text,
  shelf_life_days integer,
  near_expiry_days integer,
  min_remaining_share numeric(14,6),
  min_remaining_days integer,
  over_rate numeric(14,6),
  under_rate numeric(14,6),
  abs_tolerance numeric(20,6),
  weigh_at_receipt smallint,
  temp_check smallint,
  required_papers text,
  sap_material_group text,
  source text not null default 'local',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_type_pk primary key (tenant_id, id),
  constraint material_type_code_uq unique nulls distinct (tenant_id, code),
  constraint material_type_name_parent_id_uq unique nulls distinct (tenant_id, name, parent_id),
  constraint material_type_material_kind_ck check (material_kind in ('raw', 'semi', 'finished', 'packaging', 'consumable')),
  constraint material_type_default_tax_rate_ck check (default_tax_rate >= 0),
  constraint material_type_storage_zone_ck check (storage_zone in ('ambient', 'cool', 'chilled', 'frozen')),
  constraint material_type_min_remaining_share_ck check (min_remaining_share >= 0),
  constraint material_type_over_rate_ck check (over_rate >= 0),
  constraint material_type_under_rate_ck check (under_rate >= 0),
  constraint material_type_abs_tolerance_ck check (abs_tolerance >= 0),
  constraint material_type_weigh_at_receipt_ck check (weigh_at_receipt in (0, 1)),
  constraint material_type_temp_check_ck check (temp_check in (0, 1)),
  constraint material_type_sap_material_group_uq unique nulls distinct (tenant_id, sap_material_group),
  constraint material_type_source_ck check (source in ('local', 'sap', 'import'))
);
create index material_type_recent_ix on material_type (tenant_id, create_time desc, id desc);
create index material_type_search_ix on material_type using gin (search_text gin_trgm_ops);
alter table material_type enable row level security;
alter table material_type force row level security;
create policy tenant on material_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_type to larder_app;

-- material 物料
create table material (
  tenant_id text not null,
  id bigint not null default new_id(),
  name text not null,
  material_type_id bigint not null,
  base_unit_id bigint not null,
  code text,
  spec text,
  short_name text,
  name_en text,
  aliases text,
  brand text,
  grade text,
  origin_place text,
  barcode text,
  material_kind text,
  is_require_goods smallint not null default '1',
  description text,
  images bigint[],
  purchase_unit_id bigint,
  issue_unit_id bigint,
  recipe_unit_id bigint,
  sale_unit_id bigint,
  catch_weight smallint not null default '0',
  aux_unit_id bigint,
  nominal_aux_qty numeric(20,6),
  lead_days integer not null default '1',
  source_kind text not null default 'direct',
  min_order_qty numeric(20,6),
  order_multiple numeric(20,6),
  tax_rate numeric(14,6),
  purchase_form text not null default 'raw',
  guaranteed_clean_rate numeric(14,6),
  storage_zone text,
  shelf_life_days integer,
  near_expiry_days integer,
  batch_managed smallint not null default '1',
  shelf_life_managed smallint not null default '0',
  use_margin_days integer not null default '0',
  storage_loss_rate numeric(14,6) not null default '0',
  min_remaining_share numeric(14,6),
  min_remaining_days integer,
  over_rate numeric(14,6),
  under_rate numeric(14,6),
  abs_tolerance numeric(20,6),
  weigh_at_receipt smallint,
  temp_check smallint,
  required_papers text,
  std_yield numeric(14,6) not null default '100',
  high_risk smallint not null default '0',
  allergens jsonb,
  auth_mode text,
  sap_code text,
  sap_material_type text,
  sap_status text,
  sap_sync_time timestamptz,
  source text not null default 'local',
  merged_into_id bigint,
  frozen smallint not null default '0',
  frozen_reason text,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_pk primary key (tenant_id, id),
  constraint material_code_uq unique nulls distinct (tenant_id, code),
  constraint material_barcode_uq unique nulls distinct (tenant_id, barcode),
  constraint material_material_kind_ck check (material_kind in ('raw', 'semi', 'finished', 'packaging', 'consumable')),
  constraint material_is_require_goods_ck check (is_require_goods in (0, 1)),
  constraint material_catch_weight_ck check (catch_weight in (0, 1)),
  constraint material_nominal_aux_qty_ck check (nominal_aux_qty > 0),
  constraint material_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory', 'self')),
  constraint material_min_order_qty_ck check (min_order_qty > 0),
  constraint material_order_multiple_ck check (order_multiple > 0),
  constraint material_tax_rate_ck check (tax_rate >= 0),
  constraint material_purchase_form_ck check (purchase_form in ('raw', 'clean')),
  constraint material_storage_zone_ck check (storage_zone in ('ambient', 'cool', 'chilled', 'frozen')),
  constraint material_batch_managed_ck check (batch_managed in (0, 1)),
  constraint material_shelf_life_managed_ck check (shelf_life_managed in (0, 1)),
  constraint material_storage_loss_rate_ck check (storage_loss_rate >= 0),
  constraint material_min_remaining_share_ck check (min_remaining_share >= 0),
  constraint material_over_rate_ck check (over_rate >= 0),
  constraint material_under_rate_ck check (under_rate >= 0),
  constraint material_abs_tolerance_ck check (abs_tolerance >= 0),
  constraint material_weigh_at_receipt_ck check (weigh_at_receipt in (0, 1)),
  constraint material_temp_check_ck check (temp_check in (0, 1)),
  constraint material_std_yield_ck check (std_yield > 0),
  constraint material_high_risk_ck check (high_risk in (0, 1)),
  constraint material_auth_mode_ck check (auth_mode in ('open', 'closed')),
  constraint material_sap_code_uq unique nulls distinct (tenant_id, sap_code),
  constraint material_source_ck check (source in ('local', 'sap', 'import')),
  constraint material_frozen_ck check (frozen in (0, 1))
);
create index material_frozen_ix on material (tenant_id, frozen);
create index material_auth_mode_ix on material (tenant_id, auth_mode);
create index material_material_type_id_material_kind_update_time__hq61hp on material (tenant_id, material_type_id, material_kind, update_time desc, id, name collate pinyin);
create index material_name_id_ix on material (tenant_id, name collate pinyin, id);
create index material_recent_ix on material (tenant_id, create_time desc, id desc);
create index material_search_ix on material using gin (search_text gin_trgm_ops);
alter table material enable row level security;
alter table material force row level security;
create policy tenant on material using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material to larder_app;

-- itemUnitConversion 物料单位换算
create table item_unit_conversion (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  type text not null default 'purchase',
  from_qty numeric(20,6) not null default '1',
  from_unit_id bigint not null,
  to_qty numeric(20,6) not null,
  to_unit_id bigint not null,
  factor numeric(24,12),
  sentence text,
  nature text not null default 'exact',
  pack_spec text,
  pack_barcode text,
  gross_weight numeric(20,6),
  start_date date,
  end_date date,
  frozen smallint not null default '0',
  source text not null default 'local',
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint item_unit_conversion_pk primary key (tenant_id, id),
  constraint item_unit_conversion_type_ck check (type in ('purchase', 'issue', 'recipe', 'sale', 'other')),
  constraint item_unit_conversion_from_qty_ck check (from_qty > 0),
  constraint item_unit_conversion_to_qty_ck check (to_qty > 0),
  constraint item_unit_conversion_nature_ck check (nature in ('exact', 'nominal')),
  constraint item_unit_conversion_pack_barcode_uq unique nulls distinct (tenant_id, pack_barcode),
  constraint item_unit_conversion_gross_weight_ck check (gross_weight >= 0),
  constraint item_unit_conversion_frozen_ck check (frozen in (0, 1)),
  constraint item_unit_conversion_source_ck check (source in ('local', 'sap', 'import'))
);
create index item_unit_conversion_material_id_from_unit_id_ix on item_unit_conversion (tenant_id, material_id, from_unit_id);
create index item_unit_conversion_recent_ix on item_unit_conversion (tenant_id, create_time desc, id desc);
alter table item_unit_conversion enable row level security;
alter table item_unit_conversion force row level security;
create policy tenant on item_unit_conversion using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table item_unit_conversion alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on item_unit_conversion to larder_app;

-- dishType 菜品类型
create table dish_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  parent_id bigint not null default '0',
  code text not null,
  name text not null,
  full_name text,
  level integer not null default '1',
  sort integer not null default '0',
  dish_role text,
  default_portion_weight numeric(20,6),
  target_food_cost numeric(14,6),
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint dish_type_pk primary key (tenant_id, id),
  constraint dish_type_code_uq unique nulls distinct (tenant_id, code),
  constraint dish_type_name_parent_id_uq unique nulls distinct (tenant_id, name, parent_id),
  constraint dish_type_dish_role_ck check (dish_role in ('main-meat', 'half-meat', 'vegetable', 'soup', 'staple', 'snack', 'cold', 'fruit', 'drink', 'set')),
  constraint dish_type_default_portion_weight_ck check (default_portion_weight > 0),
  constraint dish_type_target_food_cost_ck check (target_food_cost >= 0)
);
create index dish_type_recent_ix on dish_type (tenant_id, create_time desc, id desc);
create index dish_type_search_ix on dish_type using gin (search_text gin_trgm_ops);
alter table dish_type enable row level security;
alter table dish_type force row level security;
create policy tenant on dish_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish_type to larder_app;

-- dishBomTag BOM标签
create table dish_bom_tag (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  tag_group text not null,
  color text,
  sort integer not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint dish_bom_tag_pk primary key (tenant_id, id),
  constraint dish_bom_tag_code_uq unique nulls distinct (tenant_id, code),
  constraint dish_bom_tag_name_uq unique nulls distinct (tenant_id, name)
);
create index dish_bom_tag_recent_ix on dish_bom_tag (tenant_id, create_time desc, id desc);
create index dish_bom_tag_search_ix on dish_bom_tag using gin (search_text gin_trgm_ops);
alter table dish_bom_tag enable row level security;
alter table dish_bom_tag force row level security;
create policy tenant on dish_bom_tag using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish_bom_tag alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish_bom_tag to larder_app;

-- dish 菜品
create table dish (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  name_en text,
  dish_type_id bigint not null,
  dish_kind text not null default 'finished',
  images bigint[],
  sell_mode text not null default 'portion',
  sale_price numeric(20,6),
  sale_tax_rate numeric(14,6) not null default '6',
  portion_weight numeric(20,6),
  cooking_method text,
  taste text,
  tag_ids bigint[],
  process text,
  prep_lead_hours integer not null default '0',
  hold_minutes integer not null default '120',
  sample_required smallint not null default '1',
  use_dept_ids bigint[],
  make_dept_ids bigint[],
  stockable smallint not null default '0',
  stock_material_id bigint,
  portion_material_id bigint,
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
  constraint dish_pk primary key (tenant_id, id),
  constraint dish_code_uq unique nulls distinct (tenant_id, code),
  constraint dish_dish_kind_ck check (dish_kind in ('finished', 'semi')),
  constraint dish_sell_mode_ck check (sell_mode in ('portion', 'weight')),
  constraint dish_sale_price_ck check (sale_price > 0),
  constraint dish_sale_tax_rate_ck check (sale_tax_rate >= 0),
  constraint dish_portion_weight_ck check (portion_weight > 0),
  constraint dish_sample_required_ck check (sample_required in (0, 1)),
  constraint dish_stockable_ck check (stockable in (0, 1)),
  constraint dish_stock_material_id_uq unique nulls distinct (tenant_id, stock_material_id),
  constraint dish_frozen_ck check (frozen in (0, 1))
);
create index dish_frozen_ix on dish (tenant_id, frozen);
create index dish_recent_ix on dish (tenant_id, create_time desc, id desc);
create index dish_search_ix on dish using gin (search_text gin_trgm_ops);
alter table dish enable row level security;
alter table dish force row level security;
create policy tenant on dish using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish to larder_app;

-- dishBom 菜品BOM
create table dish_bom (
  tenant_id text not null,
  id bigint not null default new_id(),
  dish_id bigint not null,
  bom_version integer not null default '1',
  output_qty numeric(20,6) not null default '1',
  output_unit_id bigint not null,
  process_loss_rate numeric(14,6) not null default '0',
  auxiliary_cost numeric(20,2) not null default '0',
  released smallint not null default '0',
  tag_ids bigint[],
  change_note text,
  start_date date,
  end_date date,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint dish_bom_pk primary key (tenant_id, id),
  constraint dish_bom_output_qty_ck check (output_qty > 0),
  constraint dish_bom_process_loss_rate_ck check (process_loss_rate >= 0),
  constraint dish_bom_auxiliary_cost_ck check (auxiliary_cost >= 0),
  constraint dish_bom_released_ck check (released in (0, 1)),
  constraint dish_bom_dish_id_bom_version_uq unique nulls distinct (tenant_id, dish_id, bom_version)
);
create index dish_bom_dish_id_start_date_ix on dish_bom (tenant_id, dish_id, start_date);
create index dish_bom_recent_ix on dish_bom (tenant_id, create_time desc, id desc);
alter table dish_bom enable row level security;
alter table dish_bom force row level security;
create policy tenant on dish_bom using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish_bom alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish_bom to larder_app;
create table dish_bom_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  dish_bom_id bigint not null,
  line_no integer not null,
  line_kind text not null default 'material',
  material_id bigint,
  sub_dish_id bigint,
  role text not null default 'main',
  net_qty numeric(20,6) not null,
  unit_id bigint not null,
  yield_rate numeric(14,6),
  process_yield numeric(14,6) not null default '100',
  factor numeric(24,12),
  net_base_qty numeric(24,12),
  byproduct_price numeric(20,2),
  optional smallint not null default '0',
  prep_timing text,
  remark text,
  constraint dish_bom_detail_pk primary key (tenant_id, id),
  constraint dish_bom_detail_owner_fk foreign key (tenant_id, dish_bom_id) references dish_bom (tenant_id, id) on delete cascade,
  constraint dish_bom_detail_line_kind_ck check (line_kind in ('material', 'dish', 'byproduct')),
  constraint dish_bom_detail_role_ck check (role in ('main', 'side', 'seasoning', 'packaging')),
  constraint dish_bom_detail_net_qty_ck check (net_qty > 0),
  constraint dish_bom_detail_yield_rate_ck check (yield_rate > 0),
  constraint dish_bom_detail_process_yield_ck check (process_yield > 0),
  constraint dish_bom_detail_byproduct_price_ck check (byproduct_price > 0),
  constraint dish_bom_detail_optional_ck check (optional in (0, 1)),
  constraint dish_bom_detail_prep_timing_ck check (prep_timing in ('day-before', 'morning', 'before-service'))
);
create index dish_bom_detail_owner_ix on dish_bom_detail (tenant_id, dish_bom_id, line_no);
alter table dish_bom_detail enable row level security;
alter table dish_bom_detail force row level security;
create policy tenant on dish_bom_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish_bom_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish_bom_detail to larder_app;

-- dishBomSpecialGear 特殊档口BOM
create table dish_bom_special_gear (
  tenant_id text not null,
  id bigint not null default new_id(),
  dish_id bigint not null,
  dept_id bigint not null,
  reason text not null,
  released smallint not null default '0',
  start_date date,
  end_date date,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint dish_bom_special_gear_pk primary key (tenant_id, id),
  constraint dish_bom_special_gear_released_ck check (released in (0, 1))
);
create index dish_bom_special_gear_recent_ix on dish_bom_special_gear (tenant_id, create_time desc, id desc);
alter table dish_bom_special_gear enable row level security;
alter table dish_bom_special_gear force row level security;
create policy tenant on dish_bom_special_gear using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish_bom_special_gear alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish_bom_special_gear to larder_app;
create table dish_bom_special_gear_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  dish_bom_special_gear_id bigint not null,
  line_no integer not null,
  action text not null,
  target_material_id bigint,
  target_sub_dish_id bigint,
  material_id bigint,
  sub_dish_id bigint,
  net_qty numeric(20,6),
  unit_id bigint,
  yield_rate numeric(14,6),
  process_yield numeric(14,6),
  net_base_qty numeric(24,12),
  role text not null default 'main',
  prep_timing text,
  constraint dish_bom_special_gear_detail_pk primary key (tenant_id, id),
  constraint dish_bom_special_gear_detail_owner_fk foreign key (tenant_id, dish_bom_special_gear_id) references dish_bom_special_gear (tenant_id, id) on delete cascade,
  constraint dish_bom_special_gear_detail_action_ck check (action in ('add', 'change', 'swap', 'drop')),
  constraint dish_bom_special_gear_detail_net_qty_ck check (net_qty > 0),
  constraint dish_bom_special_gear_detail_yield_rate_ck check (yield_rate > 0),
  constraint dish_bom_special_gear_detail_process_yield_ck check (process_yield > 0),
  constraint dish_bom_special_gear_detail_role_ck check (role in ('main', 'side', 'seasoning', 'packaging')),
  constraint dish_bom_special_gear_detail_prep_timing_ck check (prep_timing in ('day-before', 'morning', 'before-service'))
);
create index dish_bom_special_gear_detail_owner_ix on dish_bom_special_gear_detail (tenant_id, dish_bom_special_gear_id, line_no);
alter table dish_bom_special_gear_detail enable row level security;
alter table dish_bom_special_gear_detail force row level security;
create policy tenant on dish_bom_special_gear_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish_bom_special_gear_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish_bom_special_gear_detail to larder_app;

-- menuTemplateType 菜谱模板类型
create table menu_template_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  cycle_days integer not null default '7',
  no_repeat_days integer not null default '2',
  check_level text not null default 'warn',
  sort integer not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint menu_template_type_pk primary key (tenant_id, id),
  constraint menu_template_type_code_uq unique nulls distinct (tenant_id, code),
  constraint menu_template_type_name_uq unique nulls distinct (tenant_id, name),
  constraint menu_template_type_check_level_ck check (check_level in ('warn', 'block'))
);
create index menu_template_type_recent_ix on menu_template_type (tenant_id, create_time desc, id desc);
create index menu_template_type_search_ix on menu_template_type using gin (search_text gin_trgm_ops);
alter table menu_template_type enable row level security;
alter table menu_template_type force row level security;
create policy tenant on menu_template_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table menu_template_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on menu_template_type to larder_app;
create table menu_template_type_structure (
  tenant_id text not null,
  id bigint not null default new_id(),
  menu_template_type_id bigint not null,
  line_no integer not null,
  meal_type text not null,
  dish_role text,
  min integer not null default '1',
  max integer not null default '1',
  constraint menu_template_type_structure_pk primary key (tenant_id, id),
  constraint menu_template_type_structure_owner_fk foreign key (tenant_id, menu_template_type_id) references menu_template_type (tenant_id, id) on delete cascade,
  constraint menu_template_type_structure_dish_role_ck check (dish_role in ('main-meat', 'half-meat', 'vegetable', 'soup', 'staple', 'snack', 'cold', 'fruit', 'drink', 'set')),
  constraint menu_template_type_structure_menu_template_type_id_m_56ns1l unique nulls distinct (tenant_id, menu_template_type_id, meal_type, dish_role)
);
create index menu_template_type_structure_owner_ix on menu_template_type_structure (tenant_id, menu_template_type_id, line_no);
alter table menu_template_type_structure enable row level security;
alter table menu_template_type_structure force row level security;
create policy tenant on menu_template_type_structure using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table menu_template_type_structure alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on menu_template_type_structure to larder_app;

-- menuTemplate 菜谱模板
create table menu_template (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  name text not null,
  menu_template_type_id bigint not null,
  enabled smallint not null default '0',
  start_date date,
  end_date date,
  template_kind text not null default 'restaurant',
  blade_project_dept_id bigint not null,
  use_restaurant_dept_ids bigint[],
  gear_operation_dept_ids bigint[],
  company_dept_id bigint,
  cycle_days integer,
  cycle_start_date date not null,
  service_weekdays text,
  version_no integer not null default '1',
  previous_id bigint,
  enabled_time timestamptz,
  stop_time timestamptz,
  frozen smallint not null default '0',
  remark text,
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint menu_template_pk primary key (tenant_id, id),
  constraint menu_template_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint menu_template_enabled_ck check (enabled in (0, 1)),
  constraint menu_template_template_kind_ck check (template_kind in ('restaurant', 'gear')),
  constraint menu_template_frozen_ck check (frozen in (0, 1)),
  constraint menu_template_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index menu_template_status_ix on menu_template (tenant_id, status);
create index menu_template_recent_ix on menu_template (tenant_id, create_time desc, id desc);
create index menu_template_search_ix on menu_template using gin (search_text gin_trgm_ops);
alter table menu_template enable row level security;
alter table menu_template force row level security;
create policy tenant on menu_template using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table menu_template alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on menu_template to larder_app;
create table menu_template_meal (
  tenant_id text not null,
  id bigint not null default new_id(),
  menu_template_id bigint not null,
  line_no integer not null,
  meal_type text not null,
  meal_standard numeric(20,2),
  planned_diners integer,
  constraint menu_template_meal_pk primary key (tenant_id, id),
  constraint menu_template_meal_owner_fk foreign key (tenant_id, menu_template_id) references menu_template (tenant_id, id) on delete cascade,
  constraint menu_template_meal_meal_standard_ck check (meal_standard > 0),
  constraint menu_template_meal_menu_template_id_meal_type_uq unique nulls distinct (tenant_id, menu_template_id, meal_type)
);
create index menu_template_meal_owner_ix on menu_template_meal (tenant_id, menu_template_id, line_no);
alter table menu_template_meal enable row level security;
alter table menu_template_meal force row level security;
create policy tenant on menu_template_meal using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table menu_template_meal alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on menu_template_meal to larder_app;
create table menu_template_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  menu_template_id bigint not null,
  line_no integer not null,
  day_no integer not null,
  meal_type text not null,
  gear_operation_dept_id bigint,
  dish_id bigint not null,
  portion_group text not null default 'standard',
  plan_portions integer,
  sale_price numeric(20,6),
  featured smallint not null default '0',
  sort integer not null default '0',
  remark text,
  constraint menu_template_detail_pk primary key (tenant_id, id),
  constraint menu_template_detail_owner_fk foreign key (tenant_id, menu_template_id) references menu_template (tenant_id, id) on delete cascade,
  constraint menu_template_detail_sale_price_ck check (sale_price > 0),
  constraint menu_template_detail_featured_ck check (featured in (0, 1)),
  constraint menu_template_detail_menu_template_id_day_no_meal_ty_19757xb unique nulls distinct (tenant_id, menu_template_id, day_no, meal_type, gear_operation_dept_id, dish_id)
);
create index menu_template_detail_owner_ix on menu_template_detail (tenant_id, menu_template_id, line_no);
alter table menu_template_detail enable row level security;
alter table menu_template_detail force row level security;
create policy tenant on menu_template_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table menu_template_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on menu_template_detail to larder_app;

-- materialReplace 物料替换
create table material_replace (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  replace_material_id bigint not null,
  qty numeric(20,6) not null default '1',
  unit_id bigint not null,
  replace_qty numeric(20,6) not null,
  replace_unit_id bigint not null,
  ratio numeric(24,12),
  dept_id bigint,
  dish_id bigint,
  reason text,
  start_date date,
  end_date date,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_replace_pk primary key (tenant_id, id),
  constraint material_replace_qty_ck check (qty > 0),
  constraint material_replace_replace_qty_ck check (replace_qty > 0)
);
create index material_replace_recent_ix on material_replace (tenant_id, create_time desc, id desc);
alter table material_replace enable row level security;
alter table material_replace force row level security;
create policy tenant on material_replace using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_replace alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_replace to larder_app;

-- materialSubstitute 物料替代品
create table material_substitute (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  substitute_material_id bigint not null,
  qty numeric(20,6) not null default '1',
  unit_id bigint not null,
  substitute_qty numeric(20,6) not null,
  substitute_unit_id bigint not null,
  ratio numeric(24,12),
  dept_id bigint,
  dish_id bigint,
  priority integer not null default '1',
  both_ways smallint not null default '0',
  reason text,
  start_date date,
  end_date date,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_substitute_pk primary key (tenant_id, id),
  constraint material_substitute_qty_ck check (qty > 0),
  constraint material_substitute_substitute_qty_ck check (substitute_qty > 0),
  constraint material_substitute_both_ways_ck check (both_ways in (0, 1))
);
create index material_substitute_recent_ix on material_substitute (tenant_id, create_time desc, id desc);
alter table material_substitute enable row level security;
alter table material_substitute force row level security;
create policy tenant on material_substitute using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_substitute alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_substitute to larder_app;

-- materialAlias 物料别名
create table material_alias (
  tenant_id text not null,
  id bigint not null default new_id(),
  alias text not null,
  material_id bigint not null,
  alias_kind text not null default 'local',
  supplier_id bigint,
  dept_id bigint,
  origin text not null default 'manual',
  alias_key text,
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
  constraint material_alias_pk primary key (tenant_id, id),
  constraint material_alias_alias_kind_ck check (alias_kind in ('local', 'supplier', 'client', 'brand', 'old')),
  constraint material_alias_origin_ck check (origin in ('manual', 'learned')),
  constraint material_alias_frozen_ck check (frozen in (0, 1))
);
create index material_alias_alias_key_ix on material_alias (tenant_id, alias_key);
create index material_alias_alias_id_ix on material_alias (tenant_id, alias collate pinyin, id);
create index material_alias_recent_ix on material_alias (tenant_id, create_time desc, id desc);
create index material_alias_search_ix on material_alias using gin (search_text gin_trgm_ops);
alter table material_alias enable row level security;
alter table material_alias force row level security;
create policy tenant on material_alias using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_alias alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_alias to larder_app;

-- materialAuthRange 物料授权范围
create table material_auth_range (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint,
  material_type_id bigint,
  dept_id bigint not null,
  include_children smallint not null default '1',
  access text not null default 'allow',
  for_plan smallint not null default '1',
  for_buy smallint not null default '1',
  for_issue smallint not null default '1',
  for_cook smallint not null default '1',
  for_sale smallint not null default '1',
  start_date date,
  end_date date,
  frozen smallint not null default '0',
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_auth_range_pk primary key (tenant_id, id),
  constraint material_auth_range_include_children_ck check (include_children in (0, 1)),
  constraint material_auth_range_access_ck check (access in ('allow', 'deny')),
  constraint material_auth_range_for_plan_ck check (for_plan in (0, 1)),
  constraint material_auth_range_for_buy_ck check (for_buy in (0, 1)),
  constraint material_auth_range_for_issue_ck check (for_issue in (0, 1)),
  constraint material_auth_range_for_cook_ck check (for_cook in (0, 1)),
  constraint material_auth_range_for_sale_ck check (for_sale in (0, 1)),
  constraint material_auth_range_frozen_ck check (frozen in (0, 1)),
  constraint material_auth_range_target_ck check (num_nonnulls(material_id, material_type_id) = 1),
  constraint material_auth_range_days_ck check (end_date is null or end_date >= start_date)
);
create index material_auth_range_recent_ix on material_auth_range (tenant_id, create_time desc, id desc);
alter table material_auth_range enable row level security;
alter table material_auth_range force row level security;
create policy tenant on material_auth_range using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_auth_range alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_auth_range to larder_app;

-- materialCost 物料成本
create table material_cost (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  dept_id bigint,
  cost_kind text not null default 'standard',
  unit_cost numeric(20,6) not null,
  unit_id bigint not null,
  factor numeric(24,12),
  base_unit_cost numeric(20,6),
  cost_per_kg numeric(20,6),
  start_date date,
  end_date date,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_cost_pk primary key (tenant_id, id),
  constraint material_cost_cost_kind_ck check (cost_kind in ('standard', 'plan')),
  constraint material_cost_unit_cost_ck check (unit_cost > 0),
  constraint material_cost_days_ck check (end_date is null or end_date >= start_date)
);
create index material_cost_material_id_cost_kind_start_date_ix on material_cost (tenant_id, material_id, cost_kind, start_date);
create index material_cost_recent_ix on material_cost (tenant_id, create_time desc, id desc);
alter table material_cost enable row level security;
alter table material_cost force row level security;
create policy tenant on material_cost using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_cost alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_cost to larder_app;

-- materialNutrient 物料营养成分
create table material_nutrient (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  source_kind text not null,
  food_code text,
  food_name text,
  source_note text,
  source_file bigint[],
  edible_pct numeric(14,6) not null default '100',
  energy_kcal numeric(20,6),
  energy_kj numeric(20,6),
  water_g numeric(20,6),
  protein_g numeric(20,6),
  fat_g numeric(20,6),
  carbohydrate_g numeric(20,6),
  fiber_g numeric(20,6),
  sugar_g numeric(20,6),
  sat_fat_g numeric(20,6),
  trans_fat_g numeric(20,6),
  ash_g numeric(20,6),
  cholesterol_mg numeric(20,6),
  sodium_mg numeric(20,6),
  calcium_mg numeric(20,6),
  phosphorus_mg numeric(20,6),
  potassium_mg numeric(20,6),
  magnesium_mg numeric(20,6),
  iron_mg numeric(20,6),
  zinc_mg numeric(20,6),
  copper_mg numeric(20,6),
  manganese_mg numeric(20,6),
  selenium_ug numeric(20,6),
  vit_a_ug_rae numeric(20,6),
  carotene_ug numeric(20,6),
  retinol_ug numeric(20,6),
  thiamin_mg numeric(20,6),
  riboflavin_mg numeric(20,6),
  niacin_mg numeric(20,6),
  vit_c_mg numeric(20,6),
  vit_e_mg numeric(20,6),
  fill_rate numeric(14,6),
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_nutrient_pk primary key (tenant_id, id),
  constraint material_nutrient_material_id_uq unique nulls distinct (tenant_id, material_id),
  constraint material_nutrient_source_kind_ck check (source_kind in ('table', 'label', 'lab', 'supplier', 'estimate')),
  constraint material_nutrient_edible_pct_ck check (edible_pct > 0),
  constraint material_nutrient_energy_kcal_ck check (energy_kcal >= 0),
  constraint material_nutrient_energy_kj_ck check (energy_kj >= 0),
  constraint material_nutrient_water_g_ck check (water_g >= 0),
  constraint material_nutrient_protein_g_ck check (protein_g >= 0),
  constraint material_nutrient_fat_g_ck check (fat_g >= 0),
  constraint material_nutrient_carbohydrate_g_ck check (carbohydrate_g >= 0),
  constraint material_nutrient_fiber_g_ck check (fiber_g >= 0),
  constraint material_nutrient_sugar_g_ck check (sugar_g >= 0),
  constraint material_nutrient_sat_fat_g_ck check (sat_fat_g >= 0),
  constraint material_nutrient_trans_fat_g_ck check (trans_fat_g >= 0),
  constraint material_nutrient_ash_g_ck check (ash_g >= 0),
  constraint material_nutrient_cholesterol_mg_ck check (cholesterol_mg >= 0),
  constraint material_nutrient_sodium_mg_ck check (sodium_mg >= 0),
  constraint material_nutrient_calcium_mg_ck check (calcium_mg >= 0),
  constraint material_nutrient_phosphorus_mg_ck check (phosphorus_mg >= 0),
  constraint material_nutrient_potassium_mg_ck check (potassium_mg >= 0),
  constraint material_nutrient_magnesium_mg_ck check (magnesium_mg >= 0),
  constraint material_nutrient_iron_mg_ck check (iron_mg >= 0),
  constraint material_nutrient_zinc_mg_ck check (zinc_mg >= 0),
  constraint material_nutrient_copper_mg_ck check (copper_mg >= 0),
  constraint material_nutrient_manganese_mg_ck check (manganese_mg >= 0),
  constraint material_nutrient_selenium_ug_ck check (selenium_ug >= 0),
  constraint material_nutrient_vit_a_ug_rae_ck check (vit_a_ug_rae >= 0),
  constraint material_nutrient_carotene_ug_ck check (carotene_ug >= 0),
  constraint material_nutrient_retinol_ug_ck check (retinol_ug >= 0),
  constraint material_nutrient_thiamin_mg_ck check (thiamin_mg >= 0),
  constraint material_nutrient_riboflavin_mg_ck check (riboflavin_mg >= 0),
  constraint material_nutrient_niacin_mg_ck check (niacin_mg >= 0),
  constraint material_nutrient_vit_c_mg_ck check (vit_c_mg >= 0),
  constraint material_nutrient_vit_e_mg_ck check (vit_e_mg >= 0)
);
create index material_nutrient_recent_ix on material_nutrient (tenant_id, create_time desc, id desc);
alter table material_nutrient enable row level security;
alter table material_nutrient force row level security;
create policy tenant on material_nutrient using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_nutrient alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_nutrient to larder_app;

-- nutrientRetention 营养素保留率
create table nutrient_retention (
  tenant_id text not null,
  id bigint not null default new_id(),
  cooking_method text not null,
  material_type_id bigint,
  nutrient text not null,
  retention numeric(14,6) not null,
  source_note text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint nutrient_retention_pk primary key (tenant_id, id),
  constraint nutrient_retention_nutrient_ck check (nutrient in ('energyKcal', 'energyKj', 'waterG', 'proteinG', 'fatG', 'carbohydrateG', 'fiberG', 'sugarG', 'satFatG', 'transFatG', 'ashG', 'cholesterolMg', 'sodiumMg', 'calciumMg', 'phosphorusMg', 'potassiumMg', 'magnesiumMg', 'ironMg', 'zincMg', 'copperMg', 'manganeseMg', 'seleniumUg', 'vitAUgRae', 'caroteneUg', 'retinolUg', 'thiaminMg', 'riboflavinMg', 'niacinMg', 'vitCMg', 'vitEMg')),
  constraint nutrient_retention_retention_ck check (retention >= 0),
  constraint nutrient_retention_once_uq unique nulls not distinct (tenant_id, cooking_method, material_type_id, nutrient)
);
create index nutrient_retention_recent_ix on nutrient_retention (tenant_id, create_time desc, id desc);
alter table nutrient_retention enable row level security;
alter table nutrient_retention force row level security;
create policy tenant on nutrient_retention using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table nutrient_retention alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on nutrient_retention to larder_app;

-- materialMerge 物料合并
create table material_merge (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  into_material_id bigint not null,
  merge_state text not null default 'merged',
  reason text,
  moved_count integer not null default '0',
  left_count integer not null default '0',
  undone_time timestamptz,
  moved jsonb,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_merge_pk primary key (tenant_id, id),
  constraint material_merge_merge_state_ck check (merge_state in ('merged', 'undone')),
  constraint material_merge_differ_ck check (material_id <> into_material_id)
);
create index material_merge_recent_ix on material_merge (tenant_id, create_time desc, id desc);
alter table material_merge enable row level security;
alter table material_merge force row level security;
create policy tenant on material_merge using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_merge alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_merge to larder_app;

-- materialDistinction 不是同一物料
create table material_distinction (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  other_material_id bigint not null,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_distinction_pk primary key (tenant_id, id),
  constraint material_distinction_material_id_other_material_id_uq unique nulls distinct (tenant_id, material_id, other_material_id),
  constraint material_distinction_once_ck check (material_id < other_material_id)
);
create index material_distinction_recent_ix on material_distinction (tenant_id, create_time desc, id desc);
alter table material_distinction enable row level security;
alter table material_distinction force row level security;
create policy tenant on material_distinction using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_distinction alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_distinction to larder_app;

-- materialProjectDept 物料项目部关系
create table material_project_dept (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  dept_id bigint not null,
  sap_factory text not null,
  purchase_group text,
  plant_status text,
  active smallint not null default '1',
  sap_sync_time timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_project_dept_pk primary key (tenant_id, id),
  constraint material_project_dept_active_ck check (active in (0, 1)),
  constraint material_project_dept_material_id_sap_factory_uq unique nulls distinct (tenant_id, material_id, sap_factory)
);
create index material_project_dept_dept_id_active_material_id_ix on material_project_dept (tenant_id, dept_id, active, material_id);
create index material_project_dept_recent_ix on material_project_dept (tenant_id, create_time desc, id desc);
alter table material_project_dept enable row level security;
alter table material_project_dept force row level security;
create policy tenant on material_project_dept using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_project_dept alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_project_dept to larder_app;

-- bomReplacement 配方换料
create table bom_replacement (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  to_material_id bigint not null,
  ratio numeric(24,12) not null default '1',
  start_date date not null,
  bom_count integer not null default '0',
  replacement_state text not null default 'done',
  reason text,
  undone_time timestamptz,
  left_count integer not null default '0',
  made jsonb,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint bom_replacement_pk primary key (tenant_id, id),
  constraint bom_replacement_replacement_state_ck check (replacement_state in ('done', 'undone')),
  constraint bom_replacement_differ_ck check (material_id <> to_material_id)
);
create index bom_replacement_recent_ix on bom_replacement (tenant_id, create_time desc, id desc);
alter table bom_replacement enable row level security;
alter table bom_replacement force row level security;
create policy tenant on bom_replacement using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table bom_replacement alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on bom_replacement to larder_app;

-- rotationChart 轮播图
create table rotation_chart (
  tenant_id text not null,
  id bigint not null default new_id(),
  title text not null,
  position text not null,
  picture bigint[],
  sort integer not null default '0',
  link_kind text not null default 'none',
  dish_id bigint,
  menu_template_id bigint,
  url text,
  dept_ids bigint[],
  start_time timestamptz,
  end_time timestamptz,
  enabled smallint not null default '1',
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint rotation_chart_pk primary key (tenant_id, id),
  constraint rotation_chart_link_kind_ck check (link_kind in ('none', 'dish', 'template', 'url')),
  constraint rotation_chart_enabled_ck check (enabled in (0, 1)),
  constraint rotation_chart_times_ck check (end_time is null or start_time is null or end_time > start_time)
);
create index rotation_chart_recent_ix on rotation_chart (tenant_id, create_time desc, id desc);
create index rotation_chart_search_ix on rotation_chart using gin (search_text gin_trgm_ops);
alter table rotation_chart enable row level security;
alter table rotation_chart force row level security;
create policy tenant on rotation_chart using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table rotation_chart alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on rotation_chart to larder_app;

-- suppliers

-- cooperationType 合作类型
create table cooperation_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  code text not null,
  name text not null,
  kind text not null default 'joint',
  settle_way text not null default 'commission',
  commission_percent numeric(14,6),
  guarantee_amount numeric(20,2),
  deposit_amount numeric(20,2),
  credit_days integer,
  need_visit smallint not null default '0',
  sort integer not null default '0',
  remark text,
  frozen smallint not null default '0',
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint cooperation_type_pk primary key (tenant_id, id),
  constraint cooperation_type_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint cooperation_type_code_uq unique nulls distinct (tenant_id, code),
  constraint cooperation_type_name_uq unique nulls distinct (tenant_id, name),
  constraint cooperation_type_kind_ck check (kind in ('supply', 'joint', 'lease', 'consign', 'service')),
  constraint cooperation_type_settle_way_ck check (settle_way in ('purchase-price', 'commission', 'rent', 'guarantee')),
  constraint cooperation_type_commission_percent_ck check (commission_percent >= 0),
  constraint cooperation_type_guarantee_amount_ck check (guarantee_amount >= 0),
  constraint cooperation_type_deposit_amount_ck check (deposit_amount >= 0),
  constraint cooperation_type_need_visit_ck check (need_visit in (0, 1)),
  constraint cooperation_type_frozen_ck check (frozen in (0, 1)),
  constraint cooperation_type_status_ck check (status in ('draft', 'pending', 'approved', 'rejected'))
);
create index cooperation_type_recent_ix on cooperation_type (tenant_id, create_time desc, id desc);
create index cooperation_type_search_ix on cooperation_type using gin (search_text gin_trgm_ops);
alter table cooperation_type enable row level security;
alter table cooperation_type force row level security;
create policy tenant on cooperation_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table cooperation_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on cooperation_type to larder_app;
create table cooperation_type_certificate (
  tenant_id text not null,
  id bigint not null default new_id(),
  cooperation_type_id bigint not null,
  line_no integer not null,
  certificate_kind text not null,
  remark text,
  constraint cooperation_type_certificate_pk primary key (tenant_id, id),
  constraint cooperation_type_certificate_owner_fk foreign key (tenant_id, cooperation_type_id) references cooperation_type (tenant_id, id) on delete cascade,
  constraint cooperation_type_certificate_cooperation_type_id_cer_1ahu3wz unique nulls distinct (tenant_id, cooperation_type_id, certificate_kind)
);
create index cooperation_type_certificate_owner_ix on cooperation_type_certificate (tenant_id, cooperation_type_id, line_no);
alter table cooperation_type_certificate enable row level security;
alter table cooperation_type_certificate force row level security;
create policy tenant on cooperation_type_certificate using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table cooperation_type_certificate alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on cooperation_type_certificate to larder_app;

-- enterprise 合作企业
create table enterprise (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  code text,
  name text not null,
  short_name text,
  brand_names text,
  credit_code text not null,
  cooperation_type_id bigint not null,
  company_dept_id bigint not null,
  valid_start_date date not null,
  valid_end_date date not null,
  apply_dept_id bigint not null,
  intended_dept_ids bigint[],
  commission_percent numeric(14,6),
  deposit_amount numeric(20,2),
  legal_person text not null,
  founded_date date,
  registered_capital numeric(20,2),
  taxpayer_kind text not null default 'general',
  contact text not null,
  contact_phone text not null,
  email text,
  region_id bigint not null,
  address text,
  bank_name text,
  bank_account_name text,
  bank_account text,
  business_scope text,
  service_record text,
  recommender text,
  employee_count integer,
  store_count integer,
  annual_turnover numeric(20,2),
  remark text,
  files bigint[],
  frozen smallint not null default '0',
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint enterprise_pk primary key (tenant_id, id),
  constraint enterprise_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint enterprise_code_uq unique nulls distinct (tenant_id, code),
  constraint enterprise_name_uq unique nulls distinct (tenant_id, name),
  constraint enterprise_credit_code_uq unique nulls distinct (tenant_id, credit_code),
  constraint enterprise_commission_percent_ck check (commission_percent >= 0),
  constraint enterprise_deposit_amount_ck check (deposit_amount >= 0),
  constraint enterprise_registered_capital_ck check (registered_capital >= 0),
  constraint enterprise_taxpayer_kind_ck check (taxpayer_kind in ('general', 'small', 'person')),
  constraint enterprise_annual_turnover_ck check (annual_turnover >= 0),
  constraint enterprise_frozen_ck check (frozen in (0, 1)),
  constraint enterprise_status_ck check (status in ('draft', 'pending', 'approved', 'rejected')),
  constraint enterprise_days_ck check (valid_end_date >= valid_start_date)
);
create index enterprise_status_valid_end_date_ix on enterprise (tenant_id, status, valid_end_date);
create index enterprise_recent_ix on enterprise (tenant_id, create_time desc, id desc);
create index enterprise_search_ix on enterprise using gin (search_text gin_trgm_ops);
alter table enterprise enable row level security;
alter table enterprise force row level security;
create policy tenant on enterprise using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table enterprise alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on enterprise to larder_app;
create table enterprise_certificate (
  tenant_id text not null,
  id bigint not null default new_id(),
  enterprise_id bigint not null,
  line_no integer not null,
  certificate_kind text not null,
  certificate_no text not null,
  issuer text,
  valid_from date,
  valid_to date,
  material_type_ids bigint[],
  pictures bigint[],
  constraint enterprise_certificate_pk primary key (tenant_id, id),
  constraint enterprise_certificate_owner_fk foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id) on delete cascade
);
create index enterprise_certificate_owner_ix on enterprise_certificate (tenant_id, enterprise_id, line_no);
alter table enterprise_certificate enable row level security;
alter table enterprise_certificate force row level security;
create policy tenant on enterprise_certificate using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table enterprise_certificate alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on enterprise_certificate to larder_app;
create table enterprise_visit (
  tenant_id text not null,
  id bigint not null default new_id(),
  enterprise_id bigint not null,
  line_no integer not null,
  visit_date date not null,
  visitors text not null,
  score integer,
  conclusion text not null,
  content text not null,
  pictures bigint[],
  constraint enterprise_visit_pk primary key (tenant_id, id),
  constraint enterprise_visit_owner_fk foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id) on delete cascade,
  constraint enterprise_visit_conclusion_ck check (conclusion in ('pass', 'conditional', 'fail'))
);
create index enterprise_visit_owner_ix on enterprise_visit (tenant_id, enterprise_id, line_no);
alter table enterprise_visit enable row level security;
alter table enterprise_visit force row level security;
create policy tenant on enterprise_visit using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table enterprise_visit alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on enterprise_visit to larder_app;

-- supplier 供应商
create table supplier (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  short_name text,
  supplier_kind text not null default 'distributor',
  company_dept_id bigint,
  enterprise_id bigint,
  cooperation_type_id bigint,
  material_type_ids bigint[],
  grade text not null default 'b',
  credit_code text,
  contact text not null,
  contact_phone text not null,
  email text,
  address text,
  tax_rate numeric(14,6) not null default '9',
  invoice_kind text not null default 'special',
  settle_kind text not null default 'monthly',
  credit_days integer,
  bank_name text,
  bank_account text,
  price_date_basis text not null default 'delivery',
  lead_days integer not null default '1',
  min_order_amount numeric(20,2),
  over_receipt_percent numeric(14,6),
  under_receipt_percent numeric(14,6),
  allow_direct smallint not null default '1',
  allow_uniform smallint not null default '1',
  order_channel text not null default 'portal',
  sap_supplier_code text,
  sap_factory text,
  sap_sync_time timestamptz,
  source text not null default 'local',
  frozen smallint not null default '0',
  freeze_reason text,
  files bigint[],
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint supplier_pk primary key (tenant_id, id),
  constraint supplier_code_uq unique nulls distinct (tenant_id, code),
  constraint supplier_name_uq unique nulls distinct (tenant_id, name),
  constraint supplier_supplier_kind_ck check (supplier_kind in ('manufacturer', 'distributor', 'farm', 'market-stall', 'logistics', 'service')),
  constraint supplier_enterprise_id_uq unique nulls distinct (tenant_id, enterprise_id),
  constraint supplier_grade_ck check (grade in ('a', 'b', 'c', 'd')),
  constraint supplier_credit_code_uq unique nulls distinct (tenant_id, credit_code),
  constraint supplier_tax_rate_ck check (tax_rate >= 0),
  constraint supplier_invoice_kind_ck check (invoice_kind in ('special', 'normal', 'farm', 'none')),
  constraint supplier_settle_kind_ck check (settle_kind in ('cash', 'prepaid', 'monthly', 'days')),
  constraint supplier_price_date_basis_ck check (price_date_basis in ('delivery', 'order')),
  constraint supplier_min_order_amount_ck check (min_order_amount >= 0),
  constraint supplier_over_receipt_percent_ck check (over_receipt_percent >= 0),
  constraint supplier_under_receipt_percent_ck check (under_receipt_percent >= 0),
  constraint supplier_allow_direct_ck check (allow_direct in (0, 1)),
  constraint supplier_allow_uniform_ck check (allow_uniform in (0, 1)),
  constraint supplier_order_channel_ck check (order_channel in ('portal', 'sms', 'mail', 'print')),
  constraint supplier_sap_supplier_code_uq unique nulls distinct (tenant_id, sap_supplier_code),
  constraint supplier_source_ck check (source in ('local', 'sap')),
  constraint supplier_frozen_ck check (frozen in (0, 1))
);
create index supplier_recent_ix on supplier (tenant_id, create_time desc, id desc);
create index supplier_search_ix on supplier using gin (search_text gin_trgm_ops);
alter table supplier enable row level security;
alter table supplier force row level security;
create policy tenant on supplier using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table supplier alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on supplier to larder_app;
create table supplier_windows (
  tenant_id text not null,
  id bigint not null default new_id(),
  supplier_id bigint not null,
  line_no integer not null,
  dept_id bigint,
  weekday integer not null,
  available smallint not null default '1',
  cut_off_time text not null default '16:00',
  advance_days integer not null default '1',
  constraint supplier_windows_pk primary key (tenant_id, id),
  constraint supplier_windows_owner_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  constraint supplier_windows_available_ck check (available in (0, 1)),
  constraint supplier_windows_supplier_id_dept_id_weekday_uq unique nulls distinct (tenant_id, supplier_id, dept_id, weekday)
);
create index supplier_windows_owner_ix on supplier_windows (tenant_id, supplier_id, line_no);
alter table supplier_windows enable row level security;
alter table supplier_windows force row level security;
create policy tenant on supplier_windows using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table supplier_windows alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on supplier_windows to larder_app;
create table supplier_holidays (
  tenant_id text not null,
  id bigint not null default new_id(),
  supplier_id bigint not null,
  line_no integer not null,
  holiday_date date not null,
  shift text not null default 'none',
  remark text,
  constraint supplier_holidays_pk primary key (tenant_id, id),
  constraint supplier_holidays_owner_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  constraint supplier_holidays_shift_ck check (shift in ('before', 'after', 'none')),
  constraint supplier_holidays_supplier_id_holiday_date_uq unique nulls distinct (tenant_id, supplier_id, holiday_date)
);
create index supplier_holidays_owner_ix on supplier_holidays (tenant_id, supplier_id, line_no);
alter table supplier_holidays enable row level security;
alter table supplier_holidays force row level security;
create policy tenant on supplier_holidays using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table supplier_holidays alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on supplier_holidays to larder_app;

-- supplierMaterial 供应商物料
create table supplier_material (
  tenant_id text not null,
  id bigint not null default new_id(),
  supplier_id bigint not null,
  material_id bigint not null,
  supplier_material_code text,
  supplier_material_name text,
  pack_text text,
  barcode text,
  unit_id bigint not null,
  factor numeric(24,12),
  price numeric(20,6),
  base_price numeric(20,6),
  tax_rate numeric(14,6),
  agreement_no text,
  start_date date not null,
  end_date date,
  min_order_qty numeric(20,6) not null default '0',
  order_multiple numeric(20,6) not null default '1',
  lead_days integer,
  share_percent numeric(14,6),
  is_default smallint not null default '0',
  source text not null default 'local',
  sap_key text,
  min_life_percent numeric(14,6),
  frozen smallint not null default '0',
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint supplier_material_pk primary key (tenant_id, id),
  constraint supplier_material_factor_ck check (factor > 0),
  constraint supplier_material_price_ck check (price > 0),
  constraint supplier_material_tax_rate_ck check (tax_rate >= 0),
  constraint supplier_material_min_order_qty_ck check (min_order_qty >= 0),
  constraint supplier_material_order_multiple_ck check (order_multiple > 0),
  constraint supplier_material_share_percent_ck check (share_percent >= 0),
  constraint supplier_material_is_default_ck check (is_default in (0, 1)),
  constraint supplier_material_source_ck check (source in ('local', 'sap')),
  constraint supplier_material_sap_key_uq unique nulls distinct (tenant_id, sap_key),
  constraint supplier_material_min_life_percent_ck check (min_life_percent >= 0),
  constraint supplier_material_frozen_ck check (frozen in (0, 1))
);
create index supplier_material_material_id_start_date_ix on supplier_material (tenant_id, material_id, start_date);
create index supplier_material_recent_ix on supplier_material (tenant_id, create_time desc, id desc);
alter table supplier_material enable row level security;
alter table supplier_material force row level security;
create policy tenant on supplier_material using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table supplier_material alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on supplier_material to larder_app;

-- supplierProject 供应商项目部
create table supplier_project (
  tenant_id text not null,
  id bigint not null default new_id(),
  supplier_id bigint not null,
  blade_project_dept_id bigint not null,
  material_type_ids bigint[],
  delivery_kind text not null default 'both',
  lead_days integer,
  min_order_amount numeric(20,2),
  start_date date,
  end_date date,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint supplier_project_pk primary key (tenant_id, id),
  constraint supplier_project_blade_project_dept_id_supplier_id_uq unique nulls distinct (tenant_id, blade_project_dept_id, supplier_id),
  constraint supplier_project_delivery_kind_ck check (delivery_kind in ('direct', 'uniform', 'both')),
  constraint supplier_project_min_order_amount_ck check (min_order_amount >= 0)
);
create index supplier_project_recent_ix on supplier_project (tenant_id, create_time desc, id desc);
alter table supplier_project enable row level security;
alter table supplier_project force row level security;
create policy tenant on supplier_project using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table supplier_project alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on supplier_project to larder_app;

-- prices

-- settlementPrice 结算价
create table settlement_price (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  dept_id bigint,
  unit_id bigint not null,
  factor numeric(24,12),
  price numeric(20,6),
  tax_rate numeric(14,6),
  price_no_tax numeric(20,6),
  base_price numeric(20,6),
  base_price_no_tax numeric(20,6),
  start_date date not null,
  end_date date,
  source_run_id bigint,
  formula_text text,
  code text,
  source text not null default 'local',
  sap_key text,
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
  constraint settlement_price_pk primary key (tenant_id, id),
  constraint settlement_price_price_ck check (price > 0),
  constraint settlement_price_tax_rate_ck check (tax_rate >= 0),
  constraint settlement_price_code_uq unique nulls distinct (tenant_id, code),
  constraint settlement_price_source_ck check (source in ('local', 'sap')),
  constraint settlement_price_sap_key_uq unique nulls distinct (tenant_id, sap_key),
  constraint settlement_price_frozen_ck check (frozen in (0, 1)),
  constraint settlement_price_days_ck check (end_date is null or end_date >= start_date),
  constraint settlement_price_whole_ck check (price > 0 and tax_rate is not null and factor > 0)
);
create index settlement_price_material_id_start_date_ix on settlement_price (tenant_id, material_id, start_date);
create index settlement_price_recent_ix on settlement_price (tenant_id, create_time desc, id desc);
create index settlement_price_search_ix on settlement_price using gin (search_text gin_trgm_ops);
alter table settlement_price enable row level security;
alter table settlement_price force row level security;
create policy tenant on settlement_price using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table settlement_price alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on settlement_price to larder_app;

-- jointOperationPrice 联营价
create table joint_operation_price (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  dept_id bigint,
  enterprise_id bigint,
  unit_id bigint not null,
  factor numeric(24,12),
  price numeric(20,6),
  tax_rate numeric(14,6),
  price_no_tax numeric(20,6),
  base_price numeric(20,6),
  base_price_no_tax numeric(20,6),
  start_date date not null,
  end_date date,
  source_run_id bigint,
  formula_text text,
  code text,
  source text not null default 'local',
  sap_key text,
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
  constraint joint_operation_price_pk primary key (tenant_id, id),
  constraint joint_operation_price_price_ck check (price > 0),
  constraint joint_operation_price_tax_rate_ck check (tax_rate >= 0),
  constraint joint_operation_price_code_uq unique nulls distinct (tenant_id, code),
  constraint joint_operation_price_source_ck check (source in ('local', 'sap')),
  constraint joint_operation_price_sap_key_uq unique nulls distinct (tenant_id, sap_key),
  constraint joint_operation_price_frozen_ck check (frozen in (0, 1)),
  constraint joint_operation_price_days_ck check (end_date is null or end_date >= start_date),
  constraint joint_operation_price_whole_ck check (price > 0 and tax_rate is not null and factor > 0)
);
create index joint_operation_price_material_id_start_date_ix on joint_operation_price (tenant_id, material_id, start_date);
create index joint_operation_price_recent_ix on joint_operation_price (tenant_id, create_time desc, id desc);
create index joint_operation_price_search_ix on joint_operation_price using gin (search_text gin_trgm_ops);
alter table joint_operation_price enable row level security;
alter table joint_operation_price force row level security;
create policy tenant on joint_operation_price using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table joint_operation_price alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on joint_operation_price to larder_app;

-- managementPricePlan 管理价方案
create table management_price_plan (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  name text not null,
  company_dept_id bigint not null,
  is_default smallint not null default '0',
  start_date date not null,
  end_date date,
  version_no integer not null default '1',
  change_reason text,
  price_series_id bigint,
  supersedes_id bigint,
  superseded_by_id bigint,
  original_end_date date,
  line_count integer,
  max_rise numeric(14,6),
  max_fall numeric(14,6),
  warn_count integer not null default '0',
  override_reason text,
  remark text,
  files bigint[],
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint management_price_plan_pk primary key (tenant_id, id),
  constraint management_price_plan_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint management_price_plan_is_default_ck check (is_default in (0, 1)),
  constraint management_price_plan_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint management_price_plan_days_ck check (end_date is null or end_date >= start_date)
);
create index management_price_plan_status_start_date_ix on management_price_plan (tenant_id, status, start_date);
create index management_price_plan_recent_ix on management_price_plan (tenant_id, create_time desc, id desc);
create index management_price_plan_search_ix on management_price_plan using gin (search_text gin_trgm_ops);
alter table management_price_plan enable row level security;
alter table management_price_plan force row level security;
create policy tenant on management_price_plan using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table management_price_plan alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on management_price_plan to larder_app;
create table management_price_plan_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  management_price_plan_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12),
  price numeric(20,6),
  tax_rate numeric(14,6),
  last_price numeric(20,6),
  change_percent numeric(14,6),
  warn_level text,
  warn_reference text,
  warn_base numeric(20,6),
  warn_deviation numeric(14,6),
  formula_id bigint,
  formula_text text,
  reference_price numeric(20,6),
  reference_date date,
  evidence text,
  base_price numeric(20,6),
  price_no_tax numeric(20,6),
  purchase_price numeric(20,6),
  margin_percent numeric(14,6),
  start_date date,
  end_date date,
  remark text,
  constraint management_price_plan_detail_pk primary key (tenant_id, id),
  constraint management_price_plan_detail_owner_fk foreign key (tenant_id, management_price_plan_id) references management_price_plan (tenant_id, id) on delete cascade,
  constraint management_price_plan_detail_price_ck check (price > 0),
  constraint management_price_plan_detail_tax_rate_ck check (tax_rate >= 0),
  constraint management_price_plan_detail_warn_level_ck check (warn_level in ('none', 'warn', 'block')),
  constraint management_price_plan_detail_warn_reference_ck check (warn_reference in ('average', 'market', 'last', 'before'))
);
create index management_price_plan_detail_owner_ix on management_price_plan_detail (tenant_id, management_price_plan_id, line_no);
alter table management_price_plan_detail enable row level security;
alter table management_price_plan_detail force row level security;
create policy tenant on management_price_plan_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table management_price_plan_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on management_price_plan_detail to larder_app;

-- operatingJointVenturePricePlan 经营联营价格方案
create table operating_joint_venture_price_plan (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  name text not null,
  company_dept_id bigint not null,
  enterprise_id bigint not null,
  gear_operation_dept_ids bigint[] not null,
  commission_percent numeric(14,6),
  start_date date not null,
  end_date date,
  version_no integer not null default '1',
  change_reason text,
  price_series_id bigint,
  supersedes_id bigint,
  superseded_by_id bigint,
  original_end_date date,
  line_count integer,
  max_rise numeric(14,6),
  max_fall numeric(14,6),
  warn_count integer not null default '0',
  override_reason text,
  remark text,
  files bigint[],
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint operating_joint_venture_price_plan_pk primary key (tenant_id, id),
  constraint operating_joint_venture_price_plan_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint operating_joint_venture_price_plan_commission_percent_ck check (commission_percent >= 0),
  constraint operating_joint_venture_price_plan_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint operating_joint_venture_price_plan_days_ck check (end_date is null or end_date >= start_date)
);
create index operating_joint_venture_price_plan_status_start_date_ix on operating_joint_venture_price_plan (tenant_id, status, start_date);
create index operating_joint_venture_price_plan_recent_ix on operating_joint_venture_price_plan (tenant_id, create_time desc, id desc);
create index operating_joint_venture_price_plan_search_ix on operating_joint_venture_price_plan using gin (search_text gin_trgm_ops);
alter table operating_joint_venture_price_plan enable row level security;
alter table operating_joint_venture_price_plan force row level security;
create policy tenant on operating_joint_venture_price_plan using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table operating_joint_venture_price_plan alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on operating_joint_venture_price_plan to larder_app;
create table operating_joint_venture_price_plan_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  operating_joint_venture_price_plan_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12),
  price numeric(20,6),
  tax_rate numeric(14,6),
  last_price numeric(20,6),
  change_percent numeric(14,6),
  warn_level text,
  warn_reference text,
  warn_base numeric(20,6),
  warn_deviation numeric(14,6),
  formula_id bigint,
  formula_text text,
  reference_price numeric(20,6),
  reference_date date,
  evidence text,
  base_price numeric(20,6),
  price_no_tax numeric(20,6),
  purchase_price numeric(20,6),
  margin_percent numeric(14,6),
  start_date date,
  end_date date,
  remark text,
  constraint operating_joint_venture_price_plan_detail_pk primary key (tenant_id, id),
  constraint operating_joint_venture_price_plan_detail_owner_fk foreign key (tenant_id, operating_joint_venture_price_plan_id) references operating_joint_venture_price_plan (tenant_id, id) on delete cascade,
  constraint operating_joint_venture_price_plan_detail_price_ck check (price > 0),
  constraint operating_joint_venture_price_plan_detail_tax_rate_ck check (tax_rate >= 0),
  constraint operating_joint_venture_price_plan_detail_warn_level_ck check (warn_level in ('none', 'warn', 'block')),
  constraint operating_joint_venture_price_plan_detail_warn_reference_ck check (warn_reference in ('average', 'market', 'last', 'before'))
);
create index operating_joint_venture_price_plan_detail_owner_ix on operating_joint_venture_price_plan_detail (tenant_id, operating_joint_venture_price_plan_id, line_no);
alter table operating_joint_venture_price_plan_detail enable row level security;
alter table operating_joint_venture_price_plan_detail force row level security;
create policy tenant on operating_joint_venture_price_plan_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table operating_joint_venture_price_plan_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on operating_joint_venture_price_plan_detail to larder_app;

-- assessmentPriceMaintenance 考核价维护
create table assessment_price_maintenance (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  name text not null,
  company_dept_id bigint not null,
  is_default smallint not null default '0',
  assess_year integer not null,
  assess_period text not null default 'year',
  period_no integer,
  start_date date,
  end_date date,
  version_no integer not null default '1',
  change_reason text,
  price_series_id bigint,
  supersedes_id bigint,
  superseded_by_id bigint,
  original_end_date date,
  line_count integer,
  max_rise numeric(14,6),
  max_fall numeric(14,6),
  warn_count integer not null default '0',
  override_reason text,
  remark text,
  files bigint[],
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint assessment_price_maintenance_pk primary key (tenant_id, id),
  constraint assessment_price_maintenance_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint assessment_price_maintenance_is_default_ck check (is_default in (0, 1)),
  constraint assessment_price_maintenance_assess_period_ck check (assess_period in ('year', 'half', 'quarter', 'month')),
  constraint assessment_price_maintenance_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint assessment_price_maintenance_days_ck check (end_date is null or end_date >= start_date)
);
create index assessment_price_maintenance_status_start_date_ix on assessment_price_maintenance (tenant_id, status, start_date);
create index assessment_price_maintenance_recent_ix on assessment_price_maintenance (tenant_id, create_time desc, id desc);
create index assessment_price_maintenance_search_ix on assessment_price_maintenance using gin (search_text gin_trgm_ops);
alter table assessment_price_maintenance enable row level security;
alter table assessment_price_maintenance force row level security;
create policy tenant on assessment_price_maintenance using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table assessment_price_maintenance alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on assessment_price_maintenance to larder_app;
create table assessment_price_maintenance_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  assessment_price_maintenance_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12),
  price numeric(20,6),
  tax_rate numeric(14,6),
  last_price numeric(20,6),
  change_percent numeric(14,6),
  warn_level text,
  warn_reference text,
  warn_base numeric(20,6),
  warn_deviation numeric(14,6),
  formula_id bigint,
  formula_text text,
  reference_price numeric(20,6),
  reference_date date,
  evidence text,
  base_price numeric(20,6),
  price_no_tax numeric(20,6),
  purchase_price numeric(20,6),
  margin_percent numeric(14,6),
  start_date date,
  end_date date,
  remark text,
  constraint assessment_price_maintenance_detail_pk primary key (tenant_id, id),
  constraint assessment_price_maintenance_detail_owner_fk foreign key (tenant_id, assessment_price_maintenance_id) references assessment_price_maintenance (tenant_id, id) on delete cascade,
  constraint assessment_price_maintenance_detail_price_ck check (price > 0),
  constraint assessment_price_maintenance_detail_tax_rate_ck check (tax_rate >= 0),
  constraint assessment_price_maintenance_detail_warn_level_ck check (warn_level in ('none', 'warn', 'block')),
  constraint assessment_price_maintenance_detail_warn_reference_ck check (warn_reference in ('average', 'market', 'last', 'before'))
);
create index assessment_price_maintenance_detail_owner_ix on assessment_price_maintenance_detail (tenant_id, assessment_price_maintenance_id, line_no);
alter table assessment_price_maintenance_detail enable row level security;
alter table assessment_price_maintenance_detail force row level security;
create policy tenant on assessment_price_maintenance_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table assessment_price_maintenance_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on assessment_price_maintenance_detail to larder_app;

-- priceScheme 价格方案
create table price_scheme (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  name text not null,
  company_dept_id bigint not null,
  type text not null,
  mode text not null default 'percent',
  rate_percent numeric(14,6),
  management_price_plan_id bigint,
  operating_joint_venture_price_plan_id bigint,
  assessment_price_maintenance_id bigint,
  start_date date not null,
  end_date date,
  version_no integer not null default '1',
  change_reason text,
  price_series_id bigint,
  supersedes_id bigint,
  superseded_by_id bigint,
  original_end_date date,
  line_count integer,
  max_rise numeric(14,6),
  max_fall numeric(14,6),
  warn_count integer not null default '0',
  override_reason text,
  remark text,
  files bigint[],
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint price_scheme_pk primary key (tenant_id, id),
  constraint price_scheme_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint price_scheme_type_ck check (type in ('settlement', 'management', 'joint', 'assessment')),
  constraint price_scheme_mode_ck check (mode in ('fixed', 'reference', 'percent')),
  constraint price_scheme_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint price_scheme_days_ck check (end_date is null or end_date >= start_date)
);
create index price_scheme_status_start_date_ix on price_scheme (tenant_id, status, start_date);
create index price_scheme_recent_ix on price_scheme (tenant_id, create_time desc, id desc);
create index price_scheme_search_ix on price_scheme using gin (search_text gin_trgm_ops);
alter table price_scheme enable row level security;
alter table price_scheme force row level security;
create policy tenant on price_scheme using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_scheme alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_scheme to larder_app;
create table price_scheme_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  price_scheme_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12),
  price numeric(20,6),
  tax_rate numeric(14,6),
  last_price numeric(20,6),
  change_percent numeric(14,6),
  warn_level text,
  warn_reference text,
  warn_base numeric(20,6),
  warn_deviation numeric(14,6),
  formula_id bigint,
  formula_text text,
  reference_price numeric(20,6),
  reference_date date,
  evidence text,
  base_price numeric(20,6),
  price_no_tax numeric(20,6),
  purchase_price numeric(20,6),
  margin_percent numeric(14,6),
  start_date date,
  end_date date,
  remark text,
  constraint price_scheme_detail_pk primary key (tenant_id, id),
  constraint price_scheme_detail_owner_fk foreign key (tenant_id, price_scheme_id) references price_scheme (tenant_id, id) on delete cascade,
  constraint price_scheme_detail_price_ck check (price > 0),
  constraint price_scheme_detail_tax_rate_ck check (tax_rate >= 0),
  constraint price_scheme_detail_warn_level_ck check (warn_level in ('none', 'warn', 'block')),
  constraint price_scheme_detail_warn_reference_ck check (warn_reference in ('average', 'market', 'last', 'before'))
);
create index price_scheme_detail_owner_ix on price_scheme_detail (tenant_id, price_scheme_id, line_no);
alter table price_scheme_detail enable row level security;
alter table price_scheme_detail force row level security;
create policy tenant on price_scheme_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_scheme_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_scheme_detail to larder_app;
create table price_scheme_rate (
  tenant_id text not null,
  id bigint not null default new_id(),
  price_scheme_id bigint not null,
  line_no integer not null,
  material_type_id bigint not null,
  rate_percent numeric(14,6) not null,
  remark text,
  constraint price_scheme_rate_pk primary key (tenant_id, id),
  constraint price_scheme_rate_owner_fk foreign key (tenant_id, price_scheme_id) references price_scheme (tenant_id, id) on delete cascade,
  constraint price_scheme_rate_price_scheme_id_material_type_id_uq unique nulls distinct (tenant_id, price_scheme_id, material_type_id)
);
create index price_scheme_rate_owner_ix on price_scheme_rate (tenant_id, price_scheme_id, line_no);
alter table price_scheme_rate enable row level security;
alter table price_scheme_rate force row level security;
create policy tenant on price_scheme_rate using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_scheme_rate alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_scheme_rate to larder_app;

-- managementPriceDeptRelation 管理价部门关系
create table management_price_dept_relation (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  dept_id bigint not null,
  management_price_plan_id bigint not null,
  start_date date not null,
  end_date date,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint management_price_dept_relation_pk primary key (tenant_id, id),
  constraint management_price_dept_relation_code_uq unique nulls distinct (tenant_id, code),
  constraint management_price_dept_relation_days_ck check (end_date is null or end_date >= start_date)
);
create index management_price_dept_relation_recent_ix on management_price_dept_relation (tenant_id, create_time desc, id desc);
create index management_price_dept_relation_search_ix on management_price_dept_relation using gin (search_text gin_trgm_ops);
alter table management_price_dept_relation enable row level security;
alter table management_price_dept_relation force row level security;
create policy tenant on management_price_dept_relation using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table management_price_dept_relation alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on management_price_dept_relation to larder_app;

-- assessmentPriceRelation 考核价关系
create table assessment_price_relation (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  dept_id bigint not null,
  assessment_price_maintenance_id bigint not null,
  start_date date not null,
  end_date date,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint assessment_price_relation_pk primary key (tenant_id, id),
  constraint assessment_price_relation_code_uq unique nulls distinct (tenant_id, code),
  constraint assessment_price_relation_days_ck check (end_date is null or end_date >= start_date)
);
create index assessment_price_relation_recent_ix on assessment_price_relation (tenant_id, create_time desc, id desc);
create index assessment_price_relation_search_ix on assessment_price_relation using gin (search_text gin_trgm_ops);
alter table assessment_price_relation enable row level security;
alter table assessment_price_relation force row level security;
create policy tenant on assessment_price_relation using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table assessment_price_relation alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on assessment_price_relation to larder_app;

-- pricePlanRoleRelation 价格方案角色关系
create table price_plan_role_relation (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  role_id bigint not null,
  price_scheme_id bigint not null,
  type text,
  priority integer not null default '10',
  start_date date not null,
  end_date date,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint price_plan_role_relation_pk primary key (tenant_id, id),
  constraint price_plan_role_relation_code_uq unique nulls distinct (tenant_id, code),
  constraint price_plan_role_relation_type_ck check (type in ('settlement', 'management', 'joint', 'assessment')),
  constraint price_plan_role_relation_days_ck check (end_date is null or end_date >= start_date)
);
create index price_plan_role_relation_recent_ix on price_plan_role_relation (tenant_id, create_time desc, id desc);
create index price_plan_role_relation_search_ix on price_plan_role_relation using gin (search_text gin_trgm_ops);
alter table price_plan_role_relation enable row level security;
alter table price_plan_role_relation force row level security;
create policy tenant on price_plan_role_relation using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_plan_role_relation alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_plan_role_relation to larder_app;

-- marketSource 行情来源
create table market_source (
  tenant_id text not null,
  id bigint not null default new_id(),
  name text not null,
  publisher text,
  cycle text not null default 'daily',
  url text,
  code text,
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
  constraint market_source_pk primary key (tenant_id, id),
  constraint market_source_name_uq unique nulls distinct (tenant_id, name),
  constraint market_source_cycle_ck check (cycle in ('daily', 'weekly', 'ten-day', 'monthly')),
  constraint market_source_code_uq unique nulls distinct (tenant_id, code),
  constraint market_source_frozen_ck check (frozen in (0, 1))
);
create index market_source_recent_ix on market_source (tenant_id, create_time desc, id desc);
create index market_source_search_ix on market_source using gin (search_text gin_trgm_ops);
alter table market_source enable row level security;
alter table market_source force row level security;
create policy tenant on market_source using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table market_source alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on market_source to larder_app;

-- marketProduct 行情品名对照
create table market_product (
  tenant_id text not null,
  id bigint not null default new_id(),
  market_source_id bigint not null,
  product_name text not null,
  origin_spec text,
  unit_text text not null,
  material_ids bigint[],
  factor numeric(24,12),
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
  constraint market_product_pk primary key (tenant_id, id),
  constraint market_product_factor_ck check (factor > 0),
  constraint market_product_frozen_ck check (frozen in (0, 1))
);
create index market_product_product_name_id_ix on market_product (tenant_id, product_name collate pinyin, id);
create index market_product_recent_ix on market_product (tenant_id, create_time desc, id desc);
create index market_product_search_ix on market_product using gin (search_text gin_trgm_ops);
alter table market_product enable row level security;
alter table market_product force row level security;
create policy tenant on market_product using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table market_product alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on market_product to larder_app;

-- marketPrice 市场参考价
create table market_price (
  tenant_id text not null,
  id bigint not null default new_id(),
  market_source_id bigint not null,
  price_date date not null,
  product_name text not null,
  origin_spec text,
  unit_text text not null,
  low_price numeric(20,6),
  avg_price numeric(20,6) not null,
  high_price numeric(20,6),
  base_price numeric(20,6),
  market_product_id bigint,
  files bigint[],
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint market_price_pk primary key (tenant_id, id),
  constraint market_price_low_price_ck check (low_price > 0),
  constraint market_price_avg_price_ck check (avg_price > 0),
  constraint market_price_high_price_ck check (high_price > 0),
  constraint market_price_order_ck check (coalesce(low_price, avg_price) <= avg_price and avg_price <= coalesce(high_price, avg_price))
);
create index market_price_market_product_id_price_date_ix on market_price (tenant_id, market_product_id, price_date desc);
create index market_price_recent_ix on market_price (tenant_id, create_time desc, id desc);
create index market_price_search_ix on market_price using gin (search_text gin_trgm_ops);
alter table market_price enable row level security;
alter table market_price force row level security;
create policy tenant on market_price using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table market_price alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on market_price to larder_app;

-- priceEarlyWarning 价格预警规则
create table price_early_warning (
  tenant_id text not null,
  id bigint not null default new_id(),
  name text not null,
  company_dept_id bigint,
  material_id bigint,
  material_type_id bigint,
  price_type text not null default 'all',
  on_quote smallint not null default '1',
  on_order smallint not null default '1',
  on_receipt smallint not null default '1',
  on_save smallint not null default '1',
  start_date date,
  end_date date,
  reference1 text not null default 'average',
  reference2 text default 'contract',
  reference3 text default 'peer',
  reference4 text default 'last',
  market_source_id bigint,
  days integer not null default '30',
  min_samples integer not null default '3',
  robust smallint not null default '1',
  direction text not null default 'both',
  warn_percent numeric(14,6) not null default '10',
  block_percent numeric(14,6),
  notify_role_ids bigint[],
  notify_user_ids bigint[],
  code text,
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
  constraint price_early_warning_pk primary key (tenant_id, id),
  constraint price_early_warning_price_type_ck check (price_type in ('all', 'purchase', 'settlement', 'management', 'joint', 'assessment')),
  constraint price_early_warning_on_quote_ck check (on_quote in (0, 1)),
  constraint price_early_warning_on_order_ck check (on_order in (0, 1)),
  constraint price_early_warning_on_receipt_ck check (on_receipt in (0, 1)),
  constraint price_early_warning_on_save_ck check (on_save in (0, 1)),
  constraint price_early_warning_reference1_ck check (reference1 in ('average', 'contract', 'peer', 'market', 'last')),
  constraint price_early_warning_reference2_ck check (reference2 in ('average', 'contract', 'peer', 'market', 'last')),
  constraint price_early_warning_reference3_ck check (reference3 in ('average', 'contract', 'peer', 'market', 'last')),
  constraint price_early_warning_reference4_ck check (reference4 in ('average', 'contract', 'peer', 'market', 'last')),
  constraint price_early_warning_robust_ck check (robust in (0, 1)),
  constraint price_early_warning_direction_ck check (direction in ('both', 'up', 'down')),
  constraint price_early_warning_warn_percent_ck check (warn_percent > 0),
  constraint price_early_warning_block_percent_ck check (block_percent > 0),
  constraint price_early_warning_code_uq unique nulls distinct (tenant_id, code),
  constraint price_early_warning_frozen_ck check (frozen in (0, 1)),
  constraint price_early_warning_what_ck check (material_id is null or material_type_id is null),
  constraint price_early_warning_days_ck check (end_date is null or end_date >= start_date),
  constraint price_early_warning_lines_ck check (block_percent is null or block_percent > warn_percent)
);
create index price_early_warning_recent_ix on price_early_warning (tenant_id, create_time desc, id desc);
create index price_early_warning_search_ix on price_early_warning using gin (search_text gin_trgm_ops);
alter table price_early_warning enable row level security;
alter table price_early_warning force row level security;
create policy tenant on price_early_warning using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_early_warning alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_early_warning to larder_app;

-- priceWarning 价格预警
create table price_warning (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  level text not null,
  kind text not null,
  material_id bigint not null,
  deviation_percent numeric(14,6) not null,
  stake_amount numeric(20,2) not null default '0',
  price_type text not null default 'purchase',
  supplier_id bigint,
  base_price numeric(20,6) not null,
  reference_price numeric(20,6) not null,
  moment text not null,
  source_code text,
  source_line_no integer,
  reference_kind text not null,
  sample_count integer not null default '1',
  price numeric(20,6) not null,
  unit_id bigint not null,
  planned_qty numeric(20,6) not null default '0',
  base_unit_id bigint,
  block_percent numeric(14,6),
  rule_id bigint,
  company_dept_id bigint,
  dept_id bigint,
  source_type text not null,
  source_id text not null,
  source_line_id text not null,
  samples jsonb,
  handle_user_id bigint,
  handle_time timestamptz,
  override_reason text,
  status text not null default 'open',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint price_warning_pk primary key (tenant_id, id),
  constraint price_warning_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint price_warning_level_ck check (level in ('warn', 'block')),
  constraint price_warning_kind_ck check (kind in ('deviation', 'delivered')),
  constraint price_warning_price_type_ck check (price_type in ('purchase', 'settlement', 'joint')),
  constraint price_warning_moment_ck check (moment in ('quote', 'order', 'receipt', 'save')),
  constraint price_warning_reference_kind_ck check (reference_kind in ('average', 'contract', 'peer', 'market', 'last', 'order', 'settled', 'last-settled', 'before')),
  constraint price_warning_status_ck check (status in ('open', 'accepted', 'refused', 'false-alarm', 'corrected'))
);
create index price_warning_status_stake_amount_ix on price_warning (tenant_id, status, stake_amount desc);
create index price_warning_source_type_source_id_ix on price_warning (tenant_id, source_type, source_id);
create index price_warning_recent_ix on price_warning (tenant_id, create_time desc, id desc);
alter table price_warning enable row level security;
alter table price_warning force row level security;
create policy tenant on price_warning using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_warning alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_warning to larder_app;

-- priceFormula 定价公式
create table price_formula (
  tenant_id text not null,
  id bigint not null default new_id(),
  name text not null,
  price_type text not null default 'settlement',
  dept_id bigint,
  material_id bigint,
  material_type_id bigint,
  start_date date,
  end_date date,
  reference text not null default 'purchase',
  market_source_id bigint,
  period text not null default 'latest',
  period_days integer not null default '7',
  max_age_days integer not null default '7',
  method text,
  rate numeric(14,6),
  add_amount numeric(20,6),
  floor_price numeric(20,6),
  ceiling_price numeric(20,6),
  round_places integer not null default '2',
  cliffs jsonb,
  code text,
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
  constraint price_formula_pk primary key (tenant_id, id),
  constraint price_formula_price_type_ck check (price_type in ('settlement', 'joint', 'management', 'assessment')),
  constraint price_formula_reference_ck check (reference in ('purchase', 'last-receipt', 'settlement', 'management', 'market-avg', 'market-low', 'market-high')),
  constraint price_formula_period_ck check (period in ('latest', 'day', 'avg-days', 'last-week', 'last-month')),
  constraint price_formula_method_ck check (method in ('markup', 'discount', 'add')),
  constraint price_formula_rate_ck check (rate >= 0),
  constraint price_formula_floor_price_ck check (floor_price > 0),
  constraint price_formula_ceiling_price_ck check (ceiling_price > 0),
  constraint price_formula_code_uq unique nulls distinct (tenant_id, code),
  constraint price_formula_frozen_ck check (frozen in (0, 1)),
  constraint price_formula_what_ck check (material_id is null or material_type_id is null),
  constraint price_formula_days_ck check (end_date is null or end_date >= start_date)
);
create index price_formula_recent_ix on price_formula (tenant_id, create_time desc, id desc);
create index price_formula_search_ix on price_formula using gin (search_text gin_trgm_ops);
alter table price_formula enable row level security;
alter table price_formula force row level security;
create policy tenant on price_formula using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_formula alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_formula to larder_app;
create table price_formula_band (
  tenant_id text not null,
  id bigint not null default new_id(),
  price_formula_id bigint not null,
  line_no integer not null,
  from_price numeric(20,6) not null,
  to_price numeric(20,6),
  method text not null default 'markup',
  rate numeric(14,6),
  add_amount numeric(20,6),
  constraint price_formula_band_pk primary key (tenant_id, id),
  constraint price_formula_band_owner_fk foreign key (tenant_id, price_formula_id) references price_formula (tenant_id, id) on delete cascade,
  constraint price_formula_band_from_price_ck check (from_price >= 0),
  constraint price_formula_band_to_price_ck check (to_price > 0),
  constraint price_formula_band_method_ck check (method in ('markup', 'discount', 'add')),
  constraint price_formula_band_rate_ck check (rate >= 0)
);
create index price_formula_band_owner_ix on price_formula_band (tenant_id, price_formula_id, line_no);
alter table price_formula_band enable row level security;
alter table price_formula_band force row level security;
create policy tenant on price_formula_band using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_formula_band alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_formula_band to larder_app;

-- priceRun 调价单
create table price_run (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  price_type text not null default 'settlement',
  company_dept_id bigint not null,
  start_date date not null,
  end_date date,
  reference_date date,
  formula_ids bigint[],
  trigger text not null default 'manual',
  line_count integer not null default '0',
  changed_count integer not null default '0',
  max_rise numeric(14,6),
  max_fall numeric(14,6),
  warn_count integer not null default '0',
  override_reason text,
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint price_run_pk primary key (tenant_id, id),
  constraint price_run_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint price_run_price_type_ck check (price_type in ('settlement', 'joint')),
  constraint price_run_trigger_ck check (trigger in ('manual', 'purchase', 'market', 'schedule')),
  constraint price_run_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint price_run_days_ck check (end_date is null or end_date >= start_date)
);
create index price_run_status_start_date_ix on price_run (tenant_id, status, start_date);
create index price_run_recent_ix on price_run (tenant_id, create_time desc, id desc);
alter table price_run enable row level security;
alter table price_run force row level security;
create policy tenant on price_run using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_run alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_run to larder_app;
create table price_run_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  price_run_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  dept_id bigint,
  unit_id bigint not null,
  factor numeric(24,12),
  old_price numeric(20,6),
  reference_price numeric(20,6),
  proposed_price numeric(20,6),
  price numeric(20,6),
  change_percent numeric(14,6),
  warn_level text,
  warn_reference text,
  warn_base numeric(20,6),
  warn_deviation numeric(14,6),
  override_reason text,
  skip smallint not null default '0',
  formula_id bigint,
  formula_text text,
  evidence text,
  reference_date date,
  old_entry_id text,
  old_end_date date,
  published_id text,
  result text,
  constraint price_run_detail_pk primary key (tenant_id, id),
  constraint price_run_detail_owner_fk foreign key (tenant_id, price_run_id) references price_run (tenant_id, id) on delete cascade,
  constraint price_run_detail_price_ck check (price > 0),
  constraint price_run_detail_warn_level_ck check (warn_level in ('none', 'warn', 'block')),
  constraint price_run_detail_warn_reference_ck check (warn_reference in ('average', 'market', 'last', 'before')),
  constraint price_run_detail_skip_ck check (skip in (0, 1))
);
create index price_run_detail_owner_ix on price_run_detail (tenant_id, price_run_id, line_no);
alter table price_run_detail enable row level security;
alter table price_run_detail force row level security;
create policy tenant on price_run_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_run_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_run_detail to larder_app;

-- operations

-- projectDeptSystem 项目部体系
create table project_dept_system (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  project_dept_name text not null,
  short_name text,
  blade_project_dept_id bigint not null,
  company_dept_id bigint,
  manager_user_id bigint,
  linkman text,
  phone text,
  address text,
  business_format text,
  is_channel_provider smallint not null default '0',
  open_date date,
  close_date date,
  receive_lead_days integer not null default '0',
  meal_types jsonb,
  meal_standards jsonb,
  target_food_cost_pct numeric(14,6) not null default '40',
  repeat_limit_days integer not null default '7',
  sap_code text,
  sap_factory text,
  sap_purchase_org text,
  sap_sales_org text,
  sap_customer_code text,
  sap_sync_time timestamptz,
  sap_source text not null default 'local',
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
  constraint project_dept_system_pk primary key (tenant_id, id),
  constraint project_dept_system_code_uq unique nulls distinct (tenant_id, code),
  constraint project_dept_system_blade_project_dept_id_uq unique nulls distinct (tenant_id, blade_project_dept_id),
  constraint project_dept_system_is_channel_provider_ck check (is_channel_provider in (0, 1)),
  constraint project_dept_system_target_food_cost_pct_ck check (target_food_cost_pct >= 0),
  constraint project_dept_system_sap_code_uq unique nulls distinct (tenant_id, sap_code),
  constraint project_dept_system_sap_source_ck check (sap_source in ('local', 'sap')),
  constraint project_dept_system_frozen_ck check (frozen in (0, 1))
);
create index project_dept_system_recent_ix on project_dept_system (tenant_id, create_time desc, id desc);
create index project_dept_system_search_ix on project_dept_system using gin (search_text gin_trgm_ops);
alter table project_dept_system enable row level security;
alter table project_dept_system force row level security;
create policy tenant on project_dept_system using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table project_dept_system alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on project_dept_system to larder_app;

-- useRestaurant 使用餐厅
create table use_restaurant (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  use_restaurant_name text not null,
  use_restaurant_dept_id bigint not null,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  manager_user_id bigint,
  phone text,
  floor text,
  area numeric(20,6),
  seat_count integer,
  open_date date,
  license_no text,
  license_expire date,
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
  constraint use_restaurant_pk primary key (tenant_id, id),
  constraint use_restaurant_code_uq unique nulls distinct (tenant_id, code),
  constraint use_restaurant_use_restaurant_dept_id_uq unique nulls distinct (tenant_id, use_restaurant_dept_id),
  constraint use_restaurant_area_ck check (area > 0),
  constraint use_restaurant_frozen_ck check (frozen in (0, 1))
);
create index use_restaurant_recent_ix on use_restaurant (tenant_id, create_time desc, id desc);
create index use_restaurant_search_ix on use_restaurant using gin (search_text gin_trgm_ops);
alter table use_restaurant enable row level security;
alter table use_restaurant force row level security;
create policy tenant on use_restaurant using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table use_restaurant alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on use_restaurant to larder_app;

-- operationSystem 档口体系
create table operation_system (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  gear_operation_name text not null,
  gear_operation_dept_id bigint not null,
  use_restaurant_dept_id bigint,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  manager_user_id bigint,
  admin_user_ids bigint[],
  phone text,
  business_status text not null default 'open',
  cost_mode text not null default 'produce',
  warehouse_id bigint,
  tax_rate numeric(14,6) not null default '6',
  target_food_cost_pct numeric(14,6),
  open_date date,
  close_date date,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint operation_system_pk primary key (tenant_id, id),
  constraint operation_system_code_uq unique nulls distinct (tenant_id, code),
  constraint operation_system_gear_operation_dept_id_uq unique nulls distinct (tenant_id, gear_operation_dept_id),
  constraint operation_system_business_status_ck check (business_status in ('open', 'suspended', 'closed')),
  constraint operation_system_cost_mode_ck check (cost_mode in ('produce', 'backflush', 'day-end')),
  constraint operation_system_tax_rate_ck check (tax_rate >= 0),
  constraint operation_system_target_food_cost_pct_ck check (target_food_cost_pct >= 0)
);
create index operation_system_recent_ix on operation_system (tenant_id, create_time desc, id desc);
create index operation_system_search_ix on operation_system using gin (search_text gin_trgm_ops);
alter table operation_system enable row level security;
alter table operation_system force row level security;
create policy tenant on operation_system using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table operation_system alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on operation_system to larder_app;
create table operation_system_interval (
  tenant_id text not null,
  id bigint not null default new_id(),
  operation_system_id bigint not null,
  line_no integer not null,
  meal_type text not null,
  start_time text not null,
  end_time text not null,
  capacity integer,
  weekdays jsonb,
  effective_from date,
  effective_to date,
  constraint operation_system_interval_pk primary key (tenant_id, id),
  constraint operation_system_interval_owner_fk foreign key (tenant_id, operation_system_id) references operation_system (tenant_id, id) on delete cascade
);
create index operation_system_interval_owner_ix on operation_system_interval (tenant_id, operation_system_id, line_no);
alter table operation_system_interval enable row level security;
alter table operation_system_interval force row level security;
create policy tenant on operation_system_interval using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table operation_system_interval alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on operation_system_interval to larder_app;
create table operation_system_pay (
  tenant_id text not null,
  id bigint not null default new_id(),
  operation_system_id bigint not null,
  line_no integer not null,
  income_mode text not null,
  enabled smallint not null default '1',
  fee_rate numeric(14,6) not null default '0',
  merchant_no text,
  sort integer not null default '0',
  constraint operation_system_pay_pk primary key (tenant_id, id),
  constraint operation_system_pay_owner_fk foreign key (tenant_id, operation_system_id) references operation_system (tenant_id, id) on delete cascade,
  constraint operation_system_pay_enabled_ck check (enabled in (0, 1)),
  constraint operation_system_pay_fee_rate_ck check (fee_rate >= 0),
  constraint operation_system_pay_operation_system_id_income_mode_uq unique nulls distinct (tenant_id, operation_system_id, income_mode)
);
create index operation_system_pay_owner_ix on operation_system_pay (tenant_id, operation_system_id, line_no);
alter table operation_system_pay enable row level security;
alter table operation_system_pay force row level security;
create policy tenant on operation_system_pay using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table operation_system_pay alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on operation_system_pay to larder_app;

-- timeIntervalRecord 时段变更记录
create table time_interval_record (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  effective_from date not null,
  before jsonb not null,
  after jsonb not null,
  reason text,
  operator_id bigint not null,
  operate_time timestamptz not null,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint time_interval_record_pk primary key (tenant_id, id)
);
create index time_interval_record_gear_operation_dept_id_operate_time_ix on time_interval_record (tenant_id, gear_operation_dept_id, operate_time);
create index time_interval_record_recent_ix on time_interval_record (tenant_id, create_time desc, id desc);
alter table time_interval_record enable row level security;
alter table time_interval_record force row level security;
create policy tenant on time_interval_record using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table time_interval_record alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on time_interval_record to larder_app;

-- salesPlan 营销计划
create table sales_plan (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  plan_name text,
  gear_operation_dept_id bigint not null,
  start_date date not null,
  end_date date not null,
  plan_portions numeric(20,6) not null default '0',
  plan_income numeric(20,2) not null default '0',
  company_dept_id bigint,
  blade_project_dept_id bigint,
  use_restaurant_dept_id bigint,
  project_dept_sys_id bigint,
  diner_forecast jsonb,
  plan_version integer not null default '1',
  remark text,
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint sales_plan_pk primary key (tenant_id, id),
  constraint sales_plan_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint sales_plan_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index sales_plan_gear_operation_dept_id_start_date_ix on sales_plan (tenant_id, gear_operation_dept_id, start_date);
create index sales_plan_blade_project_dept_id_start_date_ix on sales_plan (tenant_id, blade_project_dept_id, start_date);
create index sales_plan_recent_ix on sales_plan (tenant_id, create_time desc, id desc);
create index sales_plan_search_ix on sales_plan using gin (search_text gin_trgm_ops);
alter table sales_plan enable row level security;
alter table sales_plan force row level security;
create policy tenant on sales_plan using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table sales_plan alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on sales_plan to larder_app;
create table sales_plan_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  sales_plan_id bigint not null,
  line_no integer not null,
  meal_date date not null,
  meal_type text not null,
  dish_id bigint not null,
  portion_group text not null default 'standard',
  portions numeric(20,6) not null,
  price numeric(20,6),
  income_amount numeric(20,2),
  menu_template_id bigint,
  remark text,
  constraint sales_plan_detail_pk primary key (tenant_id, id),
  constraint sales_plan_detail_owner_fk foreign key (tenant_id, sales_plan_id) references sales_plan (tenant_id, id) on delete cascade,
  constraint sales_plan_detail_portions_ck check (portions > 0),
  constraint sales_plan_detail_price_ck check (price > 0),
  constraint sales_plan_detail_sales_plan_id_meal_date_meal_type__1yuwf31 unique nulls distinct (tenant_id, sales_plan_id, meal_date, meal_type, dish_id, portion_group)
);
create index sales_plan_detail_owner_ix on sales_plan_detail (tenant_id, sales_plan_id, line_no);
alter table sales_plan_detail enable row level security;
alter table sales_plan_detail force row level security;
create policy tenant on sales_plan_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table sales_plan_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on sales_plan_detail to larder_app;

-- specialMeal 特殊餐
create table special_meal (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  meal_name text not null,
  special_meal_type text not null,
  gear_operation_dept_id bigint not null,
  meal_date date not null,
  meal_type text not null,
  start_time text,
  place text,
  head_count integer not null,
  customer_name text not null,
  linkman text not null,
  phone text not null,
  diet_notes text,
  meal_standard numeric(20,2) not null,
  service_fee numeric(20,2) not null default '0',
  income_mode text not null default 'group-meal',
  total_amount numeric(20,2) not null default '0',
  company_dept_id bigint,
  blade_project_dept_id bigint,
  use_restaurant_dept_id bigint,
  files bigint[],
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint special_meal_pk primary key (tenant_id, id),
  constraint special_meal_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint special_meal_meal_standard_ck check (meal_standard > 0),
  constraint special_meal_service_fee_ck check (service_fee >= 0),
  constraint special_meal_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index special_meal_gear_operation_dept_id_meal_date_ix on special_meal (tenant_id, gear_operation_dept_id, meal_date);
create index special_meal_blade_project_dept_id_meal_date_ix on special_meal (tenant_id, blade_project_dept_id, meal_date);
create index special_meal_recent_ix on special_meal (tenant_id, create_time desc, id desc);
create index special_meal_search_ix on special_meal using gin (search_text gin_trgm_ops);
alter table special_meal enable row level security;
alter table special_meal force row level security;
create policy tenant on special_meal using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table special_meal alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on special_meal to larder_app;
create table special_meal_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  special_meal_id bigint not null,
  line_no integer not null,
  line_kind text not null default 'dish',
  dish_id bigint,
  material_id bigint,
  per_head numeric(20,6),
  portions numeric(20,6),
  unit_id bigint,
  portion_group text not null default 'standard',
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  price numeric(20,6),
  remark text,
  constraint special_meal_detail_pk primary key (tenant_id, id),
  constraint special_meal_detail_owner_fk foreign key (tenant_id, special_meal_id) references special_meal (tenant_id, id) on delete cascade,
  constraint special_meal_detail_line_kind_ck check (line_kind in ('dish', 'material')),
  constraint special_meal_detail_per_head_ck check (per_head > 0),
  constraint special_meal_detail_portions_ck check (portions > 0),
  constraint special_meal_detail_price_ck check (price > 0)
);
create index special_meal_detail_owner_ix on special_meal_detail (tenant_id, special_meal_id, line_no);
alter table special_meal_detail enable row level security;
alter table special_meal_detail force row level security;
create policy tenant on special_meal_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table special_meal_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on special_meal_detail to larder_app;

-- sap

-- sapSyncRun SAP同步记录
create table sap_sync_run (
  tenant_id text not null,
  id bigint not null default new_id(),
  object text not null,
  state text not null default 'running',
  mode text not null default 'full',
  fetched integer not null default '0',
  created integer not null default '0',
  updated integer not null default '0',
  unchanged integer not null default '0',
  failed integer not null default '0',
  started_time timestamptz not null,
  ended_time timestamptz,
  from_time timestamptz,
  to_time timestamptz,
  start_user_id bigint,
  message text,
  cursor text,
  delta_link text,
  lease integer not null default '1',
  beat_time timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint sap_sync_run_pk primary key (tenant_id, id),
  constraint sap_sync_run_object_ck check (object in ('unit', 'material-type', 'material', 'project-dept', 'material-project-dept', 'supplier', 'purchase-price', 'settlement-price')),
  constraint sap_sync_run_state_ck check (state in ('running', 'succeeded', 'partial', 'failed')),
  constraint sap_sync_run_mode_ck check (mode in ('delta', 'full')),
  constraint sap_sync_run_alone_ex exclude (tenant_id with =, object with =) where (state = 'running')
);
create index sap_sync_run_object_started_time_ix on sap_sync_run (tenant_id, object, started_time);
create index sap_sync_run_recent_ix on sap_sync_run (tenant_id, create_time desc, id desc);
alter table sap_sync_run enable row level security;
alter table sap_sync_run force row level security;
create policy tenant on sap_sync_run using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table sap_sync_run alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on sap_sync_run to larder_app;
create table sap_sync_error (
  tenant_id text not null,
  id bigint not null default new_id(),
  sap_sync_run_id bigint not null,
  line_no integer not null,
  sap_key text not null,
  field text,
  value text,
  reason text not null,
  tries integer not null default '1',
  pending smallint not null default '0',
  constraint sap_sync_error_pk primary key (tenant_id, id),
  constraint sap_sync_error_owner_fk foreign key (tenant_id, sap_sync_run_id) references sap_sync_run (tenant_id, id) on delete cascade,
  constraint sap_sync_error_pending_ck check (pending in (0, 1))
);
create index sap_sync_error_owner_ix on sap_sync_error (tenant_id, sap_sync_run_id, line_no);
alter table sap_sync_error enable row level security;
alter table sap_sync_error force row level security;
create policy tenant on sap_sync_error using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table sap_sync_error alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on sap_sync_error to larder_app;

-- stock

-- warehouse 仓库
create table warehouse (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  company_dept_id bigint not null,
  project_group_dept_id bigint not null,
  warehouse_type text not null default 'site',
  zones text not null default 'ambient',
  manager_id bigint,
  phone text,
  address text,
  use_restaurant_group_dept_id bigint[],
  sap_factory text,
  sap_storage_location text,
  sort integer not null default '0',
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
  constraint warehouse_pk primary key (tenant_id, id),
  constraint warehouse_code_uq unique nulls distinct (tenant_id, code),
  constraint warehouse_name_project_group_dept_id_uq unique nulls distinct (tenant_id, name, project_group_dept_id),
  constraint warehouse_frozen_ck check (frozen in (0, 1))
);
create index warehouse_recent_ix on warehouse (tenant_id, create_time desc, id desc);
create index warehouse_search_ix on warehouse using gin (search_text gin_trgm_ops);
alter table warehouse enable row level security;
alter table warehouse force row level security;
create policy tenant on warehouse using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table warehouse alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on warehouse to larder_app;

-- stockLocation 库存地点
create table stock_location (
  tenant_id text not null,
  id bigint not null default new_id(),
  kind text not null,
  name text not null,
  transit_for_id bigint,
  company_dept_id bigint not null,
  dept_id bigint not null,
  closed_through date,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint stock_location_pk primary key (tenant_id, id),
  constraint stock_location_kind_ck check (kind in ('warehouse', 'factory-warehouse', 'stall', 'in-transit', 'pass-through'))
);
create index stock_location_recent_ix on stock_location (tenant_id, create_time desc, id desc);
alter table stock_location enable row level security;
alter table stock_location force row level security;
create policy tenant on stock_location using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table stock_location alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on stock_location to larder_app;

-- batch 批次
create table batch (
  tenant_id text not null,
  id bigint not null default new_id(),
  batch_code text not null,
  material_id bigint not null,
  supplier_id bigint,
  supplier_batch_no text,
  production_date date,
  expiry_date date,
  received_date date not null,
  origin_unit_cost numeric(20,6) not null,
  origin_qty numeric(20,6) not null,
  tax_rate numeric(14,6),
  source_bill_type text not null,
  source_bill_id text not null,
  source_bill_code text not null,
  source_line_id text not null,
  parent_batch_id bigint,
  lot_state text not null default 'free',
  hold_reason text,
  hold_user_id bigint,
  hold_time timestamptz,
  opened_time timestamptz,
  thawed_time timestamptz,
  origin_place text,
  papers bigint[],
  paper_kinds text,
  missing_papers text,
  residue_result text not null default 'none',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint batch_pk primary key (tenant_id, id),
  constraint batch_batch_code_uq unique nulls distinct (tenant_id, batch_code),
  constraint batch_lot_state_ck check (lot_state in ('free', 'hold', 'provisional')),
  constraint batch_residue_result_ck check (residue_result in ('none', 'pass', 'fail')),
  constraint batch_life_ck check (production_date is null or expiry_date is null or expiry_date >= production_date),
  constraint batch_hold_ck check (lot_state <> 'hold' or hold_reason is not null)
);
create index batch_recent_ix on batch (tenant_id, create_time desc, id desc);
alter table batch enable row level security;
alter table batch force row level security;
create policy tenant on batch using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table batch alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on batch to larder_app;

-- stockPeriod 库存月结
create table stock_period (
  tenant_id text not null,
  id bigint not null default new_id(),
  company_dept_id bigint not null,
  month text not null,
  start_date date not null,
  end_date date not null,
  state text not null default 'closed',
  close_user_id bigint,
  close_time timestamptz,
  checks jsonb,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint stock_period_pk primary key (tenant_id, id),
  constraint stock_period_month_company_dept_id_uq unique nulls distinct (tenant_id, month, company_dept_id),
  constraint stock_period_state_ck check (state in ('open', 'closed'))
);
create index stock_period_recent_ix on stock_period (tenant_id, create_time desc, id desc);
alter table stock_period enable row level security;
alter table stock_period force row level security;
create policy tenant on stock_period using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table stock_period alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on stock_period to larder_app;

-- issuing

-- pick 领料单
create table pick (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  warehouse_id bigint not null,
  use_restaurant_dept_id bigint not null,
  gear_operation_dept_id bigint,
  need_time timestamptz not null,
  out_state text not null default 'none',
  pick_type text not null default 'plan',
  meal_type text,
  outstore_id bigint,
  company_dept_id bigint,
  project_dept_id bigint,
  visible_dept_ids bigint[],
  attachments bigint[],
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint pick_pk primary key (tenant_id, id),
  constraint pick_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint pick_out_state_ck check (out_state in ('none', 'to-pick', 'shipped', 'received')),
  constraint pick_pick_type_ck check (pick_type in ('plan', 'extra', 'public')),
  constraint pick_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index pick_recent_ix on pick (tenant_id, create_time desc, id desc);
alter table pick enable row level security;
alter table pick force row level security;
create policy tenant on pick using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table pick alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on pick to larder_app;
create table pick_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  pick_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  reserved_qty numeric(20,6) not null default '0',
  picked_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  short_qty numeric(20,6) not null default '0',
  remark text,
  constraint pick_detail_pk primary key (tenant_id, id),
  constraint pick_detail_owner_fk foreign key (tenant_id, pick_id) references pick (tenant_id, id) on delete cascade,
  constraint pick_detail_qty_ck check (qty > 0),
  constraint pick_detail_pick_id_material_id_uq unique nulls distinct (tenant_id, pick_id, material_id)
);
create index pick_detail_owner_ix on pick_detail (tenant_id, pick_id, line_no);
alter table pick_detail enable row level security;
alter table pick_detail force row level security;
create policy tenant on pick_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table pick_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on pick_detail to larder_app;

-- outStore 出库单
create table out_store (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date not null,
  to_location_id bigint not null,
  need_time timestamptz not null,
  warehouse_id bigint not null,
  source_bill_type text not null,
  source_bill_id text not null,
  source_bill_code text not null,
  use_restaurant_dept_id bigint,
  gear_operation_dept_id bigint,
  driver text,
  plate_no text,
  ship_time timestamptz,
  receive_time timestamptz,
  receive_user_id bigint,
  company_dept_id bigint,
  project_dept_id bigint,
  visible_dept_ids bigint[],
  attachments bigint[],
  remark text,
  status text not null default 'to-pick',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint out_store_pk primary key (tenant_id, id),
  constraint out_store_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint out_store_source_bill_type_ck check (source_bill_type in ('pick', 'allocation', 'client-order', 'resend')),
  constraint out_store_source_bill_type_source_bill_id_warehouse_id_uq unique nulls distinct (tenant_id, source_bill_type, source_bill_id, warehouse_id),
  constraint out_store_status_ck check (status in ('to-pick', 'picking', 'shipped', 'difference', 'done', 'void'))
);
create index out_store_recent_ix on out_store (tenant_id, create_time desc, id desc);
alter table out_store enable row level security;
alter table out_store force row level security;
create policy tenant on out_store using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table out_store alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on out_store to larder_app;
create table out_store_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  out_store_id bigint not null,
  line_no integer not null,
  source_detail_id text not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  reserved_qty numeric(20,6) not null default '0',
  picked_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  short_qty numeric(20,6) not null default '0',
  short_reason text,
  constraint out_store_detail_pk primary key (tenant_id, id),
  constraint out_store_detail_owner_fk foreign key (tenant_id, out_store_id) references out_store (tenant_id, id) on delete cascade,
  constraint out_store_detail_qty_ck check (qty > 0)
);
create index out_store_detail_owner_ix on out_store_detail (tenant_id, out_store_id, line_no);
alter table out_store_detail enable row level security;
alter table out_store_detail force row level security;
create policy tenant on out_store_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table out_store_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on out_store_detail to larder_app;
create table out_store_picks (
  tenant_id text not null,
  id bigint not null default new_id(),
  out_store_id bigint not null,
  line_no integer not null,
  detail_id text not null,
  material_id bigint not null,
  batch_id bigint not null,
  base_unit_id bigint not null,
  base_qty numeric(20,6) not null,
  aux_qty numeric(20,6) not null default '0',
  received_base_qty numeric(20,6),
  received_aux_qty numeric(20,6),
  settled_base_qty numeric(20,6) not null default '0',
  fefo_rank integer,
  override_reason text,
  difference_cause text,
  difference_pictures bigint[],
  unit_cost numeric(20,6),
  amount numeric(20,2),
  constraint out_store_picks_pk primary key (tenant_id, id),
  constraint out_store_picks_owner_fk foreign key (tenant_id, out_store_id) references out_store (tenant_id, id) on delete cascade,
  constraint out_store_picks_base_qty_ck check (base_qty > 0)
);
create index out_store_picks_owner_ix on out_store_picks (tenant_id, out_store_id, line_no);
alter table out_store_picks enable row level security;
alter table out_store_picks force row level security;
create policy tenant on out_store_picks using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table out_store_picks alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on out_store_picks to larder_app;

-- counting

-- stockCheck 盘点单
create table stock_check (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  check_name text,
  warehouse_id bigint,
  gear_operation_dept_id bigint,
  plan_date date,
  place_kind text not null default 'site',
  short_bills text,
  variance_count integer,
  gain_amount numeric(20,2),
  loss_amount numeric(20,2),
  check_type text not null default 'full',
  scope_type text not null default 'all',
  material_type_ids bigint[],
  material_ids bigint[],
  batch_ids bigint[],
  blind smallint not null default '1',
  include_zero smallint not null default '0',
  counter_ids bigint[],
  bill_date date,
  recount_amount numeric(20,2),
  recount_percent numeric(14,6),
  snapshot_time timestamptz,
  check_time timestamptz,
  location_id bigint,
  company_dept_id bigint,
  project_dept_id bigint,
  visible_dept_ids bigint[],
  attachments bigint[],
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint stock_check_pk primary key (tenant_id, id),
  constraint stock_check_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint stock_check_place_kind_ck check (place_kind in ('site', 'factory')),
  constraint stock_check_check_type_ck check (check_type in ('full', 'cycle', 'spot', 'period-end')),
  constraint stock_check_scope_type_ck check (scope_type in ('all', 'type', 'material', 'batch')),
  constraint stock_check_blind_ck check (blind in (0, 1)),
  constraint stock_check_include_zero_ck check (include_zero in (0, 1)),
  constraint stock_check_recount_amount_ck check (recount_amount >= 0),
  constraint stock_check_recount_percent_ck check (recount_percent >= 0),
  constraint stock_check_status_ck check (status in ('draft', 'pending', 'rejected', 'approved', 'counting', 'counted', 'done', 'void'))
);
create index stock_check_location_id_status_ix on stock_check (tenant_id, location_id, status);
create index stock_check_recent_ix on stock_check (tenant_id, place_kind, create_time desc, id desc);
alter table stock_check enable row level security;
alter table stock_check force row level security;
create policy tenant on stock_check using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table stock_check alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on stock_check to larder_app;
create table stock_check_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  stock_check_id bigint not null,
  line_no integer not null,
  storage_place text,
  material_id bigint not null,
  batch_id bigint,
  expiry_date date,
  base_unit_id bigint,
  snapshot_qty numeric(20,6),
  snapshot_amount numeric(20,2),
  move_qty numeric(20,6),
  expected_qty numeric(20,6),
  count_qty numeric(20,6),
  unit_id bigint,
  factor numeric(24,12),
  count_base_qty numeric(20,6),
  parts jsonb,
  count_aux_qty numeric(20,6),
  variance_qty numeric(20,6),
  variance_cost numeric(20,6),
  variance_amount numeric(20,2),
  cause text,
  cause_remark text,
  line_state text not null default 'waiting',
  count_time timestamptz,
  count_user_id bigint,
  count_way text default 'manual',
  first_qty numeric(20,6),
  need_second smallint not null default '0',
  second_qty numeric(20,6),
  second_user_id bigint,
  second_time timestamptz,
  skip_reason text,
  supplier_id bigint,
  supplier_batch_no text,
  production_date date,
  pictures bigint[],
  count_seq text,
  constraint stock_check_detail_pk primary key (tenant_id, id),
  constraint stock_check_detail_owner_fk foreign key (tenant_id, stock_check_id) references stock_check (tenant_id, id) on delete cascade,
  constraint stock_check_detail_cause_ck check (cause in ('missing-bill', 'miscount', 'found', 'expired', 'used', 'lost', 'unit-mistake', 'wrong-lot')),
  constraint stock_check_detail_line_state_ck check (line_state in ('waiting', 'counted', 'recount', 'agreed', 'skipped')),
  constraint stock_check_detail_count_way_ck check (count_way in ('manual', 'scan', 'scale', 'sheet')),
  constraint stock_check_detail_need_second_ck check (need_second in (0, 1))
);
create index stock_check_detail_owner_ix on stock_check_detail (tenant_id, stock_check_id, line_no);
alter table stock_check_detail enable row level security;
alter table stock_check_detail force row level security;
create policy tenant on stock_check_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table stock_check_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on stock_check_detail to larder_app;

-- stockCheckVoucher 盘点凭证
create table stock_check_voucher (
  tenant_id text not null,
  id bigint not null default new_id(),
  check_id bigint not null,
  voucher_no text,
  voucher_date date not null,
  gain_amount numeric(20,2),
  loss_amount numeric(20,2),
  sap_voucher_no text,
  state text not null default 'draft',
  attachments bigint[],
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint stock_check_voucher_pk primary key (tenant_id, id),
  constraint stock_check_voucher_check_id_uq unique nulls distinct (tenant_id, check_id),
  constraint stock_check_voucher_state_ck check (state in ('draft', 'sent'))
);
create index stock_check_voucher_recent_ix on stock_check_voucher (tenant_id, create_time desc, id desc);
alter table stock_check_voucher enable row level security;
alter table stock_check_voucher force row level security;
create policy tenant on stock_check_voucher using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table stock_check_voucher alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on stock_check_voucher to larder_app;
create table stock_check_voucher_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  stock_check_voucher_id bigint not null,
  line_no integer not null,
  subject_code text not null,
  direction text not null,
  amount numeric(20,2) not null,
  cost_dept_id bigint,
  cause text,
  constraint stock_check_voucher_detail_pk primary key (tenant_id, id),
  constraint stock_check_voucher_detail_owner_fk foreign key (tenant_id, stock_check_voucher_id) references stock_check_voucher (tenant_id, id) on delete cascade,
  constraint stock_check_voucher_detail_direction_ck check (direction in ('debit', 'credit')),
  constraint stock_check_voucher_detail_amount_ck check (amount > 0)
);
create index stock_check_voucher_detail_owner_ix on stock_check_voucher_detail (tenant_id, stock_check_voucher_id, line_no);
alter table stock_check_voucher_detail enable row level security;
alter table stock_check_voucher_detail force row level security;
create policy tenant on stock_check_voucher_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table stock_check_voucher_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on stock_check_voucher_detail to larder_app;

-- sourcing

-- sourceInventoryConfigure 货源清单配置
create table source_inventory_configure (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  company_dept_id bigint not null,
  dept_id bigint,
  material_id bigint,
  material_type_id bigint,
  agreement_no text,
  source_kind text not null,
  supplier_id bigint,
  warehouse_id bigint,
  factory_dept_id bigint,
  share_percent numeric(14,6) not null default '100',
  priority integer not null default '10',
  start_date date,
  end_date date,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint source_inventory_configure_pk primary key (tenant_id, id),
  constraint source_inventory_configure_code_uq unique nulls distinct (tenant_id, code),
  constraint source_inventory_configure_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory', 'self')),
  constraint source_inventory_configure_share_percent_ck check (share_percent > 0),
  constraint source_inventory_configure_what_ck check (material_id is null or material_type_id is null),
  constraint source_inventory_configure_days_ck check (end_date is null or end_date >= start_date)
);
create index source_inventory_configure_company_dept_id_material_id_ix on source_inventory_configure (tenant_id, company_dept_id, material_id);
create index source_inventory_configure_company_dept_id_material__1srnt5m on source_inventory_configure (tenant_id, company_dept_id, material_type_id);
create index source_inventory_configure_recent_ix on source_inventory_configure (tenant_id, create_time desc, id desc);
create index source_inventory_configure_search_ix on source_inventory_configure using gin (search_text gin_trgm_ops);
alter table source_inventory_configure enable row level security;
alter table source_inventory_configure force row level security;
create policy tenant on source_inventory_configure using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table source_inventory_configure alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on source_inventory_configure to larder_app;

-- purchaseDirectDeliveryRule 采购直送规则
create table purchase_direct_delivery_rule (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  company_dept_id bigint not null,
  dept_id bigint,
  material_id bigint,
  material_type_id bigint,
  agreement_no text,
  supplier_id bigint,
  warehouse_id bigint,
  weekdays text,
  min_order_qty numeric(20,6),
  unit_id bigint,
  min_base_qty numeric(20,6),
  settle_basis text not null default 'settlement',
  markup_percent numeric(14,6),
  priority integer not null default '10',
  start_date date,
  end_date date,
  remark text,
  frozen smallint not null default '0',
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint purchase_direct_delivery_rule_pk primary key (tenant_id, id),
  constraint purchase_direct_delivery_rule_code_uq unique nulls distinct (tenant_id, code),
  constraint purchase_direct_delivery_rule_min_order_qty_ck check (min_order_qty > 0),
  constraint purchase_direct_delivery_rule_settle_basis_ck check (settle_basis in ('settlement', 'markup')),
  constraint purchase_direct_delivery_rule_markup_percent_ck check (markup_percent >= 0),
  constraint purchase_direct_delivery_rule_frozen_ck check (frozen in (0, 1)),
  constraint purchase_direct_delivery_rule_what_ck check (material_id is null or material_type_id is null),
  constraint purchase_direct_delivery_rule_days_ck check (end_date is null or end_date >= start_date)
);
create index purchase_direct_delivery_rule_company_dept_id_material_id_ix on purchase_direct_delivery_rule (tenant_id, company_dept_id, material_id);
create index purchase_direct_delivery_rule_company_dept_id_materi_qwh7ey on purchase_direct_delivery_rule (tenant_id, company_dept_id, material_type_id);
create index purchase_direct_delivery_rule_recent_ix on purchase_direct_delivery_rule (tenant_id, create_time desc, id desc);
create index purchase_direct_delivery_rule_search_ix on purchase_direct_delivery_rule using gin (search_text gin_trgm_ops);
alter table purchase_direct_delivery_rule enable row level security;
alter table purchase_direct_delivery_rule force row level security;
create policy tenant on purchase_direct_delivery_rule using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_direct_delivery_rule alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_direct_delivery_rule to larder_app;

-- materialChannel 物料渠道
create table material_channel (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  dept_id bigint,
  company_dept_id bigint,
  material_id bigint,
  material_type_id bigint,
  source_kind text not null,
  channel text not null default 'straight',
  supplier_id bigint,
  warehouse_id bigint,
  factory_dept_id bigint,
  start_date date,
  end_date date,
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_channel_pk primary key (tenant_id, id),
  constraint material_channel_code_uq unique nulls distinct (tenant_id, code),
  constraint material_channel_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory', 'self')),
  constraint material_channel_channel_ck check (channel in ('straight', 'uniform', 'self')),
  constraint material_channel_what_ck check (num_nonnulls(material_id, material_type_id) = 1),
  constraint material_channel_days_ck check (end_date is null or end_date >= start_date)
);
create index material_channel_recent_ix on material_channel (tenant_id, create_time desc, id desc);
create index material_channel_search_ix on material_channel using gin (search_text gin_trgm_ops);
alter table material_channel enable row level security;
alter table material_channel force row level security;
create policy tenant on material_channel using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_channel alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_channel to larder_app;

-- planning

-- requirementPlan 需求计划
create table requirement_plan (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  plan_name text,
  plan_type text not null default 'manual',
  company_dept_id bigint,
  blade_project_dept_ids bigint[],
  warehouse_ids bigint[],
  start_date date not null,
  end_date date not null,
  meal_types text,
  include_safety smallint not null default '1',
  net_flag smallint not null default '1',
  snapshot_time timestamptz,
  generate_param jsonb,
  confirm_flag smallint not null default '0',
  confirm_user_id bigint,
  confirm_time timestamptz,
  line_count integer not null default '0',
  late_count integer not null default '0',
  amount numeric(20,2),
  request_status text not null default 'none',
  copy_from_id bigint,
  base_plan_id bigint,
  remark text,
  attachments bigint[],
  search_text text not null default '',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint requirement_plan_pk primary key (tenant_id, id),
  constraint requirement_plan_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint requirement_plan_plan_type_ck check (plan_type in ('meal', 'safety', 'manual', 'import', 'supplement')),
  constraint requirement_plan_include_safety_ck check (include_safety in (0, 1)),
  constraint requirement_plan_net_flag_ck check (net_flag in (0, 1)),
  constraint requirement_plan_confirm_flag_ck check (confirm_flag in (0, 1)),
  constraint requirement_plan_request_status_ck check (request_status in ('none', 'partial', 'all')),
  constraint requirement_plan_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint requirement_plan_days_ck check (end_date >= start_date)
);
create index requirement_plan_status_start_date_ix on requirement_plan (tenant_id, status, start_date);
create index requirement_plan_recent_ix on requirement_plan (tenant_id, create_time desc, id desc);
create index requirement_plan_search_ix on requirement_plan using gin (search_text gin_trgm_ops);
alter table requirement_plan enable row level security;
alter table requirement_plan force row level security;
create policy tenant on requirement_plan using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table requirement_plan alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on requirement_plan to larder_app;
create table requirement_plan_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  requirement_plan_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  blade_project_dept_id bigint,
  material_id bigint not null,
  need_date date not null,
  delivery_date date,
  gross_qty numeric(20,6),
  on_hand_qty numeric(20,6),
  reserved_qty numeric(20,6),
  available_qty numeric(20,6),
  other_qty numeric(20,6),
  on_order_qty numeric(20,6),
  expire_qty numeric(20,6),
  safety_qty numeric(20,6),
  net_qty numeric(20,6),
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  proposed_qty numeric(20,6),
  packs jsonb,
  plan_qty numeric(20,6) not null,
  base_qty numeric(20,6) not null default '0',
  adjust_reason text,
  surplus_qty numeric(20,6),
  source_kind text not null default 'direct',
  source_reason text,
  out_warehouse_id bigint,
  factory_dept_id bigint,
  supplier_id bigint,
  price numeric(20,6),
  amount numeric(20,2),
  order_before timestamptz,
  delivery_note text,
  late_flag smallint not null default '0',
  origin_material_id bigint,
  requested_qty numeric(20,6) not null default '0',
  ordered_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  cancelled_qty numeric(20,6) not null default '0',
  line_status text not null default 'open',
  manual_flag smallint not null default '0',
  remark text,
  constraint requirement_plan_detail_pk primary key (tenant_id, id),
  constraint requirement_plan_detail_owner_fk foreign key (tenant_id, requirement_plan_id) references requirement_plan (tenant_id, id) on delete cascade,
  constraint requirement_plan_detail_factor_ck check (factor > 0),
  constraint requirement_plan_detail_plan_qty_ck check (plan_qty >= 0),
  constraint requirement_plan_detail_base_qty_ck check (base_qty >= 0),
  constraint requirement_plan_detail_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory', 'self')),
  constraint requirement_plan_detail_late_flag_ck check (late_flag in (0, 1)),
  constraint requirement_plan_detail_requested_qty_ck check (requested_qty >= 0),
  constraint requirement_plan_detail_ordered_qty_ck check (ordered_qty >= 0),
  constraint requirement_plan_detail_received_qty_ck check (received_qty >= 0),
  constraint requirement_plan_detail_cancelled_qty_ck check (cancelled_qty >= 0),
  constraint requirement_plan_detail_line_status_ck check (line_status in ('open', 'requested', 'closed')),
  constraint requirement_plan_detail_manual_flag_ck check (manual_flag in (0, 1))
);
create index requirement_plan_detail_owner_ix on requirement_plan_detail (tenant_id, requirement_plan_id, line_no);
alter table requirement_plan_detail enable row level security;
alter table requirement_plan_detail force row level security;
create policy tenant on requirement_plan_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table requirement_plan_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on requirement_plan_detail to larder_app;

-- purchasing

-- purchaseRequest 请购单
create table purchase_request (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  need_date_from date,
  execute_status text not null default 'none',
  line_count integer not null default '0',
  amount numeric(20,2),
  warehouse_id bigint not null,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  apply_date date,
  request_type text not null default 'manual',
  need_date_to date,
  plan_codes text,
  remark text,
  attachments bigint[],
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint purchase_request_pk primary key (tenant_id, id),
  constraint purchase_request_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint purchase_request_execute_status_ck check (execute_status in ('none', 'partial', 'all')),
  constraint purchase_request_request_type_ck check (request_type in ('plan', 'manual', 'supplement')),
  constraint purchase_request_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index purchase_request_status_create_time_ix on purchase_request (tenant_id, status, create_time);
create index purchase_request_recent_ix on purchase_request (tenant_id, create_time desc, id desc);
alter table purchase_request enable row level security;
alter table purchase_request force row level security;
create policy tenant on purchase_request using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_request alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_request to larder_app;
create table purchase_request_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  purchase_request_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  request_qty numeric(20,6) not null,
  base_qty numeric(20,6) not null default '0',
  need_date date not null,
  delivery_date date,
  source_kind text not null default 'direct',
  supplier_id bigint,
  price numeric(20,6),
  amount numeric(20,2),
  ordered_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  cancelled_qty numeric(20,6) not null default '0',
  plan_detail_id text,
  remark text,
  constraint purchase_request_detail_pk primary key (tenant_id, id),
  constraint purchase_request_detail_owner_fk foreign key (tenant_id, purchase_request_id) references purchase_request (tenant_id, id) on delete cascade,
  constraint purchase_request_detail_factor_ck check (factor > 0),
  constraint purchase_request_detail_request_qty_ck check (request_qty > 0),
  constraint purchase_request_detail_base_qty_ck check (base_qty >= 0),
  constraint purchase_request_detail_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory', 'self')),
  constraint purchase_request_detail_price_ck check (price >= 0),
  constraint purchase_request_detail_ordered_qty_ck check (ordered_qty >= 0),
  constraint purchase_request_detail_received_qty_ck check (received_qty >= 0),
  constraint purchase_request_detail_cancelled_qty_ck check (cancelled_qty >= 0)
);
create index purchase_request_detail_owner_ix on purchase_request_detail (tenant_id, purchase_request_id, line_no);
alter table purchase_request_detail enable row level security;
alter table purchase_request_detail force row level security;
create policy tenant on purchase_request_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_request_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_request_detail to larder_app;

-- purchaseOrder 采购订单
create table purchase_order (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  supplier_id bigint not null,
  delivery_date date not null,
  line_count integer not null default '0',
  amount numeric(20,2) not null default '0',
  execute_status text not null default 'none',
  warehouse_id bigint not null,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  buyer_id bigint,
  order_type text not null default 'manual',
  order_date date,
  amount_no_tax numeric(20,2) not null default '0',
  tax_amount numeric(20,2) not null default '0',
  remark text,
  attachments bigint[],
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint purchase_order_pk primary key (tenant_id, id),
  constraint purchase_order_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint purchase_order_execute_status_ck check (execute_status in ('none', 'partial', 'all', 'closed')),
  constraint purchase_order_order_type_ck check (order_type in ('straight', 'central', 'manual')),
  constraint purchase_order_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index purchase_order_status_create_time_ix on purchase_order (tenant_id, status, create_time);
create index purchase_order_supplier_id_status_ix on purchase_order (tenant_id, supplier_id, status);
create index purchase_order_recent_ix on purchase_order (tenant_id, create_time desc, id desc);
alter table purchase_order enable row level security;
alter table purchase_order force row level security;
create policy tenant on purchase_order using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_order alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_order to larder_app;
create table purchase_order_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  purchase_order_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  order_qty numeric(20,6) not null,
  base_qty numeric(20,6) not null default '0',
  surplus_qty numeric(20,6) not null default '0',
  price numeric(20,6),
  tax_rate numeric(14,6),
  price_no_tax numeric(20,6),
  amount numeric(20,2),
  price_reason text,
  delivery_date date,
  over_rate numeric(14,6) not null default '0',
  under_rate numeric(14,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  settled_qty numeric(20,6) not null default '0',
  cancelled_qty numeric(20,6) not null default '0',
  remark text,
  constraint purchase_order_detail_pk primary key (tenant_id, id),
  constraint purchase_order_detail_owner_fk foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id) on delete cascade,
  constraint purchase_order_detail_factor_ck check (factor > 0),
  constraint purchase_order_detail_order_qty_ck check (order_qty > 0),
  constraint purchase_order_detail_base_qty_ck check (base_qty >= 0),
  constraint purchase_order_detail_surplus_qty_ck check (surplus_qty >= 0),
  constraint purchase_order_detail_price_ck check (price > 0),
  constraint purchase_order_detail_tax_rate_ck check (tax_rate >= 0),
  constraint purchase_order_detail_over_rate_ck check (over_rate >= 0),
  constraint purchase_order_detail_under_rate_ck check (under_rate >= 0),
  constraint purchase_order_detail_received_qty_ck check (received_qty >= 0),
  constraint purchase_order_detail_settled_qty_ck check (settled_qty >= 0),
  constraint purchase_order_detail_cancelled_qty_ck check (cancelled_qty >= 0)
);
create index purchase_order_detail_owner_ix on purchase_order_detail (tenant_id, purchase_order_id, line_no);
alter table purchase_order_detail enable row level security;
alter table purchase_order_detail force row level security;
create policy tenant on purchase_order_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_order_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_order_detail to larder_app;

-- receiving

-- inStore 入库单
create table in_store (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  channel text not null default 'warehouse',
  supplier_id bigint,
  expect_time timestamptz,
  line_count integer not null default '0',
  received_line_count integer not null default '0',
  from_location_id bigint,
  location_id bigint not null,
  source_bill_code text,
  warehouse_id bigint,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  bill_date date,
  instore_type text not null default 'site',
  source_bill_type text not null default 'purchase-order',
  source_bill_id text not null,
  amount numeric(20,2) not null default '0',
  settlement_amount numeric(20,2),
  first_receive_time timestamptz,
  complete_time timestamptz,
  by_hand smallint not null default '1',
  remark text,
  attachments bigint[],
  status text not null default 'to-receive',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint in_store_pk primary key (tenant_id, id),
  constraint in_store_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint in_store_channel_ck check (channel in ('direct', 'warehouse', 'factory', 'self', 'internal')),
  constraint in_store_instore_type_ck check (instore_type in ('site', 'factory', 'suppress', 'returned', 'self-purchase')),
  constraint in_store_source_bill_type_ck check (source_bill_type in ('purchase-order', 'factory-order', 'stall-return', 'suppress-order', 'inv-return', 'factory-returned', 'self-purchase-order')),
  constraint in_store_by_hand_ck check (by_hand in (0, 1)),
  constraint in_store_status_ck check (status in ('to-receive', 'receiving', 'difference', 'done', 'void'))
);
create index in_store_status_expect_time_ix on in_store (tenant_id, status, expect_time);
create index in_store_source_bill_id_ix on in_store (tenant_id, source_bill_id);
create index in_store_recent_ix on in_store (tenant_id, instore_type, create_time desc, id desc);
alter table in_store enable row level security;
alter table in_store force row level security;
create policy tenant on in_store using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table in_store alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on in_store to larder_app;
create table in_store_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  in_store_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  qty numeric(20,6) not null,
  received_qty numeric(20,6) not null default '0',
  refused_qty numeric(20,6) not null default '0',
  settled_qty numeric(20,6) not null default '0',
  open_qty numeric(20,6) not null default '0',
  limit_qty numeric(20,6) not null default '0',
  line_state text not null default 'waiting',
  over_rate numeric(14,6) not null default '0',
  under_rate numeric(14,6) not null default '0',
  abs_tolerance numeric(20,6) not null default '0',
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  base_qty numeric(20,6) not null default '0',
  batch_id bigint,
  price numeric(20,6),
  tax_rate numeric(14,6),
  settlement_price numeric(20,6),
  source_detail_id text,
  remark text,
  constraint in_store_detail_pk primary key (tenant_id, id),
  constraint in_store_detail_owner_fk foreign key (tenant_id, in_store_id) references in_store (tenant_id, id) on delete cascade,
  constraint in_store_detail_qty_ck check (qty > 0),
  constraint in_store_detail_received_qty_ck check (received_qty >= 0),
  constraint in_store_detail_refused_qty_ck check (refused_qty >= 0),
  constraint in_store_detail_open_qty_ck check (open_qty >= 0),
  constraint in_store_detail_limit_qty_ck check (limit_qty >= 0),
  constraint in_store_detail_line_state_ck check (line_state in ('waiting', 'part', 'received', 'difference', 'closed')),
  constraint in_store_detail_over_rate_ck check (over_rate >= 0),
  constraint in_store_detail_under_rate_ck check (under_rate >= 0),
  constraint in_store_detail_abs_tolerance_ck check (abs_tolerance >= 0),
  constraint in_store_detail_factor_ck check (factor > 0)
);
create index in_store_detail_owner_ix on in_store_detail (tenant_id, in_store_id, line_no);
alter table in_store_detail enable row level security;
alter table in_store_detail force row level security;
create policy tenant on in_store_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table in_store_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on in_store_detail to larder_app;

-- inStoreReceiving 收货记录
create table in_store_receiving (
  tenant_id text not null,
  id bigint not null default new_id(),
  receiving_code text not null,
  instore_id bigint not null,
  arrive_time timestamptz,
  delivery_no text,
  plate_no text,
  vehicle_temp numeric(20,6),
  signer_name text,
  signature bigint[],
  receiver_id bigint,
  state text not null default 'posted',
  reversed_reason text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint in_store_receiving_pk primary key (tenant_id, id),
  constraint in_store_receiving_receiving_code_uq unique nulls distinct (tenant_id, receiving_code),
  constraint in_store_receiving_state_ck check (state in ('posted', 'reversed'))
);
create index in_store_receiving_recent_ix on in_store_receiving (tenant_id, create_time desc, id desc);
alter table in_store_receiving enable row level security;
alter table in_store_receiving force row level security;
create policy tenant on in_store_receiving using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table in_store_receiving alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on in_store_receiving to larder_app;
create table in_store_receiving_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  in_store_receiving_id bigint not null,
  line_no integer not null,
  detail_id bigint not null,
  accepted_qty numeric(20,6) not null default '0',
  refused_qty numeric(20,6) not null default '0',
  refuse_reason text,
  aux_qty numeric(20,6) not null default '0',
  gross_qty numeric(20,6),
  tare_qty numeric(20,6),
  supplier_batch_no text,
  production_date date,
  expiry_date date,
  origin text,
  delivered_price numeric(20,6),
  temperature numeric(20,6),
  residue_result text not null default 'none',
  papers bigint[],
  paper_kinds text,
  pictures bigint[],
  override_reason text,
  piece_reason text,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  base_qty numeric(20,6) not null default '0',
  price_differs smallint not null default '0',
  batch_id bigint,
  supplier_id bigint,
  arrive_time timestamptz,
  company_dept_id bigint,
  paid_price numeric(20,6),
  settled_price numeric(20,6),
  piece_weight numeric(24,12),
  band_mean numeric(24,12),
  band_sigma numeric(24,12),
  band_count integer,
  constraint in_store_receiving_detail_pk primary key (tenant_id, id),
  constraint in_store_receiving_detail_owner_fk foreign key (tenant_id, in_store_receiving_id) references in_store_receiving (tenant_id, id) on delete cascade,
  constraint in_store_receiving_detail_accepted_qty_ck check (accepted_qty >= 0),
  constraint in_store_receiving_detail_refused_qty_ck check (refused_qty >= 0),
  constraint in_store_receiving_detail_aux_qty_ck check (aux_qty >= 0),
  constraint in_store_receiving_detail_gross_qty_ck check (gross_qty >= 0),
  constraint in_store_receiving_detail_tare_qty_ck check (tare_qty >= 0),
  constraint in_store_receiving_detail_delivered_price_ck check (delivered_price > 0),
  constraint in_store_receiving_detail_residue_result_ck check (residue_result in ('none', 'pass', 'fail')),
  constraint in_store_receiving_detail_factor_ck check (factor > 0),
  constraint in_store_receiving_detail_base_qty_ck check (base_qty >= 0),
  constraint in_store_receiving_detail_price_differs_ck check (price_differs in (0, 1)),
  constraint in_store_receiving_detail_piece_weight_ck check (piece_weight > 0)
);
create index in_store_receiving_detail_owner_ix on in_store_receiving_detail (tenant_id, in_store_receiving_id, line_no);
alter table in_store_receiving_detail enable row level security;
alter table in_store_receiving_detail force row level security;
create policy tenant on in_store_receiving_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table in_store_receiving_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on in_store_receiving_detail to larder_app;

-- inStoreDifference 入库差异
create table in_store_difference (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  instore_id bigint,
  material_id bigint not null,
  sent_qty numeric(20,6) not null,
  received_qty numeric(20,6) not null,
  difference_qty numeric(20,6) not null,
  difference_type text not null,
  cause text not null,
  bearer text not null,
  outcome text not null,
  pictures bigint[],
  detail_id bigint,
  outstore_id text,
  outstore_detail_id text,
  from_location_id bigint,
  location_id bigint,
  supplier_id bigint,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  batch_id bigint,
  unit_id bigint not null,
  arrived_qty numeric(20,6) not null default '0',
  agreed_qty numeric(20,6),
  settled_qty numeric(20,6) not null default '0',
  amount numeric(20,2) not null default '0',
  require_side text not null default 'none',
  deadline date,
  confirm_user_id bigint,
  confirm_time timestamptz,
  dispute_reason text,
  remark text,
  status text not null default 'waiting',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint in_store_difference_pk primary key (tenant_id, id),
  constraint in_store_difference_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint in_store_difference_difference_type_ck check (difference_type in ('short', 'damaged', 'wrong', 'over', 'expired', 'quality')),
  constraint in_store_difference_bearer_ck check (bearer in ('supplier', 'carrier', 'sender', 'receiver')),
  constraint in_store_difference_outcome_ck check (outcome in ('wait', 'cancel-rest', 're-buy', 'charge', 'back', 'resend', 'loss', 'over-accept', 'over-return')),
  constraint in_store_difference_arrived_qty_ck check (arrived_qty >= 0),
  constraint in_store_difference_require_side_ck check (require_side in ('project', 'factory', 'none')),
  constraint in_store_difference_status_ck check (status in ('waiting', 'disputed', 'confirmed'))
);
create index in_store_difference_require_side_status_deadline_ix on in_store_difference (tenant_id, require_side, status, deadline);
create index in_store_difference_recent_ix on in_store_difference (tenant_id, create_time desc, id desc);
alter table in_store_difference enable row level security;
alter table in_store_difference force row level security;
create policy tenant on in_store_difference using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table in_store_difference alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on in_store_difference to larder_app;

-- corrections

-- priceCorrection 补差单
create table price_correction (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  supplier_id bigint not null,
  company_dept_id bigint not null,
  start_date date not null,
  end_date date not null,
  diff_amount numeric(20,2) not null default '0',
  stock_amount numeric(20,2) not null default '0',
  variance_amount numeric(20,2) not null default '0',
  tax_amount numeric(20,2) not null default '0',
  diff_no_tax numeric(20,2) not null default '0',
  correction_reason text not null,
  post_date date,
  publishes smallint not null default '1',
  line_count integer not null default '0',
  files bigint[],
  remark text,
  published jsonb,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint price_correction_pk primary key (tenant_id, id),
  constraint price_correction_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint price_correction_publishes_ck check (publishes in (0, 1)),
  constraint price_correction_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint price_correction_days_ck check (end_date >= start_date),
  constraint price_correction_legs_ck check (diff_amount = stock_amount + variance_amount + tax_amount)
);
create index price_correction_status_start_date_ix on price_correction (tenant_id, status, start_date);
create index price_correction_supplier_id_start_date_ix on price_correction (tenant_id, supplier_id, start_date);
create index price_correction_recent_ix on price_correction (tenant_id, create_time desc, id desc);
alter table price_correction enable row level security;
alter table price_correction force row level security;
create policy tenant on price_correction using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_correction alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_correction to larder_app;
create table price_correction_prices (
  tenant_id text not null,
  id bigint not null default new_id(),
  price_correction_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12),
  new_price numeric(20,6),
  start_date date,
  end_date date,
  result text,
  constraint price_correction_prices_pk primary key (tenant_id, id),
  constraint price_correction_prices_owner_fk foreign key (tenant_id, price_correction_id) references price_correction (tenant_id, id) on delete cascade,
  constraint price_correction_prices_new_price_ck check (new_price > 0)
);
create index price_correction_prices_owner_ix on price_correction_prices (tenant_id, price_correction_id, line_no);
alter table price_correction_prices enable row level security;
alter table price_correction_prices force row level security;
create policy tenant on price_correction_prices using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_correction_prices alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_correction_prices to larder_app;
create table price_correction_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  price_correction_id bigint not null,
  line_no integer not null,
  source_bill_code text not null,
  price_date date not null,
  material_id bigint not null,
  qty numeric(20,6) not null,
  unit_id bigint not null,
  old_price numeric(20,6) not null,
  new_price numeric(20,6) not null,
  diff_price numeric(20,6) not null,
  diff_amount numeric(20,2) not null default '0',
  stock_amount numeric(20,2) not null default '0',
  variance_amount numeric(20,2) not null default '0',
  tax_amount numeric(20,2) not null default '0',
  dept_id bigint,
  exclude smallint not null default '0',
  exclude_reason text,
  diff_no_tax numeric(20,2) not null default '0',
  tax_rate numeric(14,6) not null default '0',
  factor numeric(24,12) not null default '1',
  base_qty numeric(20,6) not null default '0',
  batch_id bigint,
  source_bill_type text not null,
  source_bill_id text not null,
  source_line_id text not null,
  bill_line_id text not null,
  corrects_line_id text,
  line_state text not null default 'proposed',
  constraint price_correction_detail_pk primary key (tenant_id, id),
  constraint price_correction_detail_owner_fk foreign key (tenant_id, price_correction_id) references price_correction (tenant_id, id) on delete cascade,
  constraint price_correction_detail_exclude_ck check (exclude in (0, 1)),
  constraint price_correction_detail_line_state_ck check (line_state in ('proposed', 'live', 'replaced', 'taken-back'))
);
create index price_correction_detail_owner_ix on price_correction_detail (tenant_id, price_correction_id, line_no);
alter table price_correction_detail enable row level security;
alter table price_correction_detail force row level security;
create policy tenant on price_correction_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_correction_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_correction_detail to larder_app;

-- mall

-- clientType 客户类型
create table client_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  settle_mode text not null,
  credit_limit numeric(20,2) not null default '0',
  credit_days integer not null default '30',
  min_order_amount numeric(20,2) not null default '0',
  over_limit_rule text not null default 'override',
  sort integer not null default '0',
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
  constraint client_type_pk primary key (tenant_id, id),
  constraint client_type_code_uq unique nulls distinct (tenant_id, code),
  constraint client_type_name_uq unique nulls distinct (tenant_id, name),
  constraint client_type_settle_mode_ck check (settle_mode in ('prepaid', 'credit', 'cash')),
  constraint client_type_credit_limit_ck check (credit_limit >= 0),
  constraint client_type_min_order_amount_ck check (min_order_amount >= 0),
  constraint client_type_over_limit_rule_ck check (over_limit_rule in ('refuse', 'override')),
  constraint client_type_frozen_ck check (frozen in (0, 1))
);
create index client_type_recent_ix on client_type (tenant_id, create_time desc, id desc);
create index client_type_search_ix on client_type using gin (search_text gin_trgm_ops);
alter table client_type enable row level security;
alter table client_type force row level security;
create policy tenant on client_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table client_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on client_type to larder_app;

-- goodsCategory 商品分类
create table goods_category (
  tenant_id text not null,
  id bigint not null default new_id(),
  parent_id bigint not null default '0',
  code text not null,
  name text not null,
  full_name text,
  level integer not null default '1',
  icon bigint[],
  sort integer not null default '0',
  frozen smallint not null default '0',
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint goods_category_pk primary key (tenant_id, id),
  constraint goods_category_code_uq unique nulls distinct (tenant_id, code),
  constraint goods_category_name_parent_id_uq unique nulls distinct (tenant_id, name, parent_id),
  constraint goods_category_frozen_ck check (frozen in (0, 1))
);
create index goods_category_recent_ix on goods_category (tenant_id, create_time desc, id desc);
create index goods_category_search_ix on goods_category using gin (search_text gin_trgm_ops);
alter table goods_category enable row level security;
alter table goods_category force row level security;
create policy tenant on goods_category using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table goods_category alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on goods_category to larder_app;

-- smart-meal

-- restaurantType 餐厅类型
create table restaurant_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  project_dept_id bigint,
  sort integer not null default '0',
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
  constraint restaurant_type_pk primary key (tenant_id, id),
  constraint restaurant_type_code_uq unique nulls distinct (tenant_id, code),
  constraint restaurant_type_name_project_dept_id_uq unique nulls distinct (tenant_id, name, project_dept_id),
  constraint restaurant_type_frozen_ck check (frozen in (0, 1))
);
create index restaurant_type_recent_ix on restaurant_type (tenant_id, create_time desc, id desc);
create index restaurant_type_search_ix on restaurant_type using gin (search_text gin_trgm_ops);
alter table restaurant_type enable row level security;
alter table restaurant_type force row level security;
create policy tenant on restaurant_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table restaurant_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on restaurant_type to larder_app;

-- reports

-- report 报表
create table report (
  tenant_id text not null,
  id bigint not null default new_id(),
  name text not null,
  resource text not null,
  config jsonb not null,
  share_scope text not null default 'private',
  share_ids bigint[],
  owner_user_id bigint,
  last_run_time timestamptz,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint report_pk primary key (tenant_id, id),
  constraint report_share_scope_ck check (share_scope in ('private', 'role', 'tenant')),
  constraint report_owner_user_id_name_uq unique nulls distinct (tenant_id, owner_user_id, name)
);
create index report_recent_ix on report (tenant_id, create_time desc, id desc);
create index report_search_ix on report using gin (search_text gin_trgm_ops);
alter table report enable row level security;
alter table report force row level security;
create policy tenant on report using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table report alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on report to larder_app;

-- References, composite with the tenant
alter table dept add constraint dept_leader_user_id_fk foreign key (tenant_id, leader_user_id) references app_user (tenant_id, id);
create index dept_leader_user_id_ix on dept (tenant_id, leader_user_id);
alter table dept add constraint dept_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index dept_company_dept_id_ix on dept (tenant_id, company_dept_id);
alter table dept add constraint dept_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index dept_blade_project_dept_id_ix on dept (tenant_id, blade_project_dept_id);
alter table dept add constraint dept_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index dept_use_restaurant_dept_id_ix on dept (tenant_id, use_restaurant_dept_id);
alter table app_user add constraint app_user_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index app_user_supplier_id_ix on app_user (tenant_id, supplier_id);
alter table data_scope add constraint data_scope_menu_id_fk foreign key (menu_id) references menu (id);
create index data_scope_menu_id_ix on data_scope (tenant_id, menu_id);
alter table api_scope add constraint api_scope_menu_id_fk foreign key (menu_id) references menu (id);
create index api_scope_menu_id_ix on api_scope (tenant_id, menu_id);
alter table code_generation add constraint code_generation_datasource_id_fk foreign key (datasource_id) references data_source (id);
create index code_generation_datasource_id_ix on code_generation (datasource_id);
alter table code_generation add constraint code_generation_menu_id_fk foreign key (menu_id) references menu (id);
create index code_generation_menu_id_ix on code_generation (menu_id);
alter table flow_binding add constraint flow_binding_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index flow_binding_company_dept_id_ix on flow_binding (tenant_id, company_dept_id);
alter table flow_binding add constraint flow_binding_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index flow_binding_blade_project_dept_id_ix on flow_binding (tenant_id, blade_project_dept_id);
alter table flow_delegation add constraint flow_delegation_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index flow_delegation_user_id_ix on flow_delegation (tenant_id, user_id);
alter table flow_delegation add constraint flow_delegation_agent_user_id_fk foreign key (tenant_id, agent_user_id) references app_user (tenant_id, id);
create index flow_delegation_agent_user_id_ix on flow_delegation (tenant_id, agent_user_id);
alter table leave add constraint leave_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index leave_apply_user_id_ix on leave (tenant_id, apply_user_id);
alter table leave add constraint leave_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index leave_approve_user_id_ix on leave (tenant_id, approve_user_id);
alter table leave add constraint leave_task_user_fk foreign key (tenant_id, task_user) references app_user (tenant_id, id);
create index leave_task_user_ix on leave (tenant_id, task_user);
alter table leave add constraint leave_deputy_user_id_fk foreign key (tenant_id, deputy_user_id) references app_user (tenant_id, id);
create index leave_deputy_user_id_ix on leave (tenant_id, deputy_user_id);
alter table leave add constraint leave_delegation_id_fk foreign key (tenant_id, delegation_id) references flow_delegation (tenant_id, id);
create index leave_delegation_id_ix on leave (tenant_id, delegation_id);
alter table basic_unit_conversion add constraint basic_unit_conversion_from_unit_id_fk foreign key (tenant_id, from_unit_id) references material_unit (tenant_id, id);
create index basic_unit_conversion_from_unit_id_ix on basic_unit_conversion (tenant_id, from_unit_id);
alter table basic_unit_conversion add constraint basic_unit_conversion_to_unit_id_fk foreign key (tenant_id, to_unit_id) references material_unit (tenant_id, id);
create index basic_unit_conversion_to_unit_id_ix on basic_unit_conversion (tenant_id, to_unit_id);
alter table material add constraint material_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index material_material_type_id_ix on material (tenant_id, material_type_id);
alter table material add constraint material_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index material_base_unit_id_ix on material (tenant_id, base_unit_id);
alter table material add constraint material_purchase_unit_id_fk foreign key (tenant_id, purchase_unit_id) references material_unit (tenant_id, id);
create index material_purchase_unit_id_ix on material (tenant_id, purchase_unit_id);
alter table material add constraint material_issue_unit_id_fk foreign key (tenant_id, issue_unit_id) references material_unit (tenant_id, id);
create index material_issue_unit_id_ix on material (tenant_id, issue_unit_id);
alter table material add constraint material_recipe_unit_id_fk foreign key (tenant_id, recipe_unit_id) references material_unit (tenant_id, id);
create index material_recipe_unit_id_ix on material (tenant_id, recipe_unit_id);
alter table material add constraint material_sale_unit_id_fk foreign key (tenant_id, sale_unit_id) references material_unit (tenant_id, id);
create index material_sale_unit_id_ix on material (tenant_id, sale_unit_id);
alter table material add constraint material_aux_unit_id_fk foreign key (tenant_id, aux_unit_id) references material_unit (tenant_id, id);
create index material_aux_unit_id_ix on material (tenant_id, aux_unit_id);
alter table material add constraint material_merged_into_id_fk foreign key (tenant_id, merged_into_id) references material (tenant_id, id);
create index material_merged_into_id_ix on material (tenant_id, merged_into_id);
alter table item_unit_conversion add constraint item_unit_conversion_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index item_unit_conversion_material_id_ix on item_unit_conversion (tenant_id, material_id);
alter table item_unit_conversion add constraint item_unit_conversion_from_unit_id_fk foreign key (tenant_id, from_unit_id) references material_unit (tenant_id, id);
create index item_unit_conversion_from_unit_id_ix on item_unit_conversion (tenant_id, from_unit_id);
alter table item_unit_conversion add constraint item_unit_conversion_to_unit_id_fk foreign key (tenant_id, to_unit_id) references material_unit (tenant_id, id);
create index item_unit_conversion_to_unit_id_ix on item_unit_conversion (tenant_id, to_unit_id);
alter table dish add constraint dish_dish_type_id_fk foreign key (tenant_id, dish_type_id) references dish_type (tenant_id, id);
create index dish_dish_type_id_ix on dish (tenant_id, dish_type_id);
alter table dish add constraint dish_stock_material_id_fk foreign key (tenant_id, stock_material_id) references material (tenant_id, id);
create index dish_stock_material_id_ix on dish (tenant_id, stock_material_id);
alter table dish add constraint dish_portion_material_id_fk foreign key (tenant_id, portion_material_id) references material (tenant_id, id);
create index dish_portion_material_id_ix on dish (tenant_id, portion_material_id);
alter table dish_bom add constraint dish_bom_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index dish_bom_dish_id_ix on dish_bom (tenant_id, dish_id);
alter table dish_bom add constraint dish_bom_output_unit_id_fk foreign key (tenant_id, output_unit_id) references material_unit (tenant_id, id);
create index dish_bom_output_unit_id_ix on dish_bom (tenant_id, output_unit_id);
alter table dish_bom_detail add constraint dish_bom_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index dish_bom_detail_material_id_ix on dish_bom_detail (tenant_id, material_id);
alter table dish_bom_detail add constraint dish_bom_detail_sub_dish_id_fk foreign key (tenant_id, sub_dish_id) references dish (tenant_id, id);
create index dish_bom_detail_sub_dish_id_ix on dish_bom_detail (tenant_id, sub_dish_id);
alter table dish_bom_detail add constraint dish_bom_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index dish_bom_detail_unit_id_ix on dish_bom_detail (tenant_id, unit_id);
alter table dish_bom_special_gear add constraint dish_bom_special_gear_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index dish_bom_special_gear_dish_id_ix on dish_bom_special_gear (tenant_id, dish_id);
alter table dish_bom_special_gear add constraint dish_bom_special_gear_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index dish_bom_special_gear_dept_id_ix on dish_bom_special_gear (tenant_id, dept_id);
alter table dish_bom_special_gear_detail add constraint dish_bom_special_gear_detail_target_material_id_fk foreign key (tenant_id, target_material_id) references material (tenant_id, id);
create index dish_bom_special_gear_detail_target_material_id_ix on dish_bom_special_gear_detail (tenant_id, target_material_id);
alter table dish_bom_special_gear_detail add constraint dish_bom_special_gear_detail_target_sub_dish_id_fk foreign key (tenant_id, target_sub_dish_id) references dish (tenant_id, id);
create index dish_bom_special_gear_detail_target_sub_dish_id_ix on dish_bom_special_gear_detail (tenant_id, target_sub_dish_id);
alter table dish_bom_special_gear_detail add constraint dish_bom_special_gear_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index dish_bom_special_gear_detail_material_id_ix on dish_bom_special_gear_detail (tenant_id, material_id);
alter table dish_bom_special_gear_detail add constraint dish_bom_special_gear_detail_sub_dish_id_fk foreign key (tenant_id, sub_dish_id) references dish (tenant_id, id);
create index dish_bom_special_gear_detail_sub_dish_id_ix on dish_bom_special_gear_detail (tenant_id, sub_dish_id);
alter table dish_bom_special_gear_detail add constraint dish_bom_special_gear_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index dish_bom_special_gear_detail_unit_id_ix on dish_bom_special_gear_detail (tenant_id, unit_id);
alter table menu_template add constraint menu_template_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index menu_template_apply_user_id_ix on menu_template (tenant_id, apply_user_id);
alter table menu_template add constraint menu_template_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index menu_template_approve_user_id_ix on menu_template (tenant_id, approve_user_id);
alter table menu_template add constraint menu_template_menu_template_type_id_fk foreign key (tenant_id, menu_template_type_id) references menu_template_type (tenant_id, id);
create index menu_template_menu_template_type_id_ix on menu_template (tenant_id, menu_template_type_id);
alter table menu_template add constraint menu_template_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index menu_template_blade_project_dept_id_ix on menu_template (tenant_id, blade_project_dept_id);
alter table menu_template add constraint menu_template_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index menu_template_company_dept_id_ix on menu_template (tenant_id, company_dept_id);
alter table menu_template add constraint menu_template_previous_id_fk foreign key (tenant_id, previous_id) references menu_template (tenant_id, id);
create index menu_template_previous_id_ix on menu_template (tenant_id, previous_id);
alter table menu_template_detail add constraint menu_template_detail_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index menu_template_detail_gear_operation_dept_id_ix on menu_template_detail (tenant_id, gear_operation_dept_id);
alter table menu_template_detail add constraint menu_template_detail_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index menu_template_detail_dish_id_ix on menu_template_detail (tenant_id, dish_id);
alter table material_replace add constraint material_replace_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_replace_material_id_ix on material_replace (tenant_id, material_id);
alter table material_replace add constraint material_replace_replace_material_id_fk foreign key (tenant_id, replace_material_id) references material (tenant_id, id);
create index material_replace_replace_material_id_ix on material_replace (tenant_id, replace_material_id);
alter table material_replace add constraint material_replace_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index material_replace_unit_id_ix on material_replace (tenant_id, unit_id);
alter table material_replace add constraint material_replace_replace_unit_id_fk foreign key (tenant_id, replace_unit_id) references material_unit (tenant_id, id);
create index material_replace_replace_unit_id_ix on material_replace (tenant_id, replace_unit_id);
alter table material_replace add constraint material_replace_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_replace_dept_id_ix on material_replace (tenant_id, dept_id);
alter table material_replace add constraint material_replace_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index material_replace_dish_id_ix on material_replace (tenant_id, dish_id);
alter table material_substitute add constraint material_substitute_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_substitute_material_id_ix on material_substitute (tenant_id, material_id);
alter table material_substitute add constraint material_substitute_substitute_material_id_fk foreign key (tenant_id, substitute_material_id) references material (tenant_id, id);
create index material_substitute_substitute_material_id_ix on material_substitute (tenant_id, substitute_material_id);
alter table material_substitute add constraint material_substitute_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index material_substitute_unit_id_ix on material_substitute (tenant_id, unit_id);
alter table material_substitute add constraint material_substitute_substitute_unit_id_fk foreign key (tenant_id, substitute_unit_id) references material_unit (tenant_id, id);
create index material_substitute_substitute_unit_id_ix on material_substitute (tenant_id, substitute_unit_id);
alter table material_substitute add constraint material_substitute_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_substitute_dept_id_ix on material_substitute (tenant_id, dept_id);
alter table material_substitute add constraint material_substitute_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index material_substitute_dish_id_ix on material_substitute (tenant_id, dish_id);
alter table material_alias add constraint material_alias_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_alias_material_id_ix on material_alias (tenant_id, material_id);
alter table material_alias add constraint material_alias_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index material_alias_supplier_id_ix on material_alias (tenant_id, supplier_id);
alter table material_alias add constraint material_alias_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_alias_dept_id_ix on material_alias (tenant_id, dept_id);
alter table material_auth_range add constraint material_auth_range_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_auth_range_material_id_ix on material_auth_range (tenant_id, material_id);
alter table material_auth_range add constraint material_auth_range_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index material_auth_range_material_type_id_ix on material_auth_range (tenant_id, material_type_id);
alter table material_auth_range add constraint material_auth_range_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_auth_range_dept_id_ix on material_auth_range (tenant_id, dept_id);
alter table material_cost add constraint material_cost_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_cost_material_id_ix on material_cost (tenant_id, material_id);
alter table material_cost add constraint material_cost_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_cost_dept_id_ix on material_cost (tenant_id, dept_id);
alter table material_cost add constraint material_cost_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index material_cost_unit_id_ix on material_cost (tenant_id, unit_id);
alter table material_nutrient add constraint material_nutrient_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_nutrient_material_id_ix on material_nutrient (tenant_id, material_id);
alter table nutrient_retention add constraint nutrient_retention_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index nutrient_retention_material_type_id_ix on nutrient_retention (tenant_id, material_type_id);
alter table material_merge add constraint material_merge_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_merge_material_id_ix on material_merge (tenant_id, material_id);
alter table material_merge add constraint material_merge_into_material_id_fk foreign key (tenant_id, into_material_id) references material (tenant_id, id);
create index material_merge_into_material_id_ix on material_merge (tenant_id, into_material_id);
alter table material_distinction add constraint material_distinction_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_distinction_material_id_ix on material_distinction (tenant_id, material_id);
alter table material_distinction add constraint material_distinction_other_material_id_fk foreign key (tenant_id, other_material_id) references material (tenant_id, id);
create index material_distinction_other_material_id_ix on material_distinction (tenant_id, other_material_id);
alter table material_project_dept add constraint material_project_dept_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_project_dept_material_id_ix on material_project_dept (tenant_id, material_id);
alter table material_project_dept add constraint material_project_dept_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_project_dept_dept_id_ix on material_project_dept (tenant_id, dept_id);
alter table bom_replacement add constraint bom_replacement_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index bom_replacement_material_id_ix on bom_replacement (tenant_id, material_id);
alter table bom_replacement add constraint bom_replacement_to_material_id_fk foreign key (tenant_id, to_material_id) references material (tenant_id, id);
create index bom_replacement_to_material_id_ix on bom_replacement (tenant_id, to_material_id);
alter table rotation_chart add constraint rotation_chart_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index rotation_chart_dish_id_ix on rotation_chart (tenant_id, dish_id);
alter table rotation_chart add constraint rotation_chart_menu_template_id_fk foreign key (tenant_id, menu_template_id) references menu_template (tenant_id, id);
create index rotation_chart_menu_template_id_ix on rotation_chart (tenant_id, menu_template_id);
alter table cooperation_type add constraint cooperation_type_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index cooperation_type_apply_user_id_ix on cooperation_type (tenant_id, apply_user_id);
alter table cooperation_type add constraint cooperation_type_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index cooperation_type_approve_user_id_ix on cooperation_type (tenant_id, approve_user_id);
alter table enterprise add constraint enterprise_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index enterprise_apply_user_id_ix on enterprise (tenant_id, apply_user_id);
alter table enterprise add constraint enterprise_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index enterprise_approve_user_id_ix on enterprise (tenant_id, approve_user_id);
alter table enterprise add constraint enterprise_cooperation_type_id_fk foreign key (tenant_id, cooperation_type_id) references cooperation_type (tenant_id, id);
create index enterprise_cooperation_type_id_ix on enterprise (tenant_id, cooperation_type_id);
alter table enterprise add constraint enterprise_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index enterprise_company_dept_id_ix on enterprise (tenant_id, company_dept_id);
alter table enterprise add constraint enterprise_apply_dept_id_fk foreign key (tenant_id, apply_dept_id) references dept (tenant_id, id);
create index enterprise_apply_dept_id_ix on enterprise (tenant_id, apply_dept_id);
alter table enterprise add constraint enterprise_region_id_fk foreign key (region_id) references region (id);
create index enterprise_region_id_ix on enterprise (tenant_id, region_id);
alter table supplier add constraint supplier_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index supplier_company_dept_id_ix on supplier (tenant_id, company_dept_id);
alter table supplier add constraint supplier_enterprise_id_fk foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id);
create index supplier_enterprise_id_ix on supplier (tenant_id, enterprise_id);
alter table supplier add constraint supplier_cooperation_type_id_fk foreign key (tenant_id, cooperation_type_id) references cooperation_type (tenant_id, id);
create index supplier_cooperation_type_id_ix on supplier (tenant_id, cooperation_type_id);
alter table supplier_windows add constraint supplier_windows_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index supplier_windows_dept_id_ix on supplier_windows (tenant_id, dept_id);
alter table supplier_material add constraint supplier_material_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index supplier_material_supplier_id_ix on supplier_material (tenant_id, supplier_id);
alter table supplier_material add constraint supplier_material_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index supplier_material_material_id_ix on supplier_material (tenant_id, material_id);
alter table supplier_material add constraint supplier_material_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index supplier_material_unit_id_ix on supplier_material (tenant_id, unit_id);
alter table supplier_project add constraint supplier_project_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index supplier_project_supplier_id_ix on supplier_project (tenant_id, supplier_id);
alter table supplier_project add constraint supplier_project_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index supplier_project_blade_project_dept_id_ix on supplier_project (tenant_id, blade_project_dept_id);
alter table settlement_price add constraint settlement_price_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index settlement_price_material_id_ix on settlement_price (tenant_id, material_id);
alter table settlement_price add constraint settlement_price_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index settlement_price_dept_id_ix on settlement_price (tenant_id, dept_id);
alter table settlement_price add constraint settlement_price_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index settlement_price_unit_id_ix on settlement_price (tenant_id, unit_id);
alter table settlement_price add constraint settlement_price_source_run_id_fk foreign key (tenant_id, source_run_id) references price_run (tenant_id, id);
create index settlement_price_source_run_id_ix on settlement_price (tenant_id, source_run_id);
alter table joint_operation_price add constraint joint_operation_price_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index joint_operation_price_material_id_ix on joint_operation_price (tenant_id, material_id);
alter table joint_operation_price add constraint joint_operation_price_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index joint_operation_price_dept_id_ix on joint_operation_price (tenant_id, dept_id);
alter table joint_operation_price add constraint joint_operation_price_enterprise_id_fk foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id);
create index joint_operation_price_enterprise_id_ix on joint_operation_price (tenant_id, enterprise_id);
alter table joint_operation_price add constraint joint_operation_price_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index joint_operation_price_unit_id_ix on joint_operation_price (tenant_id, unit_id);
alter table joint_operation_price add constraint joint_operation_price_source_run_id_fk foreign key (tenant_id, source_run_id) references price_run (tenant_id, id);
create index joint_operation_price_source_run_id_ix on joint_operation_price (tenant_id, source_run_id);
alter table management_price_plan add constraint management_price_plan_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index management_price_plan_apply_user_id_ix on management_price_plan (tenant_id, apply_user_id);
alter table management_price_plan add constraint management_price_plan_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index management_price_plan_approve_user_id_ix on management_price_plan (tenant_id, approve_user_id);
alter table management_price_plan add constraint management_price_plan_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index management_price_plan_company_dept_id_ix on management_price_plan (tenant_id, company_dept_id);
alter table management_price_plan add constraint management_price_plan_price_series_id_fk foreign key (tenant_id, price_series_id) references management_price_plan (tenant_id, id);
create index management_price_plan_price_series_id_ix on management_price_plan (tenant_id, price_series_id);
alter table management_price_plan add constraint management_price_plan_supersedes_id_fk foreign key (tenant_id, supersedes_id) references management_price_plan (tenant_id, id);
create index management_price_plan_supersedes_id_ix on management_price_plan (tenant_id, supersedes_id);
alter table management_price_plan add constraint management_price_plan_superseded_by_id_fk foreign key (tenant_id, superseded_by_id) references management_price_plan (tenant_id, id);
create index management_price_plan_superseded_by_id_ix on management_price_plan (tenant_id, superseded_by_id);
alter table management_price_plan_detail add constraint management_price_plan_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index management_price_plan_detail_material_id_ix on management_price_plan_detail (tenant_id, material_id);
alter table management_price_plan_detail add constraint management_price_plan_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index management_price_plan_detail_unit_id_ix on management_price_plan_detail (tenant_id, unit_id);
alter table management_price_plan_detail add constraint management_price_plan_detail_formula_id_fk foreign key (tenant_id, formula_id) references price_formula (tenant_id, id);
create index management_price_plan_detail_formula_id_ix on management_price_plan_detail (tenant_id, formula_id);
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index operating_joint_venture_price_plan_apply_user_id_ix on operating_joint_venture_price_plan (tenant_id, apply_user_id);
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index operating_joint_venture_price_plan_approve_user_id_ix on operating_joint_venture_price_plan (tenant_id, approve_user_id);
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index operating_joint_venture_price_plan_company_dept_id_ix on operating_joint_venture_price_plan (tenant_id, company_dept_id);
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_enterprise_id_fk foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id);
create index operating_joint_venture_price_plan_enterprise_id_ix on operating_joint_venture_price_plan (tenant_id, enterprise_id);
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_price_series_id_fk foreign key (tenant_id, price_series_id) references operating_joint_venture_price_plan (tenant_id, id);
create index operating_joint_venture_price_plan_price_series_id_ix on operating_joint_venture_price_plan (tenant_id, price_series_id);
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_supersedes_id_fk foreign key (tenant_id, supersedes_id) references operating_joint_venture_price_plan (tenant_id, id);
create index operating_joint_venture_price_plan_supersedes_id_ix on operating_joint_venture_price_plan (tenant_id, supersedes_id);
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_superseded_by_id_fk foreign key (tenant_id, superseded_by_id) references operating_joint_venture_price_plan (tenant_id, id);
create index operating_joint_venture_price_plan_superseded_by_id_ix on operating_joint_venture_price_plan (tenant_id, superseded_by_id);
alter table operating_joint_venture_price_plan_detail add constraint operating_joint_venture_price_plan_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index operating_joint_venture_price_plan_detail_material_id_ix on operating_joint_venture_price_plan_detail (tenant_id, material_id);
alter table operating_joint_venture_price_plan_detail add constraint operating_joint_venture_price_plan_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index operating_joint_venture_price_plan_detail_unit_id_ix on operating_joint_venture_price_plan_detail (tenant_id, unit_id);
alter table operating_joint_venture_price_plan_detail add constraint operating_joint_venture_price_plan_detail_formula_id_fk foreign key (tenant_id, formula_id) references price_formula (tenant_id, id);
create index operating_joint_venture_price_plan_detail_formula_id_ix on operating_joint_venture_price_plan_detail (tenant_id, formula_id);
alter table assessment_price_maintenance add constraint assessment_price_maintenance_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index assessment_price_maintenance_apply_user_id_ix on assessment_price_maintenance (tenant_id, apply_user_id);
alter table assessment_price_maintenance add constraint assessment_price_maintenance_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index assessment_price_maintenance_approve_user_id_ix on assessment_price_maintenance (tenant_id, approve_user_id);
alter table assessment_price_maintenance add constraint assessment_price_maintenance_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index assessment_price_maintenance_company_dept_id_ix on assessment_price_maintenance (tenant_id, company_dept_id);
alter table assessment_price_maintenance add constraint assessment_price_maintenance_price_series_id_fk foreign key (tenant_id, price_series_id) references assessment_price_maintenance (tenant_id, id);
create index assessment_price_maintenance_price_series_id_ix on assessment_price_maintenance (tenant_id, price_series_id);
alter table assessment_price_maintenance add constraint assessment_price_maintenance_supersedes_id_fk foreign key (tenant_id, supersedes_id) references assessment_price_maintenance (tenant_id, id);
create index assessment_price_maintenance_supersedes_id_ix on assessment_price_maintenance (tenant_id, supersedes_id);
alter table assessment_price_maintenance add constraint assessment_price_maintenance_superseded_by_id_fk foreign key (tenant_id, superseded_by_id) references assessment_price_maintenance (tenant_id, id);
create index assessment_price_maintenance_superseded_by_id_ix on assessment_price_maintenance (tenant_id, superseded_by_id);
alter table assessment_price_maintenance_detail add constraint assessment_price_maintenance_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index assessment_price_maintenance_detail_material_id_ix on assessment_price_maintenance_detail (tenant_id, material_id);
alter table assessment_price_maintenance_detail add constraint assessment_price_maintenance_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index assessment_price_maintenance_detail_unit_id_ix on assessment_price_maintenance_detail (tenant_id, unit_id);
alter table assessment_price_maintenance_detail add constraint assessment_price_maintenance_detail_formula_id_fk foreign key (tenant_id, formula_id) references price_formula (tenant_id, id);
create index assessment_price_maintenance_detail_formula_id_ix on assessment_price_maintenance_detail (tenant_id, formula_id);
alter table price_scheme add constraint price_scheme_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index price_scheme_apply_user_id_ix on price_scheme (tenant_id, apply_user_id);
alter table price_scheme add constraint price_scheme_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index price_scheme_approve_user_id_ix on price_scheme (tenant_id, approve_user_id);
alter table price_scheme add constraint price_scheme_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index price_scheme_company_dept_id_ix on price_scheme (tenant_id, company_dept_id);
alter table price_scheme add constraint price_scheme_management_price_plan_id_fk foreign key (tenant_id, management_price_plan_id) references management_price_plan (tenant_id, id);
create index price_scheme_management_price_plan_id_ix on price_scheme (tenant_id, management_price_plan_id);
alter table price_scheme add constraint price_scheme_operating_joint_venture_price_plan_id_fk foreign key (tenant_id, operating_joint_venture_price_plan_id) references operating_joint_venture_price_plan (tenant_id, id);
create index price_scheme_operating_joint_venture_price_plan_id_ix on price_scheme (tenant_id, operating_joint_venture_price_plan_id);
alter table price_scheme add constraint price_scheme_assessment_price_maintenance_id_fk foreign key (tenant_id, assessment_price_maintenance_id) references assessment_price_maintenance (tenant_id, id);
create index price_scheme_assessment_price_maintenance_id_ix on price_scheme (tenant_id, assessment_price_maintenance_id);
alter table price_scheme add constraint price_scheme_price_series_id_fk foreign key (tenant_id, price_series_id) references price_scheme (tenant_id, id);
create index price_scheme_price_series_id_ix on price_scheme (tenant_id, price_series_id);
alter table price_scheme add constraint price_scheme_supersedes_id_fk foreign key (tenant_id, supersedes_id) references price_scheme (tenant_id, id);
create index price_scheme_supersedes_id_ix on price_scheme (tenant_id, supersedes_id);
alter table price_scheme add constraint price_scheme_superseded_by_id_fk foreign key (tenant_id, superseded_by_id) references price_scheme (tenant_id, id);
create index price_scheme_superseded_by_id_ix on price_scheme (tenant_id, superseded_by_id);
alter table price_scheme_detail add constraint price_scheme_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index price_scheme_detail_material_id_ix on price_scheme_detail (tenant_id, material_id);
alter table price_scheme_detail add constraint price_scheme_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index price_scheme_detail_unit_id_ix on price_scheme_detail (tenant_id, unit_id);
alter table price_scheme_detail add constraint price_scheme_detail_formula_id_fk foreign key (tenant_id, formula_id) references price_formula (tenant_id, id);
create index price_scheme_detail_formula_id_ix on price_scheme_detail (tenant_id, formula_id);
alter table price_scheme_rate add constraint price_scheme_rate_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index price_scheme_rate_material_type_id_ix on price_scheme_rate (tenant_id, material_type_id);
alter table management_price_dept_relation add constraint management_price_dept_relation_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index management_price_dept_relation_dept_id_ix on management_price_dept_relation (tenant_id, dept_id);
alter table management_price_dept_relation add constraint management_price_dept_relation_management_price_plan_id_fk foreign key (tenant_id, management_price_plan_id) references management_price_plan (tenant_id, id);
create index management_price_dept_relation_management_price_plan_id_ix on management_price_dept_relation (tenant_id, management_price_plan_id);
alter table assessment_price_relation add constraint assessment_price_relation_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index assessment_price_relation_dept_id_ix on assessment_price_relation (tenant_id, dept_id);
alter table assessment_price_relation add constraint assessment_price_relation_assessment_price_maintenance_id_fk foreign key (tenant_id, assessment_price_maintenance_id) references assessment_price_maintenance (tenant_id, id);
create index assessment_price_relation_assessment_price_maintenance_id_ix on assessment_price_relation (tenant_id, assessment_price_maintenance_id);
alter table price_plan_role_relation add constraint price_plan_role_relation_role_id_fk foreign key (tenant_id, role_id) references role (tenant_id, id);
create index price_plan_role_relation_role_id_ix on price_plan_role_relation (tenant_id, role_id);
alter table price_plan_role_relation add constraint price_plan_role_relation_price_scheme_id_fk foreign key (tenant_id, price_scheme_id) references price_scheme (tenant_id, id);
create index price_plan_role_relation_price_scheme_id_ix on price_plan_role_relation (tenant_id, price_scheme_id);
alter table market_product add constraint market_product_market_source_id_fk foreign key (tenant_id, market_source_id) references market_source (tenant_id, id);
create index market_product_market_source_id_ix on market_product (tenant_id, market_source_id);
alter table market_price add constraint market_price_market_source_id_fk foreign key (tenant_id, market_source_id) references market_source (tenant_id, id);
create index market_price_market_source_id_ix on market_price (tenant_id, market_source_id);
alter table market_price add constraint market_price_market_product_id_fk foreign key (tenant_id, market_product_id) references market_product (tenant_id, id);
create index market_price_market_product_id_ix on market_price (tenant_id, market_product_id);
alter table price_early_warning add constraint price_early_warning_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index price_early_warning_company_dept_id_ix on price_early_warning (tenant_id, company_dept_id);
alter table price_early_warning add constraint price_early_warning_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index price_early_warning_material_id_ix on price_early_warning (tenant_id, material_id);
alter table price_early_warning add constraint price_early_warning_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index price_early_warning_material_type_id_ix on price_early_warning (tenant_id, material_type_id);
alter table price_early_warning add constraint price_early_warning_market_source_id_fk foreign key (tenant_id, market_source_id) references market_source (tenant_id, id);
create index price_early_warning_market_source_id_ix on price_early_warning (tenant_id, market_source_id);
alter table price_warning add constraint price_warning_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index price_warning_apply_user_id_ix on price_warning (tenant_id, apply_user_id);
alter table price_warning add constraint price_warning_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index price_warning_approve_user_id_ix on price_warning (tenant_id, approve_user_id);
alter table price_warning add constraint price_warning_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index price_warning_material_id_ix on price_warning (tenant_id, material_id);
alter table price_warning add constraint price_warning_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index price_warning_supplier_id_ix on price_warning (tenant_id, supplier_id);
alter table price_warning add constraint price_warning_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index price_warning_unit_id_ix on price_warning (tenant_id, unit_id);
alter table price_warning add constraint price_warning_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index price_warning_base_unit_id_ix on price_warning (tenant_id, base_unit_id);
alter table price_warning add constraint price_warning_rule_id_fk foreign key (tenant_id, rule_id) references price_early_warning (tenant_id, id);
create index price_warning_rule_id_ix on price_warning (tenant_id, rule_id);
alter table price_warning add constraint price_warning_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index price_warning_company_dept_id_ix on price_warning (tenant_id, company_dept_id);
alter table price_warning add constraint price_warning_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index price_warning_dept_id_ix on price_warning (tenant_id, dept_id);
alter table price_warning add constraint price_warning_handle_user_id_fk foreign key (tenant_id, handle_user_id) references app_user (tenant_id, id);
create index price_warning_handle_user_id_ix on price_warning (tenant_id, handle_user_id);
alter table price_formula add constraint price_formula_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index price_formula_dept_id_ix on price_formula (tenant_id, dept_id);
alter table price_formula add constraint price_formula_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index price_formula_material_id_ix on price_formula (tenant_id, material_id);
alter table price_formula add constraint price_formula_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index price_formula_material_type_id_ix on price_formula (tenant_id, material_type_id);
alter table price_formula add constraint price_formula_market_source_id_fk foreign key (tenant_id, market_source_id) references market_source (tenant_id, id);
create index price_formula_market_source_id_ix on price_formula (tenant_id, market_source_id);
alter table price_run add constraint price_run_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index price_run_apply_user_id_ix on price_run (tenant_id, apply_user_id);
alter table price_run add constraint price_run_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index price_run_approve_user_id_ix on price_run (tenant_id, approve_user_id);
alter table price_run add constraint price_run_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index price_run_company_dept_id_ix on price_run (tenant_id, company_dept_id);
alter table price_run_detail add constraint price_run_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index price_run_detail_material_id_ix on price_run_detail (tenant_id, material_id);
alter table price_run_detail add constraint price_run_detail_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index price_run_detail_dept_id_ix on price_run_detail (tenant_id, dept_id);
alter table price_run_detail add constraint price_run_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index price_run_detail_unit_id_ix on price_run_detail (tenant_id, unit_id);
alter table price_run_detail add constraint price_run_detail_formula_id_fk foreign key (tenant_id, formula_id) references price_formula (tenant_id, id);
create index price_run_detail_formula_id_ix on price_run_detail (tenant_id, formula_id);
alter table project_dept_system add constraint project_dept_system_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index project_dept_system_blade_project_dept_id_ix on project_dept_system (tenant_id, blade_project_dept_id);
alter table project_dept_system add constraint project_dept_system_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index project_dept_system_company_dept_id_ix on project_dept_system (tenant_id, company_dept_id);
alter table project_dept_system add constraint project_dept_system_manager_user_id_fk foreign key (tenant_id, manager_user_id) references app_user (tenant_id, id);
create index project_dept_system_manager_user_id_ix on project_dept_system (tenant_id, manager_user_id);
alter table use_restaurant add constraint use_restaurant_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index use_restaurant_use_restaurant_dept_id_ix on use_restaurant (tenant_id, use_restaurant_dept_id);
alter table use_restaurant add constraint use_restaurant_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index use_restaurant_company_dept_id_ix on use_restaurant (tenant_id, company_dept_id);
alter table use_restaurant add constraint use_restaurant_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index use_restaurant_blade_project_dept_id_ix on use_restaurant (tenant_id, blade_project_dept_id);
alter table use_restaurant add constraint use_restaurant_manager_user_id_fk foreign key (tenant_id, manager_user_id) references app_user (tenant_id, id);
create index use_restaurant_manager_user_id_ix on use_restaurant (tenant_id, manager_user_id);
alter table operation_system add constraint operation_system_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index operation_system_gear_operation_dept_id_ix on operation_system (tenant_id, gear_operation_dept_id);
alter table operation_system add constraint operation_system_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index operation_system_use_restaurant_dept_id_ix on operation_system (tenant_id, use_restaurant_dept_id);
alter table operation_system add constraint operation_system_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index operation_system_company_dept_id_ix on operation_system (tenant_id, company_dept_id);
alter table operation_system add constraint operation_system_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index operation_system_blade_project_dept_id_ix on operation_system (tenant_id, blade_project_dept_id);
alter table operation_system add constraint operation_system_manager_user_id_fk foreign key (tenant_id, manager_user_id) references app_user (tenant_id, id);
create index operation_system_manager_user_id_ix on operation_system (tenant_id, manager_user_id);
alter table operation_system add constraint operation_system_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index operation_system_warehouse_id_ix on operation_system (tenant_id, warehouse_id);
alter table time_interval_record add constraint time_interval_record_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index time_interval_record_gear_operation_dept_id_ix on time_interval_record (tenant_id, gear_operation_dept_id);
alter table time_interval_record add constraint time_interval_record_operator_id_fk foreign key (tenant_id, operator_id) references app_user (tenant_id, id);
create index time_interval_record_operator_id_ix on time_interval_record (tenant_id, operator_id);
alter table sales_plan add constraint sales_plan_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index sales_plan_apply_user_id_ix on sales_plan (tenant_id, apply_user_id);
alter table sales_plan add constraint sales_plan_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index sales_plan_approve_user_id_ix on sales_plan (tenant_id, approve_user_id);
alter table sales_plan add constraint sales_plan_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index sales_plan_gear_operation_dept_id_ix on sales_plan (tenant_id, gear_operation_dept_id);
alter table sales_plan add constraint sales_plan_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index sales_plan_company_dept_id_ix on sales_plan (tenant_id, company_dept_id);
alter table sales_plan add constraint sales_plan_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index sales_plan_blade_project_dept_id_ix on sales_plan (tenant_id, blade_project_dept_id);
alter table sales_plan add constraint sales_plan_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index sales_plan_use_restaurant_dept_id_ix on sales_plan (tenant_id, use_restaurant_dept_id);
alter table sales_plan add constraint sales_plan_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index sales_plan_project_dept_sys_id_ix on sales_plan (tenant_id, project_dept_sys_id);
alter table sales_plan_detail add constraint sales_plan_detail_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index sales_plan_detail_dish_id_ix on sales_plan_detail (tenant_id, dish_id);
alter table sales_plan_detail add constraint sales_plan_detail_menu_template_id_fk foreign key (tenant_id, menu_template_id) references menu_template (tenant_id, id);
create index sales_plan_detail_menu_template_id_ix on sales_plan_detail (tenant_id, menu_template_id);
alter table special_meal add constraint special_meal_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index special_meal_apply_user_id_ix on special_meal (tenant_id, apply_user_id);
alter table special_meal add constraint special_meal_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index special_meal_approve_user_id_ix on special_meal (tenant_id, approve_user_id);
alter table special_meal add constraint special_meal_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index special_meal_gear_operation_dept_id_ix on special_meal (tenant_id, gear_operation_dept_id);
alter table special_meal add constraint special_meal_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index special_meal_company_dept_id_ix on special_meal (tenant_id, company_dept_id);
alter table special_meal add constraint special_meal_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index special_meal_blade_project_dept_id_ix on special_meal (tenant_id, blade_project_dept_id);
alter table special_meal add constraint special_meal_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index special_meal_use_restaurant_dept_id_ix on special_meal (tenant_id, use_restaurant_dept_id);
alter table special_meal_detail add constraint special_meal_detail_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index special_meal_detail_dish_id_ix on special_meal_detail (tenant_id, dish_id);
alter table special_meal_detail add constraint special_meal_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index special_meal_detail_material_id_ix on special_meal_detail (tenant_id, material_id);
alter table special_meal_detail add constraint special_meal_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index special_meal_detail_unit_id_ix on special_meal_detail (tenant_id, unit_id);
alter table special_meal_detail add constraint special_meal_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index special_meal_detail_base_unit_id_ix on special_meal_detail (tenant_id, base_unit_id);
alter table sap_sync_run add constraint sap_sync_run_start_user_id_fk foreign key (tenant_id, start_user_id) references app_user (tenant_id, id);
create index sap_sync_run_start_user_id_ix on sap_sync_run (tenant_id, start_user_id);
alter table warehouse add constraint warehouse_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index warehouse_company_dept_id_ix on warehouse (tenant_id, company_dept_id);
alter table warehouse add constraint warehouse_project_group_dept_id_fk foreign key (tenant_id, project_group_dept_id) references dept (tenant_id, id);
create index warehouse_project_group_dept_id_ix on warehouse (tenant_id, project_group_dept_id);
alter table warehouse add constraint warehouse_manager_id_fk foreign key (tenant_id, manager_id) references app_user (tenant_id, id);
create index warehouse_manager_id_ix on warehouse (tenant_id, manager_id);
alter table stock_location add constraint stock_location_transit_for_id_fk foreign key (tenant_id, transit_for_id) references stock_location (tenant_id, id);
create index stock_location_transit_for_id_ix on stock_location (tenant_id, transit_for_id);
alter table stock_location add constraint stock_location_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index stock_location_company_dept_id_ix on stock_location (tenant_id, company_dept_id);
alter table stock_location add constraint stock_location_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index stock_location_dept_id_ix on stock_location (tenant_id, dept_id);
alter table batch add constraint batch_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index batch_material_id_ix on batch (tenant_id, material_id);
alter table batch add constraint batch_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index batch_supplier_id_ix on batch (tenant_id, supplier_id);
alter table batch add constraint batch_parent_batch_id_fk foreign key (tenant_id, parent_batch_id) references batch (tenant_id, id);
create index batch_parent_batch_id_ix on batch (tenant_id, parent_batch_id);
alter table batch add constraint batch_hold_user_id_fk foreign key (tenant_id, hold_user_id) references app_user (tenant_id, id);
create index batch_hold_user_id_ix on batch (tenant_id, hold_user_id);
alter table stock_period add constraint stock_period_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index stock_period_company_dept_id_ix on stock_period (tenant_id, company_dept_id);
alter table stock_period add constraint stock_period_close_user_id_fk foreign key (tenant_id, close_user_id) references app_user (tenant_id, id);
create index stock_period_close_user_id_ix on stock_period (tenant_id, close_user_id);
alter table pick add constraint pick_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index pick_apply_user_id_ix on pick (tenant_id, apply_user_id);
alter table pick add constraint pick_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index pick_approve_user_id_ix on pick (tenant_id, approve_user_id);
alter table pick add constraint pick_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index pick_warehouse_id_ix on pick (tenant_id, warehouse_id);
alter table pick add constraint pick_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index pick_use_restaurant_dept_id_ix on pick (tenant_id, use_restaurant_dept_id);
alter table pick add constraint pick_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index pick_gear_operation_dept_id_ix on pick (tenant_id, gear_operation_dept_id);
alter table pick add constraint pick_outstore_id_fk foreign key (tenant_id, outstore_id) references out_store (tenant_id, id);
create index pick_outstore_id_ix on pick (tenant_id, outstore_id);
alter table pick add constraint pick_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index pick_company_dept_id_ix on pick (tenant_id, company_dept_id);
alter table pick add constraint pick_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index pick_project_dept_id_ix on pick (tenant_id, project_dept_id);
alter table pick_detail add constraint pick_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index pick_detail_material_id_ix on pick_detail (tenant_id, material_id);
alter table pick_detail add constraint pick_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index pick_detail_unit_id_ix on pick_detail (tenant_id, unit_id);
alter table pick_detail add constraint pick_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index pick_detail_base_unit_id_ix on pick_detail (tenant_id, base_unit_id);
alter table out_store add constraint out_store_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index out_store_apply_user_id_ix on out_store (tenant_id, apply_user_id);
alter table out_store add constraint out_store_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index out_store_approve_user_id_ix on out_store (tenant_id, approve_user_id);
alter table out_store add constraint out_store_to_location_id_fk foreign key (tenant_id, to_location_id) references stock_location (tenant_id, id);
create index out_store_to_location_id_ix on out_store (tenant_id, to_location_id);
alter table out_store add constraint out_store_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index out_store_warehouse_id_ix on out_store (tenant_id, warehouse_id);
alter table out_store add constraint out_store_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index out_store_use_restaurant_dept_id_ix on out_store (tenant_id, use_restaurant_dept_id);
alter table out_store add constraint out_store_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index out_store_gear_operation_dept_id_ix on out_store (tenant_id, gear_operation_dept_id);
alter table out_store add constraint out_store_receive_user_id_fk foreign key (tenant_id, receive_user_id) references app_user (tenant_id, id);
create index out_store_receive_user_id_ix on out_store (tenant_id, receive_user_id);
alter table out_store add constraint out_store_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index out_store_company_dept_id_ix on out_store (tenant_id, company_dept_id);
alter table out_store add constraint out_store_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index out_store_project_dept_id_ix on out_store (tenant_id, project_dept_id);
alter table out_store_detail add constraint out_store_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index out_store_detail_material_id_ix on out_store_detail (tenant_id, material_id);
alter table out_store_detail add constraint out_store_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index out_store_detail_unit_id_ix on out_store_detail (tenant_id, unit_id);
alter table out_store_detail add constraint out_store_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index out_store_detail_base_unit_id_ix on out_store_detail (tenant_id, base_unit_id);
alter table out_store_picks add constraint out_store_picks_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index out_store_picks_material_id_ix on out_store_picks (tenant_id, material_id);
alter table out_store_picks add constraint out_store_picks_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index out_store_picks_batch_id_ix on out_store_picks (tenant_id, batch_id);
alter table out_store_picks add constraint out_store_picks_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index out_store_picks_base_unit_id_ix on out_store_picks (tenant_id, base_unit_id);
alter table stock_check add constraint stock_check_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index stock_check_apply_user_id_ix on stock_check (tenant_id, apply_user_id);
alter table stock_check add constraint stock_check_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index stock_check_approve_user_id_ix on stock_check (tenant_id, approve_user_id);
alter table stock_check add constraint stock_check_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index stock_check_warehouse_id_ix on stock_check (tenant_id, warehouse_id);
alter table stock_check add constraint stock_check_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index stock_check_gear_operation_dept_id_ix on stock_check (tenant_id, gear_operation_dept_id);
alter table stock_check add constraint stock_check_location_id_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id);
create index stock_check_location_id_ix on stock_check (tenant_id, location_id);
alter table stock_check add constraint stock_check_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index stock_check_company_dept_id_ix on stock_check (tenant_id, company_dept_id);
alter table stock_check add constraint stock_check_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index stock_check_project_dept_id_ix on stock_check (tenant_id, project_dept_id);
alter table stock_check_detail add constraint stock_check_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index stock_check_detail_material_id_ix on stock_check_detail (tenant_id, material_id);
alter table stock_check_detail add constraint stock_check_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index stock_check_detail_batch_id_ix on stock_check_detail (tenant_id, batch_id);
alter table stock_check_detail add constraint stock_check_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index stock_check_detail_base_unit_id_ix on stock_check_detail (tenant_id, base_unit_id);
alter table stock_check_detail add constraint stock_check_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index stock_check_detail_unit_id_ix on stock_check_detail (tenant_id, unit_id);
alter table stock_check_detail add constraint stock_check_detail_count_user_id_fk foreign key (tenant_id, count_user_id) references app_user (tenant_id, id);
create index stock_check_detail_count_user_id_ix on stock_check_detail (tenant_id, count_user_id);
alter table stock_check_detail add constraint stock_check_detail_second_user_id_fk foreign key (tenant_id, second_user_id) references app_user (tenant_id, id);
create index stock_check_detail_second_user_id_ix on stock_check_detail (tenant_id, second_user_id);
alter table stock_check_detail add constraint stock_check_detail_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index stock_check_detail_supplier_id_ix on stock_check_detail (tenant_id, supplier_id);
alter table stock_check_voucher add constraint stock_check_voucher_check_id_fk foreign key (tenant_id, check_id) references stock_check (tenant_id, id);
create index stock_check_voucher_check_id_ix on stock_check_voucher (tenant_id, check_id);
alter table stock_check_voucher_detail add constraint stock_check_voucher_detail_cost_dept_id_fk foreign key (tenant_id, cost_dept_id) references dept (tenant_id, id);
create index stock_check_voucher_detail_cost_dept_id_ix on stock_check_voucher_detail (tenant_id, cost_dept_id);
alter table source_inventory_configure add constraint source_inventory_configure_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index source_inventory_configure_company_dept_id_ix on source_inventory_configure (tenant_id, company_dept_id);
alter table source_inventory_configure add constraint source_inventory_configure_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index source_inventory_configure_dept_id_ix on source_inventory_configure (tenant_id, dept_id);
alter table source_inventory_configure add constraint source_inventory_configure_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index source_inventory_configure_material_id_ix on source_inventory_configure (tenant_id, material_id);
alter table source_inventory_configure add constraint source_inventory_configure_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index source_inventory_configure_material_type_id_ix on source_inventory_configure (tenant_id, material_type_id);
alter table source_inventory_configure add constraint source_inventory_configure_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index source_inventory_configure_supplier_id_ix on source_inventory_configure (tenant_id, supplier_id);
alter table source_inventory_configure add constraint source_inventory_configure_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index source_inventory_configure_warehouse_id_ix on source_inventory_configure (tenant_id, warehouse_id);
alter table source_inventory_configure add constraint source_inventory_configure_factory_dept_id_fk foreign key (tenant_id, factory_dept_id) references dept (tenant_id, id);
create index source_inventory_configure_factory_dept_id_ix on source_inventory_configure (tenant_id, factory_dept_id);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index purchase_direct_delivery_rule_company_dept_id_ix on purchase_direct_delivery_rule (tenant_id, company_dept_id);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index purchase_direct_delivery_rule_dept_id_ix on purchase_direct_delivery_rule (tenant_id, dept_id);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index purchase_direct_delivery_rule_material_id_ix on purchase_direct_delivery_rule (tenant_id, material_id);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index purchase_direct_delivery_rule_material_type_id_ix on purchase_direct_delivery_rule (tenant_id, material_type_id);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_direct_delivery_rule_supplier_id_ix on purchase_direct_delivery_rule (tenant_id, supplier_id);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index purchase_direct_delivery_rule_warehouse_id_ix on purchase_direct_delivery_rule (tenant_id, warehouse_id);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index purchase_direct_delivery_rule_unit_id_ix on purchase_direct_delivery_rule (tenant_id, unit_id);
alter table material_channel add constraint material_channel_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_channel_dept_id_ix on material_channel (tenant_id, dept_id);
alter table material_channel add constraint material_channel_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index material_channel_company_dept_id_ix on material_channel (tenant_id, company_dept_id);
alter table material_channel add constraint material_channel_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_channel_material_id_ix on material_channel (tenant_id, material_id);
alter table material_channel add constraint material_channel_material_type_id_fk foreign key (tenant_id, material_type_id) references material_type (tenant_id, id);
create index material_channel_material_type_id_ix on material_channel (tenant_id, material_type_id);
alter table material_channel add constraint material_channel_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index material_channel_supplier_id_ix on material_channel (tenant_id, supplier_id);
alter table material_channel add constraint material_channel_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index material_channel_warehouse_id_ix on material_channel (tenant_id, warehouse_id);
alter table material_channel add constraint material_channel_factory_dept_id_fk foreign key (tenant_id, factory_dept_id) references dept (tenant_id, id);
create index material_channel_factory_dept_id_ix on material_channel (tenant_id, factory_dept_id);
alter table requirement_plan add constraint requirement_plan_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index requirement_plan_apply_user_id_ix on requirement_plan (tenant_id, apply_user_id);
alter table requirement_plan add constraint requirement_plan_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index requirement_plan_approve_user_id_ix on requirement_plan (tenant_id, approve_user_id);
alter table requirement_plan add constraint requirement_plan_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index requirement_plan_company_dept_id_ix on requirement_plan (tenant_id, company_dept_id);
alter table requirement_plan add constraint requirement_plan_confirm_user_id_fk foreign key (tenant_id, confirm_user_id) references app_user (tenant_id, id);
create index requirement_plan_confirm_user_id_ix on requirement_plan (tenant_id, confirm_user_id);
alter table requirement_plan add constraint requirement_plan_copy_from_id_fk foreign key (tenant_id, copy_from_id) references requirement_plan (tenant_id, id);
create index requirement_plan_copy_from_id_ix on requirement_plan (tenant_id, copy_from_id);
alter table requirement_plan add constraint requirement_plan_base_plan_id_fk foreign key (tenant_id, base_plan_id) references requirement_plan (tenant_id, id);
create index requirement_plan_base_plan_id_ix on requirement_plan (tenant_id, base_plan_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index requirement_plan_detail_warehouse_id_ix on requirement_plan_detail (tenant_id, warehouse_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index requirement_plan_detail_blade_project_dept_id_ix on requirement_plan_detail (tenant_id, blade_project_dept_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index requirement_plan_detail_material_id_ix on requirement_plan_detail (tenant_id, material_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index requirement_plan_detail_unit_id_ix on requirement_plan_detail (tenant_id, unit_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index requirement_plan_detail_base_unit_id_ix on requirement_plan_detail (tenant_id, base_unit_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index requirement_plan_detail_out_warehouse_id_ix on requirement_plan_detail (tenant_id, out_warehouse_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_factory_dept_id_fk foreign key (tenant_id, factory_dept_id) references dept (tenant_id, id);
create index requirement_plan_detail_factory_dept_id_ix on requirement_plan_detail (tenant_id, factory_dept_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index requirement_plan_detail_supplier_id_ix on requirement_plan_detail (tenant_id, supplier_id);
alter table requirement_plan_detail add constraint requirement_plan_detail_origin_material_id_fk foreign key (tenant_id, origin_material_id) references material (tenant_id, id);
create index requirement_plan_detail_origin_material_id_ix on requirement_plan_detail (tenant_id, origin_material_id);
alter table purchase_request add constraint purchase_request_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index purchase_request_apply_user_id_ix on purchase_request (tenant_id, apply_user_id);
alter table purchase_request add constraint purchase_request_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index purchase_request_approve_user_id_ix on purchase_request (tenant_id, approve_user_id);
alter table purchase_request add constraint purchase_request_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index purchase_request_warehouse_id_ix on purchase_request (tenant_id, warehouse_id);
alter table purchase_request add constraint purchase_request_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index purchase_request_company_dept_id_ix on purchase_request (tenant_id, company_dept_id);
alter table purchase_request add constraint purchase_request_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index purchase_request_blade_project_dept_id_ix on purchase_request (tenant_id, blade_project_dept_id);
alter table purchase_request_detail add constraint purchase_request_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index purchase_request_detail_material_id_ix on purchase_request_detail (tenant_id, material_id);
alter table purchase_request_detail add constraint purchase_request_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index purchase_request_detail_unit_id_ix on purchase_request_detail (tenant_id, unit_id);
alter table purchase_request_detail add constraint purchase_request_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index purchase_request_detail_base_unit_id_ix on purchase_request_detail (tenant_id, base_unit_id);
alter table purchase_request_detail add constraint purchase_request_detail_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_request_detail_supplier_id_ix on purchase_request_detail (tenant_id, supplier_id);
alter table purchase_order add constraint purchase_order_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index purchase_order_apply_user_id_ix on purchase_order (tenant_id, apply_user_id);
alter table purchase_order add constraint purchase_order_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index purchase_order_approve_user_id_ix on purchase_order (tenant_id, approve_user_id);
alter table purchase_order add constraint purchase_order_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_order_supplier_id_ix on purchase_order (tenant_id, supplier_id);
alter table purchase_order add constraint purchase_order_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index purchase_order_warehouse_id_ix on purchase_order (tenant_id, warehouse_id);
alter table purchase_order add constraint purchase_order_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index purchase_order_company_dept_id_ix on purchase_order (tenant_id, company_dept_id);
alter table purchase_order add constraint purchase_order_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index purchase_order_blade_project_dept_id_ix on purchase_order (tenant_id, blade_project_dept_id);
alter table purchase_order add constraint purchase_order_buyer_id_fk foreign key (tenant_id, buyer_id) references app_user (tenant_id, id);
create index purchase_order_buyer_id_ix on purchase_order (tenant_id, buyer_id);
alter table purchase_order_detail add constraint purchase_order_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index purchase_order_detail_material_id_ix on purchase_order_detail (tenant_id, material_id);
alter table purchase_order_detail add constraint purchase_order_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index purchase_order_detail_unit_id_ix on purchase_order_detail (tenant_id, unit_id);
alter table purchase_order_detail add constraint purchase_order_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index purchase_order_detail_base_unit_id_ix on purchase_order_detail (tenant_id, base_unit_id);
alter table in_store add constraint in_store_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index in_store_apply_user_id_ix on in_store (tenant_id, apply_user_id);
alter table in_store add constraint in_store_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index in_store_approve_user_id_ix on in_store (tenant_id, approve_user_id);
alter table in_store add constraint in_store_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index in_store_supplier_id_ix on in_store (tenant_id, supplier_id);
alter table in_store add constraint in_store_from_location_id_fk foreign key (tenant_id, from_location_id) references stock_location (tenant_id, id);
create index in_store_from_location_id_ix on in_store (tenant_id, from_location_id);
alter table in_store add constraint in_store_location_id_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id);
create index in_store_location_id_ix on in_store (tenant_id, location_id);
alter table in_store add constraint in_store_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index in_store_warehouse_id_ix on in_store (tenant_id, warehouse_id);
alter table in_store add constraint in_store_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index in_store_company_dept_id_ix on in_store (tenant_id, company_dept_id);
alter table in_store add constraint in_store_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index in_store_blade_project_dept_id_ix on in_store (tenant_id, blade_project_dept_id);
alter table in_store_detail add constraint in_store_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index in_store_detail_material_id_ix on in_store_detail (tenant_id, material_id);
alter table in_store_detail add constraint in_store_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index in_store_detail_unit_id_ix on in_store_detail (tenant_id, unit_id);
alter table in_store_detail add constraint in_store_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index in_store_detail_base_unit_id_ix on in_store_detail (tenant_id, base_unit_id);
alter table in_store_detail add constraint in_store_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index in_store_detail_batch_id_ix on in_store_detail (tenant_id, batch_id);
alter table in_store_receiving add constraint in_store_receiving_instore_id_fk foreign key (tenant_id, instore_id) references in_store (tenant_id, id);
create index in_store_receiving_instore_id_ix on in_store_receiving (tenant_id, instore_id);
alter table in_store_receiving add constraint in_store_receiving_receiver_id_fk foreign key (tenant_id, receiver_id) references app_user (tenant_id, id);
create index in_store_receiving_receiver_id_ix on in_store_receiving (tenant_id, receiver_id);
alter table in_store_receiving_detail add constraint in_store_receiving_detail_detail_id_fk foreign key (tenant_id, detail_id) references in_store_detail (tenant_id, id);
create index in_store_receiving_detail_detail_id_ix on in_store_receiving_detail (tenant_id, detail_id);
alter table in_store_receiving_detail add constraint in_store_receiving_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index in_store_receiving_detail_material_id_ix on in_store_receiving_detail (tenant_id, material_id);
alter table in_store_receiving_detail add constraint in_store_receiving_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index in_store_receiving_detail_unit_id_ix on in_store_receiving_detail (tenant_id, unit_id);
alter table in_store_receiving_detail add constraint in_store_receiving_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index in_store_receiving_detail_base_unit_id_ix on in_store_receiving_detail (tenant_id, base_unit_id);
alter table in_store_receiving_detail add constraint in_store_receiving_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index in_store_receiving_detail_batch_id_ix on in_store_receiving_detail (tenant_id, batch_id);
alter table in_store_receiving_detail add constraint in_store_receiving_detail_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index in_store_receiving_detail_supplier_id_ix on in_store_receiving_detail (tenant_id, supplier_id);
alter table in_store_receiving_detail add constraint in_store_receiving_detail_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index in_store_receiving_detail_company_dept_id_ix on in_store_receiving_detail (tenant_id, company_dept_id);
alter table in_store_difference add constraint in_store_difference_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index in_store_difference_apply_user_id_ix on in_store_difference (tenant_id, apply_user_id);
alter table in_store_difference add constraint in_store_difference_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index in_store_difference_approve_user_id_ix on in_store_difference (tenant_id, approve_user_id);
alter table in_store_difference add constraint in_store_difference_instore_id_fk foreign key (tenant_id, instore_id) references in_store (tenant_id, id);
create index in_store_difference_instore_id_ix on in_store_difference (tenant_id, instore_id);
alter table in_store_difference add constraint in_store_difference_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index in_store_difference_material_id_ix on in_store_difference (tenant_id, material_id);
alter table in_store_difference add constraint in_store_difference_detail_id_fk foreign key (tenant_id, detail_id) references in_store_detail (tenant_id, id);
create index in_store_difference_detail_id_ix on in_store_difference (tenant_id, detail_id);
alter table in_store_difference add constraint in_store_difference_from_location_id_fk foreign key (tenant_id, from_location_id) references stock_location (tenant_id, id);
create index in_store_difference_from_location_id_ix on in_store_difference (tenant_id, from_location_id);
alter table in_store_difference add constraint in_store_difference_location_id_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id);
create index in_store_difference_location_id_ix on in_store_difference (tenant_id, location_id);
alter table in_store_difference add constraint in_store_difference_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index in_store_difference_supplier_id_ix on in_store_difference (tenant_id, supplier_id);
alter table in_store_difference add constraint in_store_difference_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index in_store_difference_company_dept_id_ix on in_store_difference (tenant_id, company_dept_id);
alter table in_store_difference add constraint in_store_difference_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index in_store_difference_blade_project_dept_id_ix on in_store_difference (tenant_id, blade_project_dept_id);
alter table in_store_difference add constraint in_store_difference_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index in_store_difference_batch_id_ix on in_store_difference (tenant_id, batch_id);
alter table in_store_difference add constraint in_store_difference_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index in_store_difference_unit_id_ix on in_store_difference (tenant_id, unit_id);
alter table in_store_difference add constraint in_store_difference_confirm_user_id_fk foreign key (tenant_id, confirm_user_id) references app_user (tenant_id, id);
create index in_store_difference_confirm_user_id_ix on in_store_difference (tenant_id, confirm_user_id);
alter table price_correction add constraint price_correction_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index price_correction_apply_user_id_ix on price_correction (tenant_id, apply_user_id);
alter table price_correction add constraint price_correction_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index price_correction_approve_user_id_ix on price_correction (tenant_id, approve_user_id);
alter table price_correction add constraint price_correction_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index price_correction_supplier_id_ix on price_correction (tenant_id, supplier_id);
alter table price_correction add constraint price_correction_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index price_correction_company_dept_id_ix on price_correction (tenant_id, company_dept_id);
alter table price_correction_prices add constraint price_correction_prices_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index price_correction_prices_material_id_ix on price_correction_prices (tenant_id, material_id);
alter table price_correction_prices add constraint price_correction_prices_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index price_correction_prices_unit_id_ix on price_correction_prices (tenant_id, unit_id);
alter table price_correction_detail add constraint price_correction_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index price_correction_detail_material_id_ix on price_correction_detail (tenant_id, material_id);
alter table price_correction_detail add constraint price_correction_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index price_correction_detail_unit_id_ix on price_correction_detail (tenant_id, unit_id);
alter table price_correction_detail add constraint price_correction_detail_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index price_correction_detail_dept_id_ix on price_correction_detail (tenant_id, dept_id);
alter table price_correction_detail add constraint price_correction_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index price_correction_detail_batch_id_ix on price_correction_detail (tenant_id, batch_id);
alter table restaurant_type add constraint restaurant_type_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index restaurant_type_project_dept_id_ix on restaurant_type (tenant_id, project_dept_id);
alter table report add constraint report_owner_user_id_fk foreign key (tenant_id, owner_user_id) references app_user (tenant_id, id);
create index report_owner_user_id_ix on report (tenant_id, owner_user_id);
