/** Cases as their two sides see them, and their one settlement. */
import type { InputOf } from '../../kernel/core/contract.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, type Acting } from '../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { exportCall } from '../../parts/sheets/excel-calls.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import { actOn, actOnAll, readIds, type MoveOn } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import type { Entry } from '../settlement/settlement-entry.rules.ts';
import { settleSentCases } from './sent-goods/settle-sent.server.ts';
import { writeEntries } from '../settlement/write-entries.server.ts';
import { lockBillWithOrder, writeProgress } from './bill.server.ts';
import { lockSourcesOf } from './in-store-source.port.server.ts';
import { linesOf } from './bill-lines.server.ts';
import { lineAfter } from './delivery.rules.ts';
import { deductionOf } from './differences.server.ts';
import { finishAfterCases } from './do-difference.server.ts';
import { confirmRefusals, insistRefusals } from './out-store-cases/case-decision.rules.ts';
import { isTurnOf, myTurn, partOf, receiverOnly, senderOnly, theirTurn } from './out-store-cases/case-turn.server.ts';
import { lockOutStoresOf, settleOutStoreCases } from './out-store-cases/settle-cases.server.ts';
import { photoRefusals } from './photos.server.ts';
import type { Case, SettledCase } from './settled-case.ts';
import * as calls from './in-store-difference.calls.ts';
import { inStoreDifference } from './in-store-difference.document.ts';

export const inStoreDifferenceBehaviour = behaviour(inStoreDifference, {
  lockFirst: (context, ids) => lockBillsOf(context, ids),
  otherState: { confirm: confirmedAlready, batchConfirm: confirmedAlready },
  guards: { confirm: senderOnly, dispute: senderOnly, insist: receiverOnly },
  computed: { myPart: partOf },
  filters: {
    turn: (whose, context) => (whose === 'theirs' ? theirTurn(context) : myTurn(context)),
    // A factory is a party of what it sent; a project of everything that was to come to it.
    partySide: (side) =>
      side === 'factory'
        ? sql`exists (select 1 from stock_location l where l.id = t.from_location_id and l.kind = 'factory-warehouse')`
        : sql`true`,
    /** Of what factories pushed alone. */
    pushed: () => sql`exists (select 1 from in_store s where s.id = t.instore_id and s.instore_type = 'suppress')`,
    projectDeptId: (id) => sql`t.blade_project_dept_id::text = ${id}`,
  },
});

type Decided = Omit<InputOf<typeof calls.confirm.input>, 'id'>;

/** A case waits behind the bills of the cases, and those behind their orders. */
const billsOf = (ids: readonly string[]): Sql =>
  sql`select d.instore_id from in_store_difference d where d.id = any(${ids as string[]}::bigint[])`;
const lockBillsOf = (context: Context, ids: readonly string[]): Promise<unknown> =>
  Promise.all([
    lockOutStoresOf(context, ids),
    lockSourcesOf(context, billsOf(ids)),
    context.tx.run(sql`select 1 from in_store s where s.id in (${billsOf(ids)}) order by s.id for update`),
  ]);

/**
 * Settles cases, once each: locked behind their orders and bills, refused where somebody was faster
 * or recorded them themselves.
 * What is agreed leaves the line; the rest of a part agreement is open again.
 */
export async function confirm(context: Context, ids: readonly Id[], decided: Decided): Promise<true> {
  await actOnAll(context, inStoreDifference, 'confirm', ids, (documents, moveOn) =>
    confirmCases(
      context,
      documents.map(({ row }) => row),
      decided,
      moveOn,
    ),
  );
  return true;
}

async function confirmCases(
  context: Context,
  cases: readonly Case[],
  decided: Decided,
  moveOn: MoveOn<typeof inStoreDifference>,
): Promise<void> {
  const settled = cases.map((row): SettledCase => {
    const rest = Decimal.of(row.differenceQty).abs().minus(Decimal.of(row.arrivedQty));
    return {
      row,
      rest,
      agreed: decided.agreedQty === null ? rest : Decimal.of(decided.agreedQty),
      outcome: decided.outcome ?? row.outcome,
      bearer: decided.bearer ?? row.bearer,
    };
  });
  const refusals = settled.flatMap((each) => confirmRefusals(each, context.user.userId));
  if (refusals.length > 0) throw new Refused(...refusals);

  const agreed = settled.map(({ row, agreed: qty, outcome }) => ({
    id: row.id,
    agreed: (Decimal.of(row.differenceQty).isNegative() ? qty.negated() : qty).toString(),
    outcome,
  }));
  await context.tx.run(sql`
    update in_store_difference d set agreed_qty = g.agreed, settled_qty = g.agreed, outcome = g.outcome,
      bearer = coalesce(${decided.bearer}, d.bearer),
      remark = coalesce(${decided.remark}, d.remark),
      require_side = 'none', require_dept_id = null, confirm_user_id = ${context.user.userId}::bigint,
      confirm_time = ${context.now}::timestamptz
    from json_to_recordset(${JSON.stringify(agreed)}::json) as g(id bigint, agreed numeric, outcome text)
    where d.id = g.id`);
  await moveOn();
  await settleInStoreCases(
    context,
    settled.filter(({ row }) => row.instoreId !== null),
  );
  await settleOutStoreCases(
    context,
    settled.filter(({ row }) => row.outstoreId !== null),
  );
}

/** What is agreed leaves the lines of the bills; what their supplier bears is deducted. */
async function settleInStoreCases(context: Context, settled: readonly SettledCase[]): Promise<void> {
  const deductions: Entry[] = [];
  for (const instoreId of [...new Set(settled.flatMap(({ row }) => row.instoreId ?? []))].toSorted()) {
    const bill = await lockBillWithOrder(context, instoreId);
    const lines = await linesOf(context, bill.id);
    const cases = settled.filter(({ row }) => row.instoreId === bill.id);
    const own = Map.groupBy(cases, ({ row }) => row.detailId);
    const byId = new Map(lines.map((line) => [line.detailId, line]));
    for (const { row, agreed, outcome, bearer } of cases)
      deductions.push(
        ...deductionOf(
          context,
          bill,
          { line: byId.get(row.detailId!)! },
          { id: row.id, billCode: row.billCode, outcome, bearer, qty: agreed },
        ),
      );
    if (bill.source?.sent !== undefined) await settleSentCases(context, bill, byId, cases);
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
  await writeEntries(context, deductions);
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

/** The next word is the receiver's; of a receipt nobody else has one. */
const dispute = serve(calls.dispute, async (context, { id: given, reason }) => {
  const id = readIds({ id: given })[0]!;
  await actOn(context, inStoreDifference, 'dispute', id, async (_case, moveOn) => {
    await context.tx.run(sql`
      update in_store_difference d set dispute_reason = ${reason}, require_dept_id = case
        when d.from_location_id is not null then (select l.dept_id from stock_location l where l.id = d.location_id) end
      where d.id = ${id}::bigint`);
    await moveOn({ reason });
  });
  return true;
});

const insist = serve(calls.insist, async (context, { id: given, reason, ...changed }) => {
  const id = readIds({ id: given })[0]!;
  const unknown = await photoRefusals(context, [{ pictures: changed.pictures }]);
  if (unknown.length > 0) throw new Refused(...unknown);
  await actOn(context, inStoreDifference, 'insist', id, async ({ row }, moveOn) => {
    const refusals = insistRefusals(row, changed);
    if (refusals.length > 0) throw new Refused(...refusals);
    await context.tx.run(sql`
      update in_store_difference d set cause = coalesce(${changed.cause}, d.cause),
        bearer = coalesce(${changed.bearer}, d.bearer), outcome = coalesce(${changed.outcome}, d.outcome),
        pictures = coalesce(${changed.pictures ?? null}::bigint[], d.pictures),
        require_dept_id = (select l.dept_id from stock_location l where l.id = d.from_location_id)
      where d.id = ${id}::bigint`);
    await moveOn({ reason });
  });
  return true;
});

/** The two calls of one side of a case. */
export const sideCalls = (
  side: 'project' | 'factory',
  of: Pick<typeof calls.ofProject, 'page' | 'export'>,
  where: Readonly<Record<string, string>> = {},
): readonly Call[] => [
  serve(of.page, async (context, _input, { body }) => {
    const page = await readPage(inStoreDifference, context, { ...body, ...where, partySide: side });
    return {
      ...page,
      records: page.records.map((row) => ({
        ...row,
        actionable:
          row.status !== 'confirmed' && row.requireSide === side && isTurnOf(context, row)
            ? (1 as const)
            : (0 as const),
      })),
    };
  }),
  serve(
    of.export,
    (context, _input, { body, file }) =>
      exportCall(inStoreDifference).handle(context, { ...body, ...where, partySide: side }, file),
    { reads: true },
  ),
];

export const differenceCalls: readonly Call[] = [
  ...sideCalls('project', calls.ofProject),
  ...sideCalls('factory', calls.ofFactory),
  serve(calls.confirm, async (context, { id, ...decided }) => confirm(context, readIds({ id }).slice(0, 1), decided)),
  serve(calls.batchConfirm, async (context, { id, ids, ...decided }) =>
    confirm(context, readIds({ id, ids }), { ...decided, agreedQty: null }),
  ),
  dispute,
  insist,
];
