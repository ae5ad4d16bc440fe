/** What a supplier delivers and at which price: entered together, priced anew from a day on. */
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { withoutHidden } from '../../kernel/server/hidden-fields.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../kernel/server/registry.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { saveRecord, saveRecords } from '../../kernel/server/save.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { supplierMaterial } from './supplier-material.resource.ts';
import { priceNotices, type PriceNotice } from './watched-price.port.server.ts';

export const supplierPriceCalls = ({ registry }: Services): readonly Call[] => [
  {
    method: 'POST',
    service: 'store-management',
    path: 'supplier/addSupplierMaterial',
    permission: ['suppliermaterial_add', 'supplier_edit'],
    summary: label('新增供应商物料', 'Add materials of a supplier'),
    handle: async (context, input) => {
      const supplierId = requireId(input, 'supplierId');
      const { materials: several, ...single } = input;
      const materials = Array.isArray(several) ? linesIn(input, 'materials') : input['materialId'] ? [single] : [];
      if (materials.length === 0) throw new Refused(refuse('param.missing', { name: 'materials' }));
      const bodies = await Promise.all(
        materials.map(({ id: _, ...row }) =>
          withoutHidden(supplierMaterial, context, { startDate: context.today, ...row, supplierId }),
        ),
      );
      const saved = await saveRecords(registry(), supplierMaterial, context, bodies);
      const refusals = saved.flatMap((each, index) =>
        'refusals' in each ? each.refusals.map((refusal) => ({ ...refusal, line: index + 1 })) : [],
      );
      if (refusals.length > 0) throw new Refused(...refusals);
      return saved.map((each) => ('id' in each ? each.id : ''));
    },
  },
  {
    method: 'POST',
    service: 'store-management',
    path: 'supplier/editSupplierMaterialPrice',
    permission: ['suppliermaterial_edit', 'supplier_price'],
    summary: label('调整供应商物料价格', 'Change a supplier’s price from a day on'),
    handle: (context, input) => changePrice(registry(), context, input),
  },
  {
    method: 'GET',
    service: 'store-management',
    path: 'supplier/getSupplierMaterial',
    permission: ['suppliermaterial_view', 'supplier_view'],
    summary: label('供应商物料分页', 'Materials of a supplier'),
    handle: (context, input) =>
      readPage(registry(), supplierMaterial, context, { ...input, supplierId: requireId(input, 'supplierId') }),
  },
];

/**
 * The row ends the day before; its successor carries everything else and the new price. From its first day on, or
 * later.
 */
async function changePrice(
  registry: Registry,
  context: Context,
  input: Input,
): Promise<{ id: string; warnings: readonly PriceNotice[] }> {
  const answered = async (id: string) => ({ id, warnings: await priceNotices(context, supplierMaterial.name, id) });
  const id = requireId(input, 'id');
  const { startDate: given, price, taxRate, endDate, factor, unitId } = input;
  const startDate = String(given ?? '') || context.today;
  if (startDate < context.today)
    throw new Refused(refuse('suppliers.price-past', { startDate }, { field: 'startDate' }));
  const row = await context.tx.row<Record<string, unknown>>(
    sql`select * from supplier_material where id = ${id}::bigint for update`,
  );
  if (row === undefined) throw new Refused(refuse('record.unknown', { name: supplierMaterial.label }));
  const rowStart = String(row['startDate']);
  if (startDate < rowStart)
    throw new Refused(refuse('suppliers.price-before-row', { startDate, rowStart }, { field: 'startDate' }));
  const changes = Object.fromEntries(
    Object.entries({ price, taxRate, endDate, factor, unitId }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  if (startDate === rowStart)
    return answered(await saveRecord(registry, supplierMaterial, context, { id, ...changes }));
  await saveRecord(registry, supplierMaterial, context, { id, endDate: dayPlus(startDate, -1) });
  const kept = Object.fromEntries(
    Object.keys(supplierMaterial.fields)
      .filter((name) => row[name] !== null)
      .map((name) => [name, row[name]]),
  );
  return answered(await saveRecord(registry, supplierMaterial, context, { ...kept, ...changes, startDate }));
}
