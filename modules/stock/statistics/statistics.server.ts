/**
 * What came, went and lay in the stores in a time, from the moves alone: one statement sums what moved and looks up
 * what lay there at the end; what it opened with follows.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { paging } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import type { Download } from '../../../parts/http/downloads.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { SEES_COST, statisticsPage, statisticsSheet } from './statistics.calls.ts';
import { summed, type Asked, type Found } from './sums-of-moves.server.ts';
import {
  closings,
  daysFrom,
  FIGURES,
  figureLabels,
  figuresOf,
  stretchEnd,
  stretchesOf,
  turnover,
  type Figure,
  type GroupBy,
  type Moved,
  type Sum,
} from './statistics.rules.ts';

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
