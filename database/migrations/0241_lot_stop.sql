-- Who stopped a lot by an act over many (a recall, a call-back), and how it stood before: of two, the second holds on.
create table lot_stop (
  tenant_id text not null default current_setting('app.tenant', true),
  batch_id bigint not null,
  reason text not null,
  lot_state text not null,
  hold_reason text,
  hold_user_id bigint not null,
  hold_time timestamptz not null,
  constraint lot_stop_pk primary key (tenant_id, batch_id, reason),
  constraint lot_stop_batch_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id)
);
create index lot_stop_reason_ix on lot_stop (tenant_id, reason);
alter table lot_stop enable row level security;
alter table lot_stop force row level security;
create policy tenant on lot_stop using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, delete on lot_stop to larder_app;
-- Recalls that run already know what they hold.
insert into lot_stop (tenant_id, batch_id, reason, lot_state, hold_reason, hold_user_id, hold_time)
select l.tenant_id, l.batch_id, b.hold_reason, l.lot_state, l.hold_reason, b.hold_user_id, b.hold_time
from recall_case_lots l join recall_case c on c.tenant_id = l.tenant_id and c.id = l.recall_case_id
join batch b on b.tenant_id = l.tenant_id and b.id = l.batch_id
where l.held = 1 and b.lot_state = 'hold' and b.hold_user_id is not null and b.hold_time is not null
  and b.hold_reason = left('召回 ' || c.bill_code || '：' || c.cause, 200)
on conflict do nothing;
