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
import type { Registry } from '../../../kernel/server/registry.ts';
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

type Found = Promise<readonly Refusal[] | void>;
interface VersionActs {
  approve(context: Context, documents: readonly Acting[]): Found;
  takeBack(context: Context, documents: readonly Acting[]): Found;
  endEarly(context: Context, documents: readonly Acting[], input: Input): Found;
  newVersion(context: Context, documents: readonly Acting[], input: Input): Found;
}
/** `problemsOf`: what stands in the way of approving, beside what other versions say. */
export function versionActs(
  kind: Kind,
  registry: () => Registry,
  problemsOf: (context: Context, documents: readonly Acting[]) => Promise<Refusal[]>,
): VersionActs {
  const { declaration } = kind;
  const table = ident(tableOf(declaration));
  const owner = ident(ownerColumn(declaration));

  /** Approved versions of these series, locked; `more`: the states of others to be read beside them. */
  const versionsOf = async (
    context: Context,
    seriesIds: readonly Id[],
    states: readonly string[],
  ): Promise<ReadonlyMap<Id, readonly StoredVersion[]>> =>
    Map.groupBy(
      await context.tx.rows<StoredVersion>(sql`
      select t.id, t.bill_code, t.status, t.price_series_id, t.start_date, t.end_date, t.original_end_date,
        t.superseded_by_id from ${table} t
      where t.price_series_id = any(${[...seriesIds]}::bigint[]) and t.status = any(${[...states]}::text[])
      order by t.id for update`),
      (version) => version.priceSeriesId,
    );

  async function approve(context: Context, documents: readonly Acting[]): Promise<readonly Refusal[] | void> {
    const problems = [...(await problemsOf(context, documents))];
    const past = context.allowed('price_backdate')
      ? []
      : documents.filter(({ row }) => headOf(row).startDate < context.today);
    problems.push(
      ...past.map(({ row }) =>
        refuse('prices.backdated', { startDate: headOf(row).startDate }, { field: 'startDate' }),
      ),
    );
    const standing = await versionsOf(
      context,
      documents.map(({ row }) => String(headOf(row).priceSeriesId)),
      ['approved'],
    );
    const steps = documents.map((document) => ({
      document,
      ...follow(standing.get(String(headOf(document.row).priceSeriesId)) ?? [], periodOf(document.row), context.today),
    }));
    problems.push(...steps.flatMap((step) => step.refusals));
    if (problems.length > 0) return problems;
    const known = new Map([...standing.values()].flat().map((version) => [version.id, version]));
    const cuts = steps.flatMap(({ document, cut }) =>
      cut.map(({ id, endDate }) => ({ id, endDate, by: document.id, version: known.get(id)! })),
    );
    await context.tx.run(sql`
      update ${table} t set end_date = c.end_date, original_end_date = case
        when t.superseded_by_id is null then t.end_date else t.original_end_date end, superseded_by_id = c.by,
        version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      from json_to_recordset(${JSON.stringify(cuts.map(({ id, endDate, by }) => ({ id, end_date: endDate, by })))}::json) as c(id bigint, end_date date, by bigint) where t.id = c.id`);
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

  async function takeBack(context: Context, documents: readonly Acting[]): Promise<readonly Refusal[] | void> {
    const used = documents.filter(({ row }) => headOf(row).startDate < context.today);
    if (used.length > 0) return used.map(({ billCode }) => refuse('prices.version-in-use', { billCode }));
    const series = await versionsOf(
      context,
      documents.map(({ row }) => String(headOf(row).priceSeriesId)),
      ['approved', 'done'],
    );
    const known = new Map([...series.values()].flat().map((version) => [version.id, version]));
    const restored = documents.flatMap(({ id, row }) =>
      restore(series.get(String(headOf(row).priceSeriesId)) ?? [], id),
    );
    // The one that is voided stands until this is over.
    await context.tx.run(sql`set constraints all deferred`);
    await context.tx.run(sql`
      update ${table} t set end_date = r.end_date, original_end_date = r.original, superseded_by_id = r.by,
        version = t.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      from json_to_recordset(${JSON.stringify(restored.map((each) => ({ id: each.id, end_date: each.endDate, original: each.originalEndDate, by: each.supersededById })))}::json) as r(id bigint, end_date date, original date, by bigint) where t.id = r.id`);
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

  async function endEarly(
    context: Context,
    documents: readonly Acting[],
    { endDate: given }: Input,
  ): Promise<readonly Refusal[] | void> {
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

  /** A draft with all the lines of each; saved like others, so that its figures belong to its own days. */
  async function newVersion(
    context: Context,
    documents: readonly Acting[],
    { startDate, changeReason }: Input,
  ): Promise<readonly Refusal[] | void> {
    const open = await versionsOf(
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
    const copies = new Map<string, ReadonlyMap<Id, readonly Values[]>>();
    for (const key of Object.keys(declaration.lines ?? {})) {
      copies.set(
        key,
        Map.groupBy(
          await context.tx.rows<Values>(
            sql`select l.* from ${ident(lineTableOf(declaration, key))} l
              where l.${owner} = any(${documents.map(({ id }) => id)}::bigint[]) order by l.line_no`,
          ),
          (line) => String(line[ownerField(declaration)]),
        ),
      );
    }
    await saveAll(
      registry(),
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

  return { approve, takeBack, endEarly, newVersion };
}
