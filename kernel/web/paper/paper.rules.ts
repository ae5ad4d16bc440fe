import { kinds } from '../../core/kinds.ts';
import type { Column, GridRow } from '../../../parts/line-grid/model.ts';
import { figureOf } from '../../../parts/line-grid/totals.ts';

/**
 * The columns worth printing. Left out are read-only ones that say nothing, a unit shown with its figure in every line,
 * and a factor that converts nothing; editable ones stay, to be filled in by hand.
 */
export function columnsOnPaper(columns: readonly Column[], rows: readonly GridRow[]): readonly Column[] {
  const units = new Set(columns.map((column) => column.unitField));
  return columns.filter(
    ({ name, field }) =>
      !units.has(name) && (field.rules.readonly !== true || rows.some((row) => saysMore(field.kind, row[name]))),
  );
}
const saysMore = (kind: Column['field']['kind'], value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  (kinds[kind].neutral === undefined || figureOf(value)?.toString() !== kinds[kind].neutral);
