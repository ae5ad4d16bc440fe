-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
alter table out_store_detail add column entered jsonb;
