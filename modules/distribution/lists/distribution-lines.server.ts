/** The lines of work lists as they are looked at: one a row, with what their bill says of them. */
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { siteFilters } from '../../operations/sites/site-filters.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { distributionStraightLine, distributionUniformLine } from './distribution-line.resource.ts';

const linesOf = (kind: DistributionKind): Sql => sql`
  select d.*, b.id as bill_id, b.bill_code, b.kind, b.type, b.company_dept_id, b.out_org_id, m.material_type_id, m.spec,
    d.qty - d.documented_qty - d.cancelled_qty as open_qty,
    (d.line_status = 'open' and d.order_before < now())::int as is_late,
    (d.delivery_date > d.need_date)::int as after_need
  from distribution_bill b join distribution_bill_detail d on d.tenant_id = b.tenant_id
    and d.distribution_bill_id = b.id join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
  where b.kind = ${kind} and b.status <> 'void'`;

export const straightLineBehaviour = behaviour(distributionStraightLine, {
  source: () => linesOf('straight'),
  filters: siteFilters,
});
export const uniformLineBehaviour = behaviour(distributionUniformLine, {
  source: () => linesOf('uniform'),
  filters: siteFilters,
});
