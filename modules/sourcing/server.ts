import type { ServerModule } from '../../kernel/server/registry.ts';
import { calendarExceptionBehaviour, deliveryCalendarBehaviour } from './calendar/delivery-calendar.server.ts';
import { deliveryDayCalls } from './calendar/delivery-days.server.ts';
import { deliveryRouteBehaviour } from './routes/delivery-route.server.ts';
import { sourceCalls } from './source-calls.server.ts';
import {
  directDeliveryBehaviour,
  materialChannelBehaviour,
  sourceInventoryBehaviour,
} from './source-rule-saving.server.ts';
import './sourcing.refusals.ts';
import { substituteCalls } from './substitutes/substitutes-offered.server.ts';

/** Rules of where goods come from, on the server. */
export const sourcingServer = (): ServerModule => ({
  name: 'sourcing',
  behaviours: [
    sourceInventoryBehaviour,
    directDeliveryBehaviour,
    materialChannelBehaviour,
    deliveryCalendarBehaviour,
    calendarExceptionBehaviour,
    deliveryRouteBehaviour,
  ],
  calls: [...sourceCalls, ...deliveryDayCalls, ...substituteCalls],
  constraintRefusals: {
    source_inventory_configure_alone_ex: 'sourcing.duplicate-meanwhile',
    purchase_direct_delivery_rule_alone_ex: 'sourcing.duplicate-meanwhile',
    material_channel_alone_ex: 'sourcing.duplicate-meanwhile',
    delivery_calendar_period_ex: 'sourcing.calendar-overlap-meanwhile',
    delivery_calendar_exception_day_uq: 'sourcing.exception-exists',
  },
});
