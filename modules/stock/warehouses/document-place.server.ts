/**
 * The place a document names: a warehouse in `warehouseId`, or a store of a factory in `factoryWarehouseId`; exactly
 * one of them. Either is the id of its place in the ledger.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { notKept, type Kept } from './kept-kinds.rules.ts';

export interface NamesPlace {
  readonly warehouseId?: Id | null;
  readonly factoryWarehouseId?: Id | null;
}
/** Id of the place a document names; null where it names none. */
export const placeIdOf = ({ warehouseId, factoryWarehouseId }: NamesPlace): Id | null =>
  warehouseId || factoryWarehouseId || null;

/** A document stands at a warehouse or at a store of a factory, and never at both. */
export function onePlaceRefusals(values: NamesPlace): Refusal[] {
  const named = [values.warehouseId, values.factoryWarehouseId].filter(Boolean).length;
  return named === 1 ? [] : [refuse('stock.one-place', {}, { field: 'warehouseId' })];
}

interface DocumentPlace {
  readonly id: Id;
  readonly kind: 'warehouse' | 'factory-warehouse';
  readonly name: string;
  readonly frozen: boolean;
  /** Project department of a warehouse, department of a factory. */
  readonly deptId: Id;
  readonly companyDeptId: Id;
  /** Of stores of factories: the factory, and its plant in SAP. */
  readonly factoryId: Id | null;
  readonly sapFactory: string | null;
}

/** Warehouses and stores of factories by their ids, with one statement. */
export async function documentPlaces(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, DocumentPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await context.tx.rows<DocumentPlace>(sql`
    select l.id, l.kind, l.called as name, coalesce(w.frozen, f.frozen, 0) = 1 as frozen, l.dept_id, l.company_dept_id,
      f.factory_id, coalesce(f.sap_factory, w.sap_factory) as sap_factory
    from stock_location l left join warehouse w on w.id = l.id left join factory_warehouse f on f.id = l.id
    where l.kind in ('warehouse', 'factory-warehouse') and l.id = any(${[...new Set(ids)]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

interface Coming {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly line?: number;
}
/** What of these lines a store of a factory does not take, before anything is posted; warehouses take everything. */
export async function notKeptRefusals(context: Context, lines: readonly Coming[]): Promise<Refusal[]> {
  if (lines.length === 0) return [];
  const rows = await context.tx.rows<Kept & { readonly nr: number }>(sql`
    select a.nr::integer as nr, w.name as warehouse, w.type, m.called as material,
      coalesce(m.material_kind, 'raw') as material_kind
    from unnest(${lines.map(({ locationId }) => locationId)}::bigint[],
      ${lines.map(({ materialId }) => materialId)}::bigint[]) with ordinality a(location_id, material_id, nr)
    join factory_warehouse w on w.id = a.location_id join material m on m.id = a.material_id order by a.nr`);
  return rows.flatMap(({ nr, ...coming }) => notKept(coming, lines[nr - 1]!.line ?? nr) ?? []);
}
