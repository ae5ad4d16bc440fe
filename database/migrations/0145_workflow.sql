-- Workflow: what is drawn and deployed, what runs of it, and what was decided.

-- The drawing of a model and what it compiles to; too large for lists.
alter table flow_model add column xml text not null default '', add column graph jsonb;

-- Deployed versions of one tenant. A removed one stays for the pictures of what ran on it.
create table flow_deployment (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  key text not null,
  name text not null,
  category text not null,
  version integer not null,
  xml text not null,
  graph jsonb not null,
  picture jsonb not null,
  suspension_state smallint not null default 1 check (suspension_state in (1, 2)),
  source_model_id bigint,
  deployment_time timestamptz not null default now(),
  deployed_by bigint,
  removed_time timestamptz,
  constraint flow_deployment_pk primary key (tenant_id, id),
  constraint flow_deployment_version_uq unique (tenant_id, key, version)
);

-- Versions the platform deployed for everybody, or for named tenants. Holds no tenant's data.
create table flow_common (
  id bigint not null default new_id() primary key,
  key text not null,
  name text not null,
  category text not null,
  version integer not null,
  xml text not null,
  graph jsonb not null,
  picture jsonb not null,
  suspension_state smallint not null default 1 check (suspension_state in (1, 2)),
  source_model_id bigint,
  deployment_time timestamptz not null default now(),
  -- Empty: for all.
  for_tenants text[] not null default '{}',
  removed_time timestamptz,
  constraint flow_common_version_uq unique (key, version)
);
grant select, insert, update on flow_common to larder_app;

-- A process on its way, over one document. The lock of the document is the lock of its process.
create table flow_instance (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  process_definition_id bigint not null,
  process_definition_key text not null,
  process_definition_name text not null,
  process_definition_version integer not null,
  category text not null,
  business_resource text not null,
  bill_type text not null,
  business_id bigint not null,
  business_code text not null,
  title text not null default '',
  amount numeric(20,2),
  facts jsonb not null,
  -- The document as it was sent, for what changed when it is sent again.
  snapshot jsonb not null,
  tokens jsonb not null,
  -- Routes gone along, for the picture.
  trail text[] not null default '{}',
  round integer not null default 1,
  start_user bigint not null,
  start_dept bigint,
  start_time timestamptz not null,
  end_time timestamptz,
  state text not null default 'running' check (state in ('running', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  suspension_state smallint not null default 1 check (suspension_state in (1, 2)),
  delete_reason text,
  constraint flow_instance_pk primary key (tenant_id, id)
);
create unique index flow_instance_alone_uq on flow_instance (tenant_id, business_resource, business_id) where state = 'running';
create index flow_instance_business_ix on flow_instance (tenant_id, business_resource, business_id, round);
create index flow_instance_sent_ix on flow_instance (tenant_id, start_user, start_time);
create index flow_instance_state_ix on flow_instance (tenant_id, state, start_time);

create table flow_task (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  process_instance_id bigint not null,
  node_id text not null,
  -- The how-many-th time the process came to this node.
  visit integer not null,
  seq integer not null,
  task_name text not null,
  mode text not null check (mode in ('any', 'all', 'ratio')),
  -- Was asked by somebody who had the task.
  added smallint not null default 0 check (added in (0, 1)),
  state text not null check (state in ('queued', 'open', 'claimed', 'approved', 'rejected', 'returned', 'transferred', 'cancelled')),
  assignee bigint,
  owner_user_id bigint,
  claim_time timestamptz,
  create_time timestamptz not null,
  due_time timestamptz,
  end_time timestamptz,
  comment text,
  remind_count integer not null default 0,
  constraint flow_task_pk primary key (tenant_id, id),
  constraint flow_task_instance_fk foreign key (tenant_id, process_instance_id) references flow_instance (tenant_id, id),
  constraint flow_task_assignee_ck check (assignee is not null or state in ('open', 'cancelled'))
);
create index flow_task_instance_ix on flow_task (tenant_id, process_instance_id, node_id);
create index flow_task_assignee_ix on flow_task (tenant_id, assignee, state, create_time);
create index flow_task_due_ix on flow_task (tenant_id, due_time) where state in ('open', 'claimed');

create table flow_task_candidate (
  tenant_id text not null default current_setting('app.tenant', true),
  task_id bigint not null,
  user_id bigint not null,
  kind text not null,
  ref text not null default '',
  constraint flow_task_candidate_pk primary key (tenant_id, task_id, user_id),
  constraint flow_task_candidate_task_fk foreign key (tenant_id, task_id) references flow_task (tenant_id, id) on delete cascade
);
create index flow_task_candidate_user_ix on flow_task_candidate (tenant_id, user_id, task_id);

-- What was done, by whom, for whom, with which words. INSERT and SELECT only.
create table flow_history (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  process_instance_id bigint not null,
  history_activity_id text not null,
  history_activity_name text not null,
  kind text not null check (kind in ('start', 'task', 'gateway', 'end', 'cc', 'urge', 'transfer', 'add-sign', 'return', 'withdraw', 'overdue', 'cancel')),
  assignee bigint,
  on_behalf_of bigint,
  -- Whom it was handed to, who was asked as well, who was told.
  other_user_id bigint,
  result text not null default '',
  comment text not null default '',
  create_time timestamptz not null,
  end_time timestamptz not null,
  constraint flow_history_pk primary key (tenant_id, id),
  constraint flow_history_instance_fk foreign key (tenant_id, process_instance_id) references flow_instance (tenant_id, id)
);
create index flow_history_instance_ix on flow_history (tenant_id, process_instance_id, id);
create index flow_history_assignee_ix on flow_history (tenant_id, assignee, kind, end_time);
create index flow_history_other_ix on flow_history (tenant_id, other_user_id, kind, end_time);

do $$
declare each text;
begin
  foreach each in array array['flow_deployment', 'flow_instance', 'flow_task', 'flow_task_candidate', 'flow_history'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
  end loop;
end $$;
grant select, insert, update on flow_deployment, flow_instance, flow_task to larder_app;
grant select, insert, update, delete on flow_task_candidate to larder_app;
grant select, insert on flow_history to larder_app;
