import { sample } from '../../../tests/support/sample.ts';
import { distribution } from './distribution.document.ts';

/** A bill by hand for a site, of today's meals. */
export const distributionSample = sample(distribution, {
  values: ({ today }) => ({
    startTime: `${today} 00:00:00`,
    endTime: `${today} 23:59:00`,
    useRestaurantDeptId: '',
    gearOperationDeptId: '',
    details: [],
  }),
  columns: { start_time: '2026-11-20 00:00', end_time: '2026-11-20 23:59', generate_status: 'none', late_flag: 0 },
  lineColumns: {
    details: {
      source_type: 'manual',
      source_id: null,
      source_line_ids: null,
      qty: 1,
      factor: 1,
      base_qty: 1,
      open_qty: 1,
      need_qty: 0,
      net_qty: 0,
      distributed_qty: 0,
      cancelled_qty: 0,
      late_flag: 0,
    },
  },
});
