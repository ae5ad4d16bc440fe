/**
 * What will have no price at a place in the coming days: of goods that recipes want, or that had a price of the kind
 * before.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { notPermitted, type Context } from '../../../kernel/server/context.ts';
import { ident, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { paging } from '../../../kernel/server/record-query.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import * as calls from './price-book.calls.ts';
import { dateIn, placeIn } from './price-calls.server.ts';
import { gapsOf } from './price-gaps.rules.ts';
import { isPriceType, SEES, type PriceType } from './price.resource.ts';
import { pricesAt } from './price-resolver.server.ts';
import { PLAN, publishedLines, SCHEME, SINGLE } from './published-lines.server.ts';

const DAYS_MAX = 31;
const DAYS = 14;
/** Goods looked at in one call. */
const MOST = 5_000;

interface Goods {
  readonly id: Id;
  readonly code: string;
  readonly name: string;
  readonly baseUnitName: string;
}

/** Every kind of row that says a price of a type, as `material_id, start_date, end_date`. */
const pricesOf = (type: PriceType): readonly Sql[] => [
  ...(SINGLE[type] === undefined
    ? []
    : [sql`select material_id, start_date, end_date from ${ident(tableOf(SINGLE[type]))} where frozen = 0`]),
  ...(PLAN[type] === undefined
    ? []
    : [sql`select p.material_id, p.start_date, p.end_date from (${publishedLines(PLAN[type])}) p`]),
];

function goodsOf(context: Context, type: PriceType, keyword: string): Promise<Goods[]> {
  const named = keyword === '' ? sql`` : sql`and m.search_text like ${searchPattern(keyword.toLowerCase())}`;
  return context.tx.rows<Goods>(sql`
    select m.id, m.code, m.name, u.name as base_unit_name from material m join material_unit u on u.id = m.base_unit_id
    where m.frozen = 0 ${named} and (
      m.id in (select d.material_id from dish_bom_detail d join dish_bom b on b.id = d.dish_bom_id
      where b.released = 1 and coalesce(b.end_date, 'infinity'::date) >= ${context.today}::date
        and d.material_id is not null)
      or m.id in (select p.material_id from (${join(pricesOf(type), ' union all ')}) p))
    order by m.code limit ${MOST + 1}`);
}

/**
 * Days in (from, last] on which a price of these goods, a relation or a scheme begins, or has ended the day before: in
 * between nothing changes.
 */
export async function changesIn(
  context: Context,
  type: PriceType,
  ids: readonly Id[],
  from: string,
  last: string,
): Promise<string[]> {
  const ofGoods = sql`where p.material_id = any(${[...ids]}::bigint[])`;
  const ties = [
    sql`select start_date, end_date from price_plan_role_relation`,
    sql`select p.start_date, p.end_date from (${publishedLines(SCHEME)}) p ${ofGoods}`,
    ...(type === 'management' ? [sql`select start_date, end_date from management_price_dept_relation`] : []),
    ...(type === 'assessment' ? [sql`select start_date, end_date from assessment_price_relation`] : []),
  ];
  const rows = await context.tx.rows<{ day: string }>(sql`
    select distinct d.day from
      (${join(
        [
          ...pricesOf(type).map(
            (each) => sql`select p.start_date, p.end_date
        from (${each}) p ${ofGoods}`,
          ),
          ...ties,
        ],
        ' union all ',
      )}) e
    cross join lateral (values (e.start_date), (e.end_date + 1)) as d(day)
    where d.day > ${from}::date and d.day <= ${last}::date order by 1`);
  return rows.map((row) => row.day);
}

export const findGaps = serve(calls.findGaps, async (context, input) => {
  const given = input.type ?? 'settlement';
  if (!isPriceType(given) || pricesOf(given).length === 0)
    throw new Refused(refuse('param.invalid', { name: 'type', value: given }, { field: 'type' }));
  if (!context.allowed(SEES[given])) throw notPermitted();
  const days = Number(input.days ?? DAYS);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX)
    throw new Refused(refuse('param.invalid', { name: 'days', value: String(input.days) }, { field: 'days' }));
  const { current, size } = paging(input);
  const [deptId, from] = [placeIn(context, input), dateIn(context, input)];
  const last = dayPlus(from, days - 1);
  const goods = await goodsOf(context, given, input.keyword ?? '');
  if (goods.length > MOST) throw new Refused(refuse('prices.gaps-too-many', { most: MOST }, { field: 'keyword' }));
  const looked = new Map(goods.map((each) => [each.id, [] as { day: string; found: boolean }[]]));
  const questions = goods.map((each) => ({ materialId: each.id }));
  for (const day of goods.length === 0
    ? []
    : [from, ...(await changesIn(context, given, [...looked.keys()], from, last))]) {
    const priced = await pricesAt(context, given, deptId, day, questions);
    for (const { materialId, answer } of priced) looked.get(materialId)!.push({ day, found: answer.found });
  }
  const records = goods.flatMap(({ id, ...each }) => {
    const found = gapsOf(looked.get(id)!, last);
    return found.length === 0
      ? []
      : [{ materialId: id, ...each, gaps: found, days: found.reduce((sum, gap) => sum + gap.days, 0) }];
  });
  return {
    records: records.slice((current - 1) * size, current * size),
    total: records.length,
    size,
    current,
    pages: Math.ceil(records.length / size),
    looked: goods.length,
    from,
    to: last,
    deptId: deptId ?? '',
  };
});
