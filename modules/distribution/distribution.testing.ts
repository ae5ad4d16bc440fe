/** A factory, a central warehouse and two sites, with work lists as they are when somebody has distributed. */
import type { Id } from '../../kernel/core/field.ts';
import { sql } from '../../parts/postgres/database.ts';
import { aFactory, receive, site, type Factory } from '../suppress-orders/suppress.testing.ts';
import { place, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import { followLines } from './lists/line-progress.server.ts';

export const DOCUMENT = 'purchasedocument';
export const FACTORY_ORDER = 'factoryorder';
export const SUPPLIER = { farm: '600', mill: '601' } as const;
export const SITE_DEPT: Readonly<Record<string, string>> = { [site.first]: place.project, [site.second]: '130' };

/** A line of a work list; of kilograms, for the first site, unless it says otherwise. */
export interface Listed {
  readonly materialId?: string;
  readonly warehouseId?: string;
  readonly qty: string;
  readonly unitId?: string;
  readonly factor?: string;
  readonly needDate?: string;
  readonly deliveryDate?: string;
  readonly orderBefore?: string | null;
  readonly supplierId?: string | null;
  readonly supplyMode?: 'stock' | 'produce' | 'purchase' | null;
  readonly price?: string | null;
  readonly outStoreId?: string;
}
export interface Distribution extends Factory {
  /** A work list with these lines; answers the ids of the list and of its lines. */
  listed(kind: 'straight' | 'uniform', lines: readonly Listed[]): Promise<{ id: Id; lineIds: Id[] }>;
  documented(...listIds: readonly Id[]): Promise<Documents>;
  documentsOf(listIds: readonly Id[]): Promise<Documents>;
  completed(documents: Documents): Promise<Id[]>;
  /** What is on order at a place, by the kind of document it stands on. */
  onOrder(locationId: Id, materialId?: Id): Promise<Readonly<Record<string, number>>>;
  lineOf(lineId: Id): Promise<Readonly<Record<string, unknown>>>;
}
type Documents = readonly { readonly id: Id; readonly docType: string; readonly status: string }[];

export const DELIVERY = '2025-03-18';

export async function aDistribution(): Promise<Distribution> {
  const factory = await aFactory('distribution');
  await factory.act(async ({ tx }) => {
    await tx.run(sql`update material set material_kind = 'finished' where id = 204`);
    // Straight from the shelf, unless a test sorts.
    await tx.run(
      sql`insert into param (param_name, param_key, param_value) values ('S', 'distribution.sort.before-shipping', '0')`,
    );
    await tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values
      (600, 'F', '绿源农场', '农', '13900000001'), (601, 'M', '面粉厂', '面', '13900000002')`);
    await tx.run(sql`insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price,
        tax_rate, start_date) values (600, 201, 301, 1, 4, 4, 9, '2020-01-01'), (600, 202, 301, 1, 3, 3, 9, '2020-01-01'),
        (601, 204, 301, 1, 5, 5, 9, '2020-01-01'), (601, 201, 301, 1, 4.5, 4.5, 9, '2020-01-01')`);
  });
  let nr = 0;
  const documentsOf: Distribution['documentsOf'] = (listIds) =>
    factory.act(({ tx }) =>
      tx.rows(sql`select distinct o.id, o.doc_type, o.status from bill_link l join purchase_document o on o.id = l.to_bill_id
        where l.from_type = 'distributionBill' and l.from_bill_id = any(${listIds as Id[]}::bigint[])
          and l.to_type = 'purchaseDocument' order by o.id`),
    );
  return {
    ...factory,
    listed: (kind, lines) =>
      factory.act(async (context) => {
        nr += 1;
        const code = `${kind === 'straight' ? 'ZP' : 'TP'}${nr}`;
        const bill = (await context.tx.row<{ id: Id }>(sql`
          insert into distribution_bill (bill_code, kind, company_dept_id, out_org_id, type)
          values (${code}, ${kind}, 100, ${kind === 'straight' ? null : '120'}::bigint,
            ${kind === 'straight' ? null : 'factory'}) returning id`))!;
        const rows = lines.map((line, at) => {
          const store = line.outStoreId ?? factory.store;
          return {
            line: at + 1,
            material: line.materialId ?? thing.rice,
            warehouse: line.warehouseId ?? site.first,
            dept: SITE_DEPT[line.warehouseId ?? site.first],
            unit: line.unitId ?? unit.kg,
            factor: line.factor ?? '1',
            qty: line.qty,
            need: line.needDate ?? line.deliveryDate ?? DELIVERY,
            delivery: line.deliveryDate ?? DELIVERY,
            before: line.orderBefore ?? null,
            supplier: line.supplierId === undefined ? (kind === 'straight' ? SUPPLIER.farm : null) : line.supplierId,
            mode: kind === 'straight' ? null : (line.supplyMode ?? 'stock'),
            price:
              line.price === undefined
                ? kind === 'straight' || line.supplyMode === 'purchase'
                  ? '4'
                  : null
                : line.price,
            out_store: kind === 'uniform' && store !== site.central ? store : null,
            out_warehouse: kind === 'uniform' && store === site.central ? store : null,
          };
        });
        const made = await context.tx.rows<{ id: Id }>(sql`
          insert into distribution_bill_detail (distribution_bill_id, line_no, source_type, source_detail_id, source_code,
            blade_project_dept_id, warehouse_id, material_id, unit_id, factor, base_unit_id, qty, base_qty, need_date,
            delivery_date, arrive_date, order_before, source_kind, supplier_id, supply_mode, price, tax_rate,
            out_factory_warehouse_id, out_warehouse_id)
          select ${bill.id}::bigint, g.line, 'request', '0', 'QG1', g.dept, g.warehouse, g.material, g.unit, g.factor,
            301, g.qty, round(g.qty * g.factor, 6), g.need, g.delivery, ${DELIVERY}::date - 1, g.before,
            ${kind === 'straight' ? 'direct' : 'factory'}, g.supplier, g.mode, g.price, 9, g.out_store,
            g.out_warehouse
          from json_to_recordset(${JSON.stringify(rows)}::json) as g(line integer, material bigint, warehouse bigint,
            dept bigint, unit bigint, factor numeric, qty numeric, need date, delivery date, before timestamptz,
            supplier bigint, mode text, price numeric, out_store bigint, out_warehouse bigint)
          order by g.line returning id`);
        const lineIds = made.map(({ id }) => id);
        // What was asked of somebody stands behind them.
        await context.tx.run(sql`update distribution_bill_detail set need_base_qty = base_qty
          where distribution_bill_id = ${bill.id}::bigint`);
        await context.tx
          .run(sql`insert into bill_link (kind, from_type, from_bill_id, from_line_id, to_type, to_bill_id,
            to_line_id, from_qty, to_qty) select 'distribute', 'purchaseRequest', 1, d.id, 'distributionBill',
            ${bill.id}::bigint, d.id, d.base_qty, d.base_qty
          from distribution_bill_detail d where d.distribution_bill_id = ${bill.id}::bigint`);
        await followLines(context, lineIds);
        return { id: bill.id, lineIds };
      }),
    documentsOf,
    async documented(...listIds) {
      await factory.call(`${DOCUMENT}/generatePurchaseDocument`, { ids: listIds.join(',') });
      return documentsOf(listIds);
    },
    async completed(documents) {
      await factory.call(`${DOCUMENT}/completePurchaseDocument`, {
        ids: documents.map(({ id }) => id).join(','),
        confirmDuplicate: 1,
      });
      const made = await factory.act(({ tx }) =>
        tx.rows<{ orderId: Id }>(sql`select order_id from purchase_document
          where id = any(${documents.map(({ id }) => id)}::bigint[]) order by id`),
      );
      return made.map(({ orderId }) => orderId);
    },
    onOrder: (locationId, materialId = thing.rice) =>
      factory.act(async ({ tx }) => {
        const rows = await tx.rows<{ billType: string; qty: number }>(sql`
          select bill_type, sum(open_qty)::float8 as qty from expected_receipt where location_id = ${locationId}::bigint
            and material_id = ${materialId}::bigint and open_qty > 0 group by 1 order by 1`);
        return Object.fromEntries(rows.map((row) => [row.billType, row.qty]));
      }),
    lineOf: (lineId) =>
      factory.act(async ({ tx }) => {
        const row = (await tx.row<Record<string, unknown>>(sql`
          select d.line_status as status, trim_scale(d.documented_qty)::float8 as documented,
            d.ordered_qty::float8 as ordered, d.shipped_qty::float8 as shipped, d.received_qty::float8 as received,
            d.cancelled_qty::float8 as cancelled from distribution_bill_detail d where d.id = ${lineId}::bigint`))!;
        return row;
      }),
  };
}
export { receive, site };
