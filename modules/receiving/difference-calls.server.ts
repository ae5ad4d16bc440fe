/** Cases as their two sides see them, and their one settlement. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { choice, quantity, text, type Fields } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields, type RecordValues } from '../../kernel/core/validate.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { exportCall } from '../../parts/sheets/excel-calls.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { moveState, readIds } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { lockBillWithOrder, writeProgress } from './bill.server.ts';
import { linesOf } from './bill-lines.server.ts';
import { lineAfter } from './delivery.rules.ts';
import { finishAfterCases } from './do-difference.server.ts';
import { bearers, inStoreDifference, outcomes } from './in-store-difference.document.ts';

export const inStoreDifferenceBehaviour = behaviour(inStoreDifference, {
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
  readonly confirmUserId: string | null;
  readonly confirmTime: string | null;
  readonly differenceQty: string;
  readonly arrivedQty: string;
  readonly outcome: string;
}

/**
 * Settles cases, once each: locked behind their orders and bills, refused where somebody was faster or recorded them himself.
 * What is agreed leaves the line; the rest of a part agreement is open again.
 */
async function confirm(context: Context, ids: readonly string[], word: RecordValues): Promise<boolean> {
  const named = await context.tx.rows<{ instoreId: string }>(
    sql`select distinct instore_id from in_store_difference where id = any(${ids as string[]}::bigint[]) and instore_id is not null order by 1`,
  );
  const bills = [];
  for (const { instoreId } of named) bills.push(await lockBillWithOrder(context, instoreId));
  const cases = (await lockRows(inStoreDifference, context, ids)) as unknown as Case[];
  if (cases.length < ids.length) throw unknownRecord(inStoreDifference.label);
  const settled = cases.map((each) => {
    const rest = Decimal.of(each.differenceQty).minus(Decimal.of(each.arrivedQty));
    return {
      ...each,
      rest,
      agreed: word['agreedQty'] ? Decimal.of(String(word['agreedQty'])) : rest,
      outcome: String(word['outcome'] ?? each.outcome),
    };
  });
  const refusals = await confirmRefusals(context, settled);
  if (refusals.length > 0) throw new Refused(...refusals);

  await context.tx.run(sql`
    update in_store_difference d set agreed_qty = g.agreed, settled_qty = g.agreed, outcome = g.outcome, bearer = coalesce(${(word['bearer'] as string | null) ?? null}, d.bearer), remark = coalesce(${(word['remark'] as string | null) ?? null}, d.remark),
      require_side = 'none', confirm_user_id = ${context.user.userId}::bigint, confirm_time = ${context.now}::timestamptz
    from json_to_recordset(${JSON.stringify(settled.map(({ id, agreed, outcome }) => ({ id, agreed: agreed.toString(), outcome })))}::json) as g(id bigint, agreed numeric, outcome text) where d.id = g.id`);
  await moveState(
    inStoreDifference,
    context,
    settled.map(({ id, billCode, status }) => ({ id, billCode, status, row: {} })),
    'confirm',
    { to: 'confirmed' },
    null,
  );
  for (const bill of bills) {
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
  return true;
}

async function confirmRefusals(
  context: Context,
  cases: readonly (Case & { readonly rest: Decimal; readonly agreed: Decimal })[],
): Promise<Refusal[]> {
  const people = await context.tx.rows<{ id: string; realName: string }>(
    sql`select id, real_name from app_user where id = any(${cases.flatMap((each) => each.confirmUserId ?? [])}::bigint[])`,
  );
  const names = new Map(people.map((person) => [person.id, person.realName]));
  return cases.flatMap((each): Refusal[] => {
    const { billCode } = each;
    if (each.status === 'confirmed')
      return [
        refuse('receiving.confirmed-already', {
          billCode,
          user: names.get(each.confirmUserId ?? '') ?? '—',
          time: each.confirmTime ?? '',
        }),
      ];
    if (each.createUser === context.user.userId) return [refuse('receiving.own-difference', { billCode })];
    if (each.outcome === 'wait') return [refuse('receiving.wait-needs-outcome', { billCode }, { field: 'outcome' })];
    return each.agreed.isAbove(each.rest)
      ? [refuse('receiving.agreed-too-much', { billCode, most: each.rest }, { field: 'agreedQty' })]
      : [];
  });
}

async function dispute(context: Context, id: string, reason: string): Promise<boolean> {
  const [row] = (await lockRows(inStoreDifference, context, [id])) as unknown as Case[];
  if (row === undefined) throw unknownRecord(inStoreDifference.label);
  if (row.status !== 'waiting')
    throw new Refused(
      refuse('document.state', {
        billCode: row.billCode,
        state: inStoreDifference.life!.states[row.status as 'disputed'].label,
        action: inStoreDifference.life!.actions.dispute.label,
      }),
    );
  await context.tx.run(sql`update in_store_difference set dispute_reason = ${reason} where id = ${id}::bigint`);
  await moveState(
    inStoreDifference,
    context,
    [{ id, billCode: row.billCode, status: row.status, row: {} }],
    'dispute',
    { to: 'disputed' },
    reason,
  );
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
