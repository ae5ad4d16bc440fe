/** Out-stores: made by what asks for goods, voided with it, and read with their picks. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { nextBillCodes } from '../../kernel/server/numbering.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { outStore, type OutStoreRow, type OutStoreSourceType } from './out-store.document.ts';
import { casesOf } from './claims/out-store-cases.port.server.ts';
import { lockSourcesOf, sourceOf } from './out-store-source.port.server.ts';

/** What an out-store takes over of the document that asks for it. */
interface OrderHead {
  readonly needTime?: unknown;
  readonly useRestaurantDeptId?: unknown;
  readonly gearOperationDeptId?: unknown;
  readonly companyDeptId?: unknown;
  readonly projectDeptId?: unknown;
  readonly visibleDeptIds?: unknown;
}

/** What an approved document asks a warehouse to send. */
interface OutStoreOrder {
  readonly source: {
    readonly type: OutStoreSourceType;
    readonly id: Id;
    readonly code: string;
  };
  readonly warehouseId: Id;
  readonly toLocationId: Id;
  /** The source document's row, for what both carry: need time, restaurant, stall, company, project, who sees it. */
  readonly row: OrderHead;
  readonly lines: readonly {
    readonly id: Id;
    readonly lineNo: number;
    readonly materialId: Id;
    readonly unitId: Id;
    readonly qty: string;
    readonly factor: string;
    readonly baseUnitId: Id;
    readonly baseQty: string;
    readonly reservedBaseQty: string;
    /** The lot that was named. */
    readonly batchId?: Id | null;
  }[];
}

/** Makes an out-store to pick for each order. Answers their ids in the order given. */
export async function makeOutStores(context: Context, orders: readonly OutStoreOrder[]): Promise<Id[]> {
  const codes = await nextBillCodes(context, outStore.life!.prefix, orders.length);
  const headers = orders.map(({ source, warehouseId, toLocationId, row }, nr) => ({
    nr,
    code: codes[nr],
    warehouse: warehouseId,
    type: source.type,
    source: source.id,
    source_code: source.code,
    destination: toLocationId,
    restaurant: row.useRestaurantDeptId ?? null,
    stall: row.gearOperationDeptId ?? null,
    need: row.needTime,
    company: row.companyDeptId ?? null,
    project: row.projectDeptId ?? null,
    visible: row.visibleDeptIds ?? [],
  }));
  const who = sql`${context.user.userId}::bigint`;
  const made = await context.tx.rows<{ nr: number; id: Id }>(sql`
    with given as (
      select g.*, new_id() as id from json_to_recordset(${JSON.stringify(headers)}::json) as g(
        nr integer, code text, warehouse bigint, type text, source text, source_code text, destination bigint,
        restaurant bigint, stall bigint, need timestamptz, company bigint, project bigint, visible jsonb)),
    made as (
      insert into out_store (id, bill_code, bill_date, warehouse_id, source_bill_type, source_bill_id,
        source_bill_code, to_location_id, use_restaurant_dept_id, gear_operation_dept_id, need_time, company_dept_id,
        project_dept_id, visible_dept_ids,
        create_user, create_dept, update_user)
      select g.id, g.code, ${context.today}::date, g.warehouse, g.type, g.source, g.source_code, g.destination,
        g.restaurant, g.stall, g.need, g.company, g.project,
        (select array_agg(v::bigint) from jsonb_array_elements_text(g.visible) v), ${who},
        ${context.user.deptId || null}::bigint, ${who} from given g returning id)
    select g.nr, g.id from given g join made using (id) order by g.nr`);
  const ids = made.map((row) => row.id);
  const lines = orders.flatMap((order, nr) => order.lines.map((line) => ({ ...line, owner: ids[nr] })));
  await context.tx.run(sql`
    insert into out_store_detail (out_store_id, line_no, source_detail_id, material_id, unit_id, qty, factor,
      base_unit_id, base_qty, reserved_qty, batch_id)
    select g.owner, g."lineNo", g.id, g."materialId", g."unitId", g.qty, g.factor, g."baseUnitId", g."baseQty",
      round(g."reservedBaseQty" / g.factor, 6), g."batchId"
    from json_to_recordset(${JSON.stringify(lines)}::json) as g(owner bigint, "lineNo" integer, id text,
      "materialId" bigint, "unitId" bigint, qty numeric, factor numeric, "baseUnitId" bigint, "baseQty" numeric,
      "reservedBaseQty" numeric, "batchId" bigint)`);
  return ids;
}

/** Voids out-stores nobody has picked from; names those that were. */
export async function voidOutStores(context: Context, ids: readonly Id[], reason: string): Promise<Refusal[]> {
  const documents = (await lockRows({ ...outStore, scope: null }, context, ids)).map(actingOf);
  const picked = documents.filter((document) => document.status !== 'to-pick');
  if (picked.length > 0)
    return picked.map((document) => refuse('issuing.picked-already', { billCode: document.billCode }));
  await moveState(outStore, context, documents, 'void', { to: 'void' }, reason);
  return [];
}

/** Whether a line (`d`) asks for goods of catch weight (of the material `m`) by the piece. */
export const inPieces = sql`(m.catch_weight = 1 and d.unit_id = m.aux_unit_id and d.unit_id <> d.base_unit_id)`;

/**
 * Of each line whether its goods are measured twice, and in which unit the second time: as `prePicking` answers it, for
 * who signs.
 */
async function measures(
  context: Context,
  lines: WholeRecord<typeof outStore>['details'],
): Promise<Record<string, unknown>[]> {
  const twice = new Map(
    (
      await context.tx.rows<{ id: Id; inPieces: boolean; unit: string }>(sql`
    select d.id, ${inPieces} as in_pieces, u.called as unit from out_store_detail d
    join material m on m.id = d.material_id and m.catch_weight = 1
    join material_unit u on u.id = case when ${inPieces} then d.base_unit_id else m.aux_unit_id end
    where d.id = any(${lines.map((line) => line.id)}::bigint[])`)
    ).map((row) => [row.id, row]),
  );
  return lines.map((line) => {
    const own = twice.get(line.id);
    return {
      ...line,
      needsPieces: own === undefined ? 0 : 1,
      inPieces: own?.inPieces === true ? 1 : 0,
      secondUnitName: own?.unit ?? '',
    };
  });
}

/** Goods that are signed for at their place are signed for by whoever answers for it. */
async function signedElsewhere(
  context: Context,
  documents: readonly { readonly billCode: string; readonly row: OutStoreRow }[],
): Promise<readonly Refusal[]> {
  const { scope } = context.user;
  const there = documents.filter(({ row }) => sourceOf(context, row).signedThere === true);
  if (scope.all || there.length === 0) return [];
  const places = await context.tx.rows<{ id: Id; name: string; deptId: Id }>(
    sql`select l.id, l.called as name, l.dept_id from stock_location l
      where l.id = any(${there.map(({ row }) => row.toLocationId)}::bigint[])`,
  );
  const byId = new Map(places.map((place) => [place.id, place]));
  return there.flatMap(({ billCode, row }) => {
    const place = byId.get(row.toLocationId);
    return place !== undefined && scope.depts.includes(place.deptId)
      ? []
      : [refuse('issuing.signed-there', { billCode, place: place?.name ?? '' })];
  });
}

export const outStoreBehaviour = behaviour(outStore, {
  lockFirst: lockSourcesOf,
  guards: { received: signedElsewhere },
  detail: async (context, row) => ({
    details: await measures(context, row.details),
    opensCases: row.status === 'shipped' && (await casesOf(context)?.isBetweenSites(context, row)) === true ? 1 : 0,
  }),
  computed: {
    lineCount: () => sql`(select count(*)::integer from out_store_detail d where d.out_store_id = t.id)`,
    doneCount: () =>
      sql`(select count(*)::integer from out_store_detail d where d.out_store_id = t.id and d.picked_qty > 0)`,
  },
});
