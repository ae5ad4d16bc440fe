/** In-stores of goods that left: one for each place they were sent to, a line for each lot. */
import type { Declaration, HeaderRow } from '../../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { linkToOrders } from '../from-orders/bill-from-order.server.ts';
import { faceOf, type InstoreType } from '../in-store-faces.server.ts';
import type { inStore } from '../in-store.document.ts';

/** What was sent of one line of its document, of one lot. */
interface SentLine {
  readonly sourceDetailId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly unitId: Id;
  readonly qty: DecimalText;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly baseQty: DecimalText;
  readonly settlementPrice: DecimalText | null;
  readonly taxRate: DecimalText | null;
}
interface SentBill {
  readonly source: {
    readonly type: HeaderRow<typeof inStore>['sourceBillType'];
    readonly id: Id;
    readonly code: string;
  };
  /** What kind of place sends it; a factory where nobody says. */
  readonly channel?: HeaderRow<typeof inStore>['channel'];
  readonly fromLocationId: Id;
  /** Where it goes: a warehouse of a site, or a store of a factory. */
  readonly warehouseId: Id | null;
  readonly factoryWarehouseId: Id | null;
  /** Whose people receive it. */
  readonly deptId: Id;
  readonly companyDeptId: Id | null;
  readonly expectTime: string;
  readonly lines: readonly SentLine[];
}

/** Makes the bills with a few statements however many; answers their ids in the order given. */
export async function makeSentBills(context: Context, kind: InstoreType, bills: readonly SentBill[]): Promise<Id[]> {
  if (bills.length === 0) return [];
  const face: Declaration = faceOf(context, kind);
  const [codes, ids] = await Promise.all([
    nextBillCodes(context, face.life!.prefix, bills.length),
    newIds(context, bills.length),
  ]);
  const heads = bills.map(({ source, lines, ...bill }, nr) => ({
    ...bill,
    channel: bill.channel ?? 'factory',
    id: ids[nr],
    code: codes[nr],
    type: source.type,
    source: source.id,
    source_code: source.code,
    place: bill.warehouseId ?? bill.factoryWarehouseId,
    lines: lines.length,
  }));
  const who = sql`${context.user.userId}::bigint`;
  await context.tx.run(sql`
    insert into in_store (id, bill_code, bill_date, instore_type, channel, source_bill_type, source_bill_id,
      source_bill_code, from_location_id, location_id, warehouse_id, factory_warehouse_id, company_dept_id,
      blade_project_dept_id, expect_time, line_count, by_hand, create_user, create_dept, update_user)
    select g.id, g.code, ${context.today}::date, ${kind}, g.channel, g.type, g.source, g.source_code,
      g."fromLocationId", g.place, g."warehouseId", g."factoryWarehouseId", g."companyDeptId", g."deptId",
      g."expectTime", g.lines, 0, ${who}, ${context.user.deptId || null}::bigint, ${who}
    from json_to_recordset(${JSON.stringify(heads)}::json) as g(id bigint, code text, channel text, type text,
      source text, source_code text, "fromLocationId" bigint, place bigint, "warehouseId" bigint,
      "factoryWarehouseId" bigint,
      "companyDeptId" bigint, "deptId" bigint, "expectTime" timestamptz, lines integer)`);
  const lines = bills.flatMap((bill, nr) => bill.lines.map((line, at) => ({ ...line, owner: ids[nr], line: at + 1 })));
  await context.tx.run(sql`
    insert into in_store_detail (in_store_id, line_no, source_detail_id, material_id, batch_id, unit_id, qty, factor,
      base_unit_id, base_qty, open_qty, limit_qty, settlement_price, tax_rate)
    select g.owner, g.line, g."sourceDetailId", g."materialId", g."batchId", g."unitId", g.qty, g.factor,
      g."baseUnitId", g."baseQty", g.qty, g.qty, g."settlementPrice", g."taxRate"
    from json_to_recordset(${JSON.stringify(lines)}::json) as g(owner bigint, line integer, "sourceDetailId" text,
      "materialId" bigint, "batchId" bigint, "unitId" bigint, qty numeric, factor numeric, "baseUnitId" bigint,
      "baseQty" numeric, "settlementPrice" numeric, "taxRate" numeric)`);
  await linkToOrders(context, ids, 1);
  return ids;
}
