import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { RENEW_DAYS } from '../ledgers/food-safety-log.rules.ts';
import { healthCard } from './health-card.resource.ts';

const endsBy = (today: string): Sql => sql`t.expire_date <= ${dayPlus(today, RENEW_DAYS)}::date`;

/** Health cards as they stand today. */
export const healthCardBehaviour = behaviour(healthCard, {
  computed: {
    cardState: ({ today }) => sql`(case when t.expire_date < ${today}::date then 'expired'
      when ${endsBy(today)} then 'ending' else 'valid' end)`,
  },
  filters: { toRenew: (_value, { today }) => sql`(t.frozen = 0 and ${endsBy(today)})` },
});
