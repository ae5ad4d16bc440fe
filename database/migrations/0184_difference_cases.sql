-- Cases of goods between our own places: which lot of which out-store they are about, whose word is waited for, and
-- what came of them.
alter table in_store_difference add column aux_qty numeric(20,6);
alter table in_store_difference add column base_qty numeric(20,6);
alter table in_store_difference add column bear_amount numeric(20,2);
alter table in_store_difference add column held_batch_id bigint;
alter table in_store_difference add column outstore_pick_id text;
alter table in_store_difference add column overdue_time timestamptz;
alter table in_store_difference add column pair_id bigint;
alter table in_store_difference add column require_dept_id bigint;
alter table in_store_difference add column resend_outstore_id bigint;
alter table in_store_difference add column visible_dept_ids bigint[];
alter table out_store add column case_count integer not null default 0;
alter table in_store_difference alter column outstore_id type bigint using outstore_id::bigint;
alter table in_store_difference add constraint in_store_difference_held_batch_id_fk FOREIGN KEY (tenant_id, held_batch_id) REFERENCES batch(tenant_id, id);
alter table in_store_difference add constraint in_store_difference_outstore_id_fk FOREIGN KEY (tenant_id, outstore_id) REFERENCES out_store(tenant_id, id);
alter table in_store_difference add constraint in_store_difference_pair_id_fk FOREIGN KEY (tenant_id, pair_id) REFERENCES in_store_difference(tenant_id, id);
alter table in_store_difference add constraint in_store_difference_require_dept_id_fk FOREIGN KEY (tenant_id, require_dept_id) REFERENCES dept(tenant_id, id);
alter table in_store_difference add constraint in_store_difference_resend_outstore_id_fk FOREIGN KEY (tenant_id, resend_outstore_id) REFERENCES out_store(tenant_id, id);
create index in_store_difference_held_batch_id_ix on in_store_difference USING btree (tenant_id, held_batch_id);
create index in_store_difference_outstore_id_ix on in_store_difference USING btree (tenant_id, outstore_id);
create index in_store_difference_pair_id_ix on in_store_difference USING btree (tenant_id, pair_id);
create index in_store_difference_require_dept_id_ix on in_store_difference USING btree (tenant_id, require_dept_id);
create index in_store_difference_resend_outstore_id_ix on in_store_difference USING btree (tenant_id, resend_outstore_id);

-- Both sides see a case; so far one department did.
alter table in_store_difference no force row level security;
update in_store_difference set visible_dept_ids = array[blade_project_dept_id] where blade_project_dept_id is not null;
alter table in_store_difference force row level security;

-- A lot that was sent has one case of a kind that is not confirmed.
create unique index in_store_difference_sent_waiting_uq on in_store_difference (tenant_id, outstore_pick_id, batch_id, difference_type)
  where status <> 'confirmed' and outstore_pick_id is not null;
-- What is claimed of it is found by it.
create index in_store_difference_pick_ix on in_store_difference (tenant_id, outstore_pick_id) where outstore_pick_id is not null;
-- A case of an out-store names the lot, and how much of it exactly.
alter table in_store_difference add constraint in_store_difference_sent_ck
  check (outstore_id is null or (outstore_pick_id is not null and batch_id is not null and base_qty is not null and sign(base_qty) = sign(difference_qty)));
-- What came too many and is kept was received beyond what was sent: settled below zero, so that both still make what was sent.
alter table out_store_picks drop constraint out_store_picks_conserved_ck;
alter table out_store_picks add constraint out_store_picks_conserved_ck
  check (received_base_qty is null or (received_base_qty >= 0 and received_base_qty + settled_base_qty <= base_qty and settled_base_qty >= -received_base_qty));
alter table out_store add constraint out_store_case_count_ck check (case_count >= 0);
