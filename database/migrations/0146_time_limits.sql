-- Time limits of tasks: each passes its own once, and one that passed may reject a task nobody had claimed.
alter table flow_task add column overdue_time timestamptz;
alter table flow_task drop constraint flow_task_assignee_ck;
alter table flow_task add constraint flow_task_assignee_ck check (assignee is not null or state in ('open', 'cancelled', 'rejected'));
