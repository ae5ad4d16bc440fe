import { sample, TENANT } from '../../tests/support/sample.ts';
import { message } from './message.resource.ts';

export const messageSample = sample(message, {
  row: async ({ sql, userId }) =>
    sql(
      `insert into message (tenant_id, user_id, box, topic, title, title_en)
        values ($1, $2, 'message', 'stock', '盘点', 'Count')`,
      [TENANT, await userId('admin')],
    ),
});
