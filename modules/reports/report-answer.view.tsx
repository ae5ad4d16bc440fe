import { Table } from 'antd';
import { useWords } from '../../parts/language/language.ts';
import type { ReportResult } from './report.calls.ts';
import { reportsTexts } from './reports.texts.ts';

const PAGE = 50;

/** The rows a report answers, and how many there are of them. */
export function ReportAnswer({ result }: { readonly result: ReportResult }) {
  const word = useWords(reportsTexts);
  const rows = result.rows.map((row, at) => ({ ...row, key: String(at) }));
  return (
    <>
      <Table<Readonly<Record<string, string>>>
        size="small"
        className="list-table"
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={rows.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
        locale={{ emptyText: word('nothing') }}
        columns={result.columns.map((each) => ({
          title: each.label,
          dataIndex: each.key,
          ...(each.figure ? { align: 'right' as const, className: 'figures' } : {}),
        }))}
      />
      <p className="report-foot">
        {word('rows', { count: result.total })}
        {result.more && ` · ${word('more', { count: result.rows.length })}`}
      </p>
    </>
  );
}
