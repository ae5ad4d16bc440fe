/** Published management prices are the lines of approved plans. */
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { validOn } from '../../master-data/materials/validity.server.ts';
import { baseUnitOf } from '../../master-data/units/base-unit.server.ts';
import { managementPrice } from './management-price.resource.ts';
import { PLAN, publishedLines } from './published-lines.server.ts';

export const managementPriceBehaviour = behaviour(managementPrice, {
  computed: { baseUnit: baseUnitOf },
  source: ({ today }) => sql`
    select h.tenant_id, p.id, p.code, p.name, h.search_text, h.create_time, h.update_time, h.create_user,
      h.create_dept, h.status, p.material_id, p.unit_id, p.price, p.tax_rate, round(p.price / p.factor,
      6) as base_price, p.start_date, p.end_date,
           case when p.start_date > ${today}::date then 'future' when p.end_date < ${today}::date then 'ended'
           else 'current' end as effect_state, p.is_default, p.company_dept_id, p.plan_id as management_price_plan_id
    from (${publishedLines(PLAN.management!)}) p join management_price_plan h on h.id = p.plan_id`,
  filters: {
    effect: (value) => sql`t.effect_state = ${value}`,
    /** In force on a day. */
    date: (value) => validOn(value),
    material: (value) =>
      sql`exists (select 1 from material m where m.id = t.material_id
        and m.search_text like ${searchPattern(value.toLowerCase())})`,
  },
});
