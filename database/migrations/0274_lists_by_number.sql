-- Each face of the work lists is put in order by its numbers without reading the other's.
create index distribution_bill_kind_bill_code_ix on distribution_bill (tenant_id, kind, bill_code);
