import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ports } from '../../kernel/server/port.ts';

/** A document crates travel with: whose they are, and who gets them. */
export interface CrateShipment {
  readonly code: string;
  readonly ownerDeptId: Id;
  readonly warehouseId: Id | null;
  readonly supplierId: Id | null;
}
interface ShipmentSource {
  /** Segments of its documents. */
  readonly billTypes: readonly string[];
  /** Undefined where such a document sends no crates, or nobody here may see it. */
  shipment(context: Context, billType: string, billId: Id): Promise<CrateShipment | undefined>;
}

export const crateShipments = ports<ShipmentSource>('shipments crates travel with');

/** The shipment of a document, as the area that knows it says. */
export async function shipmentOf(context: Context, billType: string, billId: Id): Promise<CrateShipment | undefined> {
  const source = crateShipments.of(context).find(({ billTypes }) => billTypes.includes(billType));
  return source?.shipment(context, billType, billId);
}
