/** Nothing new begins at a frozen place, whether it sends or receives. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { frozenWarehouses } from '../../stock/warehouses/frozen-warehouses.server.ts';
import type { purchaseDocument } from './purchase-document.document.ts';

/** A document whose sender or receiver is frozen waits until it no longer is. */
export async function frozenPlaceRefusals(
  context: Context,
  documents: readonly Acting<typeof purchaseDocument>[],
): Promise<Refusal[]> {
  const placesOf = ({ row }: (typeof documents)[number]) =>
    [row.warehouseId, row.outWarehouseId, row.outFactoryWarehouseId].flatMap((id) => id ?? []);
  const frozen = await frozenWarehouses(context, documents.flatMap(placesOf));
  return documents.flatMap((document) =>
    placesOf(document).flatMap((place) => {
      const warehouse = frozen.get(place);
      return warehouse === undefined
        ? []
        : [refuse('stock.warehouse-frozen', { warehouse, billCode: document.billCode })];
    }),
  );
}
