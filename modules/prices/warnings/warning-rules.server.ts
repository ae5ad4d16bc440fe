/**
 * Rules of early warning that are in force, and what they measure by that is the same for what is paid and what is
 * charged.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { PriceReference } from '../../suppliers/price-warning.rules.ts';
import type { MarketQuote } from '../market/market.server.ts';
import { referenceOf } from '../market/price-formula.rules.ts';
import type { Moment, ScopedRule } from './price-watch.rules.ts';

/** Older quotes are no measure. */
export const MARKET_DAYS = 7;
const BASE_PLACES = 6;

export interface Rule extends ScopedRule {
  readonly marketSourceId: Id | null;
  readonly notifyRoleIds: readonly Id[];
  readonly notifyUserIds: readonly Id[];
}
/** Rules that look at prices at this moment, today; one statement. */
export async function rulesInForce(context: Context, moment: Moment): Promise<Rule[]> {
  const rows = await context.tx.rows<
    Omit<Rule, 'references' | 'moments' | 'warnPercent' | 'blockPercent' | 'robust'> & {
      references: readonly (PriceReference | null)[];
      warnPercent: DecimalText;
      blockPercent: DecimalText | null;
      robust: number;
      asked: number;
    }
  >(sql`
    select id, code, company_dept_id, material_id, material_type_id, price_type, start_date, days, min_samples,
      direction, warn_percent, block_percent, robust, market_source_id, array[reference1, reference2, reference3,
      reference4] as "references",
      coalesce(notify_role_ids, '{}')::text[] as notify_role_ids, coalesce(notify_user_ids,
      '{}')::text[] as notify_user_ids, case ${moment} when 'quote' then on_quote when 'order' then on_order
      when 'receipt' then on_receipt else on_save end as asked
    from price_early_warning where frozen = 0 and start_date <= ${context.today}::date and (end_date is null
      or end_date >= ${context.today}::date) order by code`);
  return rows
    .filter((row) => row.asked === 1)
    .map((row) => ({
      ...row,
      moments: [moment],
      references: [...new Set(row.references.filter((each): each is PriceReference => each !== null))],
      robust: row.robust === 1,
      warnPercent: Decimal.of(row.warnPercent),
      blockPercent: row.blockPercent === null ? null : Decimal.of(row.blockPercent),
    }));
}

/** Types of these materials, the nearest first. */
export async function typesOf(context: Context, materialIds: readonly Id[]): Promise<ReadonlyMap<Id, readonly Id[]>> {
  const rows = await context.tx.rows<{ id: Id; typeIds: readonly Id[] }>(sql`
    with recursive up as (
      select m.id as material_id, t.id, t.parent_id, 1 as step from material m
      join material_type t on t.id = m.material_type_id where m.id = any(${[...new Set(materialIds)]}::bigint[])
      union all select u.material_id, t.id, t.parent_id, u.step + 1 from up u
      join material_type t on t.id = u.parent_id)
    select material_id as id, array_agg(id::text order by step) as type_ids from up group by material_id`);
  return new Map(rows.map((row) => [row.id, row.typeIds]));
}

/** The newest average of a source; several of one day count as their mean. */
export function marketAt(quotes: readonly MarketQuote[], sourceId: Id | null, date: string): Decimal | null {
  const found = referenceOf(
    quotes
      .filter((each) => each.sourceId === sourceId)
      .map((each) => ({ date: each.date, price: Decimal.of(each.average) })),
    { over: 'latest', days: 1, maxAgeDays: MARKET_DAYS, date },
  );
  return found.found ? found.price.rounded(BASE_PLACES) : null;
}
