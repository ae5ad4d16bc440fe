-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table supplier_score (
  tenant_id text not null,
  id bigint not null default new_id(),
  supplier_id bigint not null,
  month text not null,
  score numeric(14,6),
  on_time_percent numeric(14,6),
  fill_percent numeric(14,6),
  refuse_percent numeric(14,6),
  life_percent numeric(14,6),
  price_percent numeric(14,6),
  answer_percent numeric(14,6),
  answer_minutes integer,
  order_lines integer not null default '0',
  price_warnings integer not null default '0',
  suggested_grade text,
  made_time timestamptz not null,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint supplier_score_pk primary key (tenant_id, id),
  constraint supplier_score_suggested_grade_ck check (suggested_grade in ('a', 'b', 'c', 'd')),
  constraint supplier_score_supplier_id_month_uq unique nulls distinct (tenant_id, supplier_id, month)
);
create index supplier_score_month_score_ix on supplier_score (tenant_id, month, score);
create index supplier_score_month_order_ix on supplier_score (tenant_id, month, id);
create index supplier_score_month_part_ix on supplier_score using gin (month gin_trgm_ops);
create index supplier_score_recent_ix on supplier_score (tenant_id, create_time desc, id desc);
alter table supplier_score enable row level security;
alter table supplier_score force row level security;
create policy tenant on supplier_score using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table supplier_score alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on supplier_score to larder_app;
alter table supplier_score add constraint supplier_score_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index supplier_score_supplier_id_ix on supplier_score (tenant_id, supplier_id);
