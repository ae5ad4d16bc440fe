-- A supplier's barcode is looked for as it is scanned.
create index supplier_material_barcode_ix on supplier_material (tenant_id, barcode);
