import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { link, type Link } from '../../kernel/server/links.ts';
import { serve } from '../../kernel/server/serve.ts';
import { moveState, readIds } from '../../kernel/server/run-action.ts';
import { lockRows, saveRecord } from '../../kernel/server/save.ts';
import { requirementPlan } from '../planning/requirement-plan.document.ts';
import { refreshHeaders } from '../planning/write-plan.server.ts';
import { frozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { generatePleasePurchase } from './purchase-request.calls.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { expectRequested } from './purchase-request.server.ts';
import { requestsFromPlans, type OpenPlanLine, type ProposedRequestLine } from './requests-from-plans.rules.ts';

export const generateRequests = serve(generatePleasePurchase, async (context, input) => {
  const planIds = readIds(input, 'invRequirePlanIds');
  const plans = await approvedPlans(context, planIds);
  const open = await openPlanLines(context, planIds);
  if (open.length === 0) throw new Refused(refuse('purchasing.plan-nothing-open'));
  await refuseFrozen(context, open);

  for (const request of requestsFromPlans(open)) {
    const id = await saveRecord(purchaseRequest, context, {
      warehouseId: request.warehouseId,
      details: request.lines.map(requestLine),
    });
    await linkLines(context, id, request.lines);
    await context.tx.run(
      sql`update purchase_request set request_type = 'plan',
          plan_codes = ${request.planCodes.join(', ').slice(0, 500)} where id = ${id}::bigint`,
    );
    // Born approved: its plan was, and a second approval of the same quantities would only cost a day.
    const made = await context.tx.row<{ billCode: string }>(
      sql`select bill_code from purchase_request where id = ${id}::bigint`,
    );
    await moveState(
      purchaseRequest,
      context,
      [{ id, billCode: made!.billCode, status: 'draft', row: {} }],
      'generatePleasePurchase',
      { to: 'approved' },
      null,
    );
    await expectRequested(context, [id]);
  }
  await context.tx.run(
    sql`update requirement_plan_detail set requested_qty = plan_qty - cancelled_qty, line_status = 'requested'
        where id = any(${open.map((line) => line.lineId)}::bigint[])`,
  );
  await refreshHeaders(context, planIds);
  await moveState(requirementPlan, context, plans, 'generatePleasePurchase', { to: 'done' }, null);
  return true;
});

/** The plans, locked; who comes second finds them done. */
async function approvedPlans(context: Context, ids: readonly Id[]) {
  const rows = await lockRows(requirementPlan, context, ids);
  if (rows.length < ids.length) throw unknownRecord(requirementPlan.label);
  const waiting = rows.filter((row) => row.status !== 'approved');
  if (waiting.length > 0) {
    throw new Refused(
      ...waiting.map((row) =>
        row.status === 'done'
          ? refuse('purchasing.plan-nothing-open')
          : refuse('purchasing.plan-not-approved', {
              billCode: row.billCode,
              state: requirementPlan.life!.states[row.status].label,
            }),
      ),
    );
  }
  return rows.map((row) => ({ id: row.id, billCode: row.billCode, status: row.status, row }));
}

async function openPlanLines(context: Context, planIds: readonly Id[]): Promise<OpenPlanLine[]> {
  const rows = await context.tx.rows<
    Omit<OpenPlanLine, 'factor' | 'price' | 'openQty'> & {
      factor: DecimalText;
      price: DecimalText | null;
      openQty: DecimalText;
    }
  >(sql`
    select p.id as plan_id, p.bill_code as plan_code, d.id as line_id, w.company_dept_id,
      w.project_group_dept_id as project_dept_id, d.warehouse_id, d.material_id, d.unit_id, d.factor, d.need_date,
      coalesce(d.delivery_date, d.need_date) as delivery_date, d.source_kind, d.supplier_id, d.price,
      d.plan_qty - d.requested_qty - d.cancelled_qty as open_qty
    from requirement_plan p join requirement_plan_detail d on d.requirement_plan_id = p.id
    join warehouse w on w.id = d.warehouse_id
    where p.id = any(${planIds as Id[]}::bigint[]) and d.line_status = 'open'
      and d.plan_qty > d.requested_qty + d.cancelled_qty order by d.id`);
  return rows.map((row) => ({
    ...row,
    factor: Decimal.of(row.factor),
    price: row.price === null ? null : Decimal.of(row.price),
    openQty: Decimal.of(row.openQty),
  }));
}

/** Names what was frozen after the plan was made: every such warehouse, and every line with such a material. */
async function refuseFrozen(context: Context, open: readonly OpenPlanLine[]): Promise<void> {
  const closed = await frozenWarehouses(
    context,
    open.map((line) => line.warehouseId),
  );
  const there = [
    ...Map.groupBy(
      open.filter((line) => closed.has(line.warehouseId)),
      (line) => `${line.planCode} ${line.warehouseId}`,
    ).values(),
  ];
  if (there.length > 0)
    throw new Refused(
      ...there.map((lines) =>
        refuse('purchasing.plan-warehouse-frozen', {
          billCode: lines[0]!.planCode,
          warehouse: closed.get(lines[0]!.warehouseId),
          count: lines.length,
        }),
      ),
    );
  const frozen = await context.tx.rows<{ line: number; billCode: string; material: string }>(sql`
    select d.line_no as line, p.bill_code, m.called as material from requirement_plan_detail d
    join requirement_plan p on p.id = d.requirement_plan_id join material m on m.id = d.material_id
    where d.id = any(${open.map((line) => line.lineId)}::bigint[]) and m.frozen = 1 order by p.bill_code, d.line_no`);
  if (frozen.length > 0)
    throw new Refused(...frozen.map((row) => refuse('purchasing.plan-material-frozen', row, { line: row.line })));
}

const requestLine = ({ like, requestQty }: ProposedRequestLine) => ({
  materialId: like.materialId,
  unitId: like.unitId,
  requestQty: requestQty.toString(),
  needDate: like.needDate,
  deliveryDate: like.deliveryDate,
  sourceKind: like.sourceKind,
  supplierId: like.supplierId,
  price: like.price?.toFixed(2) ?? null,
});

/** Which plan line went into which request line, with the plan's own factor: it was fixed when the plan was made. */
async function linkLines(context: Context, requestId: Id, lines: readonly ProposedRequestLine[]): Promise<void> {
  const stored = await context.tx.rows<{ id: Id }>(
    sql`select id from purchase_request_detail where purchase_request_id = ${requestId}::bigint order by line_no`,
  );
  await link(
    context,
    lines.flatMap((line, index) =>
      line.from.map((from): Link => {
        const qty = from.openQty.times(from.factor).rounded(6).toString();
        return {
          kind: 'request',
          fromType: requirementPlan.name,
          fromBillId: from.planId,
          fromLineId: from.lineId,
          toType: purchaseRequest.name,
          toBillId: requestId,
          toLineId: stored[index]!.id,
          fromQty: qty,
          toQty: qty,
        };
      }),
    ),
  );
  const sources = lines.map((line, index) => ({
    id: stored[index]!.id,
    factor: line.like.factor.toString(),
    base: line.requestQty.times(line.like.factor).rounded(6).toString(),
    plan: line.from.map((from) => from.lineId).join(','),
  }));
  await context.tx.run(sql`
    update purchase_request_detail d set plan_detail_id = s.plan, factor = s.factor, base_qty = s.base
    from json_to_recordset(${JSON.stringify(sources)}::json) as s(id bigint, factor numeric, base numeric, plan text)
    where d.id = s.id`);
}
