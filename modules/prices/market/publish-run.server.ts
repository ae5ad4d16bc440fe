/** Price runs are published as single prices, and withdrawn as long as none of these was in force. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { saveRecords } from '../../../kernel/server/save.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { proposals } from '../price-book/price.server.ts';
import { SINGLE } from '../price-book/published-lines.server.ts';
import { isSame, pricesOn, type OldPrice } from './derive-prices.server.ts';
import type { priceRun } from './price-run.document.ts';
import { keyOf, runLines, textOf, type StoredLine } from './run-lines.server.ts';

/**
 * Each line becomes a price from the first day on: the price before it ends the day before, one that starts on the same
 * day is replaced, an equal one stays.
 */
export async function publishRuns(
  context: Context,
  documents: readonly Acting<typeof priceRun>[],
): Promise<readonly Refusal[]> {
  const past = context.allowed('price_backdate') ? [] : documents.filter(({ row }) => row.startDate < context.today);
  if (past.length > 0)
    return past.map(({ row }) => refuse('prices.backdated', { startDate: row.startDate }, { field: 'startDate' }));
  const refusals: Refusal[] = [];
  for (const { id, row } of documents) refusals.push(...(await publishRun(context, id, row)));
  return refusals;
}

async function publishRun(
  context: Context,
  id: Id,
  { priceType, startDate, endDate }: Acting<typeof priceRun>['row'],
): Promise<readonly Refusal[]> {
  const prices = SINGLE[priceType]!;
  const span = { startDate, endDate: textOf(endDate) };
  const lines = (await runLines(context, [id])).filter((line) => line.skip !== 1 && line.price !== null);
  const materialIds = lines.map((line) => line.materialId);
  const current = new Map(
    (await context.tx.rows<OldPrice>(pricesOn(prices, materialIds, startDate))).map((each) => [keyOf(each), each]),
  );
  const compared = lines.map((line) => {
    const old = current.get(keyOf(line));
    return { line, old, equal: old !== undefined && isEqual(line, span, old) };
  });
  const changed = compared.filter((each) => !each.equal);
  const saved = await saveRecords(
    prices,
    context,
    changed.map(({ line, old }) => {
      const body = priceBody(line, span, old);
      proposals.set(body, { sourceRunId: id, formulaText: line.formulaText });
      return body;
    }),
  );
  const published = new Map(saved.flatMap((each, index) => ('id' in each ? [[changed[index]!.line.id, each.id]] : [])));
  await writeOutcomes(
    context,
    compared.map(({ line, old, equal }) => ({
      id: line.id,
      published: published.get(line.id) ?? null,
      result: sentenceOf(refuse(equal ? 'prices.run-equal' : 'prices.run-published'), context.language),
      old_id: old?.id ?? null,
      old_end: old?.endDate ?? null,
    })),
  );
  return saved.flatMap((each, index) =>
    'refusals' in each ? each.refusals.map((refusal) => ({ ...refusal, line: changed[index]!.line.lineNo })) : [],
  );
}

interface Span {
  readonly startDate: string;
  readonly endDate: string | null;
}
/** Whether a price in force says what the line says, for the whole span. */
const isEqual = (line: StoredLine, { endDate }: Span, old: OldPrice): boolean =>
  old.unitId === line.unitId &&
  isSame(old.price, line.price!) &&
  (old.endDate ?? '9999-12-31') >= (endDate ?? '9999-12-31');

/** The price a line becomes; it replaces one that starts on the same day. */
const priceBody = (line: StoredLine, span: Span, old: OldPrice | undefined): Input => ({
  materialId: line.materialId,
  deptId: line.deptId,
  unitId: line.unitId,
  price: line.price,
  ...span,
  ...(old?.startDate === span.startDate ? { id: old.id } : {}),
});

interface Outcome {
  readonly id: Id;
  readonly published: string | null;
  readonly result: string;
  readonly old_id: Id | null;
  readonly old_end: string | null;
}
async function writeOutcomes(context: Context, outcomes: readonly Outcome[]): Promise<void> {
  await context.tx.run(sql`
    update price_run_detail d
    set published_id = r.published, result = r.result, old_entry_id = r.old_id, old_end_date = r.old_end
    from json_to_recordset(${JSON.stringify(outcomes)}::json)
      as r(id bigint, published text, result text, old_id text, old_end date)
    where d.id = r.id`);
}

/** Removes published prices and restores those they ended; only as long as none was in force. */
export async function withdrawRuns(
  context: Context,
  documents: readonly Acting<typeof priceRun>[],
): Promise<readonly Refusal[]> {
  const used = documents.filter(({ row }) => row.startDate < context.today);
  if (used.length > 0) return used.map(({ billCode }) => refuse('prices.run-used', { billCode }));
  for (const { id, row } of documents) {
    const prices = SINGLE[row.priceType]!;
    const table = ident(tableOf(prices));
    const lines = (await runLines(context, [id])).filter((line) => line.publishedId !== null);
    const own = await context.tx.rows<{ id: Id; code: string }>(
      sql`select id, code from ${table} where source_run_id = ${id}::bigint order by id for update`,
    );
    const replaced = lines.filter(
      (line) => line.publishedId === line.oldEntryId && own.some((each) => each.id === line.publishedId),
    );
    const made = own.filter((each) => !replaced.some((line) => line.publishedId === each.id));
    await context.tx.run(sql`delete from ${table} where id = any(${made.map((each) => each.id)}::bigint[])`);
    await audit(
      context,
      made.map((each) => ({
        resource: prices.name,
        recordId: each.id,
        action: 'remove',
        title: each.code,
        changes: { sourceRunId: [id, null] as const },
      })),
    );
    const ended = lines
      .filter((line) => line.oldEntryId !== null && line.publishedId !== line.oldEntryId)
      .map((line) => ({ id: line.oldEntryId, end_date: line.oldEndDate }));
    await context.tx.run(sql`
      update ${table} p
      set end_date = r.end_date, version = p.version + 1, update_user = ${context.user.userId}::bigint,
        update_time = now()
      from json_to_recordset(${JSON.stringify(ended)}::json) as r(id bigint, end_date date)
      where p.id = r.id and p.end_date = ${dayPlus(row.startDate, -1)}::date`);
    const bodies = replaced.map((line): Input => {
      const body = { id: line.oldEntryId!, price: line.oldPrice, endDate: line.oldEndDate };
      proposals.set(body, { sourceRunId: null, formulaText: null });
      return body;
    });
    const restored = await saveRecords(prices, context, bodies);
    const refusals = restored.flatMap((each) => ('refusals' in each ? each.refusals : []));
    if (refusals.length > 0) return refusals;
  }
  return [];
}
