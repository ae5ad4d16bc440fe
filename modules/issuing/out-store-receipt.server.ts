/**
 * The receiver signs: what came goes into their stock, what did not stays in transit until the difference is settled.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { actingOf, actOn, moveState, readIds, type MoveOn } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { crossingEntries, partAmounts, type Entry } from '../settlement/settlement-entry.rules.ts';
import { writeEntries } from '../settlement/write-entries.server.ts';
import type { PostedMove } from '../stock/ledger/posting.server.ts';
import { arrive, sendBack, writeOffInTransit, type Leg } from '../stock/ledger/transfer.server.ts';
import * as calls from './out-store.calls.ts';
import {
  claimedOf,
  picksOf,
  readLotClaims,
  sentLot,
  settledPick,
  type PickRow,
} from './claims/claimed-picks.server.ts';
import { casesOf } from './claims/out-store-cases.port.server.ts';
import { outStore, type OutStoreRow } from './out-store.document.ts';
import { sourceOf, type ChargedAt } from './out-store-source.port.server.ts';
import { inPieces } from './out-store.server.ts';
import { compareReceipt, type Received, type SignedLot } from './receipt.rules.ts';

const legOf = (row: OutStoreRow, pick: PickRow, qty: Decimal, pieces: Decimal): Leg => ({
  bill: { type: 'invoutstore', id: row.id, code: row.billCode },
  lineId: pick.id,
  materialId: pick.materialId,
  batchId: pick.batchId,
  qty: qty.toString(),
  auxQty: pieces.toString(),
  fromId: row.warehouseId,
  toId: row.toLocationId,
  line: pick.lineNo,
});

/** Signs for lots as given, and for the others as picked. */
const received = serve(calls.received, async (context, input) => {
  await actOn(context, outStore, 'received', billIdOf(input), ({ row }, moveOn) =>
    sign(context, row, signedLots(input.details ?? []), moveOn),
  );
  return true;
});

const billIdOf = ({ outstoreId, id }: { readonly outstoreId: Id | null; readonly id: Id | null }): Id =>
  readIds({ id: outstoreId ?? id })[0]!;

/** Signs for everything as picked; for stalls that need no signature. */
export const receiveAll = (context: Context, id: Id): Promise<void> =>
  actOn(context, outStore, 'received', id, ({ row }, moveOn) => sign(context, row, new Map(), moveOn));

async function sign(
  context: Context,
  row: OutStoreRow,
  signed: ReadonlyMap<string, SignedLot>,
  moveOn: MoveOn<typeof outStore>,
): Promise<void> {
  const picks = await picksOf(context, row.id);
  const unknown = [...signed.keys()].filter((each) => !picks.some((own) => own.id === each));
  if (unknown.length > 0)
    throw new Refused(...unknown.map((value) => refuse('param.invalid', { name: 'pickId', value })));
  const sent = picks.map(sentLot);
  const { lots, refusals } = compareReceipt(sent, signed);
  if (refusals.length > 0) throw new Refused(...refusals);
  const claimed = await claimedOf(context, row, lots, picks, signed);
  const received = lots
    .map((lot, index) => ({ lot, own: picks[index]! }))
    .filter(({ lot }) => lot.received.isPositive());
  const source = sourceOf(context, row);
  const charged = await source.chargedAt?.(context, row.sourceBillId);
  if (source.receiveReason !== null) {
    const crossed = crossedOf(received, charged);
    const moves = await arrive(
      context,
      source.receiveReason,
      received.map(({ lot, own }) => ({
        ...legOf(row, own, lot.received, lot.pieces),
        ...settledOf(crossed.get(own.id)),
      })),
    );
    await writeEntries(context, entriesOf(context, row, crossed, moves));
  }
  await writeReceived(context, row, lots);
  const cases = claimed.length === 0 ? 0 : await casesOf(context)!.open(context, row, claimed);
  const open = cases > 0 || lots.some((lot) => lot.missing.isPositive());
  await moveOn({
    to: open ? 'difference' : 'done',
    ...(cases === 0 ? {} : { also: sql`case_count = ${cases}` }),
  });
  await finishSource(context, row, !open);
}

/** A lot that another company took, in the unit it is charged in. */
interface Crossed {
  readonly own: PickRow;
  readonly charged: ChargedAt;
  readonly qty: Decimal;
  readonly price: Decimal;
  readonly amount: Decimal;
}
/** The lots that are charged, by their pick. */
function crossedOf(
  lots: readonly { readonly lot: Received; readonly own: PickRow }[],
  charged: ReadonlyMap<Id, ChargedAt> | undefined,
): Map<Id, Crossed> {
  const taken = lots.flatMap(({ lot, own }) => {
    const at = charged?.get(own.sourceDetailId);
    return at === undefined ? [] : [{ own, at, factor: Decimal.of(at.factor), baseQty: lot.received }];
  });
  const amounts = partAmounts(
    taken.map(({ own, at, ...part }) => ({ ...part, line: own.sourceDetailId, price: Decimal.of(at.price) })),
  );
  return new Map(
    taken.map(({ own, at, factor, baseQty }, index) => [
      own.id,
      {
        own,
        charged: at,
        qty: baseQty.dividedBy(factor).rounded(6),
        price: Decimal.of(at.price),
        amount: amounts[index]!,
      },
    ]),
  );
}

/** What the receiver is charged for goods that came, where he is: beside what they cost. */
const settledOf = (crossed: Crossed | undefined): Pick<Leg, 'settlementPrice' | 'settlementAmount'> =>
  crossed === undefined
    ? {}
    : {
        settlementPrice: crossed.price.dividedBy(Decimal.of(crossed.charged.factor)).rounded(6).toString(),
        settlementAmount: crossed.amount.toString(),
      };

/** What the receiving company owes the sending one, beside the moves of the arrival. */
function entriesOf(
  context: Context,
  row: OutStoreRow,
  crossed: ReadonlyMap<Id, Crossed>,
  moves: readonly PostedMove[],
): Entry[] {
  const byLine = Map.groupBy(moves, ({ lineId }) => lineId);
  return [...crossed.values()].flatMap(({ own, charged, qty, price, amount }) => {
    const [left, came] = byLine.get(own.id)!.toSorted((a, b) => Decimal.of(a.qty).compare(Decimal.of(b.qty)));
    const bill = {
      type: 'invoutstore',
      id: row.id,
      code: row.billCode,
      bizDate: context.today,
      deptId: charged.deptId,
      companyDeptId: charged.receiverId,
    };
    return crossingEntries(bill, charged.senderId, charged.receiverId, [
      {
        lineId: own.id,
        materialId: own.materialId,
        unitId: charged.unitId,
        qty,
        price,
        amount,
        taxRate: Decimal.of(charged.taxRate),
        leftMoveId: left!.id,
        cameMoveId: came!.id,
      },
    ]);
  });
}

async function writeReceived(context: Context, row: OutStoreRow, lots: readonly Received[]): Promise<void> {
  const rows = lots.map(({ lot, received: qty, pieces, cause }) => ({ id: lot.id, qty, pieces, cause }));
  const id = sql`${row.id}::bigint`;
  await context.tx.run(sql`
    update out_store_picks p set received_base_qty = g.qty, received_aux_qty = g.pieces, difference_cause = g.cause
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, qty numeric, pieces numeric, cause text)
    where p.id = g.id`);
  await writeReceivedFigures(context, [row.id]);
  await context.tx.run(
    sql`update out_store set receive_time = ${context.now}::timestamptz, receive_user_id = (select u.id
      from app_user u where u.id = ${context.user.userId}::bigint) where id = ${id}`,
  );
}

/** What came of each line, from its lots. */
export const writeReceivedFigures = (context: Context, ids: readonly Id[]): Promise<number> =>
  context.tx.run(sql`
    update out_store_detail d set received_qty = case when ${inPieces} then g.pieces else round(g.qty / d.factor, 6) end
    from (select p.detail_id::bigint as id, sum(p.received_base_qty) as qty, sum(p.received_aux_qty) as pieces
    from out_store_picks p where p.out_store_id = any(${ids as Id[]}::bigint[]) group by 1) g, material m
    where d.id = g.id and m.tenant_id = d.tenant_id and m.id = d.material_id`);

/** A case of it is settled: the figures go back to who asked; with nothing open any more it is received. */
export async function finishOutStore(context: Context, row: OutStoreRow, isFinished: boolean): Promise<void> {
  if (isFinished) await moveState(outStore, context, [actingOf(row)], 'settleDifference', { to: 'done' }, null);
  await finishSource(context, row, isFinished);
}

/** The figures go back to who asked; with nothing open the asking is done. */
async function finishSource(context: Context, row: OutStoreRow, isFinished: boolean): Promise<void> {
  const source = sourceOf(context, row);
  const id = row.sourceBillId;
  await source.received(context, id, row.id);
  if (isFinished) await source.finished(context, id);
}

/** Both sides agree on what did not come: lost, or back with the sender. Sent = received + settled, exactly. */
const settleDifference = (context: Context, id: Id, outcome: 'loss' | 'back', pickIds?: readonly Id[]): Promise<void> =>
  actOn(context, outStore, 'settleDifference', id, ({ row }, moveOn) =>
    lotsTaken(context, row, outcome, pickIds, moveOn),
  );

async function lotsTaken(
  context: Context,
  row: OutStoreRow,
  outcome: 'loss' | 'back',
  pickIds: readonly Id[] | undefined,
  moveOn: MoveOn<typeof outStore>,
): Promise<void> {
  const { id } = row;
  if (row.caseCount > 0)
    throw new Refused(refuse('issuing.cases-decide', { billCode: row.billCode, count: row.caseCount }));
  const picks = await picksOf(context, id);
  const open = picks
    .map((own) => ({
      own,
      qty: Decimal.of(own.baseQty)
        .minus(Decimal.of(own.receivedBaseQty ?? own.baseQty))
        .minus(Decimal.of(own.settledBaseQty)),
    }))
    .filter(({ qty }) => qty.isPositive());
  const chosen = open.filter(({ own }) => pickIds === undefined || pickIds.includes(own.id));
  if (chosen.length === 0) throw new Refused(refuse('issuing.nothing-to-settle'));
  const legs = chosen.map(({ own, qty }) =>
    legOf(row, own, qty, Decimal.of(own.auxQty).minus(Decimal.of(own.receivedAuxQty ?? own.auxQty))),
  );
  await (outcome === 'loss' ? writeOffInTransit(context, legs) : sendBack(context, legs));
  await context.tx.run(sql`
    update out_store_picks p set settled_base_qty = p.base_qty - p.received_base_qty
    where p.id = any(${chosen.map(({ own }) => own.id)}::bigint[])`);
  await casesOf(context)?.keep(
    context,
    row,
    chosen.map(({ own, qty }) => settledPick(own, qty, outcome)),
  );
  const finished = chosen.length === open.length;
  await moveOn({ to: finished ? 'done' : null, reason: outcome });
  if (finished) await finishSource(context, row, true);
}

type SignedInput = NonNullable<InputOf<typeof calls.received.input>['details']>[number];
const decimalOf = (value: DecimalText | null): Decimal | null => (value === null ? null : Decimal.of(value));

const signedLots = (lots: readonly SignedInput[]): Map<string, SignedLot> =>
  new Map(
    lots.map((lot) => {
      const pickId = lot.pickId ?? lot.id ?? '';
      const claims = readLotClaims(lot.claims);
      return [
        pickId,
        {
          pickId,
          receivedQty: Decimal.of(lot.receivedQty),
          receivedBaseQty: decimalOf(lot.receivedBaseQty),
          receivedPieces: decimalOf(lot.receivedAuxQty),
          cause:
            lot.cause ??
            claims
              .map((claim) => claim.cause)
              .join('；')
              .slice(0, 200),
          claims,
        },
      ];
    }),
  );

const settle = serve(calls.settleDifference, async (context, input) => {
  const { outcome, pickIds } = input;
  const id = billIdOf(input);
  if (outcome !== 'loss' && outcome !== 'back') throw new Refused(refuse('issuing.outcome', {}, { field: 'outcome' }));
  await settleDifference(context, id, outcome, pickIds ? readIds({ ids: pickIds }) : undefined);
  return true;
});

export const receiptCalls: readonly Call[] = [received, settle];
