-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
alter table supplier_score add column residue_percent numeric(14,6);
