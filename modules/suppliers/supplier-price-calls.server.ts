/** What a supplier delivers and at which price: entered together, priced anew from a day on. */
import type { Row } from '../../kernel/core/declaration.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { sql } from '../../parts/postgres/database.ts';
import { withoutHidden } from '../../kernel/server/hidden-fields.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { saveRecord, saveRecords } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import * as calls from './supplier-material.calls.ts';
import { supplierMaterial } from './supplier-material.resource.ts';
import { priceNotices } from './watched-price.port.server.ts';

// What is added is the body, or the lines in it.
export const addSupplierMaterials = serve(calls.addSupplierMaterials, async (context, input, { body }) => {
  const supplierId = requireId(input, 'supplierId');
  const { materials: several, ...single } = body;
  const materials = Array.isArray(several) ? linesIn(body, 'materials') : input.materialId === null ? [] : [single];
  if (materials.length === 0) throw new Refused(refuse('param.missing', { name: 'materials' }));
  const bodies = await Promise.all(
    materials.map(({ id: _, ...row }) =>
      withoutHidden(supplierMaterial, context, { startDate: context.today, ...row, supplierId }),
    ),
  );
  const saved = await saveRecords(supplierMaterial, context, bodies);
  const refusals = saved.flatMap((each, index) =>
    'refusals' in each ? each.refusals.map((refusal) => ({ ...refusal, line: index + 1 })) : [],
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  return saved.map((each) => ('id' in each ? each.id : ''));
});

export const materialsOfSupplier = serve(calls.materialsOfSupplier, async (context, input, { body }) => {
  const supplierId = requireId(input, 'supplierId');
  return readPage(supplierMaterial, context, { ...body, supplierId });
});

// From its first day on, or later. A value that is cleared differs from one that is left out, so the body is read.
export const changeSupplierPrice = serve(calls.changeSupplierPrice, async (context, input, { body }) => {
  const answered = async (id: string) => ({ id, warnings: await priceNotices(context, supplierMaterial.name, id) });
  const id = requireId(input, 'id');
  const { price, taxRate, endDate, factor, unitId } = body;
  const startDate = input.startDate ?? context.today;
  if (startDate < context.today)
    throw new Refused(refuse('suppliers.price-past', { startDate }, { field: 'startDate' }));
  const row = await context.tx.row<Row<typeof supplierMaterial>>(
    sql`select * from supplier_material where id = ${id}::bigint for update`,
  );
  if (row === undefined) throw new Refused(refuse('record.unknown', { name: supplierMaterial.label }));
  const rowStart = String(row.startDate);
  if (startDate < rowStart)
    throw new Refused(refuse('suppliers.price-before-row', { startDate, rowStart }, { field: 'startDate' }));
  const changes = Object.fromEntries(
    Object.entries({ price, taxRate, endDate, factor, unitId }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  if (startDate === rowStart) return answered(await saveRecord(supplierMaterial, context, { id, ...changes }));
  await saveRecord(supplierMaterial, context, { id, endDate: dayPlus(startDate, -1) });
  const copied = Object.fromEntries(
    Object.entries(row).filter(([name, value]) => name in supplierMaterial.fields && value !== null),
  );
  return answered(await saveRecord(supplierMaterial, context, { ...copied, ...changes, startDate }));
});
