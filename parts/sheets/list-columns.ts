import type { Declaration, Lines } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { visibleFields } from '../../kernel/server/filters.ts';
import type { CellLookups } from './cell-text.ts';
import { exportColumns, type ExportColumn } from './sheet-columns.ts';
import { cellLookups } from './sheet-lookups.ts';

/** The lines of a document that its sheet has a row for. */
export const DETAILS = 'details';

/** What the sheet of a list shows to one person: columns of a record, and those of its lines. */
export interface ListColumns {
  readonly lookups: CellLookups;
  readonly head: readonly ExportColumn[];
  readonly tail: readonly ExportColumn[];
  readonly lines: Lines | undefined;
}

/** The columns of a list, in the order of the declaration, without what this person may not see. */
export async function columnsOf(declaration: Declaration, context: Context): Promise<ListColumns> {
  const { language } = context;
  const lookups = await cellLookups(context);
  const fields = Object.fromEntries(
    Object.entries(visibleFields(declaration, context)).filter(([name]) => declaration.fields[name] !== undefined),
  );
  const lines = declaration.lines?.[DETAILS];
  const lineFields = lines === undefined ? {} : shownFields(lines.fields, context);
  return {
    lookups,
    head: exportColumns(fields, Object.keys(fields), language, lookups),
    tail: exportColumns(lineFields, Object.keys(lineFields), language, lookups),
    lines,
  };
}

/** Those of the fields that a person may see. */
export const shownFields = (fields: Fields, context: Context): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field.rules.right === undefined || context.allowed(field.rules.right)),
  );
