/** Calls that run reports. */
import { chosenIds, contract } from '../../kernel/core/contract.ts';
import { json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../kernel/core/shape.ts';

const service = 'blade-report';
const table = {
  columns: shape.list(
    shape.object({
      key: shape.text,
      label: shape.text,
      figure: shape.boolean,
      /** Of an amount they are shown always, of a price at least; empty of what is neither. */
      cents: shape.oneOf('always', 'at-least', ''),
    }),
  ),
  /** Each value as it is shown. */
  rows: shape.list(shape.map(shape.text)),
  /** Of each group, filters of the list that shows its records; nothing where rows are records. */
  groups: shape.list(shape.map(shape.text)),
  /** Sums of all rows, by column. */
  totals: shape.map(shape.text),
  /** Of all rows, also those that are not answered. */
  total: shape.integer,
  more: shape.boolean,
};
const result = shape.object(table);
export type ReportResult = TypeOf<typeof result>;

/** Runs a saved report within the caller's rights: at most 1,000 rows. */
export const runReport = contract({
  method: 'POST',
  service,
  path: 'report/rest/run',
  permission: 'report_view',
  summary: label('运行报表', 'Run a report'),
  input: chosenIds,
  answer: shape.object({ name: shape.text, ...table }),
});

/** Runs a design that is not saved. */
export const previewReport = contract({
  method: 'POST',
  service,
  path: 'report/rest/preview',
  permission: 'report_add',
  summary: label('预览报表', 'Try a report'),
  input: {
    resource: text('数据来源', 'Source', { optional: true }),
    config: json('设计', 'Design', { optional: true }),
  },
  answer: result,
});

/** A saved report as a workbook: at most 50,000 rows. */
export const exportReport = contract({
  method: 'GET',
  service,
  path: 'report/rest/export',
  permission: 'report_view',
  summary: label('导出报表', 'Export a report'),
  input: chosenIds,
  answer: shape.file,
});
