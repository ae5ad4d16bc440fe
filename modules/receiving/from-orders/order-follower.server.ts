/** What orders ask the dock to do. */
import type { OrderFollower } from '../../purchasing/order-approved.port.server.ts';
import { makeBills, orderSource, voidBills } from './bill-from-order.server.ts';
import { changeBill } from './changed-order.server.ts';

export const orderFollower: OrderFollower = {
  approved: (context, orderIds) => makeBills(context, orderSource, orderIds),
  voided: (context, orderIds, reason) => voidBills(context, orderSource, orderIds, reason),
  changed: changeBill,
};
