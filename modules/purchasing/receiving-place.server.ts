import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import {
  documentPlaces,
  onePlaceRefusals,
  placeIdOf,
  type NamesPlace,
} from '../stock/warehouses/document-place.server.ts';

interface ReceivingPlace {
  readonly companyDeptId: Id | null;
  /** Project department of a warehouse, department of a factory. */
  readonly bladeProjectDeptId: Id | null;
}
/**
 * Company and department of the place goods are received at, which decide who sees the document: a warehouse, or a
 * store of a factory.
 */
export async function placeOf(context: Context, named: NamesPlace): Promise<ReceivingPlace> {
  const refusals = onePlaceRefusals(named);
  if (refusals.length > 0) throw new Refused(...refusals);
  const id = placeIdOf(named)!;
  const place = (await documentPlaces(context, [id])).get(id);
  if (place === undefined) throw new Refused(refuse('purchasing.no-warehouse', {}, { field: 'warehouseId' }));
  return { companyDeptId: place.companyDeptId, bladeProjectDeptId: place.deptId };
}
