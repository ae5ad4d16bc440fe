import type { ReactNode } from 'react';
import { kinds } from '../../kernel/core/kinds.ts';
import type { Language } from '../../kernel/core/label.ts';
import { shownQuantity } from '../quantities/shown-quantity.rules.ts';
import { grouped, shownText } from './cell-text.ts';
import { isExplained, unitOf } from './columns.ts';
import type { Column, GridRow } from './model.ts';

const ZERO = /^0(\.0+)?$/;
/** A zero that says no more than nothing; one that was typed, or of a figure that may be left open, says something. */
export const isNothing = ({ dashed, readonly, field }: Column, text: string): boolean =>
  (dashed ?? (readonly === true && field.rules.default === '0')) && ZERO.test(text);

/**
 * What stands in a cell at rest. Plain elements only: hundreds of these are painted while scrolling. `brief`: a
 * quantity nobody types here says as much as tells.
 */
export function cellFace(
  column: Column,
  row: GridRow,
  language: Language,
  today: string,
  explainable: boolean,
  brief = false,
): ReactNode {
  const unread = row.unread?.[column.name];
  if (unread) return unread.why === 'ref.searching' ? <span className="lg-waiting">{unread.text}</span> : unread.text;
  if (column.render) return column.render(row[column.name], row);
  const text = shownText(column, row, language, today);
  if (text === '') return null;
  switch (column.face) {
    case 'figure': {
      const stored = { figure: String(row[column.name]), unit: unitOf(column, row), exact: undefined };
      // Money has no unit beside it, or shows its cents.
      const isBrief = brief && column.unitField !== undefined && kinds[column.field.kind].cents === undefined;
      const { unit, figure: short, exact } = isBrief ? shownQuantity(stored.figure, stored.unit) : stored;
      const isDash = isNothing(column, text);
      const figure = isDash ? <span className="lg-nothing">–</span> : exact === undefined ? text : grouped(short);
      return (
        <>
          {explainable && isExplained(column, row) ? (
            <span className="lg-explained" data-explain="" title={exact}>
              {figure}
            </span>
          ) : exact === undefined ? (
            figure
          ) : (
            <span title={exact}>{figure}</span>
          )}
          {!isDash && !column.hasUnitBeside && (unit !== '' || column.unitField !== undefined) && (
            <span className="lg-unit">{unit}</span>
          )}
        </>
      );
    }
    case 'ref': {
      const code = row[column.codeField];
      return (
        <>
          <span className="lg-words">{text}</span>
          {typeof code === 'string' && code !== text && !column.bare && column.uncoded !== true && (
            <span className="lg-code">{code}</span>
          )}
        </>
      );
    }
    case 'choice': {
      const tone = column.choices.find((choice) => choice.value === String(row[column.name]))?.tone;
      return (
        <>
          {tone !== undefined && tone !== 'plain' && <span className={`lg-dot lg-dot-${tone}`} aria-hidden="true" />}
          {text}
        </>
      );
    }
    default:
      return text;
  }
}
