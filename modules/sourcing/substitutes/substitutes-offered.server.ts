/** Substitutes as a person asks for them: of one material, at a place he sees, without prices he does not. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { material } from '../../master-data/materials/material.resource.ts';
import { warehouse } from '../../stock/warehouses/warehouse.resource.ts';
import { replacementsFor } from './replacements.server.ts';
import { SEES_PRICES, substitutesOffered } from './substitutes.calls.ts';

/** The site of a warehouse the reader sees. */
async function siteOf(context: Context, warehouseId: Id | null): Promise<Id | null> {
  if (warehouseId === null) return null;
  const terms = [sql`t.id = ${warehouseId}::bigint`, ...scopeCondition(warehouse, context)];
  const row = await context.tx.row<{ siteId: Id }>(
    sql`select t.project_group_dept_id as site_id from warehouse t where ${join(terms, ' and ')}`,
  );
  if (row === undefined) throw unknownRecord(warehouse.label);
  return row.siteId;
}

const offered = serve(substitutesOffered, async (context, { materialId, warehouseId, date, unitId, qty }) => {
  if (qty !== null && !Decimal.isText(qty))
    throw new Refused(refuse('param.invalid', { name: 'qty', value: qty }, { field: 'qty' }));
  const siteDeptId = await siteOf(context, warehouseId);
  const own = await context.tx.row<{ baseUnitId: Id }>(
    sql`select base_unit_id from material where id = ${materialId}::bigint`,
  );
  if (own === undefined) throw unknownRecord(material.label);
  const [found = []] = await replacementsFor(context, [
    { materialId, siteDeptId, date: date ?? context.today, unitId: unitId ?? own.baseUnitId, qty: qty ?? '0' },
  ]);
  const sees = context.allowed(SEES_PRICES);
  return found.map(({ priceDiff, isForAllergens: _confirmed, ...one }) => ({ ...one, ...(sees ? { priceDiff } : {}) }));
});

export const substituteCalls: readonly Call[] = [offered];
