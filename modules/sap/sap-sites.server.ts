/**
 * Plants of SAP as sites: profiles take what SAP says of them; a plant nobody has here becomes a department that waits
 * to be added.
 */
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit, differences } from '../../kernel/server/audit.ts';
import type { Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { saveBatch } from '../../parts/bulk-save/save-batch.ts';
import { DEPT, dept } from '../admin/people/dept.resource.ts';
import { projectDeptSystem } from '../operations/sites/sites.resource.ts';
import { hasValues } from './sap-masters.server.ts';
import { plantFacts } from './sap-facts.rules.ts';
import { failed, type Outcome, type ImportPage } from './sap-sync.server.ts';

interface Profile extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
}
export const importSites: ImportPage = async (context, source, rows) => {
  const facts = rows.map((row) => plantFacts(source, row));
  const plants = facts.map((fact) => fact.code);
  const profiles = await context.tx.rows<Profile & { readonly plant: string }>(sql`
    select p.id, p.project_dept_name as name, coalesce(d.sap_code, p.sap_factory) as plant, p.sap_code, p.sap_factory,
      p.sap_purchase_org, p.sap_sales_org, p.sap_customer_code, p.sap_source
    from project_dept_system p join dept d on d.id = p.blade_project_dept_id
    where p.sap_factory = any(${plants}) or d.sap_code = any(${plants}) for update of p`);
  const depts = new Set(
    (await context.tx.rows<{ sapCode: string }>(sql`select sap_code from dept where sap_code = any(${plants})`)).map(
      (row) => row.sapCode,
    ),
  );
  const companies = await context.tx.rows<{ id: string; sapCode: string | null }>(
    sql`select id, sap_code from dept where dept_category = ${DEPT.company} and frozen = 0 order by id`,
  );

  const changes: { readonly row: Profile; readonly values: Record<string, unknown> }[] = [];
  const fresh: { readonly index: number; readonly body: Input & { readonly deptName: string } }[] = [];
  const outcomes = facts.map((fact, index): Outcome => {
    const row = profiles.find((each) => each.plant === fact.code || each['sapFactory'] === fact.code);
    if (row !== undefined) {
      const values = {
        sapCode: fact.code,
        sapFactory: fact.code,
        sapPurchaseOrg: fact.purchaseOrg || null,
        sapSalesOrg: fact.salesOrg || null,
        sapCustomerCode: fact.customer || null,
        sapSource: 'sap',
      };
      if (hasValues(row, values)) return 'unchanged';
      changes.push({ row, values });
      return 'updated';
    }
    // A department that has no profile yet waits in the list of those to be added; factories have none.
    if (depts.has(fact.code) || fact.deleted) return 'unchanged';
    const company =
      companies.find((each) => each.sapCode !== null && each.sapCode === fact.company) ??
      (fact.company === '' && companies.length === 1 ? companies[0] : undefined);
    if (company === undefined)
      return failed('companyDeptId', fact.company, refuse('sap.company-unknown', { company: fact.company || '–' }));
    fresh.push({
      index,
      body: {
        deptName: fact.name.slice(0, 45),
        fullName: fact.name.slice(0, 100),
        deptCategory: DEPT.project,
        parentId: company.id,
        sapCode: fact.code,
        sort: 1,
      },
    });
    return 'created';
  });
  if (changes.length > 0) {
    await context.tx.run(sql`
      update project_dept_system p set sap_code = g."sapCode", sap_factory = g."sapFactory",
        sap_purchase_org = g."sapPurchaseOrg", sap_sales_org = g."sapSalesOrg",
        sap_customer_code = g."sapCustomerCode", sap_source = 'sap', sap_sync_time = now(),
        version = p.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      from json_to_recordset(${JSON.stringify(changes.map(({ row, values }) => ({ id: row.id, ...values })))}::json) as
        g(id bigint, "sapCode" text, "sapFactory" text, "sapPurchaseOrg" text, "sapSalesOrg" text,
        "sapCustomerCode" text) where p.id = g.id`);
    await audit(
      context,
      changes.map(({ row, values }) => ({
        resource: projectDeptSystem.name,
        recordId: row.id,
        action: 'update',
        title: row.name,
        changes: differences(row, values),
      })),
    );
  }
  // One after another: each takes its place in the tree. New sites are few.
  for (const { index, body } of fresh) {
    const [saved] = await saveBatch(dept, context, [body]).catch((error: unknown) => {
      if (error instanceof Refused) return [{ refusals: error.refusals }];
      throw error;
    });
    if (saved !== undefined && 'refusals' in saved)
      outcomes[index] = failed('deptName', body.deptName, ...saved.refusals);
  }
  return outcomes;
};
