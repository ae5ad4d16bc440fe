/** Needs of distributions: what is neither distributed nor cancelled of approved ones. */
import { refuse } from '../../../kernel/core/refusal.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { frozenWarehouses } from '../../stock/warehouses/frozen-warehouses.server.ts';
import { needOf, type NeedSource, type StoredNeed } from '../need-source.server.ts';
import { cancelAsked, followTaken, openBaseOf } from './asked-progress.server.ts';
import { distribution } from './distribution.document.ts';

export const askedNeeds: NeedSource = {
  sourceType: 'distribution',
  billType: distribution.name,
  async lock(context, ids) {
    const bills = await lockRows(distribution, context, ids);
    const frozen = await frozenWarehouses(
      context,
      bills.map((bill) => bill.warehouseId),
    );
    return bills.map(({ id, billCode, status, warehouseId }) => ({
      id,
      billCode,
      refusals:
        status !== 'approved'
          ? [refuse('distribution.not-approved', { billCode, state: distribution.life!.states[status].label })]
          : frozen.has(warehouseId)
            ? [refuse('distribution.warehouse-frozen', { billCode, warehouse: frozen.get(warehouseId) })]
            : [],
    }));
  },
  async openLines(context, billIds) {
    const rows = await context.tx.rows<StoredNeed>(sql`
      select 'distribution' as source_type, b.id as bill_id, b.bill_code, d.id as line_id, d.line_no, b.company_dept_id,
        b.blade_project_dept_id, b.warehouse_id, d.material_id, d.unit_id, d.factor,
        coalesce(d.base_unit_id, m.base_unit_id) as base_unit_id, d.open_qty, ${openBaseOf(sql`d`)} as open_base_qty,
        d.need_date, greatest(coalesce(d.delivery_date, d.need_date), ${context.today}::date) as delivery_date,
        d.source_kind, d.supplier_id
      from distribution b join distribution_detail d on d.tenant_id = b.tenant_id and d.distribution_id = b.id
      join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
      where b.id = any(${[...billIds]}::bigint[]) and d.open_qty > 0
      order by b.id, d.line_no for update of d`);
    return rows.map(needOf).filter((need) => need.openBaseQty.isPositive());
  },
  async turn(context, lineIds, sourceKind) {
    await context.tx.run(sql`update distribution_detail set source_kind = ${sourceKind}
      where id = any(${[...lineIds]}::bigint[])`);
  },
  follow: followTaken,
  cancel: cancelAsked,
};
