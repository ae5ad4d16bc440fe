/**
 * Versions of a price document follow each other: approving one ends the one before, voiding it gives that back, and a
 * new one begins as a copy.
 */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { saveAll } from '../../../kernel/server/save.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { lineageOf, lineages } from './plan-lineage.server.ts';
import { headOf, periodOf, type Kind, type Values } from './plan-kind.server.ts';
import { endRefusals, follow, restore, type Version } from './price-plan.rules.ts';

/** A new version on its way to `save`, by its body: nothing a client could send. */
export const versions = new WeakMap<
  Input,
  { readonly versionNo: number; readonly priceSeriesId: Id; readonly supersedesId: Id }
>();

const OPEN = ['draft', 'pending', 'rejected'];
interface StoredVersion extends Version {
  readonly status: string;
  readonly priceSeriesId: Id;
}
const actingOf = (version: StoredVersion): Acting => ({
  id: version.id,
  billCode: version.billCode,
  status: version.status,
  row: { ...version },
});

const ownerField = (declaration: Declaration): string =>
  ownerColumn(declaration).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The versions of these series in these states, by the series; locked. */
async function versionsOf(
  { declaration }: Kind,
  context: Context,
  seriesIds: readonly Id[],
  states: readonly string[],
): Promise<ReadonlyMap<Id, readonly StoredVersion[]>> {
  const table = ident(tableOf(declaration));
  return Map.groupBy(
    await context.tx.rows<StoredVersion>(sql`
    select t.id, t.bill_code, t.status, t.price_series_id, t.start_date, t.end_date, t.original_end_date,
      t.superseded_by_id from ${table} t
    where t.price_series_id = any(${[...seriesIds]}::bigint[]) and t.status = any(${[...states]}::text[])
    order by t.id for update`),
    (version) => version.priceSeriesId,
  );
}

/** A version that ends the day before the one that follows it begins. */
interface Cut {
  readonly id: Id;
  readonly endDate: string;
  /** The version that follows. */
  readonly by: Id;
  readonly version: StoredVersion;
}
async function cutVersions({ declaration }: Kind, context: Context, cuts: readonly Cut[]): Promise<void> {
  const table = ident(tableOf(declaration));
  await context.tx.run(sql`
    update ${table} t set end_date = c.end_date, original_end_date = case
      when t.superseded_by_id is null then t.end_date else t.original_end_date end, superseded_by_id = c.by,
      version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    from json_to_recordset(${JSON.stringify(cuts.map(({ id, endDate, by }) => ({ id, end_date: endDate, by })))}::json)
      as c(id bigint, end_date date, by bigint) where t.id = c.id`);
  await audit(
    context,
    cuts.map(({ version, endDate }) => ({
      resource: declaration.name,
      recordId: version.id,
      action: 'update',
      title: version.billCode,
      changes: { endDate: [version.endDate, endDate] as const },
    })),
  );
}

/**
 * Ends the versions that approved ones follow, and refuses where days do not fit, besides what was `found` of the
 * documents themselves.
 */
export async function approveVersions(
  kind: Kind,
  context: Context,
  documents: readonly Acting[],
  found: readonly Refusal[],
): Promise<readonly Refusal[] | void> {
  const { declaration } = kind;
  const problems = [...found];
  const past = context.allowed('price_backdate')
    ? []
    : documents.filter(({ row }) => headOf(row).startDate < context.today);
  problems.push(
    ...past.map(({ row }) => refuse('prices.backdated', { startDate: headOf(row).startDate }, { field: 'startDate' })),
  );
  const approved = await versionsOf(
    kind,
    context,
    documents.map(({ row }) => String(headOf(row).priceSeriesId)),
    ['approved'],
  );
  const steps = documents.map((document) => ({
    document,
    ...follow(approved.get(String(headOf(document.row).priceSeriesId)) ?? [], periodOf(document.row), context.today),
  }));
  problems.push(...steps.flatMap((step) => step.refusals));
  if (problems.length > 0) return problems;
  const known = new Map([...approved.values()].flat().map((version) => [version.id, version]));
  const cuts = steps.flatMap(({ document, cut }) =>
    cut.map(({ id, endDate }) => ({ id, endDate, by: document.id, version: known.get(id)! })),
  );
  await cutVersions(kind, context, cuts);
  await moveState(
    declaration,
    context,
    cuts.map(({ version }) => actingOf(version)),
    'superseded',
    {},
    null,
  );
  for (const { document, replaced } of steps) {
    if (replaced.length > 0)
      await moveState(
        declaration,
        context,
        replaced.map((id) => actingOf(known.get(id)!)),
        'superseded',
        { to: 'done' },
        null,
        sql`superseded_by_id = ${document.id}::bigint`,
      );
  }
  await kind.moved?.(
    context,
    [...documents.map(({ id }) => id), ...cuts.map(({ id }) => id)],
    steps.flatMap((step) => step.replaced),
  );
}

/** Gives the versions back that the voided ones had ended; one whose days have begun is not voided. */
export async function takeBackVersions(
  kind: Kind,
  context: Context,
  documents: readonly Acting[],
): Promise<readonly Refusal[] | void> {
  const { declaration } = kind;
  const table = ident(tableOf(declaration));
  const used = documents.filter(({ row }) => headOf(row).startDate < context.today);
  if (used.length > 0) return used.map(({ billCode }) => refuse('prices.version-in-use', { billCode }));
  const series = await versionsOf(
    kind,
    context,
    documents.map(({ row }) => String(headOf(row).priceSeriesId)),
    ['approved', 'done'],
  );
  const known = new Map([...series.values()].flat().map((version) => [version.id, version]));
  const restored = documents.flatMap(({ id, row }) => restore(series.get(String(headOf(row).priceSeriesId)) ?? [], id));
  const ends = restored.map(({ id, endDate, originalEndDate, supersededById }) => ({
    id,
    end_date: endDate,
    original: originalEndDate,
    by: supersededById,
  }));
  // The spans overlap until the voided version has changed its state.
  await context.tx.run(sql`set constraints all deferred`);
  await context.tx.run(sql`
    update ${table} t set end_date = r.end_date, original_end_date = r.original, superseded_by_id = r.by,
      version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    from json_to_recordset(${JSON.stringify(ends)}::json)
      as r(id bigint, end_date date, original date, by bigint)
    where t.id = r.id`);
  const again = restored.map(({ id }) => known.get(id)!);
  await moveState(
    declaration,
    context,
    again.filter(({ status }) => status === 'approved').map(actingOf),
    'restored',
    {},
    null,
  );
  await moveState(
    declaration,
    context,
    again.filter(({ status }) => status === 'done').map(actingOf),
    'restored',
    { to: 'approved' },
    null,
  );
  await kind.moved?.(
    context,
    restored.map(({ id }) => id),
    documents.map(({ id }) => id),
  );
}

/** Lets versions end on an earlier day, `endDate` of the input. */
export async function endVersionsEarly(
  kind: Kind,
  context: Context,
  documents: readonly Acting[],
  { endDate: given }: Input,
): Promise<readonly Refusal[] | void> {
  const { declaration } = kind;
  const table = ident(tableOf(declaration));
  const endDate = String(given);
  const refusals = documents.flatMap(({ billCode, row }) =>
    endRefusals({ billCode, ...periodOf(row) }, endDate, context.today),
  );
  if (refusals.length > 0) return refusals;
  const ids = documents.map(({ id }) => id);
  // Where a newer version had cut it, it would not come back beyond this day either.
  await context.tx.run(sql`
    update ${table} t set end_date = ${endDate}::date, original_end_date = case
      when t.superseded_by_id is null then null else ${endDate}::date end, version = t.version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where t.id = any(${ids}::bigint[])`);
  await audit(
    context,
    documents.map(({ id, billCode, row }) => ({
      resource: declaration.name,
      recordId: id,
      action: 'update',
      title: billCode,
      changes: { endDate: [headOf(row).endDate ?? null, endDate] as const },
    })),
  );
  await kind.moved?.(context, ids, []);
}

/** The stored lines of some documents by their key, and by the document. */
async function linesOf(
  { declaration }: Kind,
  context: Context,
  ids: readonly Id[],
): Promise<ReadonlyMap<string, ReadonlyMap<Id, readonly Values[]>>> {
  const owner = ident(ownerColumn(declaration));
  const copies = new Map<string, ReadonlyMap<Id, readonly Values[]>>();
  for (const key of Object.keys(declaration.lines ?? {})) {
    copies.set(
      key,
      Map.groupBy(
        await context.tx.rows<Values>(
          sql`select l.* from ${ident(lineTableOf(declaration, key))} l
            where l.${owner} = any(${[...ids]}::bigint[]) order by l.line_no`,
        ),
        (line) => String(line[ownerField(declaration)]),
      ),
    );
  }
  return copies;
}

/** A draft with all the lines of each; saved like others, so that its figures belong to its own days. */
export async function draftNewVersions(
  kind: Kind,
  context: Context,
  documents: readonly Acting[],
  { startDate, changeReason }: Input,
): Promise<readonly Refusal[] | void> {
  const { declaration } = kind;
  const table = ident(tableOf(declaration));
  const open = await versionsOf(
    kind,
    context,
    documents.map(({ row }) => String(headOf(row).priceSeriesId)),
    OPEN,
  );
  const refusals = [...open.values()].map(([version]) =>
    refuse('prices.version-open', { billCode: version!.billCode }),
  );
  if (refusals.length > 0) return refusals;
  const highest = new Map(
    (
      await context.tx.rows<{ seriesId: Id; versionNo: number }>(sql`
    select price_series_id as series_id, max(version_no) as version_no
    from ${table} where price_series_id =
      any(${documents.map(({ row }) => String(headOf(row).priceSeriesId))}::bigint[]) group by 1`)
    ).map((row) => [row.seriesId, row.versionNo]),
  );
  const copies = await linesOf(
    kind,
    context,
    documents.map(({ id }) => id),
  );
  await saveAll(
    declaration,
    context,
    documents.map(({ id, row }) => {
      const body: Input = {
        ...row,
        id: '',
        version: '',
        startDate,
        endDate: null,
        changeReason,
        remark: '',
        // The days of a line were those of the version before.
        ...Object.fromEntries(
          [...copies].map(([key, lines]) => [
            key,
            (lines.get(id) ?? []).map(({ id: _id, startDate: _start, endDate: _end, ...line }) => line),
          ]),
        ),
      };
      lineages.set(body, (copies.get('details')?.get(id) ?? []).map(lineageOf));
      versions.set(body, {
        versionNo: highest.get(String(headOf(row).priceSeriesId))! + 1,
        priceSeriesId: String(headOf(row).priceSeriesId),
        supersedesId: id,
      });
      return body;
    }),
  );
}
