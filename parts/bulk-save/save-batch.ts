import type { Declaration } from '../../kernel/core/declaration.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import { refusalOfConstraint } from '../../kernel/server/constraint-refusal.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { brokenConstraint } from '../postgres/broken-constraint.ts';
import { sql } from '../postgres/database.ts';
import type { PendingSave } from '../../kernel/server/pending-save.ts';
import { saveRecords, type Saved } from '../../kernel/server/save.ts';

/**
 * Saves records together; when the database itself refuses one of them, halves are tried until only that one is bad.
 * `begun`: what `beginSaves` answered for all of them.
 */
export async function saveBatch(
  declaration: Declaration,
  context: Context,
  bodies: readonly Input[],
  owned?: readonly RecordValues[],
  begun?: readonly PendingSave[],
): Promise<Saved[]> {
  let whole = begun;
  return byHalves(
    context,
    bodies.map((body, index) => ({ body, own: owned?.[index] })),
    (rows) => {
      const own = owned === undefined ? undefined : rows.map((row) => row.own!);
      const first = whole;
      whole = undefined;
      return saveRecords(
        declaration,
        context,
        rows.map((row) => row.body),
        own,
        first,
      );
    },
  );
}

/** Writes many rows at once; where a constraint speaks against them, by halves until it is known against which. */
export async function byHalves<Row, Done>(
  context: Context,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<Done[]>,
): Promise<(Done | Extract<Saved, { refusals: unknown }>)[]> {
  if (rows.length === 0) return [];
  await context.tx.run(sql`savepoint block`);
  try {
    const done = await write(rows);
    await context.tx.run(sql`release savepoint block`);
    return done;
  } catch (error) {
    await context.tx.run(sql`rollback to savepoint block`);
    if (brokenConstraint(error) === null) throw error;
    const half = rows.length >> 1;
    if (half > 0)
      return [
        ...(await byHalves(context, rows.slice(0, half), write)),
        ...(await byHalves(context, rows.slice(half), write)),
      ];
    const refusal = refusalOfConstraint(context.registry, error, {});
    if (refusal === null) throw error;
    return [{ refusals: [refusal] }];
  }
}
