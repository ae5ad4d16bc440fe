import { Alert, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ApiError } from '../client/errors.ts';
import { say } from '../client/i18n.ts';
import './fact-table.css';

export interface FactColumn<T> {
  readonly title: string;
  readonly figure?: boolean;
  readonly cell: (row: T) => ReactNode;
}
interface Props<T> {
  /** What the table is of. */
  readonly label: string;
  /** Undefined while they are on their way. */
  readonly rows: readonly T[] | undefined;
  readonly columns: readonly FactColumn<T>[];
  /** Why there are none to show. */
  readonly error?: Error | null;
  /** Said where there is no row: what the table is for, and what to do first. */
  readonly none: string;
  /** Below what is said then: how to begin. */
  readonly first?: ReactNode;
  /** Below the rows. */
  readonly more?: ReactNode;
}

/** A small table of facts, cards on a phone: no search, no pages; what matters most comes first. */
export function FactTable<T extends { readonly id: string }>({
  label,
  rows,
  columns,
  error = null,
  none,
  first,
  more,
}: Props<T>) {
  if (error !== null && rows === undefined)
    return <Alert type="error" showIcon title={error instanceof ApiError ? error.message : say('error.unknown')} />;
  if (rows === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (rows.length === 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={none}>
        {first}
      </Empty>
    );
  return (
    <div className="fact-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={column.figure === true ? 'is-figure' : ''}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.title} data-label={column.title} className={column.figure === true ? 'is-figure' : ''}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}
