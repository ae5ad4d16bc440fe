/** Goods that come in from outside make lots: their code, their life and what they cost. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { passThroughOf } from '../warehouses/locations.server.ts';
import { emptyLot, holdStock, readPlaces } from '../ledger/locks.server.ts';
import { expiryOf, lotLifeRefusal } from '../ledger/lot-life.rules.ts';
import type { ReasonCode } from '../ledger/move-reason.rules.ts';
import { placeKey, type LotBalance } from '../ledger/posting.rules.ts';
import { post, type Bill, type PostedMove, type Posting } from '../ledger/posting.server.ts';

/** One accepted line of a delivery, in base unit. */
export interface Receipt {
  readonly bill: Bill;
  readonly lineId: Id;
  /** Of a lot whose label was printed before it came: the id that label says. */
  readonly lotId?: Id;
  /** `receipt.direct-in` comes through the company's pass-through place and so posts the purchase as well. */
  readonly reason: Extract<ReasonCode, `receipt.${string}` | 'other-in.post' | 'count.gain' | 'kitchen.produce-in'>;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly qty: DecimalText;
  readonly auxQty?: DecimalText;
  /** What it cost, 2 places; the lot's unit cost is amount ÷ quantity. */
  readonly amount: DecimalText;
  readonly supplierId?: Id;
  readonly supplierBatchNo?: string;
  readonly productionDate?: string;
  /** Left out: production date + shelf life. */
  readonly expiryDate?: string;
  /** The moment its clock runs out, where it has one. */
  readonly useBy?: string;
  readonly taxRate?: DecimalText;
  readonly originPlace?: string;
  readonly papers?: readonly Id[];
  /** One for each of the papers, in their order; and those it should have brought and did not. */
  readonly paperKinds?: readonly string[];
  readonly missingPapers?: readonly string[];
  readonly residueResult?: 'none' | 'pass' | 'fail';
  /** Set: the lot lies on hold from the start, with this reason (missing papers, failed residue test). */
  readonly holdReason?: string;
  readonly provisional?: boolean;
  readonly parentBatchId?: Id;
  readonly reasonDetail?: string;
  readonly counterParty?: Posting['counterParty'];
  readonly settlementPrice?: DecimalText;
  readonly settlementAmount?: DecimalText;
  readonly businessTime?: string;
  readonly line?: number;
}
export interface ReceivedLot {
  readonly lineId: Id;
  readonly batchId: Id;
  readonly batchCode: string;
  readonly expiryDate: string | null;
  readonly unitCost: DecimalText;
  readonly moves: readonly PostedMove[];
}

/** Makes a lot for each receipt and posts it. Answers the lots in the order given. */
export async function receive(context: Context, receipts: readonly Receipt[]): Promise<ReceivedLot[]> {
  if (receipts.length === 0) return [];
  const passThrough = await passThroughOf(
    context,
    receipts.filter((receipt) => receipt.reason === 'receipt.direct-in').map((receipt) => receipt.locationId),
  );
  const keys = receipts.map(({ locationId, materialId }) => ({ locationId, materialId }));
  // Stock before numbers: every receipt of the day waits for the counter of lots.
  const [lives, , places] = await Promise.all([
    lifeOf(context, receipts),
    holdStock(context, keys),
    readPlaces(context, keys),
  ]);
  const [codes, drawn] = await Promise.all([
    nextBillCodes(context, 'PC', receipts.length),
    newIds(context, receipts.length),
  ]);
  const ids = receipts.map(({ lotId }, index) => lotId ?? drawn[index]!);
  const lots = { lives, codes, ids };
  receipts.forEach((receipt, index) => {
    const batchId = ids[index]!;
    places.get(placeKey(receipt.locationId, receipt.materialId))!.lots.set(batchId, newLotOf(receipt, index, lots));
  });
  const [, moves] = await Promise.all([
    writeLots(context, receipts, lots),
    post(
      context,
      receipts.flatMap((receipt, index) => postingsOf(receipt, ids[index]!, passThrough)),
      { places },
    ),
  ]);
  const byLot = Map.groupBy(moves, (move) => move.batchId);
  return receipts.map((receipt, index) => ({
    lineId: receipt.lineId,
    batchId: ids[index]!,
    batchCode: codes[index]!,
    expiryDate: lives[index]!,
    unitCost: unitCostOf(receipt),
    moves: byLot.get(ids[index]!) ?? [],
  }));
}

const unitCostOf = (receipt: Receipt): DecimalText =>
  Decimal.of(receipt.amount).dividedBy(Decimal.of(receipt.qty)).rounded(6).toString();

/**
 * The last good day of each receipt, derived from the shelf life where it is not given; refuses a life that ends before
 * it begins.
 */
async function lifeOf(context: Context, receipts: readonly Receipt[]): Promise<(string | null)[]> {
  const rows = await context.tx.rows<{ id: Id; name: string; managed: number; shelfLifeDays: number | null }>(sql`
    select m.id, m.name, m.shelf_life_managed as managed, coalesce(m.shelf_life_days,
      t.shelf_life_days) as shelf_life_days
    from material m left join material_type t on t.id = m.material_type_id
    where m.id = any(${[...new Set(receipts.map((receipt) => receipt.materialId))]}::bigint[])`);
  const known = new Map(rows.map((row) => [row.id, row]));
  const refusals: Refusal[] = [];
  const lives = receipts.map((receipt) => {
    const traits = known.get(receipt.materialId);
    const dates = { productionDate: receipt.productionDate ?? null, expiryDate: receipt.expiryDate ?? null };
    const keeping = {
      material: traits?.name ?? '',
      managed: traits?.managed === 1,
      shelfLifeDays: traits?.shelfLifeDays ?? null,
    };
    const wrong = lotLifeRefusal(dates, keeping, receipt.line);
    if (wrong !== undefined) refusals.push(wrong);
    return expiryOf(dates, keeping.shelfLifeDays);
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return lives;
}

const stateOf = ({ holdReason, provisional }: Receipt): LotBalance['lot']['lotState'] =>
  holdReason !== undefined ? 'hold' : provisional ? 'provisional' : 'free';

/** The lot of a receipt as the ledger finds it: nothing of it lies there yet. */
const newLotOf = (receipt: Receipt, index: number, { ids, codes, lives }: NewLots): LotBalance =>
  emptyLot({
    batchId: ids[index]!,
    batchCode: codes[index]!,
    expiryDate: lives[index]!,
    lotState: stateOf(receipt),
    holdReason: receipt.holdReason ?? '',
  });

interface NewLots {
  readonly ids: readonly Id[];
  readonly codes: readonly string[];
  readonly lives: readonly (string | null)[];
}
function writeLots(context: Context, receipts: readonly Receipt[], { ids, codes, lives }: NewLots): Promise<unknown> {
  const rows = receipts.map((receipt, nr) => ({
    nr,
    id: ids[nr],
    code: codes[nr],
    material: receipt.materialId,
    supplier: receipt.supplierId ?? null,
    supplier_no: receipt.supplierBatchNo ?? null,
    production: receipt.productionDate ?? null,
    expiry: lives[nr],
    use_by: receipt.useBy ?? null,
    received: (receipt.businessTime ?? context.now).slice(0, 10),
    cost: unitCostOf(receipt),
    qty: receipt.qty,
    tax: receipt.taxRate ?? null,
    bill_type: receipt.bill.type,
    bill_id: receipt.bill.id,
    bill_code: receipt.bill.code,
    line: receipt.lineId,
    parent: receipt.parentBatchId ?? null,
    state: stateOf(receipt),
    hold: receipt.holdReason ?? null,
    place: receipt.originPlace ?? null,
    papers: receipt.papers ?? [],
    paper_kinds: receipt.paperKinds?.join(',') || null,
    missing_papers: receipt.missingPapers?.join(',') || null,
    residue: receipt.residueResult ?? 'none',
  }));
  return context.tx.run(sql`
    insert into batch (id, batch_code, material_id, supplier_id, supplier_batch_no, production_date, expiry_date,
      use_by, received_date, origin_unit_cost, origin_qty, tax_rate,
      source_bill_type, source_bill_id, source_bill_code, source_line_id, parent_batch_id, lot_state, hold_reason,
      hold_user_id, hold_time, origin_place, papers, paper_kinds, missing_papers, residue_result, create_user,
      create_dept, update_user)
    select g.id, g.code, g.material, g.supplier, g.supplier_no, g.production, g.expiry, g.use_by, g.received, g.cost,
      g.qty, g.tax,
      g.bill_type, g.bill_id, g.bill_code, g.line, g.parent, g.state, g.hold, null,
      case when g.state = 'hold' then ${context.now}::timestamptz end, g.place,
      (select array_agg(p::bigint) from jsonb_array_elements_text(g.papers) p), g.paper_kinds, g.missing_papers,
      g.residue, ${context.user.userId}::bigint, ${context.user.deptId || null}::bigint,
      ${context.user.userId}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(
      nr integer, id bigint, code text, material bigint, supplier bigint, supplier_no text, production date,
      expiry date, use_by timestamptz, received date, cost numeric, qty numeric, tax numeric,
      bill_type text, bill_id text, bill_code text, line text, parent bigint, state text, hold text, place text,
      papers jsonb, paper_kinds text, missing_papers text, residue text) order by g.nr`);
}

function postingsOf(receipt: Receipt, batchId: Id, passThrough: ReadonlyMap<Id, Id>): Posting[] {
  const {
    bill,
    lineId,
    reason,
    materialId,
    qty,
    auxQty,
    amount,
    reasonDetail,
    counterParty,
    settlementPrice,
    settlementAmount,
    businessTime,
    line,
    locationId,
  } = receipt;
  const moved = {
    bill,
    lineId,
    materialId,
    batchId,
    qty,
    ...(auxQty === undefined ? {} : { auxQty }),
    ...(reasonDetail === undefined ? {} : { reasonDetail }),
    ...(counterParty === undefined ? {} : { counterParty }),
    ...(businessTime === undefined ? {} : { businessTime }),
    ...(line === undefined ? {} : { line }),
  };
  const settled = {
    ...(settlementPrice === undefined ? {} : { settlementPrice }),
    ...(settlementAmount === undefined ? {} : { settlementAmount }),
  };
  if (reason !== 'receipt.direct-in') return [{ ...moved, ...settled, reason, to: locationId, amount }];
  const through = passThrough.get(locationId)!;
  return [
    { ...moved, reason: 'receipt.direct-buy', to: through, amount },
    { ...moved, ...settled, reason, from: through, to: locationId },
  ];
}
