/** What came, went and lay in the stores in a time: rows by type, material, place, supplier, month or day. */
import { contract, pageInput } from '../../../kernel/core/contract.ts';
import { choice, day, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type Shape } from '../../../kernel/core/shape.ts';
import { FIGURES, type Figure } from './statistics.rules.ts';

const service = 'store-management';
/** Seen by who may see costs. */
export const SEES_COST = 'statistics_view_cost';

/** A shape for each figure, under its name and this ending. */
const eachFigure = <E extends string, S extends Shape>(ending: E, of: S): Readonly<Record<`${Figure}${E}`, S>> =>
  Object.fromEntries(FIGURES.map((figure) => [`${figure}${ending}`, of])) as Readonly<Record<`${Figure}${E}`, S>>;

const figures = {
  /** One unit for all quantities of the row; empty where materials of several are together, which have none. */
  baseUnitId: shape.text,
  baseUnitName: shape.text,
  ...eachFigure('Qty', shape.nullable(shape.quantity)),
  /** For holders of `statistics_view_cost`. */
  ...eachFigure('Amount', shape.optional(shape.money)),
  /** Closing value lot by lot, at the moving average, and by how much the average is more; not by supplier and time. */
  batchAmount: shape.optional(shape.nullable(shape.money)),
  avgAmount: shape.optional(shape.nullable(shape.money)),
  costDifference: shape.optional(shape.nullable(shape.money)),
  turnoverRate: shape.nullable(shape.factor),
  turnoverDays: shape.nullable(shape.factor),
};

export const asked = {
  startDate: day('开始日期', 'From'),
  endDate: day('结束日期', 'To'),
  groupBy: choice(
    '统计方式',
    'Group by',
    [
      ['type', '物料类型', 'Material type'],
      ['material', '物料', 'Material'],
      ['place', '地点', 'Place'],
      ['supplier', '供应商', 'Supplier'],
      ['month', '月', 'Month'],
      ['day', '日', 'Day'],
    ],
    { default: 'type' },
  ),
  place: text('仓库', 'Warehouse', { optional: true }),
  materialType: text('物料类型', 'Material type', {
    optional: true,
    hint: label('含下级类型', 'with all types below it'),
  }),
  materialId: text('物料', 'Material', { optional: true }),
} as const;

/** One page of rows, and all of them together. */
export const statisticsPage = contract({
  method: 'GET',
  service,
  path: 'statistics/page',
  permission: 'statistics_view',
  summary: label('仓储统计', 'Store statistics'),
  input: { ...asked, ...pageInput },
  answer: shape.object({
    records: shape.list(
      shape.object({
        /** Id of the type, material, place or supplier, empty where there is none; first day of the month; the day. */
        key: shape.text,
        code: shape.text,
        name: shape.text,
        ...figures,
      }),
    ),
    total: shape.integer,
    size: shape.integer,
    current: shape.integer,
    pages: shape.integer,
    totals: shape.object(figures),
  }),
});

/** The same rows, all of them, as a sheet. */
export const statisticsSheet = contract({
  method: 'GET+POST',
  service,
  path: 'statistics/exportExcel',
  permission: 'statistics_export',
  summary: label('导出仓储统计', 'Export store statistics'),
  input: asked,
  answer: shape.file,
});
