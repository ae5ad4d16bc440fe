/** A dish that was cooked an hour ago and has no sample: whoever makes the labels of the stall hears of it once. */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { peopleOfPlace } from '../../messages/people-of-place.server.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import { minutesLater } from '../produce/produce.rules.ts';
import { gearProduce } from '../produce/produce.document.ts';
import { hasSample } from './sample-state.server.ts';

const MINUTE = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const AT_ONCE = 200;

/** Looks every minute for dishes without a sample. */
export const watchSamples = (services: Services): ScheduledTask => ({
  name: 'production.missing-samples',
  everyMs: MINUTE,
  run: () => forEachTenant(services, 'production.missing-samples', ({ transaction }) => transaction(sendMissing)),
});

interface Missing {
  readonly id: Id;
  readonly stallId: Id;
  readonly stall: string;
  readonly dish: string;
  readonly dishEn: string;
  readonly key: string;
}

async function sendMissing(context: Context): Promise<void> {
  const missing = await context.tx.rows<Missing>(sql`
    select distinct on (p.gear_operation_dept_id, p.biz_date, p.meal_type, p.dish_id) p.id,
      p.gear_operation_dept_id as stall_id, l.called as stall, d.name as dish,
      coalesce(nullif(d.name_en, ''), d.name) as dish_en,
      concat_ws(':', 'sample', p.gear_operation_dept_id, p.biz_date, p.meal_type, p.dish_id) as key
    from gear_produce p join dish d on d.id = p.dish_id and d.sample_required = 1
    join stock_location l on l.id = p.gear_operation_dept_id
    where p.status = 'posted' and p.produce_type = 'cook'
      and p.produce_time between ${minutesLater(context.now, -DAY_MINUTES)}::timestamptz
        and ${minutesLater(context.now, -HOUR_MINUTES)}::timestamptz
      and not ${hasSample}
      and not exists (select 1 from message m where m.dedupe_key = concat_ws(':', 'sample', p.gear_operation_dept_id,
        p.biz_date, p.meal_type, p.dish_id))
    order by p.gear_operation_dept_id, p.biz_date, p.meal_type, p.dish_id, p.produce_time limit ${AT_ONCE}`);
  for (const [stallId, own] of Map.groupBy(missing, (each) => each.stallId)) {
    const people = await peopleOfPlace(context, [stallId], 'gearlabel_add');
    await sendMessages(
      context,
      own.map(({ id, stall, dish, dishEn, key }) => ({
        userIds: people,
        topic: 'food.sample' as const,
        level: 'urgent' as const,
        title: label(
          `${stall}：${dish} 出锅已过 1 小时，尚未留样`,
          `${stall}: no sample of ${dishEn} an hour after it was made`,
        ),
        about: { resource: gearProduce.name, recordId: id },
        act: { link: `/gear/kitchenday?stall=${stallId}`, label: label('去留样', 'Take the sample') },
        once: key,
      })),
    );
  }
}
