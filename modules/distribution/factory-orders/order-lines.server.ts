/** Lines of factory orders as they are shipped, and the lots that were sorted for them. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { factoryOrder } from './factory-order.document.ts';
import type { LineToShip, SortedLot } from './ship-lines.rules.ts';

export type FactoryOrder = Acting<typeof factoryOrder>;
/** Where an order is sent from. */
export const storeOf = ({ row }: FactoryOrder): Id => row.factoryWarehouseId ?? row.outWarehouseId!;

export interface OrderLine extends LineToShip {
  readonly material: string;
  readonly unit: string;
  readonly isWeighed: boolean;
  readonly price: DecimalText | null;
  readonly taxRate: DecimalText | null;
  readonly documentId: Id | null;
  readonly documentLineId: Id | null;
}
type Row = Omit<OrderLine, 'factor' | 'openQty' | 'openBaseQty'> &
  Readonly<Record<'factor' | 'openQty' | 'openBaseQty', DecimalText>>;

/** Lines with something to send, locked, in their order. */
export async function linesToShip(context: Context, orderIds: readonly Id[]): Promise<OrderLine[]> {
  const rows = await context.tx.rows<Row>(sql`
    with lines as (
      select d.* from factory_order_detail d where d.factory_order_id = any(${orderIds as Id[]}::bigint[])
      order by d.id for update)
    select d.id, d.factory_order_id as order_id, d.line_no as line, d.material_id, m.called as material, d.unit_id,
      u.called as unit, d.factor, coalesce(d.base_unit_id, m.base_unit_id) as base_unit_id,
      m.catch_weight = 1 as is_weighed, d.settlement_price as price, d.tax_rate,
      d.order_qty - d.shipped_qty - d.cancelled_qty as open_qty,
      greatest(0, d.base_qty - round((d.shipped_qty + d.cancelled_qty) * d.factor, 6)) as open_base_qty,
      o.purchase_document_id as document_id, p.id as document_line_id
    from lines d join factory_order o on o.id = d.factory_order_id join material m on m.id = d.material_id
    join material_unit u on u.id = d.unit_id
    left join purchase_document_detail p on p.purchase_document_id = o.purchase_document_id and p.line_no = d.line_no
    where d.order_qty > d.shipped_qty + d.cancelled_qty order by d.factory_order_id, d.line_no`);
  return rows.map((row) => ({
    ...row,
    factor: Decimal.of(row.factor),
    openQty: Decimal.of(row.openQty),
    openBaseQty: Decimal.of(row.openBaseQty),
  }));
}

interface Sorting {
  readonly isSorted: boolean;
  /** How many lines wait to be sorted. */
  readonly waiting: number;
  /** By line; lines nobody sorted are left out. */
  readonly lots: ReadonlyMap<Id, readonly SortedLot[]>;
}
/** What was sorted of an order and not shipped yet. */
export async function sortingOf(context: Context, orderId: Id): Promise<Sorting> {
  const rows = await context.tx.rows<{
    lineId: Id;
    state: string;
    batchId: Id | null;
    materialId: Id;
    storeId: Id;
    num: DecimalText;
    pieces: number | null;
  }>(sql`
    select l.order_detail_id as line_id, l.state, l.batch_id, l.num, l.pieces,
      coalesce(b.material_id, l.material_id) as material_id,
      coalesce(l.factory_warehouse_id, l.out_warehouse_id) as store_id
    from distribution_statement_log l left join batch b on b.id = l.batch_id
    where l.order_type = 'factory' and l.order_id = ${orderId} and l.shipped_flag = 0 and l.state <> 'void'
    order by l.id for update of l`);
  const sorted = rows.filter(({ batchId, state }) => batchId !== null && (state === 'done' || state === 'short'));
  return {
    isSorted: rows.length > 0,
    waiting: rows.filter(({ state }) => state === 'waiting' || state === 'undone').length,
    lots: new Map(
      [...Map.groupBy(sorted, ({ lineId }) => lineId)].map(([id, own]) => [
        id,
        own.map(({ batchId, materialId, storeId, num, pieces }) => ({
          batchId: batchId!,
          materialId,
          storeId,
          num: Decimal.of(num),
          pieces: pieces === null ? null : String(pieces),
        })),
      ]),
    ),
  };
}
/** What was sorted has left and is no more to be changed. */
export const sortingShipped = (context: Context, orderId: Id): Promise<unknown> =>
  context.tx.run(sql`
    update distribution_statement_log l set shipped_flag = 1 where l.order_type = 'factory'
      and l.order_id = ${orderId} and l.shipped_flag = 0 and l.state in ('done', 'short')`);
