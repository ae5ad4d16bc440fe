import type { ReactNode } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { Decimal } from '../../core/decimal.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { faceOf } from '../kinds/faces.ts';

const NAMED = 8;

type Row = Readonly<Record<string, unknown>>;
interface TouchedProps {
  readonly of: Declaration;
  readonly rows: readonly Row[];
  /** How many of them the list does not show at the moment. */
  readonly hidden: number;
}

/** What rows come to: the sums of the figures that are totalled, those a person may see. */
export function Sums({ of, rows }: Omit<TouchedProps, 'hidden'>): ReactNode {
  const language = useLanguage();
  return Object.entries(of.fields).flatMap(([name, field]) => {
    const figures = rows.map((row) => String(row[name] ?? '')).filter(Decimal.isText);
    if (field.rules.total !== true || figures.length === 0) return [];
    const sum = { [name]: Decimal.sum(figures.map(Decimal.of)).toString() };
    return (
      <span key={name} className="row-sum">
        <span className="soft">{field.label[language]}</span>{' '}
        {faceOf(field).cell({ name, field, row: sum, language, isAlone: true })}
      </span>
    );
  });
}

/** What an act on several rows touches: their names, their number, and how many of them stand out of sight. */
export function AffectedRows({ of, rows, hidden }: TouchedProps) {
  const text = useText();
  return (
    <div className="soft touched">
      {rows.slice(0, NAMED).map((row) => (
        <div key={String(row['id'])}>{titleOf(of, row)}</div>
      ))}
      {rows.length > 1 && <Sums of={of} rows={rows} />}
      {(rows.length > NAMED || hidden > 0) && (
        <div>{text(hidden > 0 ? 'list.touched.hidden' : 'delete.count', { count: rows.length, hidden })}</div>
      )}
    </div>
  );
}
