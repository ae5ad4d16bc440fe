import { sample } from '../../tests/support/sample.ts';
import { stockCheck } from './stock-check.document.ts';

/** Counted as the books have it: what left since is no loss. */
export const stockCheckSample = sample(stockCheck, {
  complete: [
    `update stock_check_detail set count_qty = expected_qty / coalesce(factor, 1), count_base_qty = expected_qty,
      variance_qty = 0, variance_amount = 0 where stock_check_id = $1`,
  ],
});
