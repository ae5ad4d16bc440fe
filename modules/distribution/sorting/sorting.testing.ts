/** A factory with accepted orders to be sorted, for tests: three sites on two routes, and what lies in its store. */
import { sql } from '../../../parts/postgres/database.ts';
import { aFactory, thing, unit, type Factory } from '../../suppress-orders/suppress.testing.ts';
import { sortingLinesFor } from './make-sorting-lines.server.ts';

export const DAY = '2025-03-17';
export const LOGS = 'distributionstatementlogs';
export const SPLIT = 'shortagesplit';
/** A school, a company and another company; by the order of their stops. */
export const site = { school: '110', office: '130', plant: '140' } as const;
const WAREHOUSES: Readonly<Record<string, string>> = { '110': '500', '130': '502', '140': '504' };

export interface Line {
  readonly id: string;
  readonly siteDeptId: string;
  readonly materialId: string;
  readonly orderNo: string;
  readonly orderDetailId: string;
  readonly orderQty: string;
  readonly num: string;
  readonly shortQty: string;
  readonly shortReason: string | null;
  readonly targetQty: string | null;
  readonly state: string;
  readonly batchId: string | null;
  readonly waveNo: string;
  readonly stopSeq: number | null;
  readonly routeId: string | null;
  readonly priorityClass: string;
  readonly factoryWarehouseId: string;
}
export interface SortingRoom extends Factory {
  /** An accepted order of a site, with its sorting lines; answers its id. */
  order(
    siteDeptId: string,
    lines: readonly (readonly [materialId: string, qty: string])[],
    day?: string,
  ): Promise<string>;
  /** Lines in order of stops and materials. */
  lines(orderId?: string): Promise<readonly Line[]>;
  /** Acts on a line that were kept, the first one first. */
  actsOn(lineId: string): Promise<readonly string[]>;
  /** What an order says of its lines: sorted and short, and whether it is being sorted. */
  orderAs(orderId: string): Promise<string>;
}

let orders = 0;
export async function aSortingRoom(): Promise<SortingRoom> {
  const room = await aFactory('distribution');
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      values (140, '三项目部', '三项目部', 'P3', 100, '2')`);
    await tx.run(sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id)
      values (504, 'W4X', '三仓', 100, 140)`);
    await tx.run(sql`insert into project_dept_system (id, code, project_dept_name, blade_project_dept_id, business_format)
      values (610, 'X1', '一项目部', 110, 'school'), (630, 'X2', '二项目部', 130, 'enterprise'),
        (640, 'X3', '三项目部', 140, 'enterprise')`);
    await tx.run(sql`insert into dict_biz (id, code, dict_key, dict_value, dict_value_en, parent_id, sort) values
      (900, 'deliveryPriority', '-1', '配送优先级', 'Delivery priority', 0, 1),
      (901, 'deliveryPriority', 'first', '优先', 'First', 900, 1),
      (902, 'deliveryPriority', 'normal', '普通', 'Normal', 900, 2)`);
    await tx.run(sql`insert into delivery_route (id, code, name, out_org_id, depart_time) values
      (700, 'R1', '东线', 120, '04:00'), (701, 'R2', '西线', 120, '05:30')`);
    await tx.run(sql`insert into delivery_route_stop (delivery_route_id, line_no, stop_seq, project_dept_sys_id, warehouse_id)
      values (700, 1, 1, 610, 500), (700, 2, 2, 630, 502)`);
  });
  return {
    ...room,
    order: (siteDeptId, details, day = DAY) =>
      room.act(async (context) => {
        orders += 1;
        const { tx } = context;
        const { id } = (await tx.row<{ id: string }>(sql`
          insert into factory_order (bill_code, out_org_id, blade_project_dept_id, warehouse_id, delivery_date,
            factory_warehouse_id, visible_dept_ids, status)
          values (${`GD${orders}`}, 120, ${siteDeptId}::bigint, ${WAREHOUSES[siteDeptId]}::bigint, ${day}::date,
            ${room.store}::bigint, '{120}', 'accepted') returning id`))!;
        let lineNo = 0;
        for (const [materialId, qty] of details)
          await tx.run(sql`insert into factory_order_detail (factory_order_id, line_no, material_id, unit_id, order_qty,
              base_unit_id, base_qty)
            values (${id}::bigint, ${(lineNo += 1)}, ${materialId}::bigint, 301, ${qty}::numeric, 301, ${qty}::numeric)`);
        await sortingLinesFor(context, [id]);
        return id;
      }),
    lines: (orderId) =>
      room.act(({ tx }) =>
        tx.rows<Line>(sql`select l.id, l.site_dept_id, l.material_id, l.order_no, l.order_detail_id, l.order_qty, l.num,
            l.short_qty, l.short_reason, l.target_qty, l.state, l.batch_id, l.wave_no, l.stop_seq, l.route_id,
            l.priority_class, l.factory_warehouse_id
          from distribution_statement_log l where ${orderId ?? null}::text is null or l.order_id = ${orderId ?? null}
          order by l.stop_seq nulls last, l.material_id, l.id`),
      ),
    actsOn: async (lineId) =>
      (
        await room.act(({ tx }) =>
          tx.rows<{ op: string }>(
            sql`select e.op from distribution_statement_event e where e.log_id = ${lineId}::bigint order by e.id`,
          ),
        )
      ).map(({ op }) => op),
    orderAs: async (orderId) =>
      (await room.act(({ tx }) =>
        tx.row<{ said: string }>(sql`select o.status || ' ' || string_agg(trim_scale(d.sorted_qty) || '/' ||
            trim_scale(d.short_qty), ' ' order by d.line_no) as said
          from factory_order o join factory_order_detail d on d.factory_order_id = o.id
          where o.id = ${orderId}::bigint group by o.status`),
      ))!.said,
  };
}
export { thing, unit };
