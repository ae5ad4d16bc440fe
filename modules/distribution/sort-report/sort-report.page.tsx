import { DownloadOutlined, ExclamationCircleFilled, PrinterOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Segmented, Skeleton, Table, type TableColumnsType } from 'antd';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { DayRange } from '../../../kernel/web/kinds/day.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request, requestFile } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shifted } from '../../../parts/days/day-text.rules.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useWords } from '../../../parts/language/language.ts';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import { LoadCrates } from './load-crates.view.tsx';
import { exportSortReport, generateSortReport, type ReportRow, type SortReport } from './sort-report.calls.ts';
import type { Grouping } from './sort-report.rules.ts';
import { sortReportTexts } from './sort-report.texts.ts';
import './sort-report.css';

const GROUPS: readonly Grouping[] = ['material', 'site', 'route'];

/** What is asked stands in the address, so that a way back finds it again. */
function useAsked() {
  const [address, setAddress] = useSearchParams();
  const today = businessDay();
  const of = (name: string, otherwise = ''): string => address.get(name) ?? otherwise;
  const set = (change: Readonly<Record<string, string>>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    today,
    set,
    asked: {
      startDate: of('startDate', today),
      endDate: of('endDate', today),
      groupBy: GROUPS.find((each) => each === of('groupBy')) ?? 'material',
      onlyOpen: of('open') === '1' ? (1 as const) : (0 as const),
    },
  };
}

/** 分拣报表: what is to be sorted and what was, by goods, by client and by route. */
export default function SortReportPage(): ReactNode {
  const word = useWords(sortReportTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const phone = usePhone();
  const { asked, set, today } = useAsked();
  const { groupBy } = asked;
  const found = useQuery({
    queryKey: ['sort-report', asked],
    queryFn: ({ signal }) => request(generateSortReport, asked, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <div className="list-page sort-report">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        <div className="list-tools">
          <Segmented<Grouping>
            aria-label={word('by')}
            value={groupBy}
            onChange={(value) => set({ groupBy: value === 'material' ? '' : value })}
            options={GROUPS.map((value) => ({ value, label: word(value) }))}
          />
          <Button icon={<PrinterOutlined />} aria-label={word('print')} onClick={() => window.print()} />
          {codes.has('sortreport_export') && (
            <Button
              icon={<DownloadOutlined />}
              {...(phone ? { 'aria-label': word('export') } : {})}
              onClick={() => void requestFile(exportSortReport, asked).catch(notify.error)}
            >
              {phone ? null : word('export')}
            </Button>
          )}
        </div>
      </header>
      <search className="sort-report-filters">
        <DayRange
          id="sort-report-period"
          label={word('period')}
          from={asked.startDate}
          to={asked.endDate}
          presets={[
            [word('today'), today, today],
            [word('tomorrow'), shifted(today, 1), shifted(today, 1)],
          ]}
          onChange={(startDate, endDate) => set({ startDate, endDate })}
        />
        <Checkbox checked={asked.onlyOpen === 1} onChange={({ target }) => set({ open: target.checked ? '1' : '' })}>
          {word('open')}
        </Checkbox>
      </search>
      <p className="soft">{word('lead')}</p>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {found.data === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : found.data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')} />
      ) : (
        <div className={found.isPlaceholderData ? 'is-old' : undefined}>
          <Matrix report={found.data} by={groupBy} />
          {groupBy === 'route' && <LoadCrates asked={asked} />}
        </div>
      )}
    </div>
  );
}

/** Columns in the order of their stops, each once. */
function columnsOf(report: SortReport): readonly { readonly key: string; readonly name: string }[] {
  const found = new Map<string, { key: string; name: string; stopSeq: number }>();
  for (const { columns } of report)
    for (const { key, name, stopSeq } of columns)
      if (!found.has(key)) found.set(key, { key, name, stopSeq: stopSeq ?? Number.MAX_SAFE_INTEGER });
  return [...found.values()].sort((a, b) => a.stopSeq - b.stopSeq);
}

interface MatrixProps {
  readonly report: SortReport;
  readonly by: Grouping;
}
/** Rows by columns; the first ones stay in sight. */
function Matrix({ report, by }: MatrixProps): ReactNode {
  const word = useWords(sortReportTexts);
  const phone = usePhone();
  const rows = report.filter(({ isTotal }) => !isTotal);
  const shown = columnsOf(rows);
  const isByGoods = by === 'material';
  const columns: TableColumnsType<ReportRow> = [
    ...(isByGoods
      ? []
      : [
          {
            title: word(by === 'site' ? 'site.head' : 'route.head'),
            dataIndex: 'groupName',
            fixed: 'start' as const,
            width: phone ? 96 : 140,
            onCell: (row: ReportRow, at?: number) => spanOf(rows, row, at),
          },
        ]),
    {
      title: word('goods'),
      key: 'goods',
      ...(phone && !isByGoods ? {} : { fixed: 'start' as const }),
      width: phone ? 110 : 180,
      render: (_, row) => (
        <>
          {row.materialName}
          {!phone && <small className="soft"> {row.spec || row.materialCode}</small>}
        </>
      ),
    },
    figureColumn(word('total'), 'totalQty'),
    figureColumn(word('sorted'), 'sortedQty'),
    {
      title: word('short'),
      key: 'short',
      align: 'end',
      width: 88,
      render: (_, { shortQty }) =>
        Decimal.of(shortQty).isZero() ? null : (
          <span className="tone-look figures">
            <ExclamationCircleFilled aria-hidden="true" /> {grouped(shortQty)}
          </span>
        ),
    },
    { title: word('unit'), dataIndex: 'unitName', width: 56 },
    ...shown.map(({ key, name }) => ({
      title: name,
      key,
      align: 'end' as const,
      width: 104,
      render: (_: unknown, row: ReportRow) => <Cell cell={row.columns.find((each) => each.key === key)} />,
    })),
  ];
  // What is scrolled is reached by keys, too.
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scrolled = frame.current?.querySelector('.ant-table-content');
    if (scrolled) Object.assign(scrolled, { tabIndex: 0 });
  });
  return (
    <div ref={frame}>
      <Table<ReportRow>
        size="small"
        rowKey={({ groupId, materialId, unitId }) => `${groupId}/${materialId}/${unitId}`}
        columns={columns}
        dataSource={[...rows]}
        pagination={rows.length > 100 ? { pageSize: 100, showSizeChanger: false } : false}
        scroll={{ x: 'max-content' }}
      />
      <Totals report={report} />
      <GuardedLink to="/distribution/distributionstatementlogs">{word('to-lines')}</GuardedLink>
    </div>
  );
}

const figureColumn = (title: string, key: 'totalQty' | 'sortedQty') => ({
  title,
  key,
  align: 'end' as const,
  width: 88,
  render: (_: unknown, row: ReportRow) => <span className="figures">{grouped(row[key])}</span>,
});

/** The name of a group stands once, beside all of its rows; on every page of the table anew. */
function spanOf(rows: readonly ReportRow[], row: ReportRow, at = 0): { readonly rowSpan: number } {
  const index = rows.indexOf(row);
  if (at > 0 && index > 0 && rows[index - 1]!.groupId === row.groupId) return { rowSpan: 0 };
  const next = rows.findIndex((each, place) => place > index && each.groupId !== row.groupId);
  return { rowSpan: (next < 0 ? rows.length : next) - index };
}

function Cell({ cell }: { readonly cell: ReportRow['columns'][number] | undefined }): ReactNode {
  const word = useWords(sortReportTexts);
  if (cell === undefined) return null;
  return (
    <span className={`sort-cell figures${cell.isShort ? ' is-short' : ''}`}>
      <strong>{grouped(cell.num)}</strong>
      <small>{grouped(cell.qty)}</small>
      {cell.isShort && <em>{word('short.mark')}</em>}
    </span>
  );
}

/** Units stay apart. */
function Totals({ report }: { readonly report: SortReport }): ReactNode {
  const word = useWords(sortReportTexts);
  return (
    <table className="sort-totals">
      <caption>{word('all')}</caption>
      <thead>
        <tr>
          <th scope="col">{word('unit')}</th>
          <th scope="col">{word('total')}</th>
          <th scope="col">{word('sorted')}</th>
          <th scope="col">{word('short')}</th>
        </tr>
      </thead>
      <tbody>
        {report
          .filter(({ isTotal }) => isTotal)
          .map(({ unitId, unitName, totalQty, sortedQty, shortQty }) => (
            <tr key={unitId}>
              <th scope="row">{unitName}</th>
              <td className="figures">{grouped(totalQty)}</td>
              <td className="figures">{grouped(sortedQty)}</td>
              <td className={`figures${Decimal.of(shortQty).isZero() ? '' : ' tone-look'}`}>{grouped(shortQty)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
