/** Routes: stores of their sender, stops with places of their sites, each stop and each place once. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines } from '../../../kernel/server/behaviour.ts';
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
