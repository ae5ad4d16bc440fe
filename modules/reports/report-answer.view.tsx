import { Table } from 'antd';
import { useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { Decimal } from '../../kernel/core/decimal.ts';
import { written } from '../../parts/quantities/amount.rules.ts';
import type { ChartProps } from '../../parts/chart/chart.tsx';
import { Chart } from '../../parts/chart/lazy-chart.tsx';
import { useChartColours } from '../../parts/chart/use-chart-colours.ts';
import { comma, useLanguage, useWords } from '../../parts/language/language.ts';
import type { ReportResult } from './report.calls.ts';
import type { Config } from './report.rules.ts';
import { reportsTexts } from './reports.texts.ts';

/** A value as its column is read; what is no figure stays as it is. */
const shownIn = ({ figure, cents }: Column, text: string): string =>
  figure && Decimal.isText(text) ? written(text, cents === '' ? undefined : cents, false) : text;

const PAGE = 50;
const DRAWN = 30;

type Column = ReportResult['columns'][number];
interface Props {
  readonly result: ReportResult;
  readonly config: Config;
  /** The list of what the report asks about. */
  readonly path: string | undefined;
}

/** The rows a report answers, their sums, a drawing of its groups, and from each group the way to its records. */
export function ReportAnswer({ result, config, path }: Props) {
  const word = useWords(reportsTexts);
  const { columns, totals } = result;
  const rows = result.rows.map((row, at) => ({ ...row, key: String(at) }));
  const linkTo = useCallback(
    (at: number): string | undefined =>
      path === undefined || result.groups[at] === undefined
        ? undefined
        : `${path}?${new URLSearchParams(result.groups[at]).toString()}`,
    [path, result],
  );
  const linked = (text: string, at: number) => {
    const to = linkTo(at);
    return to === undefined ? text : <Link to={to}>{text === '' ? '–' : text}</Link>;
  };
  return (
    <>
      <Drawing result={result} config={config} linkTo={linkTo} />
      <Table<Readonly<Record<string, string>>>
        size="small"
        className="list-table"
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={rows.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
        locale={{ emptyText: word('nothing') }}
        columns={columns.map((each, column) => ({
          title: each.label,
          dataIndex: each.key,
          ...(each.figure
            ? {
                align: 'right' as const,
                className: 'figures',
                render: (text: string) => shownIn(each, text ?? ''),
              }
            : {}),
          ...(column === 0 && result.groups.length > 0
            ? { render: (text: string, row: Readonly<Record<string, string>>) => linked(text, Number(row['key'])) }
            : {}),
        }))}
        {...(rows.length > 0 && Object.keys(totals).length > 0
          ? {
              summary: () => (
                <Table.Summary.Row className="report-total">
                  {columns.map((each, at) => (
                    <Table.Summary.Cell
                      key={each.key}
                      index={at}
                      {...(each.figure ? { align: 'right', className: 'figures' } : {})}
                    >
                      {totals[each.key] === undefined ? at === 0 && word('total') : shownIn(each, totals[each.key]!)}
                    </Table.Summary.Cell>
                  ))}
                </Table.Summary.Row>
              ),
            }
          : {})}
      />
      <p className="report-foot">
        {word('rows', { count: result.total })}
        {result.more && ` · ${word('more', { count: result.rows.length })}`}
      </p>
    </>
  );
}

interface DrawingProps {
  readonly result: ReportResult;
  readonly config: Config;
  readonly linkTo: (at: number) => string | undefined;
}
const ONE_SHADE = [undefined];

/** The measure a report is ordered by, or its first, as a bar for each group; of long reports the first groups. */
function Drawing({ result, config, linkTo }: DrawingProps) {
  const word = useWords(reportsTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const colours = useChartColours(ONE_SHADE);
  const groups = config.groupBy.length;
  const ordered = /^-?#(\d+)$/.exec(config.sort)?.[1];
  const measure = result.columns[groups + Number(ordered ?? 0)];
  const props = useMemo((): ChartProps | undefined => {
    if (measure === undefined || groups === 0 || result.rows.length < 2) return undefined;
    const drawn = result.rows.slice(0, DRAWN);
    const locale = language === 'zh' ? 'zh-CN' : 'en';
    const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    const names = result.columns.slice(0, groups);
    return {
      names: drawn.map((row) => names.map(({ key }) => row[key] || '–').join(' · ')),
      lying: config.groupBy[0]!.span === undefined,
      colours: colours.ground,
      format: (value) => shownIn(measure, String(value)),
      short: (value) => short.format(value),
      onChoose: (at) => {
        const to = linkTo(at);
        if (to !== undefined) void navigate(to);
      },
      bars: [{ name: measure.label, colour: colours.of[0]!, values: drawn.map((row) => Number(row[measure.key])) }],
    };
  }, [measure, groups, result, language, config, colours, linkTo, navigate]);
  if (props === undefined) return null;
  const group = result.columns.slice(0, groups).map(({ label }) => label);
  return (
    <figure
      className="report-chart"
      aria-label={word('chart', { measure: measure!.label, group: group.join(comma()) })}
    >
      <figcaption>{word('chart', { measure: measure!.label, group: group.join(comma()) })}</figcaption>
      <Chart {...props} />
    </figure>
  );
}
