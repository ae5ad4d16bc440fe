/** Sales plans by their days. */
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { DAYS_MAX } from './sales-plan.rules.ts';

/**
 * Whether a sales plan touches these days, both included. A plan has two weeks at most (`sales_plan_days_ck`): with
 * that said, only those that begin near the days are read, and not every plan the stall or site ever had.
 */
export const planTouches = (plan: Sql, from: Sql, to: Sql): Sql =>
  sql`${plan}.start_date between ${from} - ${DAYS_MAX}::integer and ${to} and ${plan}.end_date >= ${from}`;
