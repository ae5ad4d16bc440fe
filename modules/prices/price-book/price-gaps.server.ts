/**
 * What will have no price at a place in the coming days: of goods that recipes want, or that had a price of the kind
 * before.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { notPermitted, type Call, type Context } from '../../../kernel/server/context.ts';
import { ident, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { paging } from '../../../kernel/server/record-query.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { serve } from '../../../kernel/server/serve.ts';
import type { Download } from '../../../parts/http/downloads.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import * as calls from './price-book.calls.ts';
import { dateIn, placeIn } from './price-calls.server.ts';
import { gapsOf } from './price-gaps.rules.ts';
import { isPriceType, PRICE_TYPES, SEES, type PriceType } from './price.resource.ts';
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
  readonly unitId: Id;
  readonly unitName: string;
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
    select m.id, m.code, m.called as name, b.called as base_unit_name, u.id as unit_id, u.called as unit_name
    from material m
    join material_unit b on b.id = m.base_unit_id
    join material_unit u on u.id = coalesce(m.purchase_unit_id, m.base_unit_id)
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

/** What the calls on gaps are asked. */
type Sought = Pick<InputOf<typeof calls.findGaps.input>, 'type' | 'days' | 'keyword' | 'deptId' | 'date'>;

/** Every material with a gap, and where and when it was looked for. */
async function gapsIn(context: Context, input: Sought) {
  const given = input.type ?? 'settlement';
  if (!isPriceType(given) || pricesOf(given).length === 0)
    throw new Refused(refuse('param.invalid', { name: 'type', value: given }, { field: 'type' }));
  if (!context.allowed(SEES[given])) throw notPermitted();
  const days = Number(input.days ?? DAYS);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX)
    throw new Refused(refuse('param.invalid', { name: 'days', value: String(input.days) }, { field: 'days' }));
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
  return { records, type: given, looked: goods.length, from, to: last, deptId: deptId ?? '' };
}

const findGaps = serve(calls.findGaps, async (context, input) => {
  const { current, size } = paging(input);
  const { records, looked, from, to, deptId } = await gapsIn(context, input);
  return {
    records: records.slice((current - 1) * size, current * size),
    total: records.length,
    size,
    current,
    pages: Math.ceil(records.length / size),
    looked,
    from,
    to,
    deptId,
  };
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const GAPS = label('缺价', 'No price');
const exportGaps = serve(calls.exportGaps, async (context, input): Promise<Download> => {
  const { records, type, from, to } = await gapsIn(context, input);
  const { language } = context;
  const columns = [
    sheetColumn(label('物料编码', 'Code')[language], { kind: 'code' }),
    sheetColumn(label('物料', 'Material')[language], { kind: 'text' }),
    sheetColumn(label('计价单位', 'Unit')[language], { kind: 'text' }),
    sheetColumn(label('缺价起', 'From')[language], { kind: 'day' }),
    sheetColumn(label('缺价止', 'To')[language], { kind: 'day' }),
    sheetColumn(label('天数', 'Days')[language], { kind: 'integer' }),
  ];
  const rows = records.flatMap(({ code, name, unitName, gaps }) =>
    gaps.map((gap) => [code, name, unitName, gap.from, gap.to, String(gap.days)]),
  );
  return {
    fileName: `${GAPS[language]}-${PRICE_TYPES[type][language]}-${from}-${to}.xlsx`,
    contentType: XLSX,
    body: writeSheet(columns, rows, { name: GAPS[language] }),
  };
});
export const gapCalls: readonly Call[] = [findGaps, exportGaps];
