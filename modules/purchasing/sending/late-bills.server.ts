/**
 * Requests and orders after their last moment: when they are saved they learn it, when they are sent or approved it is
 * enforced. What of it is decided stands in `late-order.rules.ts`.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { cutOffsFor, type DeliveryCutOff, type SettledDelivery } from '../../sourcing/late/cut-offs.server.ts';
import { lateOrder, LATE_REASON, type LateDecision } from '../../sourcing/late/late-order.rules.ts';
import { unmetWindows, type SentLine } from '../../sourcing/routes/unmet-windows.server.ts';
import { warehousePlaces } from '../../sourcing/source-calls.server.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import { purchaseRequest } from '../purchase-request.document.ts';

/** Bills with a last moment, and which of their lines have one: who sends what for which day, under which number. */
const LINES = {
  purchaseOrder: sql`
    select o.id as bill_id, o.bill_code, 'direct' as source_kind, o.supplier_id, o.warehouse_id,
      o.blade_project_dept_id as dept_id, o.company_dept_id,
      d.material_id, coalesce(d.delivery_date, o.delivery_date) as delivery_date
    from purchase_order o join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id`,
  // What a site buys itself nobody has to be told in time.
  purchaseRequest: sql`
    select o.id as bill_id, o.bill_code, d.source_kind, d.supplier_id, o.warehouse_id,
      o.blade_project_dept_id as dept_id, o.company_dept_id,
      d.material_id, coalesce(d.delivery_date, d.need_date) as delivery_date
    from purchase_request o join purchase_request_detail d on d.tenant_id = o.tenant_id and d.purchase_request_id = o.id
      and d.source_kind <> 'self'`,
} as const;
const BILLS = { purchaseOrder, purchaseRequest } as const;
const TABLES = { purchaseOrder: 'purchase_order', purchaseRequest: 'purchase_request' } as const;
type LateBill = keyof typeof BILLS;

interface BillLine {
  readonly billId: Id;
  readonly billCode: string;
  readonly sourceKind: SentLine['sourceKind'];
  readonly supplierId: Id | null;
  readonly warehouseId: Id | null;
  readonly deptId: Id | null;
  readonly companyDeptId: Id | null;
  readonly materialId: Id;
  readonly deliveryDate: string;
}

/** The lines of these bills that somebody brings, with the departments of their place. */
async function settledLines(
  context: Context,
  bill: LateBill,
  ids: readonly Id[],
): Promise<readonly (BillLine & SettledDelivery)[]> {
  const lines = await context.tx.rows<BillLine>(
    sql`select distinct * from (${LINES[bill]} where o.id = any(${ids as Id[]}::bigint[])) lines`,
  );
  const places = await warehousePlaces(context, [...new Set(lines.flatMap(({ warehouseId }) => warehouseId ?? []))]);
  return lines.map((line) => {
    const place = places.get(line.warehouseId ?? '');
    const deptIds = [...(place?.deptIds ?? [line.deptId]), place?.companyDeptId ?? line.companyDeptId];
    return { ...line, deptIds: deptIds.flatMap((id) => id ?? []) };
  });
}

/** Lines of these that come when their place receives nothing, unless a yes came along. */
export async function windowRefusals(
  context: Context,
  bill: LateBill,
  ids: readonly Id[],
  input: Input,
): Promise<readonly Refusal[]> {
  const lines = await settledLines(context, bill, ids);
  const materials = await context.tx.rows<{ id: Id; called: string }>(
    sql`select m.id, m.called from material m where m.id = any(${lines.map(({ materialId }) => materialId)}::bigint[])`,
  );
  const calledOf = new Map(materials.map(({ id, called }) => [id, called]));
  return unmetWindows(
    context,
    lines.map((line) => ({ ...line, material: calledOf.get(line.materialId) ?? '' })),
    input,
  );
}

/** The earliest last moment of each of these bills, as calendars stand now. */
async function cutOffs(context: Context, bill: LateBill, ids: readonly Id[]): Promise<ReadonlyMap<Id, DeliveryCutOff>> {
  const lines = await settledLines(context, bill, ids);
  const found = await cutOffsFor(context, lines);
  const earliest = new Map<Id, DeliveryCutOff>();
  lines.forEach(({ billId }, index) => {
    const cutOff = found[index]!;
    const before = earliest.get(billId);
    if (before === undefined || cutOff.orderBefore < before.orderBefore) earliest.set(billId, cutOff);
  });
  return earliest;
}

/** Saved bills learn until when they must be sent; another moment than before is decided on anew. */
export async function learnCutOffs(context: Context, bill: LateBill, ids: readonly Id[]): Promise<void> {
  const found = await cutOffs(context, bill, ids);
  await context.tx.run(sql`
    update ${ident(TABLES[bill])} t set order_before = n.moment,
      late_flag = case when t.order_before is distinct from n.moment then 0 else t.late_flag end,
      late_fee = case when t.order_before is distinct from n.moment then 0 else t.late_fee end
    from unnest(${ids as Id[]}::bigint[], ${ids.map((id) => found.get(id)?.orderBefore ?? null)}::timestamptz[])
      as n(id, moment)
    where t.id = n.id and (t.order_before is distinct from n.moment)`);
}

interface StoredBill {
  readonly id: Id;
  readonly billCode: string;
  readonly amount: DecimalText | null;
  readonly lateFlag: 0 | 1;
  readonly lateReason: string | null;
  readonly lateFee: DecimalText;
}
/** Bills that are sent or approved now, with what came along. */
interface LateAct {
  readonly ids: readonly Id[];
  readonly input: Input;
  readonly step: 'send' | 'approve';
}

/** What is decided of each bill, and the reason that counts. */
async function decide(
  context: Context,
  bill: LateBill,
  { ids, input, step }: LateAct,
): Promise<
  (LateDecision & { readonly id: Id; readonly reason: string | null; readonly cutOff: DeliveryCutOff | null })[]
> {
  const found = await cutOffs(context, bill, ids);
  const stored = await context.tx.rows<StoredBill>(sql`
    select id, bill_code, amount, late_flag, late_reason, late_fee from ${ident(TABLES[bill])}
    where id = any(${ids as Id[]}::bigint[]) order by bill_code`);
  const given = typeof input[LATE_REASON] === 'string' ? input[LATE_REASON].trim().slice(0, 200) : '';
  const mayDecide = context.allowed(permissionOf(BILLS[bill], 'late'));
  return stored.map((row) => {
    const cutOff = found.get(row.id) ?? null;
    const reason = given === '' ? row.lateReason : given;
    const decision = lateOrder(
      {
        billCode: row.billCode,
        orderBefore: cutOff?.orderBefore ?? null,
        late: cutOff?.late ?? false,
        flagged: row.lateFlag === 1,
        terms: cutOff?.terms ?? { mode: 'approve', feeKind: null, fee: null },
        amount: Decimal.of(row.amount ?? '0'),
        fee: Decimal.of(row.lateFee),
        reason,
        mayDecide,
      },
      step,
    );
    return { ...decision, id: row.id, reason, cutOff };
  });
}

/** What speaks against sending or approving these now. */
export const lateRefusals = async (context: Context, bill: LateBill, act: LateAct): Promise<readonly Refusal[]> =>
  (await decide(context, bill, act)).flatMap(({ refusals }) => refusals);

/** The fee as whoever decides on late orders sets it; those sent in time have none. */
export async function changeFee(
  context: Context,
  bill: LateBill,
  documents: readonly { readonly id: Id; readonly billCode: string; readonly row: { readonly lateFlag: 0 | 1 } }[],
  input: Input,
): Promise<readonly Refusal[]> {
  const inTime = documents.filter(({ row }) => row.lateFlag !== 1);
  if (inTime.length > 0) return inTime.map(({ billCode }) => refuse('purchasing.late-in-time', { billCode }));
  await context.tx.run(sql`
    update ${ident(TABLES[bill])} set late_fee = ${String(input['lateFee'])}::numeric
    where id = any(${documents.map(({ id }) => id)}::bigint[])`);
  return [];
}

/** Keeps of those that are late that they are, why, and what it costs; answers what speaks against it instead. */
export async function keepLate(context: Context, bill: LateBill, act: LateAct): Promise<readonly Refusal[]> {
  const decided = await decide(context, bill, act);
  const refusals = decided.flatMap((each) => each.refusals);
  const late = decided.filter((each) => each.late);
  if (refusals.length > 0 || late.length === 0) return refusals;
  const column = <T>(pick: (each: (typeof late)[number]) => T): T[] => late.map(pick);
  const values: Sql = sql`unnest(${column(({ id }) => id)}::bigint[], ${column(({ reason }) => reason)}::text[],
    ${column(({ fee }) => fee.toFixed(2))}::numeric[],
    ${column(({ cutOff }) => cutOff?.orderBefore ?? null)}::timestamptz[])`;
  await context.tx.run(sql`
    update ${ident(TABLES[bill])} t set late_flag = 1, late_reason = n.reason, late_fee = n.fee,
      order_before = coalesce(n.moment, t.order_before)
    from ${values} as n(id, reason, fee, moment) where t.id = n.id`);
  return [];
}
