import { useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { cellFace } from '../../../parts/line-grid/cell-face.tsx';
import { figureText } from '../../../parts/line-grid/cell-text.ts';
import type { Column, GridRow } from '../../../parts/line-grid/model.ts';
import { totalled, totalsOf } from '../../../parts/line-grid/totals.ts';

interface Props {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly GridRow[];
}

/** Days with their year: paper outlives it. */
const NO_DAY = '';

/** All lines as a plain table. What it belongs to and the titles of its columns stand on every page. */
export function PaperLines({ caption, columns, rows }: Props) {
  const text = useText();
  const language = useLanguage();
  const totals = totalsOf(rows, columns);
  const kind = (column: Column): string =>
    column.face === 'figure'
      ? 'is-figure'
      : column.face === 'ref'
        ? 'is-name'
        : column.face === 'text'
          ? 'is-written'
          : '';
  return (
    <table className="paper-lines">
      <thead>
        <tr className="paper-caption">
          <th colSpan={columns.length + 1}>{caption}</th>
        </tr>
        <tr>
          <th className="is-figure">{text('list.number')}</th>
          {columns.map((column) => (
            <th key={column.name} className={kind(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.key} className="paper-line">
            <td className="is-figure">{at + 1}</td>
            {columns.map((column) => (
              <td key={column.name} className={kind(column)}>
                {cellFace(column, row, language, NO_DAY, false)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length > 0 && totalled(columns).length > 0 && (
          <tr className="paper-total">
            <th colSpan={1}>{text('print.total')}</th>
            {columns.map((column) => (
              <td key={column.name} className={kind(column)}>
                {[...(totals[column.name] ?? [])].map(([unit, { value }]) => (
                  <div key={unit}>
                    {figureText(column, value)}
                    {unit !== '' && <span className="lg-unit">{unit}</span>}
                  </div>
                ))}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
