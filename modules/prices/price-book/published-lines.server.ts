/** Lines of approved price documents as what they are: published prices of a series. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import {
  assessmentPriceMaintenance,
  managementPricePlan,
  operatingJointVenturePricePlan,
  priceScheme,
} from '../price-plans/price-plan.document.ts';
import { jointOperationPrice, settlementPrice, type PriceType } from './price.resource.ts';

const declared = (of: unknown): Declaration => of as Declaration;

/** Where prices of a type are published one by one. */
export const SINGLE: Partial<Readonly<Record<PriceType, Declaration>>> = {
  settlement: declared(settlementPrice),
  joint: declared(jointOperationPrice),
};
/** Where prices of a type are published as plans. */
export const PLAN: Partial<Readonly<Record<PriceType, Declaration>>> = {
  management: declared(managementPricePlan),
  joint: declared(operatingJointVenturePricePlan),
  assessment: declared(assessmentPriceMaintenance),
};
export const SCHEME = declared(priceScheme);

/** Whose stalls a price or plan is for, as a column of these rows; nobody's where it has no partner. */
export const partnerOf =
  (of: Declaration) =>
  (row: string): Sql =>
    of.fields['enterpriseId'] === undefined ? sql`null::bigint` : sql`${ident(row)}.enterprise_id`;

/** The price of a company itself: of its default plan. */
const defaultOf = (plan: Declaration): Sql => (plan.fields['isDefault'] === undefined ? sql`0` : sql`h.is_default`);

/**
 * Lines of approved versions: `id, plan_id, code, name, price_series_id, company_dept_id, is_default, enterprise_id,
 * material_id, unit_id, factor, price, tax_rate, start_date, end_date`. Days are those of the line within the
 * version's, which a newer one may have cut.
 */
export const publishedLines = (plan: Declaration): Sql => sql`
  select l.id, h.id as plan_id, h.bill_code as code, h.name, h.price_series_id, h.company_dept_id,
    ${defaultOf(plan)} as is_default, ${partnerOf(plan)('h')} as enterprise_id, l.material_id, l.unit_id, l.factor,
    l.price, l.tax_rate,
         greatest(h.start_date, l.start_date) as start_date, least(h.end_date, l.end_date) as end_date
  from ${ident(tableOf(plan))} h join ${ident(lineTableOf(plan, 'details'))} l on l.${ident(ownerColumn(plan))} = h.id
  where h.status = 'approved'`;
