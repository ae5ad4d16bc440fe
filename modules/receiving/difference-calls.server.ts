/** Cases as their two sides see them, and their one settlement. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { choice, quantity, text, type Fields } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields, type RecordValues } from '../../kernel/core/validate.ts';
import { behaviour, type Acting } from '../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { exportCall } from '../../parts/sheets/excel-calls.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { actOn, actOnAll, readIds, type MoveOn } from '../../kernel/server/run-action.ts';
import { lockBillWithOrder, writeProgress } from './bill.server.ts';
import { linesOf } from './bill-lines.server.ts';
import { lineAfter } from './delivery.rules.ts';
import { finishAfterCases } from './do-difference.server.ts';
import { bearers, inStoreDifference, outcomes } from './in-store-difference.document.ts';

export const inStoreDifferenceBehaviour = behaviour(inStoreDifference, {
  lockFirst: (context, ids) => lockBillsOf(context, ids),
  otherState: { confirm: confirmedAlready },
  filters: {
    // A factory is a party of what it sent; a project of everything that was to come to it.
    partySide: (side) =>
      side === 'factory'
        ? sql`exists (select 1 from stock_location l where l.id = t.from_location_id and l.kind = 'factory-warehouse')`
        : sql`true`,
    projectDeptId: (id) => sql`t.blade_project_dept_id::text = ${id}`,
  },
});

const MY_WORD = {
  agreedQty: quantity('确认数量', 'Agreed', { optional: true, positive: true }),
  outcome: choice('处理方式', 'Outcome', outcomes, { optional: true }),
  bearer: choice('责任方', 'Bearer', bearers, { optional: true }),
  remark: text('备注', 'Remark', { optional: true, max: 200 }),
} as const;

interface Case {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly instoreId: string;
  readonly detailId: string;
  readonly createUser: string;
  readonly differenceQty: string;
  readonly arrivedQty: string;
  readonly outcome: string;
}

/** A case waits behind the bills of the cases, and those behind their orders. */
const billsOf = (ids: readonly string[]): Sql =>
  sql`select d.instore_id from in_store_difference d where d.id = any(${ids as string[]}::bigint[])`;
const lockBillsOf = (context: Context, ids: readonly string[]): Promise<unknown> =>
  Promise.all([
    context.tx.run(sql`
      select 1 from purchase_order o where o.id in (
        select s.source_bill_id::bigint from in_store s where s.id in (${billsOf(ids)})
          and s.source_bill_type = 'purchase-order') order by o.id for update`),
    context.tx.run(sql`select 1 from in_store s where s.id in (${billsOf(ids)}) order by s.id for update`),
  ]);

/**
 * Settles cases, once each: locked behind their orders and bills, refused where somebody was faster or recorded them himself.
 * What is agreed leaves the line; the rest of a part agreement is open again.
 */
async function confirm(context: Context, ids: readonly string[], word: RecordValues): Promise<boolean> {
  await actOnAll(context, inStoreDifference, 'confirm', ids, (documents, moveOn) =>
    confirmCases(
      context,
      documents.map(({ row }) => row as unknown as Case),
      word,
      moveOn,
    ),
  );
  return true;
}

async function confirmCases(
  context: Context,
  cases: readonly Case[],
  word: RecordValues,
  moveOn: MoveOn<typeof inStoreDifference>,
): Promise<void> {
  const settled = cases.map((each) => {
    const rest = Decimal.of(each.differenceQty).minus(Decimal.of(each.arrivedQty));
    return {
      ...each,
      rest,
      agreed: word['agreedQty'] ? Decimal.of(String(word['agreedQty'])) : rest,
      outcome: String(word['outcome'] ?? each.outcome),
    };
  });
  const refusals = confirmRefusals(context, settled);
  if (refusals.length > 0) throw new Refused(...refusals);

  await context.tx.run(sql`
    update in_store_difference d set agreed_qty = g.agreed, settled_qty = g.agreed, outcome = g.outcome,
      bearer = coalesce(${(word['bearer'] as string | null) ?? null}, d.bearer),
      remark = coalesce(${(word['remark'] as string | null) ?? null}, d.remark),
      require_side = 'none', confirm_user_id = ${context.user.userId}::bigint,
      confirm_time = ${context.now}::timestamptz
    from json_to_recordset(${JSON.stringify(settled.map(({ id, agreed, outcome }) => ({ id, agreed: agreed.toString(), outcome })))}::json) as g(id bigint, agreed numeric, outcome text) where d.id = g.id`);
  await moveOn();
  for (const instoreId of [...new Set(cases.flatMap((each) => each.instoreId ?? []))].toSorted()) {
    const bill = await lockBillWithOrder(context, instoreId);
    const lines = await linesOf(context, bill.id);
    const own = Map.groupBy(
      settled.filter((each) => each.instoreId === bill.id),
      (each) => each.detailId,
    );
    await writeProgress(
      context,
      bill,
      lines,
      new Map(
        lines
          .filter((line) => own.has(line.detailId))
          .map((line) => [
            line.detailId,
            lineAfter(line, { settled: Decimal.sum(own.get(line.detailId)!.map((each) => each.agreed)) }),
          ]),
      ),
    );
    await finishAfterCases(context, bill);
  }
}

/** Cases somebody else confirmed first, by who and when. */
async function confirmedAlready(
  context: Context,
  documents: readonly Acting<typeof inStoreDifference>[],
): Promise<Refusal[]> {
  const people = await context.tx.rows<{ id: string; realName: string }>(
    sql`select id, real_name from app_user
      where id = any(${documents.flatMap(({ row }) => row.confirmUserId ?? [])}::bigint[])`,
  );
  const names = new Map(people.map((person) => [person.id, person.realName]));
  return documents.map(({ billCode, row }) =>
    refuse('receiving.confirmed-already', {
      billCode,
      user: names.get(row.confirmUserId ?? '') ?? '—',
      time: row.confirmTime ?? '',
    }),
  );
}

const confirmRefusals = (
  context: Context,
  cases: readonly (Case & { readonly rest: Decimal; readonly agreed: Decimal })[],
): Refusal[] =>
  cases.flatMap((each): Refusal[] => {
    const { billCode } = each;
    if (each.createUser === context.user.userId) return [refuse('receiving.own-difference', { billCode })];
    if (each.outcome === 'wait') return [refuse('receiving.wait-needs-outcome', { billCode }, { field: 'outcome' })];
    return each.agreed.isAbove(each.rest)
      ? [refuse('receiving.agreed-too-much', { billCode, most: each.rest }, { field: 'agreedQty' })]
      : [];
  });

async function dispute(context: Context, id: string, reason: string): Promise<boolean> {
  await actOn(context, inStoreDifference, 'dispute', id, async (_case, moveOn) => {
    await context.tx.run(sql`update in_store_difference set dispute_reason = ${reason} where id = ${id}::bigint`);
    await moveOn({ reason });
  });
  return true;
}

/** Several at once are agreed whole. */
const { agreedQty: _agreedQty, ...ONE_WORD_FOR_ALL } = MY_WORD;

const reading = (fields: Fields, input: Readonly<Record<string, unknown>>): RecordValues => {
  const read = readFields(fields, input, true);
  if (read.refusals.length > 0) throw new Refused(...read.refusals);
  return read.values;
};
const REASON = { reason: text('原因', 'Reason', { min: 2, max: 200 }) } as const;

/** `Factroy` is how existing clients spell it. */
const SIDES = [
  { side: 'project', name: 'RequireFromProject' },
  { side: 'factory', name: 'RequireFromFactroy' },
] as const;

export const differenceCalls = (registry: () => Registry): readonly Call[] => [
  ...SIDES.flatMap(({ side, name }): Call[] => [
    {
      method: 'GET',
      service: 'store-management',
      path: `invinstoredifference/page${name}`,
      permission: 'invinstoredifference_view',
      summary: label(side === 'project' ? '项目差异分页' : '工厂差异分页', `Differences of the ${side}`),
      async handle(context, input) {
        const page = await readPage(registry(), inStoreDifference, context, { ...input, partySide: side });
        return {
          ...page,
          records: page.records.map((row) => ({
            ...row,
            actionable: row['status'] !== 'confirmed' && row['requireSide'] === side ? 1 : 0,
          })),
        };
      },
    },
    {
      method: 'GET+POST',
      service: 'store-management',
      path: `invinstoredifference/export${name}`,
      permission: 'invinstoredifference_export',
      reads: true,
      summary: label('导出差异', 'Export differences'),
      handle: (context, input, file) =>
        exportCall(registry(), inStoreDifference).handle(context, { ...input, partySide: side }, file),
    },
  ]),
  {
    method: 'POST',
    service: 'store-management',
    path: 'invinstoredifference/confirm',
    permission: 'invinstoredifference_confirm',
    summary: label('确认差异', 'Confirm a difference'),
    input: MY_WORD,
    handle: (context, input) => confirm(context, readIds({ id: input['id'] }).slice(0, 1), reading(MY_WORD, input)),
  },
  {
    method: 'POST',
    service: 'store-management',
    path: 'invinstoredifference/batchConfirm',
    permission: 'invinstoredifference_batch_confirm',
    summary: label('批量确认差异', 'Confirm differences'),
    input: ONE_WORD_FOR_ALL,
    handle: (context, input) => confirm(context, readIds(input), reading(ONE_WORD_FOR_ALL, input)),
  },
  {
    method: 'POST',
    service: 'store-management',
    path: 'invinstoredifference/dispute',
    permission: 'invinstoredifference_confirm',
    summary: label('提出异议', 'Dispute a difference'),
    input: REASON,
    handle: (context, input) =>
      dispute(context, readIds({ id: input['id'] })[0]!, String(reading(REASON, input)['reason'])),
  },
];
