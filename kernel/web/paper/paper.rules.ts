import { kinds } from '../../core/kinds.ts';
import type { Declaration } from '../../core/declaration.ts';
import type { Label } from '../../core/label.ts';
import { stagesOf } from '../../core/life.ts';
import type { Column, GridRow } from '../../../parts/line-grid/model.ts';
import { figureOf } from '../../../parts/line-grid/totals.ts';
import { texts } from '../texts.ts';

type Row = Readonly<Record<string, unknown>>;

/** A box to sign in, with the name of whoever is known already. */
interface Signer {
  readonly label: Label;
  readonly name: string;
}

/** Who signs a document: its author, whoever approves it, and those its declaration names. */
export const signersOf = (of: Pick<Declaration, 'life' | 'signed'>, row: Row): readonly Signer[] => [
  { label: texts['print.prepared'], name: nameIn(row, 'applyUserName') || nameIn(row, 'createUserName') },
  ...(stagesOf(of.life).length === 0 ? [] : [{ label: texts['print.approved'], name: nameIn(row, 'approveUserName') }]),
  ...(of.signed ?? []).map((label) => ({ label, name: '' })),
];
const nameIn = (row: Row, name: string): string => (typeof row[name] === 'string' ? row[name] : '');

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
