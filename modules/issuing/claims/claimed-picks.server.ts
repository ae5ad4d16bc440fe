/** Lots that were shipped, as they are signed for, and what is claimed of those that came otherwise. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { readFields } from '../../../kernel/core/validate.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { linesIn } from '../../../parts/http/request-input.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { lotClaimFields, type LotClaim } from './difference-choices.ts';
import { inCaseUnit, sizeClaims } from './difference-claim.rules.ts';
import { casesOf, type ClaimedPick, type SentPick } from './out-store-cases.port.server.ts';
import type { OutStoreRow } from '../out-store.document.ts';
import { inPieces } from '../out-store.server.ts';
import type { Received, SentLot, SignedLot } from '../receipt.rules.ts';

export interface PickRow {
  readonly id: Id;
  readonly detailId: Id;
  readonly lineNo: number;
  readonly sourceDetailId: Id;
  readonly unitId: Id;
  readonly baseUnitId: Id;
  readonly lineUnit: string;
  readonly amount: string | null;
  readonly material: string;
  readonly batchCode: string;
  readonly factor: string;
  readonly baseQty: string;
  readonly receivedBaseQty: string | null;
  readonly settledBaseQty: string;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly auxQty: string;
  readonly receivedAuxQty: string | null;
  readonly differenceCause: string | null;
  readonly inPieces: boolean;
  readonly baseUnit: string;
  readonly pieceUnit: string;
}

/** The lots of an out-store, in the order they were picked. */
export const picksOf = (context: Context, id: Id): Promise<PickRow[]> =>
  context.tx.rows<PickRow>(sql`
    select p.id, d.id as detail_id, d.line_no, d.source_detail_id, d.unit_id, d.base_unit_id, l.called as line_unit,
      p.amount, m.called as material, b.batch_code, d.factor, p.base_qty,
      p.received_base_qty, p.settled_base_qty, p.material_id, p.batch_id, p.aux_qty, p.received_aux_qty,
      p.difference_cause,
      ${inPieces} as in_pieces, u.called as base_unit, coalesce(x.called, '') as piece_unit
    from out_store_picks p join out_store_detail d on d.out_store_id = p.out_store_id and d.id = p.detail_id::bigint
    join material m on m.id = p.material_id join batch b on b.id = p.batch_id
    join material_unit u on u.id = m.base_unit_id join material_unit l on l.id = d.unit_id
    left join material_unit x on x.id = m.aux_unit_id
    where p.out_store_id = ${id}::bigint order by p.line_no`);

/** A lot as signing compares it. */
export const sentLot = (own: PickRow): SentLot => ({
  id: own.id,
  lineNo: own.lineNo,
  material: own.material,
  batchCode: own.batchCode,
  factor: Decimal.of(own.factor),
  sent: Decimal.of(own.baseQty),
  pieces: Decimal.of(own.auxQty),
  inPieces: own.inPieces,
  baseUnit: own.baseUnit,
  pieceUnit: own.pieceUnit,
  caseUnit: own.inPieces ? own.baseUnit : own.lineUnit,
});

/** What is claimed of each lot: as the receiver says; between sites also where he gives but a cause. */
export async function claimedOf(
  context: Context,
  row: OutStoreRow,
  lots: readonly Received[],
  picks: readonly PickRow[],
  signed: ReadonlyMap<string, SignedLot>,
): Promise<ClaimedPick[]> {
  const hasClaims = lots.some(({ lot }) => (signed.get(lot.id)?.claims ?? []).length > 0);
  const short = lots.some(({ missing }) => missing.isPositive());
  const keeper = casesOf(context);
  if (keeper === undefined || (!hasClaims && !short)) return [];
  const between = await keeper.isBetweenSites(context, row);
  const refusals: Refusal[] = [];
  const claimed = lots.flatMap((lot, index): ClaimedPick[] => {
    const own = signed.get(lot.lot.id)?.claims ?? [];
    const claims = own.length === 0 && between && lot.missing.isPositive() ? [justShort(lot.cause ?? '')] : own;
    if (claims.length === 0) return [];
    const sizing = sizeClaims(lot, claims);
    refusals.push(...sizing.refusals);
    return [{ pick: sentPick(lot, picks[index]!), claims: sizing.sized }];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return claimed;
}

const justShort = (cause: string): LotClaim => ({
  differenceType: 'short',
  qty: null,
  cause,
  bearer: 'sender',
  outcome: null,
  pictures: null,
  insteadBatchCode: null,
  insteadQty: null,
});

const sentPick = (lot: Received, own: PickRow): SentPick => ({
  id: own.id,
  detailId: own.detailId,
  materialId: own.materialId,
  batchId: own.batchId,
  unitId: own.inPieces ? own.baseUnitId : own.unitId,
  factor: own.inPieces ? '1' : own.factor,
  sent: inCaseUnit(lot.lot, lot.lot.sent).toString(),
  received: inCaseUnit(lot.lot, lot.received).toString(),
  unitCost: Decimal.of(own.amount ?? '0')
    .dividedBy(Decimal.of(own.baseQty))
    .rounded(6)
    .toString(),
});

/** What one side settled, as a claim of what was missing. */
export function settledPick(own: PickRow, baseQty: Decimal, outcome: 'loss' | 'back'): ClaimedPick {
  const lot = sentLot(own);
  const received = Decimal.of(own.receivedBaseQty ?? own.baseQty);
  return {
    pick: sentPick({ lot, received, pieces: Decimal.zero, missing: baseQty, cause: null }, own),
    claims: [
      {
        claim: { ...justShort(own.differenceCause ?? ''), outcome },
        outcome,
        qty: inCaseUnit(lot, baseQty),
        baseQty,
        pieces: Decimal.of(own.auxQty).minus(Decimal.of(own.receivedAuxQty ?? own.auxQty)),
      },
    ],
  };
}

/** Claims as they were sent; what is wrong with one is refused by its field. */
export function readLotClaims(given: unknown): LotClaim[] {
  const refusals: Refusal[] = [];
  const claims = linesIn({ details: given }).map((entry, index) => {
    const read = readFields(lotClaimFields, entry, true);
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line: index + 1 })));
    return read.values as LotClaim;
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return claims;
}
