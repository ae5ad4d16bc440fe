/** Routes: stores of their sender, stops with places of their sites, each stop and each place once. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { placeFacts, receiverRefusals, senderRefusals, timeRefusals } from '../calendar/sender-places.server.ts';
import { deliveryRoute } from './delivery-route.resource.ts';

export const deliveryRouteBehaviour = behaviour(deliveryRoute, {
  async beforeSaveAll(context, savings) {
    const facts = await placeFacts(context, [
      ...savings.map(({ values }) => values),
      ...savings.flatMap((saving) => (savingLines(saving, 'stops') ?? []).map(({ values }) => values)),
    ]);
    for (const saving of savings) {
      saving.refuse(
        ...timeRefusals(saving.values, deliveryRoute.fields, ['departTime']),
        ...senderRefusals(facts, saving.values),
      );
      const stops = savingLines(saving, 'stops');
      if (stops === undefined) continue;
      saving.values.stopCount = stops.length;
      saving.refuse(
        ...twice(stops.map(({ values }) => values)),
        ...stops.flatMap(({ values }, index) => [
          ...timeRefusals(values, deliveryRoute.lines!.stops.fields, ['windowStart', 'windowEnd'], index + 1),
          ...receiverRefusals(facts, values, index + 1),
        ]),
      );
    }
  },
  // Where stops lie and when they receive: of the unloading point they name, else of the default one of their site.
  detail: async (context, row) => ({
    places: await context.tx.rows(sql`
      select s.id as stop_id, coalesce(u.name, '') as unload_name, coalesce(u.address, '') as address,
        coalesce(u.longitude, '') as longitude, coalesce(u.latitude, '') as latitude,
        coalesce(u.receive_start, '') as receive_start, coalesce(u.receive_end, '') as receive_end
      from delivery_route_stop s left join lateral (
        select p.name, p.address, p.longitude, p.latitude, p.receive_start, p.receive_end from project_dept_unload p
        where p.id = s.unload_id or (s.unload_id is null and p.project_dept_sys_id = s.project_dept_sys_id
          and p.is_default = 1 and p.frozen = 0)
        limit 1) u on true
      where s.delivery_route_id = ${row.id}::bigint order by s.stop_seq`),
  }),
});

interface Stop {
  readonly stopSeq: number;
  readonly projectDeptSysId: string;
  readonly warehouseId: string;
}
/** A place in the order, or a warehouse, that stands twice. */
function twice(stops: readonly Stop[]): Refusal[] {
  const places = new Set<number>();
  const warehouses = new Set<string>();
  return stops.flatMap(({ stopSeq, warehouseId }, index) => {
    const refusals: Refusal[] = [];
    if (places.has(stopSeq))
      refusals.push(refuse('sourcing.stop-twice', { stop: stopSeq }, { field: 'stopSeq', line: index + 1 }));
    if (warehouses.has(warehouseId))
      refusals.push(
        refuse('sourcing.stop-place-twice', { line: index + 1 }, { field: 'warehouseId', line: index + 1 }),
      );
    places.add(stopSeq);
    warehouses.add(warehouseId);
    return refusals;
  });
}
