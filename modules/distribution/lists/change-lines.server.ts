/** Bulk changes of lines: planned, saved as one act that can be taken back, and looked at before. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds, nextCodes } from '../../../kernel/server/numbering.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { chosenLines, hindrances } from './chosen-lines.server.ts';
import type { DistributionKind } from './distribution-line.fields.ts';
import { followLines } from './line-progress.server.ts';
import { planChange, type PlannedLine, type Wanted } from './plan-change.server.ts';
import { relink } from './relink.server.ts';
import { standing, updateLines } from './write-lines.server.ts';

type ChangeType = 'supplier' | 'material' | 'both' | 'split' | 'source' | 'undo';
interface Chosen {
  readonly ids: readonly Id[];
  /** How often each had been changed when it was looked at. */
  readonly seen: ReadonlyMap<Id, number>;
}

/** Changes supplier or material of lines, all or none; answers the change. */
export async function changeLines(
  context: Context,
  kind: DistributionKind,
  { ids, seen }: Chosen,
  wanted: Wanted,
  { reason, confirmAllergens }: { readonly reason: string | null; readonly confirmAllergens: boolean },
): Promise<Id> {
  const lines = await chosenLines(context, kind, ids, { lock: true });
  const against = await hindrances(context, lines, seen, { whole: wanted.materialId !== null });
  if (against.length > 0) throw new Refused(...against);
  const plan = await planChange(context, lines, wanted);
  if (plan.refusals.length > 0) throw new Refused(...plan.refusals);
  const brought = plan.lines.filter((line) => line.allergens.length > 0);
  if (brought.length > 0 && !confirmAllergens) {
    const names = await allergenNames(context);
    const keys = [...new Set(brought.flatMap((line) => line.allergens))];
    throw new Refused(
      refuse(
        'distribution.allergens',
        {
          allergens: {
            zh: keys.map((key) => names.get(key)?.zh ?? key).join('、'),
            en: keys.map((key) => names.get(key)?.en ?? key).join(', '),
          },
          count: brought.length,
        },
        { override: { name: 'confirmAllergens' } },
      ),
    );
  }
  const changeId = await keepChange(context, kind, typeOf(wanted), ids, reason);
  await updateLines(
    context,
    plan.lines.map((line) => line.after),
    changeId,
  );
  if (wanted.materialId !== null) await relinkReplaced(context, plan.lines);
  await finishChange(context, changeId, ids, differenceOf(plan.lines));
  return changeId;
}

const typeOf = ({ supplierId, materialId }: Wanted): ChangeType =>
  materialId === null ? 'supplier' : supplierId === null ? 'material' : 'both';

/** What lines cost more, or less, as far as both are known. */
export const differenceOf = (lines: readonly PlannedLine[]): Decimal =>
  Decimal.sum(
    lines.map(({ before, after }) => Decimal.of(after.amount ?? '0').minus(Decimal.of(before.amount ?? '0'))),
  );

/** What a replaced line has of who asked stays; what comes for it is another material's. */
const relinkReplaced = (context: Context, lines: readonly PlannedLine[]): Promise<void> =>
  relink(
    context,
    lines.flatMap(({ before, after }) => {
      const of = { ofBillId: before.billId, ofLineId: before.id, billId: before.billId, lineId: before.id };
      return [
        { ...of, needBaseQty: before.needBaseQty.negated().toString(), baseQty: before.baseQty.negated().toString() },
        { ...of, needBaseQty: before.needBaseQty.toString(), baseQty: after.baseQty! },
      ];
    }),
    'replace',
  );

/** Keeps how lines stand, before they are changed; the record is completed by `finishChange`. */
export async function keepChange(
  context: Context,
  kind: DistributionKind,
  changeType: ChangeType,
  ids: readonly Id[],
  reason: string | null,
): Promise<Id> {
  const [id] = await newIds(context, 1);
  const [batchNo] = await nextCodes(context, 'PT', 1);
  const who = sql`${context.user.userId}::bigint`;
  await context.tx.run(sql`
    insert into distribution_change (id, batch_no, bill_type, change_type, line_count, detail_ids, before, reason,
      create_user, create_dept, update_user)
    select ${id!}::bigint, ${batchNo!}, ${kind}, ${changeType}, ${ids.length},
      to_jsonb(${[...ids]}::text[]), ${standing(ids)}, ${reason}, ${who}, ${context.user.deptId || null}::bigint,
      ${who}`);
  return id!;
}

/** Says what became of the lines of a change, and what follows from them. */
export async function finishChange(
  context: Context,
  changeId: Id,
  ids: readonly Id[],
  difference: Decimal,
): Promise<void> {
  await context.tx.run(sql`
    update distribution_change set after = (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id::text, 'supplierId', d.supplier_id::text,
          'materialId', d.material_id::text, 'qty', trim_scale(d.qty)::text, 'price', trim_scale(d.price)::text,
          'orderBefore', d.order_before) order by d.id), '[]')
        from distribution_bill_detail d where d.id = any(${[...ids]}::bigint[])),
      amount_diff = ${difference.toFixed(2)}::numeric where id = ${changeId}::bigint`);
  await followLines(context, ids);
}

/** Words of allergens by their keys. */
export const allergenNames = async (context: Context): Promise<ReadonlyMap<string, { zh: string; en: string }>> =>
  new Map(
    (
      await context.tx.rows<{ key: string; zh: string; en: string }>(sql`
        select dict_key as key, dict_value as zh, coalesce(nullif(dict_value_en, ''), dict_value) as en
        from dict_biz where code = 'allergen' and parent_id <> 0`)
    ).map(({ key, ...name }) => [key, name]),
  );
