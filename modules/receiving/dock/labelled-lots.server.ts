/** Lots whose label their supplier printed before they came keep the id it says. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { announcedLots, type ShippedLot } from '../../purchasing/answers/shipped-lots.server.ts';
import type { Bill } from '../bill.server.ts';
import type { StoredLine } from '../bill-lines.server.ts';
import type { Entered } from '../read-delivery.server.ts';

/** The id of the lot of each entered line that was sent under a label, by its place in the delivery. */
export async function labelledLots(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
): Promise<ReadonlyMap<number, Id>> {
  if (bill.row.sourceBillType !== 'purchase-order') return new Map();
  const coming = new Set(
    await announcedLots(
      context,
      entered.flatMap(({ detailId }) => byId.get(detailId)?.sourceDetailId ?? []),
    ),
  );
  const found = new Map<number, Id>();
  entered.forEach((lot, index) => {
    const sent = [...coming].find((each) => isSame(each, byId.get(lot.detailId)!, lot));
    if (sent === undefined || !lot.accepted.isPositive()) return;
    coming.delete(sent);
    found.set(index, sent.lotId);
  });
  return found;
}

/** The lot that was announced: of the same line, under the same number. */
const isSame = (sent: ShippedLot, { sourceDetailId }: StoredLine, { values }: Entered): boolean =>
  sent.orderDetailId === sourceDetailId && sent.supplierBatchNo === (values.supplierBatchNo ?? '');
