/** Calls on work lists: made, looked at before a change, changed, taken back. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { allergenNames, changeLines, differenceOf } from './change-lines.server.ts';
import { changeSource } from './change-source.server.ts';
import { chosenLines, hindrances, lineIds, seenRevisions } from './chosen-lines.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { generateLists, type UniformType } from './generate.server.ts';
import { listCalls, type ListCalls } from './lists.calls.ts';
import { substitutesFor, suppliersFor } from './offers-for-lines.server.ts';
import { planChange, type PlannedLine, type Wanted } from './plan-change.server.ts';
import { readingCalls, seesPrices } from './read-lists.server.ts';
import { splitLine } from './split.server.ts';
import { undoChange } from './undo.server.ts';

/** Lines as a body names them, with how often each had been changed when it was looked at. */
const chosenOf = (input: { readonly ids: unknown; readonly revisions: unknown }) => {
  const ids = lineIds(input.ids);
  return { ids, seen: seenRevisions(input.revisions, ids) };
};

const callsOf = (kind: DistributionKind): readonly Call[] => {
  const calls = listCalls[kind];
  return [
    ...readingCalls(kind),
    serve(calls.generate, async (context, input) => {
      const type = (input as { readonly type?: UniformType | null }).type ?? null;
      await generateLists(context, kind, readIds(input), type);
      return true;
    }),
    serve(calls.getSupplier, (context, input) => suppliersFor(context, kind, input)),
    serve(calls.getMaterialReplace, (context, input) => substitutesFor(context, kind, input)),
    serve(calls.previewBatch, async (context, input) => preview(context, kind, input), { reads: true }),
    serve(calls.updateBatchSupplier, async (context, { supplierId, reason, ...input }) => {
      if (supplierId === null) throw new Refused(refuse('distribution.nothing-chosen', {}, { field: 'supplierId' }));
      const wanted = { supplierId, materialId: null };
      await changeLines(context, kind, chosenOf(input), wanted, { reason, confirmAllergens: false });
      return true;
    }),
    serve(calls.updateBatchMaterial, async (context, { materialId, reason, confirmAllergens, ...input }) => {
      if (materialId === null) throw new Refused(refuse('distribution.nothing-chosen', {}, { field: 'materialId' }));
      const wanted = { supplierId: null, materialId };
      await changeLines(context, kind, chosenOf(input), wanted, { reason, confirmAllergens: confirmAllergens === 1 });
      return true;
    }),
    serve(calls.updateBatchSupplierOrMaterial, async (context, input) => {
      await changeLines(context, kind, chosenOf(input), wantedOf(input), {
        reason: input.reason,
        confirmAllergens: input.confirmAllergens === 1,
      });
      return true;
    }),
    serve(calls.undoBatch, async (context, { id }) => {
      await undoChange(context, kind, id ?? (await lastChange(context, kind)));
      return true;
    }),
    serve(calls.splitDetail, async (context, { id, revisions, parts, reason }) => {
      const { ids, seen } = chosenOf({ ids: [id], revisions });
      await splitLine(context, kind, { id: ids[0]!, seen }, parts, reason);
      return true;
    }),
    serve(calls.changeSource, async (context, input) => {
      const { sourceKind, outWarehouseId, outFactoryWarehouseId, supplierId } = input;
      await changeSource(
        context,
        kind,
        chosenOf(input),
        { sourceKind, outWarehouseId, outFactoryWarehouseId, supplierId },
        input.reason,
      );
      return true;
    }),
  ];
};

/** What a change is to bring: one of both at least. */
function wantedOf({ supplierId, materialId }: Wanted): Wanted {
  if (supplierId === null && materialId === null)
    throw new Refused(refuse('distribution.nothing-chosen', {}, { field: 'supplierId' }));
  return { supplierId, materialId };
}

/** The caller's last change of a list that was not taken back. */
async function lastChange(context: Context, kind: DistributionKind): Promise<Id> {
  const row = await context.tx.row<{ id: Id }>(sql`
    select id from distribution_change where bill_type = ${kind} and create_user = ${context.user.userId}::bigint
      and undone_by_id is null and change_type <> 'undo' order by create_time desc, id desc limit 1`);
  if (row === undefined) throw new Refused(refuse('distribution.nothing-to-undo'));
  return row.id;
}

/** Lines before and after, with what a person has to know before they are saved. */
async function preview(
  context: Context,
  kind: DistributionKind,
  input: { readonly ids: unknown; readonly revisions: unknown } & Wanted,
): Promise<TypeOf<ListCalls['previewBatch']['answer']>> {
  const { ids, seen } = chosenOf(input);
  const wanted = wantedOf(input);
  const lines = await chosenLines(context, kind, ids, { lock: false });
  const against = await hindrances(context, lines, seen, { whole: wanted.materialId !== null });
  const plan = against.length > 0 ? { lines: [], refusals: against } : await planChange(context, lines, wanted);
  const sees = seesPrices(context, kind);
  const names = plan.lines.some((line) => line.allergens.length > 0) ? await allergenNames(context) : new Map();
  const keys = [...new Set(plan.lines.flatMap((line) => line.allergens))];
  const other =
    wanted.materialId === null
      ? ''
      : ((
          await context.tx.row<{ name: string }>(
            sql`select m.called as name from material m where id = ${wanted.materialId}::bigint`,
          )
        )?.name ?? '');
  const units = await unitNames(context, plan.lines);
  const shown = plan.lines.map((line) => sides(context, line, { sees, other, units }));
  const sum = (amounts: readonly (DecimalText | null)[]): string =>
    Decimal.sum(amounts.map((amount) => Decimal.of(amount ?? '0'))).toFixed(2);
  return {
    lines: shown,
    allergenNames: keys.map(
      (key) => (names.get(key) as { zh: string; en: string } | undefined)?.[context.language] ?? key,
    ),
    ...(sees
      ? {
          amountBefore: sum(plan.lines.map((line) => line.before.amount)),
          amountAfter: sum(plan.lines.map((line) => line.after.amount)),
          amountDiff: differenceOf(plan.lines).toFixed(2),
        }
      : {}),
    lateCount: shown.filter((line) => line.new.isLate === 1).length,
    afterNeedCount: shown.filter((line) => line.new.afterNeed === 1).length,
    allergenCount: plan.lines.filter((line) => line.allergens.length > 0).length,
    noPriceCount: plan.lines.filter((line) => line.after.supplierId !== null && line.after.price === null).length,
    worseCount: plan.lines.filter((line) => line.grade > line.before.grade && line.before.grade !== '').length,
    refusals: plan.refusals.map((refusal) => sentenceOf(refusal, context.language)),
  };
}

const unitNames = async (context: Context, lines: readonly PlannedLine[]): Promise<ReadonlyMap<Id, string>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(sql`select u.id, u.called as name from material_unit u
        where u.id = any(${[...new Set(lines.flatMap((line) => line.after.unitId ?? []))]}::bigint[])`)
    ).map((row) => [row.id, row.name]),
  );

function sides(
  context: Context,
  { before, after, leadDays, grade, supplierName, allergens }: PlannedLine,
  { sees, other, units }: { readonly sees: boolean; readonly other: string; readonly units: ReadonlyMap<Id, string> },
): TypeOf<ListCalls['previewBatch']['answer']>['lines'][number] {
  const moment = (text: string | null): string => (text === null ? '' : `${text}:00`.slice(0, 19));
  const side = (of: {
    readonly deliveryDate: string;
    readonly orderBefore: string | null;
    readonly price: DecimalText | null;
    readonly amount: DecimalText | null;
  }) => ({
    ...(sees ? { price: of.price, amount: of.amount } : {}),
    deliveryDate: of.deliveryDate,
    orderBefore: moment(of.orderBefore),
    isLate: of.orderBefore !== null && moment(of.orderBefore) < context.now ? (1 as const) : (0 as const),
    afterNeed: of.deliveryDate > before.needDate ? (1 as const) : (0 as const),
  });
  return {
    id: before.id,
    old: {
      ...side(before),
      supplierId: before.supplierId ?? '',
      supplierName: before.supplierName,
      materialId: before.materialId,
      materialName: before.materialName,
      unitName: before.unitName,
      qty: before.qty.toString(),
      leadDays: before.leadDays,
      grade: before.grade,
    },
    new: {
      ...side(after),
      supplierId: after.supplierId ?? '',
      supplierName,
      materialId: after.materialId ?? before.materialId,
      materialName: after.materialId === undefined ? before.materialName : other,
      unitName: after.unitId === undefined ? before.unitName : (units.get(after.unitId) ?? ''),
      qty: after.qty,
      leadDays,
      grade,
    },
    allergens,
  };
}

export const distributionListCalls: readonly Call[] = [...callsOf('straight'), ...callsOf('uniform')];
