-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
alter table supplier_windows add column window_start text;
alter table supplier_windows add column window_end text;
