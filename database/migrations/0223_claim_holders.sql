-- A claim of a planned meal names who holds it: a requirement plan, or a distribution. A line still has one live claim.
alter table plan_claim rename column requirement_plan_id to holder_id;
alter table plan_claim add column holder_type text not null default 'requirement-plan';
alter table plan_claim alter column holder_type drop default;
alter table plan_claim add constraint plan_claim_holder_type_ck check (holder_type in ('requirement-plan', 'distribution'));

create or replace function forget_claims() returns trigger language plpgsql as $$
begin
  delete from plan_claim where tenant_id = old.tenant_id and holder_id = old.id;
  return old;
end $$;
