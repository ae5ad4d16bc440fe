-- A region is keyed by its code: the id is the same number, and a parent cannot go before its children.
alter table region add constraint region_code_ck check (code ~ '^[0-9]{2,12}$');
alter table region add constraint region_parent_fk foreign key (parent_code) references region (code) deferrable initially immediate;
create index region_parent_ix on region (parent_code, sort, code);
create function region_keyed_by_code() returns trigger language plpgsql as $$ begin new.id := new.code::bigint; return new; end $$;
create trigger region_keyed_by_code before insert on region for each row execute function region_keyed_by_code();
