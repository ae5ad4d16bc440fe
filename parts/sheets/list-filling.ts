/** Columns of long sheets that only the program can fill: the thread that writes asks for them, block by block. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Context } from '../../kernel/server/context.ts';
import { inTransaction } from '../../kernel/server/own-transaction.ts';
import { presentFields } from '../../kernel/server/record-query.ts';
import type { Database } from '../postgres/database.ts';
import { shownBeside, type ExportColumn } from './sheet-columns.ts';

/** A block of rows: of each what is read of it, in the order of the plan. Answers the cells that are filled. */
export type FillBlock = (rows: readonly (readonly unknown[])[]) => Promise<(string | null)[][]>;

/** What a row calls what a column shows. */
export const shownName = ({ name, part }: Pick<ExportColumn, 'name' | 'part'>): string =>
  part === 'value' ? name : shownBeside(name, part);

/** What is filled of one sheet. */
export interface Filled {
  readonly columns: readonly ExportColumn[];
  /** What has to be read, the id first; nothing where no column is filled. */
  readonly reads: readonly string[];
}

/** The columns of a sheet that are filled, of the keys that a behaviour says it fills. */
export function filledColumns(
  fills: Readonly<Record<string, readonly string[]>>,
  declaration: Declaration,
  head: readonly ExportColumn[],
): Filled {
  const columns = head.filter((each) => Object.hasOwn(fills, shownName(each)));
  const stored = Object.keys(fills).filter(
    (name) => declaration.fields[name] !== undefined && !declaration.fields[name].rules.computed,
  );
  return {
    columns,
    reads: columns.length === 0 ? [] : [...new Set(['id', ...Object.values(fills).flat(), ...stored])],
  };
}

/** Fills blocks of rows, each in a transaction of its own; a record that has several rows is filled once. */
export function fillerOf(
  database: Database,
  context: Context,
  declaration: Declaration,
  { columns, reads }: Filled,
): FillBlock {
  const behaviour = context.registry.behaviour(declaration);
  return (rows) =>
    inTransaction(
      database,
      context,
      async (inner) => {
        const records = new Map<unknown, Record<string, unknown>>();
        for (const row of rows)
          if (!records.has(row[0]))
            records.set(
              row[0],
              presentFields(
                declaration.fields,
                Object.fromEntries(reads.map((name, at) => [name, row[at]])),
                context.language,
              ),
            );
        await behaviour?.fillRows?.(inner, [...records.values()]);
        return rows.map((row) => columns.map(({ read }) => read(records.get(row[0])!)));
      },
      { readOnly: true },
    );
}
