import { sample, TENANT } from '../../tests/support/sample.ts';
import { errorLog, usualLog } from './logs.resource.ts';

export const usualLogSample = sample(usualLog, {
  row: ({ sql }) =>
    sql(`insert into usual_log (tenant_id, log_id, log_level, log_data) values ($1, 'login', 'info', '登录：admin')`, [
      TENANT,
    ]),
});

export const errorLogSample = sample(errorLog, {
  row: ({ sql }) =>
    sql(
      `insert into client_error (tenant_id, kind, message, url) values ($1, 'error', 'x is not a function', '/stock')`,
      [TENANT],
    ),
});
