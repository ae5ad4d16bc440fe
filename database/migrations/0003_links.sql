-- How documents follow from one another, line by line, with the quantity that went along. Append-only:
-- taking a quantity back is a row of opposite sign.
create table bill_link (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  kind text not null,
  from_type text not null, from_bill_id bigint not null, from_line_id bigint not null,
  to_type text not null, to_bill_id bigint not null, to_line_id bigint not null,
  from_qty numeric(20, 6) not null,
  to_qty numeric(20, 6) not null,
  reason text not null default '',
  user_id bigint,
  time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index bill_link_down_ix on bill_link (tenant_id, from_type, from_bill_id, from_line_id);
create index bill_link_up_ix on bill_link (tenant_id, to_type, to_bill_id, to_line_id);
alter table bill_link enable row level security;
alter table bill_link force row level security;
create policy tenant on bill_link using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on bill_link to larder_app;
