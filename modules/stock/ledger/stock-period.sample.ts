import { sample, TENANT } from '../../../tests/support/sample.ts';
import { stockPeriod } from './stock-period.resource.ts';

/** A month of long ago, so that nothing that is posted falls into it. */
export const stockPeriodSample = sample(stockPeriod, {
  row: ({ sql }) =>
    sql(
      `insert into stock_period (tenant_id, company_dept_id, month, start_date, end_date)
       select $1, id, '2020-01', '2020-01-01', '2020-01-31' from dept where dept_category = '1' and tenant_id = $1
       limit 1`,
      [TENANT],
    ),
});
