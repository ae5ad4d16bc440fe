/** The bills of work lists: what their lists are searched by, and what becomes of their needs when they are void. */
import { refuse } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { lockAsking, releaseTakings } from '../open-needs.server.ts';
import { distributionBill } from './distribution-bill.document.ts';

/** Any line of the bill `t`, of supplier `s`, is as the condition says. */
const anyLine = (condition: Sql): Sql => sql`exists (select 1 from distribution_bill_detail d
  left join supplier s on s.id = d.supplier_id where d.tenant_id = t.tenant_id and d.distribution_bill_id = t.id
    and ${condition})`;

/** RULE-441: an organisation by its id or a part of its name. */
export const outOrgFilter = (value: string): Sql => sql`t.out_org_id in (select o.id from dept o
  where o.id::text = ${value} or strpos(o.dept_name, ${value}) > 0)`;

export const distributionBillBehaviour = behaviour(distributionBill, {
  filters: {
    materialId: (id) => anyLine(sql`d.material_id::text = ${id}`),
    supplierId: (id) => anyLine(sql`d.supplier_id::text = ${id}`),
    supplierName: (name) => anyLine(sql`strpos(s.name, ${name}) > 0`),
    warehouseId: (id) => anyLine(sql`d.warehouse_id::text = ${id}`),
    outOrg: outOrgFilter,
  },
  lockFirst: lockAsking,
  actions: {
    async void(context, documents) {
      const ids = documents.map((document) => document.id);
      const documented = await context.tx.rows<{ billCode: string }>(sql`
        select distinct b.bill_code from distribution_bill b join distribution_bill_detail d
          on d.tenant_id = b.tenant_id and d.distribution_bill_id = b.id
        where b.id = any(${ids}::bigint[]) and d.documented_qty > 0 order by 1`);
      if (documented.length > 0)
        return documented.map(({ billCode }) => refuse('distribution.documented-bill', { billCode }));
      const lines = await context.tx.rows<{ id: string; billId: string }>(sql`
        select id, distribution_bill_id as bill_id from distribution_bill_detail
        where distribution_bill_id = any(${ids}::bigint[])`);
      await closeExpected(context, distributionBill.name, { billIds: ids });
      await releaseTakings(context, lines, 'void');
      return undefined;
    },
  },
});
