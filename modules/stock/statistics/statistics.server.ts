/**
 * What came, went and lay in the stores in a time, from the moves alone: one statement sums what moved and looks up
 * what lay there at the end; what it opened with follows.
 */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { paging, where } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import type { Download } from '../../../parts/http/downloads.ts';
import { empty, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { stock } from '../on-hand/stock.resource.ts';
import { ofTypes } from '../on-hand/stock-views.server.ts';
import { asked, SEES_COST, statisticsPage, statisticsSheet } from './statistics.calls.ts';
import { columnOf, counterOf, IS_STORE, STORES } from './column-of-move.server.ts';
import {
  closings,
  daysFrom,
  FIGURES,
  figureLabels,
  figuresOf,
  stretchEnd,
  stretchesOf,
  turnover,
  type Column,
  type Figure,
  type GroupBy,
  type Moved,
  type Sum,
} from './statistics.rules.ts';

type Asked = InputOf<typeof asked>;
type Answer = TypeOf<typeof statisticsPage.answer>;
const LONGEST_DAYS = 366;

/** Refuses a time that is turned or too long, and what is no id. */
function refuseUnreadable({ startDate, endDate, place, materialId }: Asked): void {
  if (startDate > endDate) throw new Refused(refuse('stock.statistics-turned', {}, { field: 'endDate' }));
  if (daysFrom(startDate, endDate) > LONGEST_DAYS)
    throw new Refused(refuse('stock.statistics-long', { max: LONGEST_DAYS }, { field: 'endDate' }));
  for (const [name, value] of Object.entries({ place, materialId }))
    if (value !== null && !/^\d{1,19}$/.test(value))
      throw new Refused(refuse('param.invalid', { name, value }, { field: name }));
}

/** How rows are told apart: by what of a move, of what lies there, and under which name in which order. */
interface Grouping {
  readonly moved: Sql;
  readonly lying: Sql;
  readonly names: Sql;
  readonly order: Sql;
}
const byTime = (of: Sql): Grouping => ({
  moved: of,
  lying: sql`null::text`,
  names: sql`(select null::text as key, ''::text as code, ''::text as name where false)`,
  order: sql`k.key`,
});
const groupings: Readonly<Record<GroupBy, Grouping>> = {
  type: {
    moved: sql`t.material_type_id::text`,
    lying: sql`t.material_type_id::text`,
    names: sql`(select y.id::text as key, y.code, y.name from material_type y)`,
    order: sql`n.code, k.key`,
  },
  material: {
    moved: sql`t.id::text`,
    lying: sql`t.id::text`,
    names: sql`(select g.id::text as key, g.code, g.called as name from material g)`,
    order: sql`n.code, k.key`,
  },
  place: {
    moved: sql`s.place_id::text`,
    lying: sql`s.place_id::text`,
    names: sql`(select p.id::text as key, '' as code, p.called as name from stock_location p)`,
    order: sql`n.name collate pinyin, k.key`,
  },
  supplier: {
    moved: sql`m.supplier_id::text`,
    lying: sql`k.supplier_id::text`,
    names: sql`(select u.id::text as key, u.code, u.name from supplier u)`,
    order: sql`n.name collate pinyin nulls last, k.key`,
  },
  month: byTime(sql`to_char(m.stretch, 'YYYY-MM-DD')`),
  day: byTime(sql`to_char(m.stretch, 'YYYY-MM-DD')`),
};
/** What of a move is summed apart beside place, material and reason. */
const apart: Readonly<Partial<Record<GroupBy, Sql>>> = {
  supplier: sql`b.supplier_id`,
  month: sql`date_trunc('month', m.business_time)::date as stretch`,
  day: sql`m.business_time::date as stretch`,
};

interface Found {
  readonly key: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly unitId: string | null;
  readonly unitName: string | null;
  /** Materials of several units are together. */
  readonly mixed: boolean;
  readonly close: readonly [qty: string, amount: string, batch: string, average: string];
  readonly transit: readonly [qty: string, amount: string];
  readonly moved: Readonly<
    Partial<Record<Column, readonly [qty: string, amount: string, transit: string, of: string]>>
  >;
}
interface Summed {
  readonly records: readonly Found[] | null;
  readonly rows: number;
  readonly total: Found;
}

/** Whether values are at the moving average. A supplier's are those of the lots: an average has no supplier. */
const isAveraged = async (context: Context, groupBy: GroupBy): Promise<boolean> =>
  groupBy !== 'supplier' && (await readParameter(context, 'store.cost.method')) === 'moving-average';

/** The sums of a time, by group and of all; with `page` of these rows alone. */
async function summed(context: Context, input: Asked, page: Sql): Promise<Summed> {
  const groupBy = input.groupBy as GroupBy;
  const [start, end] = [sql`${input.startDate}::date::timestamptz`, sql`(${input.endDate}::date + 1)::timestamptz`];
  const { moved, names, order, lying } = groupings[groupBy];
  const averaged = await isAveraged(context, groupBy);
  const value = averaged ? sql`case when v.undone then 0 else v.avg_amount - v.residue end` : sql`m.amount`;
  const scope = scopeCondition(stock, context);
  const own = [
    IS_STORE,
    ...(scope.length === 0
      ? []
      : [sql`exists (select 1 from (select w.dept_id, w.id as warehouse_id) t where ${join(scope, ' and ')})`]),
    ...(input.place === null ? [] : [sql`w.id = ${input.place}::bigint`]),
  ];
  const goods = [
    ...(input.materialType === null ? [] : [ofTypes(input.materialType)]),
    ...(input.materialId === null ? [] : [sql`t.id = ${input.materialId}::bigint`]),
  ];
  const movedOf = sql`json_build_array(trim_scale(f.qty)::text, trim_scale(f.amount)::text,
    trim_scale(f.transit_qty)::text, trim_scale(f.transit_amount)::text)`;
  const counted = columnOf({
    reason: sql`m.reason`,
    inTransit: sql`s.in_transit`,
    detail: sql`m.reason_detail`,
    counter: sql`m.counter_id`,
  });
  // Of `k`.
  const row = sql`
    'unitId', case when k.unit_from = k.unit_to then k.unit_from::text end, 'unitName',
    case when k.unit_from = k.unit_to then (select u.called from material_unit u where u.id = k.unit_from) end,
    'mixed', coalesce(k.unit_from <> k.unit_to, false),
    'close', json_build_array(trim_scale(k.qty)::text, trim_scale(k.amount)::text, trim_scale(k.batch_amount)::text,
      trim_scale(k.avg_amount)::text),
    'transit', json_build_array(trim_scale(k.transit_qty)::text, trim_scale(k.transit_amount)::text),
    'moved', coalesce(k.moved, '{}'::json)`;
  const found = await context.tx.row<Summed>(sql`
    with stores as materialized (
      select l.id as location_id, w.id as place_id, l.kind = 'in-transit' as in_transit
      from ${STORES} where ${join(own, ' and ')}),
    goods as materialized (
      select t.id, t.base_unit_id, t.material_type_id from material t ${where(goods)}),
    moved as (
      select m.location_id, m.material_id, m.reason, m.reason_detail,
        ${counterOf(sql`m.reason`, sql`m.counter_location_id`)} as counter_id,
        ${apart[groupBy] === undefined ? empty : sql`${apart[groupBy]},`}
        sum(m.qty) as qty, sum(${value}) as amount
      from stock_move m ${averaged ? sql`join stock_move_cost v on v.move_id = m.id` : empty}
      ${groupBy === 'supplier' ? sql`join batch b on b.id = m.batch_id` : empty}
      where m.business_time >= ${start} and m.business_time < ${end}
        and m.location_id in (select s.location_id from stores s)
        ${goods.length === 0 ? empty : sql`and m.material_id in (select t.id from goods t)`}
      group by 1, 2, 3, 4, 5 ${apart[groupBy] === undefined ? empty : sql`, 6`}),
    flows as materialized (
      select ${moved} as key, ${counted} as counted, min(t.base_unit_id) as unit_from, max(t.base_unit_id) as unit_to,
        sum(m.qty) as qty, sum(m.amount) as amount,
        coalesce(sum(m.qty) filter (where s.in_transit), 0) as transit_qty,
        coalesce(sum(m.amount) filter (where s.in_transit), 0) as transit_amount
      from moved m join stores s on s.location_id = m.location_id join goods t on t.id = m.material_id
      group by 1, 2),
    lying as (${groupBy === 'supplier' ? lotsAt(end) : balancesAt(end, averaged)}),
    closing as (
      select ${lying} as key, min(t.base_unit_id) as unit_from, max(t.base_unit_id) as unit_to, sum(k.qty) as qty,
        sum(k.amount) as amount, sum(k.batch_amount) as batch_amount, sum(k.avg_amount) as avg_amount,
        coalesce(sum(k.qty) filter (where s.in_transit), 0) as transit_qty,
        coalesce(sum(k.amount) filter (where s.in_transit), 0) as transit_amount
      from lying k join stores s on s.location_id = k.location_id join goods t on t.id = k.material_id
      where k.qty <> 0 or k.amount <> 0 or k.batch_amount <> 0 group by 1),
    keyed as (
      select x.key, min(x.unit_from) as unit_from, max(x.unit_to) as unit_to, sum(x.qty) as qty, sum(x.amount) as amount,
        sum(x.batch_amount) as batch_amount, sum(x.avg_amount) as avg_amount, sum(x.transit_qty) as transit_qty,
        sum(x.transit_amount) as transit_amount,
        json_object_agg(x.counted, x.moved) filter (where x.counted is not null) as moved
      from (
        select g.key, null as counted, g.unit_from, g.unit_to, g.qty, g.amount, g.batch_amount, g.avg_amount,
          g.transit_qty, g.transit_amount, null::json as moved from closing g
        union all select f.key, f.counted, f.unit_from, f.unit_to, 0, 0, 0, 0, 0, 0, ${movedOf} from flows f) x
      group by 1),
    totals as (
      select min(k.unit_from) as unit_from, max(k.unit_to) as unit_to, coalesce(sum(k.qty), 0) as qty,
        coalesce(sum(k.amount), 0) as amount, coalesce(sum(k.batch_amount), 0) as batch_amount,
        coalesce(sum(k.avg_amount), 0) as avg_amount, coalesce(sum(k.transit_qty), 0) as transit_qty,
        coalesce(sum(k.transit_amount), 0) as transit_amount, (
          select json_object_agg(f.counted, ${movedOf}) from (
            select f.counted, sum(f.qty) as qty, sum(f.amount) as amount, sum(f.transit_qty) as transit_qty,
              sum(f.transit_amount) as transit_amount from flows f group by 1) f) as moved
      from keyed k)
    select (
        select json_agg(p.row) from (
          select json_build_object('key', k.key, 'code', n.code, 'name', n.name, ${row}) as row
          from keyed k left join ${names} n on n.key = k.key order by ${order} ${page}) p) as records,
      (select count(*)::integer from keyed) as rows,
      (select json_build_object(${row}) from totals k) as total`);
  return found!;
}

/**
 * What lay at each place at the end: what lies there now, where nothing moved since, and else what stands at the last
 * move before it.
 */
const balancesAt = (end: Sql, averaged: boolean): Sql => sql`
  select k.location_id, k.material_id, h.qty, ${averaged ? sql`h.avg_amount` : sql`h.batch_amount`} as amount,
    h.batch_amount, h.avg_amount
  from stock k
  left join lateral (
    select v.held_qty, v.held_amount, v.running_value
    from stock_move m join stock_move_cost v on v.move_id = m.id
    where k.last_move_time >= ${end} and m.location_id = k.location_id and m.material_id = k.material_id
      and m.business_time < ${end}
    order by m.business_time desc, m.seq desc limit 1) p on true
  cross join lateral (
    select case when k.last_move_time >= ${end} then coalesce(p.held_qty, 0) else k.qty end as qty,
      case when k.last_move_time >= ${end} then coalesce(p.held_amount, 0) else k.amount end as batch_amount,
      case when k.last_move_time >= ${end} then coalesce(p.running_value, 0) else k.avg_amount end as avg_amount) h
  where k.location_id in (select s.location_id from stores s)`;

/** What lay there of each supplier's lots at the end: what lies there now, less what moved since. */
const lotsAt = (end: Sql): Sql => sql`
  select x.location_id, x.material_id, b.supplier_id, sum(x.qty) as qty, sum(x.amount) as amount,
    sum(x.amount) as batch_amount, 0 as avg_amount
  from (
    select o.location_id, o.material_id, o.batch_id, o.qty, o.amount from stock_batch o where o.qty <> 0 or o.amount <> 0
    union all select m.location_id, m.material_id, m.batch_id, -m.qty, -m.amount from stock_move m
    where m.business_time >= ${end}) x
  join batch b on b.id = x.batch_id
  where x.location_id in (select s.location_id from stores s) group by 1, 2, 3`;

const sum = ([qty, amount]: readonly (string | null)[]): Sum => ({
  qty: Decimal.of(qty!),
  amount: Decimal.of(amount!),
});
const movedOf = ({ moved }: Found): Moved =>
  Object.fromEntries(Object.entries(moved).map(([column, [qty, amount]]) => [column, sum([qty, amount])]));
/** By how much what is on its way grew. */
const transitOf = ({ moved }: Found): Sum => ({
  qty: Decimal.sum(Object.values(moved).map(([, , qty]) => Decimal.of(qty))),
  amount: Decimal.sum(Object.values(moved).map(([, , , amount]) => Decimal.of(amount))),
});

type Shown = Answer['totals'];
/** Figures as they are answered: quantities in one unit or none, values for who sees them. */
function shown(
  context: Context,
  figures: Readonly<Record<Figure, Sum>>,
  days: number,
  { unitId, unitName, mixed }: Pick<Found, 'unitId' | 'unitName' | 'mixed'>,
  worth: { readonly batch: Decimal; readonly average: Decimal } | null,
): Shown {
  const seesCost = context.allowed(SEES_COST);
  const of = <T>(ending: string, value: (sums: Sum) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(FIGURES.map((figure) => [`${figure}${ending}`, value(figures[figure])]));
  const turned = turnover(figures, days);
  return {
    baseUnitId: unitId ?? '',
    baseUnitName: unitName ?? '',
    ...of('Qty', ({ qty }) => (mixed ? null : qty.toString())),
    ...(seesCost
      ? {
          ...of('Amount', ({ amount }) => amount.toFixed(2)),
          batchAmount: worth?.batch.toFixed(2) ?? null,
          avgAmount: worth?.average.toFixed(2) ?? null,
          costDifference: worth?.average.minus(worth.batch).toFixed(2) ?? null,
        }
      : {}),
    turnoverRate: turned.rate?.toString() ?? null,
    turnoverDays: turned.days?.toString() ?? null,
  } as Shown;
}

/** A supplier's goods and those of a stretch of time have no average of their own. */
const worthOf = ({ close: [, , batch, average] }: Found, groupBy: GroupBy): Parameters<typeof shown>[4] =>
  groupBy === 'supplier' ? null : { batch: Decimal.of(batch), average: Decimal.of(average) };

/** The rows of a page and what all come to; of days and months every one there was. */
async function statistics(
  context: Context,
  input: Asked,
  page: { readonly current: number; readonly size: number } | null,
): Promise<Pick<Answer, 'records' | 'total' | 'totals'>> {
  refuseUnreadable(input);
  const groupBy = input.groupBy as GroupBy;
  const days = daysFrom(input.startDate, input.endDate);
  const isTime = groupBy === 'day' || groupBy === 'month';
  const from = page === null ? 0 : (page.current - 1) * page.size;
  const { records, rows, total } = await summed(
    context,
    input,
    page === null || isTime ? empty : sql`limit ${page.size} offset ${from}`,
  );
  const found = records ?? [];
  const all = figuresOf(sum(total.close), sum(total.transit), movedOf(total));
  const totals = shown(context, all, days, total, worthOf(total, groupBy));
  if (!isTime)
    return {
      records: found.map((row) => ({
        key: row.key ?? '',
        code: row.code ?? '',
        name: row.name ?? '',
        ...shown(context, figuresOf(sum(row.close), sum(row.transit), movedOf(row)), days, row, worthOf(row, groupBy)),
      })),
      total: rows,
      totals,
    };
  const byKey = new Map(found.map((row) => [row.key, row]));
  const stretches = closings(
    stretchesOf(input.startDate, input.endDate, groupBy).map((key) => {
      const row = byKey.get(key);
      return row === undefined
        ? { key, moved: {}, transit: sum(['0', '0']) }
        : { key, moved: movedOf(row), transit: transitOf(row) };
    }),
    sum(total.close),
    sum(total.transit),
  );
  const answered = stretches.map(({ key, figures }) => ({
    key,
    code: '',
    name: groupBy === 'month' ? key.slice(0, 7) : key,
    ...shown(context, figures, stretchDays(input, key, groupBy), total, null),
  }));
  return { records: page === null ? answered : answered.slice(from, from + page.size), total: answered.length, totals };
}

/** Days of a stretch that lie within the time asked about. */
function stretchDays({ startDate, endDate }: Asked, key: string, by: 'day' | 'month'): number {
  const last = stretchEnd(key, by);
  return daysFrom(key < startDate ? startDate : key, last > endDate ? endDate : last);
}

const page = serve(statisticsPage, async (context, input): Promise<Answer> => {
  const { current, size } = paging(input);
  const { records, total, totals } = await statistics(context, input, { current, size });
  return { records, total, size, current, pages: Math.ceil(total / size), totals };
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const words = {
  name: label('仓储统计', 'Store statistics'),
  code: label('编码', 'Code'),
  group: label('名称', 'Name'),
  unit: label('单位', 'Unit'),
  total: label('合计', 'Total'),
  rate: label('周转率', 'Turnover rate'),
  days: label('周转天数', 'Turnover days'),
  batch: label('批次成本', 'Value by lot'),
  average: label('平均成本', 'Value at average'),
  difference: label('差额', 'Difference'),
} as const;

/** Every figure as quantity and, for who sees it, as value; the last row is all together. */
const sheet = serve(
  statisticsSheet,
  async (context, input): Promise<Download> => {
    const { records, totals } = await statistics(context, input, null);
    const in_ = context.language;
    const word = (of: keyof typeof words): string => words[of][in_];
    const seesCost = context.allowed(SEES_COST);
    const qtyOf = (figure: Figure): string =>
      in_ === 'zh' ? `${figureLabels[figure].zh}数量` : `${figureLabels[figure].en}, quantity`;
    const amountOf = (figure: Figure): string =>
      in_ === 'zh' ? `${figureLabels[figure].zh}金额` : `${figureLabels[figure].en}, value`;
    const columns = [
      sheetColumn(word('code'), { kind: 'code' }),
      sheetColumn(word('group'), { kind: 'text' }),
      sheetColumn(word('unit'), { kind: 'text' }),
      ...FIGURES.flatMap((figure) => [
        sheetColumn(qtyOf(figure), { kind: 'quantity' }),
        ...(seesCost ? [sheetColumn(amountOf(figure), { kind: 'money' })] : []),
      ]),
      sheetColumn(word('rate'), { kind: 'factor' }),
      sheetColumn(word('days'), { kind: 'factor' }),
      ...(seesCost
        ? (['batch', 'average', 'difference'] as const).map((each) => sheetColumn(word(each), { kind: 'money' }))
        : []),
    ];
    const cells = (code: string, name: string, row: Shown): string[] => {
      const of = row as Readonly<Record<string, string | null | undefined>>;
      return [
        code,
        name,
        row.baseUnitName,
        ...FIGURES.flatMap((figure) => [of[`${figure}Qty`] ?? '', ...(seesCost ? [of[`${figure}Amount`] ?? ''] : [])]),
        row.turnoverRate ?? '',
        row.turnoverDays ?? '',
        ...(seesCost ? [row.batchAmount ?? '', row.avgAmount ?? '', row.costDifference ?? ''] : []),
      ];
    };
    return {
      fileName: `${word('name')}-${input.startDate}-${input.endDate}.xlsx`,
      contentType: XLSX,
      body: writeSheet(
        columns,
        [...records.map((row) => cells(row.code, row.name, row)), cells('', word('total'), totals)],
        { name: word('name') },
      ),
    };
  },
  { reads: true },
);

export const statisticsCalls: readonly Call[] = [page, sheet];
