import type { Sql, Transaction } from './database.ts';

/**
 * Runs a statement for each part, in order; while the database works on one, the next is made and what it answered
 * before is taken in. `run` must not ask a second statement after the first.
 */
export async function inTurn<Part, Answer>(
  tx: Pick<Transaction, 'sent'>,
  parts: Iterable<Part> | AsyncIterable<Part>,
  statementOf: (part: Part) => Sql,
  run: (statement: Sql) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let inFlight: Promise<Answer> | undefined;
  for await (const part of parts) {
    const before = inFlight;
    inFlight = run(statementOf(part));
    // A long statement leaves piece by piece, and not at all while the next is made.
    await Promise.race([inFlight, tx.sent()]);
    if (before !== undefined) answers.push(await before);
  }
  if (inFlight !== undefined) answers.push(await inFlight);
  return answers;
}

/** A long list, so many at a time; `from` is the place of the first. */
export function* slicesOf<Row>(
  rows: readonly Row[],
  most: number,
): Generator<{ readonly from: number; readonly rows: readonly Row[] }> {
  for (let from = 0; from < rows.length; from += most) yield { from, rows: rows.slice(from, from + most) };
}
