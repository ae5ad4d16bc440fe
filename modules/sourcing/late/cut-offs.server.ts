/**
 * Last moments of deliveries that are already settled: who sends what where on which day. Public: purchase orders,
 * requests and purchase documents ask here, however many lines at once.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Sender } from '../delivery-book.server.ts';
import { deliveryBook } from '../delivery-rows.server.ts';
import type { LateTerms } from '../delivery.rules.ts';

export interface SettledDelivery {
  readonly supplierId: Id | null;
  /** The factory or central warehouse that sends, where no supplier does. */
  readonly sender?: Sender | null;
  /** Of the place that receives, nearest first: restaurant, site, company; factory and company. */
  readonly deptIds: readonly Id[];
  readonly warehouseId: Id | null;
  readonly materialId: Id;
  readonly deliveryDate: string;
}
export interface DeliveryCutOff {
  /** yyyy-MM-dd HH:mm:ss */
  readonly orderBefore: string;
  readonly late: boolean;
  /** Whether sender and site are open on the day. */
  readonly open: boolean;
  /** Of the exception that closes or opens it. */
  readonly reason: string;
  /** As the sender's calendar says, else the parameters. */
  readonly terms: LateTerms;
}

/** Until when each of these had to be ordered, as of `context.now`. */
export async function cutOffsFor(context: Context, wanted: readonly SettledDelivery[]): Promise<DeliveryCutOff[]> {
  if (wanted.length === 0) return [];
  const supplierIds = [...new Set(wanted.flatMap(({ supplierId }) => supplierId ?? []))];
  const materialIds = [...new Set(wanted.map(({ materialId }) => materialId))];
  const [leads, own, book, terms] = await Promise.all([
    supplierLeads(context, supplierIds, materialIds),
    context.tx.rows<{ id: Id; leadDays: number }>(
      sql`select id, lead_days from material where id = any(${materialIds}::bigint[])`,
    ),
    deliveryBook(
      context,
      supplierIds,
      wanted.flatMap(({ deptIds }) => deptIds),
    ),
    lateTerms(context),
  ]);
  const leadOf = new Map(own.map(({ id, leadDays }) => [id, leadDays]));
  return wanted.map(({ materialId, deliveryDate, ...parties }) => {
    const leadDays = leads(parties.supplierId, materialId) ?? leadOf.get(materialId) ?? 0;
    const cutOff = book.cutOffOn({ ...parties, leadDays }, deliveryDate);
    return {
      orderBefore: `${cutOff.orderBefore}:00`,
      late: cutOff.late,
      open: cutOff.open,
      reason: cutOff.closure?.reason ?? '',
      terms: cutOff.terms ?? terms,
    };
  });
}

/** Lead days of suppliers: of the material, else their own. */
export async function supplierLeads(
  { tx }: Pick<Context, 'tx'>,
  supplierIds: readonly Id[],
  materialIds: readonly Id[],
): Promise<(supplierId: Id | null, materialId: Id) => number | undefined> {
  const rows =
    supplierIds.length === 0
      ? []
      : await tx.rows<{ supplierId: Id; materialId: Id | null; leadDays: number }>(sql`
    select s.id as supplier_id, sm.material_id, coalesce(min(sm.lead_days), s.lead_days) as lead_days from supplier s
    left join supplier_material sm on sm.supplier_id = s.id and sm.frozen = 0
      and sm.material_id = any(${materialIds as Id[]}::bigint[])
    where s.id = any(${supplierIds as Id[]}::bigint[]) group by s.tenant_id, s.id, sm.material_id`);
  const known = new Map(rows.map((row) => [`${row.supplierId} ${row.materialId ?? ''}`, row.leadDays]));
  const own = new Map(
    rows
      .map((row) => [row.supplierId, known.get(`${row.supplierId} `)] as const)
      .filter(([, days]) => days !== undefined),
  );
  return (supplierId, materialId) =>
    supplierId === null ? undefined : (known.get(`${supplierId} ${materialId}`) ?? own.get(supplierId));
}

/** What parameters say of late orders where no calendar does. */
async function lateTerms(context: Context): Promise<LateTerms> {
  const [mode, fee] = await Promise.all([
    readParameter(context, 'purchasing.late.mode'),
    readParameter(context, 'purchasing.late.fee'),
  ]);
  return {
    mode: mode === 'refuse' || mode === 'fee' ? mode : 'approve',
    feeKind: 'fixed',
    fee: /^\d{1,10}(\.\d{1,2})?$/.test(fee) ? fee : '0',
  };
}
