import { sample } from '../../../tests/support/sample.ts';
import { standingOrder } from './standing-order.resource.ts';

export const standingOrderSample = sample(standingOrder, { values: () => ({ skipDates: '2031-12-25', endDate: '' }) });
