/** The lines of work lists as they are looked at: one a row, with what their bill says of them. */
import type { Context } from '../../../kernel/server/context.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { siteFilters } from '../../operations/sites/site-filters.server.ts';
import { outOrgFilter } from './distribution-bill.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { distributionStraightLine, distributionUniformLine } from './distribution-line.resource.ts';

const linesOf = (context: Context, kind: DistributionKind): Sql => sql`
  select d.*, b.id as bill_id, b.bill_code, b.kind, b.type, b.company_dept_id, b.out_org_id, m.material_type_id, m.spec,
    d.qty - d.documented_qty - d.cancelled_qty as open_qty,
    (d.line_status = 'open' and d.order_before < ${context.now}::timestamptz)::int as is_late,
    (d.delivery_date > d.need_date)::int as after_need
  from distribution_bill b join distribution_bill_detail d on d.tenant_id = b.tenant_id
    and d.distribution_bill_id = b.id join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
  where b.kind = ${kind} and b.status <> 'void'`;

/** Filters beyond the fields of a line. */
const filters = {
  ...siteFilters,
  outOrg: outOrgFilter,
  supplierName: (name: string): Sql =>
    sql`t.supplier_id in (select s.id from supplier s where strpos(s.name, ${name}) > 0)`,
  /** Lines that are open and have nobody to bring them. */
  unassigned: (): Sql => sql`t.line_status = 'open' and t.supplier_id is null
    and coalesce(t.supply_mode, 'purchase') = 'purchase'`,
};

export const straightLineBehaviour = behaviour(distributionStraightLine, {
  source: (context) => linesOf(context, 'straight'),
  filters,
});
export const uniformLineBehaviour = behaviour(distributionUniformLine, {
  source: (context) => linesOf(context, 'uniform'),
  filters,
});
