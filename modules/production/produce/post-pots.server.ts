/** Bills of production into the ledger: goods out lot by lot, what was made in at exactly their value. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { SavedRecord } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { post, type PostedMove } from '../../stock/ledger/posting.server.ts';
import { receive, type Receipt } from '../../stock/lots/lots.server.ts';
import { ledgerTime } from './kitchen-stalls.server.ts';
import { holdPlaces, type PotPlace } from './pot-places.server.ts';
import { takeLots } from './pot-lots.server.ts';
import { potLives, type MadeLife } from './pot-lives.server.ts';
import { gearProduce } from './produce.document.ts';
import { standardOf, valueOfCuts } from './produce.rules.ts';
import { cuttingLists } from './split.server.ts';

type SavedPot = SavedRecord<typeof gearProduce>;

interface StoredGoods {
  readonly id: Id;
  readonly billId: Id;
  readonly lineNo: number;
  readonly materialId: Id;
  readonly stdQty: DecimalText | null;
  readonly actualQty: DecimalText;
  readonly batchId: Id | null;
  readonly lotReason: string | null;
}
interface StoredCut {
  readonly id: Id;
  readonly billId: Id;
  readonly materialId: Id;
  readonly actualQty: DecimalText;
}
/** A bill with its goods and the value that went into it. */
interface Posted {
  readonly pot: SavedPot;
  readonly place: PotPlace;
  readonly goods: readonly StoredGoods[];
  readonly amountOf: (line: { readonly id: Id }) => Decimal;
  readonly amount: Decimal;
}

const billOf = ({ id, values }: SavedPot) => ({
  type: gearProduce.segment,
  id,
  code: String((values as { billCode: string }).billCode),
});
const timeOf = (context: Context, { values }: SavedPot): { readonly businessTime?: string } => {
  const businessTime = ledgerTime(values.bizDate!, context.today);
  return businessTime === undefined ? {} : { businessTime };
};

/** Posts new bills, their stock held by whoever prepared them. */
export async function postPots(context: Context, pots: readonly SavedPot[]): Promise<void> {
  const placeNamed = await holdPlaces(
    context,
    pots.map(({ values }) => values),
  );
  const placeOf = ({ values }: SavedPot): PotPlace => placeNamed(values);
  const byId = new Map(pots.map((pot) => [pot.id, pot]));
  const ids = [...byId.keys()];
  const [goods, cuts] = await Promise.all([
    context.tx.rows<StoredGoods>(sql`
      select d.id, d.gear_produce_id as bill_id, d.line_no, d.material_id, d.std_qty, d.actual_qty, d.batch_id,
        d.lot_reason
      from gear_produce_detail d where d.gear_produce_id = any(${ids}::bigint[])
      order by d.gear_produce_id, d.line_no`),
    pots.every(({ values }) => values.produceType !== 'split')
      ? []
      : context.tx.rows<StoredCut>(sql`
      select o.id, o.gear_produce_id as bill_id, o.material_id, o.actual_qty from gear_produce_outputs o
      where o.gear_produce_id = any(${ids}::bigint[]) order by o.gear_produce_id, o.line_no`),
  ]);
  const used = goods.filter(({ actualQty }) => Decimal.of(actualQty).isPositive());
  if (pots.some(({ id, values }) => values.produceType !== 'day-end' && !used.some(({ billId }) => billId === id)))
    throw new Refused(refuse('production.nothing-used', {}, { field: 'details' }));
  const moves = await takeGoods(context, used, byId, placeOf);
  const byLine = Map.groupBy(moves, (move) => move.lineId);
  const amountOf = ({ id }: { readonly id: Id }): Decimal =>
    Decimal.sum((byLine.get(id) ?? []).map((move) => Decimal.of(move.amount))).negated();
  const posted = pots.map((pot): Posted => {
    const own = goods.filter(({ billId }) => billId === pot.id);
    return { pot, place: placeOf(pot), goods: own, amountOf, amount: Decimal.sum(own.map(amountOf)) };
  });
  const billOfLine = new Map(goods.map(({ id, billId }) => [id, billId]));
  const lives = await potLives(
    context,
    pots,
    moves.map(({ lineId, batchId }) => ({ billId: billOfLine.get(lineId)!, batchId })),
  );
  await Promise.all([writeUsed(context, goods, amountOf), bringIn(context, posted, cuts, lives)]);
}

/** Takes the goods of all bills out of their lots. */
async function takeGoods(
  context: Context,
  used: readonly StoredGoods[],
  byId: ReadonlyMap<Id, SavedPot>,
  placeOf: (pot: SavedPot) => PotPlace,
): Promise<readonly PostedMove[]> {
  const lines = new Map(used.map((line) => [line.id, line]));
  const picks = await takeLots(
    context,
    used.map((line) => ({
      id: line.id,
      line: line.lineNo,
      stall: placeOf(byId.get(line.billId)!).from,
      materialId: line.materialId,
      qty: Decimal.of(line.actualQty),
      batchId: line.batchId,
      lotReason: line.lotReason ?? '',
      isScrap: false,
    })),
  );
  return post(
    context,
    picks.map((pick) => {
      const line = lines.get(pick.lineId)!;
      const pot = byId.get(line.billId)!;
      return {
        bill: billOf(pot),
        lineId: line.id,
        reason: pot.values.produceType === 'day-end' ? 'kitchen.use' : 'kitchen.produce-out',
        materialId: pick.materialId,
        batchId: pick.batchId,
        from: placeOf(pot).from.locationId,
        qty: pick.qty.toString(),
        line: line.lineNo,
        ...timeOf(context, pot),
      };
    }),
  );
}

/** Makes the lots of what was made, and writes what it is worth. */
async function bringIn(
  context: Context,
  posted: readonly Posted[],
  cuts: readonly StoredCut[],
  lives: ReadonlyMap<Id, MadeLife>,
): Promise<void> {
  const valued = await valueCuts(context, posted, cuts);
  const receipts = posted.flatMap(({ pot, place, amount }): Receipt[] => {
    const own = valued.filter(({ billId }) => billId === pot.id);
    const common = {
      bill: billOf(pot),
      reason: 'kitchen.produce-in' as const,
      locationId: place.locationId,
      productionDate: pot.values.produceTime!.slice(0, 10),
      ...timeOf(context, pot),
    };
    if (pot.values.produceType === 'day-end') return [];
    if (pot.values.produceType === 'split')
      return own.map((cut) => ({
        ...common,
        lineId: cut.id,
        materialId: cut.materialId,
        qty: cut.actualQty,
        amount: cut.amount.toFixed(2),
        ...lifeFields(lives.get(cut.id)),
      }));
    return [
      {
        ...common,
        lineId: pot.id,
        materialId: pot.values.materialId!,
        qty: pot.values.actualQty!,
        amount: amount.toFixed(2),
        ...lifeFields(lives.get(pot.id)),
      },
    ];
  });
  const lots = await receive(context, receipts);
  const lotOf = new Map(lots.map(({ lineId, batchId }) => [lineId, batchId]));
  await writeMade(context, posted, lotOf, lives);
  await writeCuts(context, valued, lotOf);
}

const lifeFields = (life: MadeLife | undefined): Pick<Receipt, 'expiryDate' | 'useBy'> => ({
  ...(life?.expiryDate == null ? {} : { expiryDate: life.expiryDate }),
  ...(life?.useBy == null ? {} : { useBy: life.useBy }),
});

type ValuedCut = StoredCut & { readonly amount: Decimal; readonly sharePct: Decimal };
async function valueCuts(
  context: Context,
  posted: readonly Posted[],
  cuts: readonly StoredCut[],
): Promise<readonly ValuedCut[]> {
  if (cuts.length === 0) return [];
  const lists = await cuttingLists(
    context,
    posted.flatMap(({ pot }) => pot.values.splitBomId ?? []),
  );
  const figure = (text: DecimalText | null | undefined): Decimal | null => (text == null ? null : Decimal.of(text));
  return posted.flatMap(({ pot, amount }) => {
    const own = cuts.filter(({ billId }) => billId === pot.id);
    const list = lists.get(pot.values.splitBomId ?? '');
    if (own.length === 0 || list === undefined) return [];
    const values = valueOfCuts(
      amount,
      list.shareMode,
      own.map(({ materialId, actualQty }) => ({
        qty: Decimal.of(actualQty),
        price: figure(list.cuts.get(materialId)?.outputPrice),
        share: figure(list.cuts.get(materialId)?.outputShare),
      })),
    );
    return own.map((cut, index) => ({
      ...cut,
      amount: values[index]!,
      sharePct: amount.isPositive() ? values[index]!.times(Decimal.hundred).dividedBy(amount).rounded(2) : Decimal.zero,
    }));
  });
}

async function writeMade(
  context: Context,
  posted: readonly Posted[],
  lotOf: ReadonlyMap<Id, Id>,
  lives: ReadonlyMap<Id, MadeLife>,
): Promise<void> {
  const rows = posted.map(({ pot, goods, amount, amountOf }) => {
    const made = pot.values.actualQty === null ? null : Decimal.of(pot.values.actualQty);
    const isCooked = pot.values.produceType === 'cook' || pot.values.produceType === 'semi';
    const standard = standardOf(
      made ?? Decimal.zero,
      goods.map((line) => ({
        std: Decimal.of(line.stdQty ?? '0'),
        actual: Decimal.of(line.actualQty),
        amount: amountOf(line),
      })),
    );
    return {
      id: pot.id,
      batch: lotOf.get(pot.id) ?? null,
      amount,
      cost: made?.isPositive() === true ? amount.dividedBy(made).rounded(6) : null,
      standard: isCooked ? standard : null,
      until: lives.get(pot.id)?.until ?? null,
    };
  });
  await context.tx.run(sql`
    update gear_produce b set batch_id = g.batch, amount = g.amount, unit_cost = g.cost, standard_qty = g.standard,
      expire_time = g.until
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, batch bigint, amount numeric, cost numeric,
      standard numeric, until timestamptz) where b.id = g.id`);
}

async function writeCuts(context: Context, valued: readonly ValuedCut[], lotOf: ReadonlyMap<Id, Id>): Promise<void> {
  if (valued.length === 0) return;
  const rows = valued.map(({ id, amount, sharePct }) => ({ id, amount, share: sharePct, batch: lotOf.get(id) }));
  await context.tx.run(sql`
    update gear_produce_outputs o set amount = g.amount, share_pct = g.share, batch_id = g.batch
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, amount numeric, share numeric, batch bigint)
    where o.id = g.id`);
}

async function writeUsed(
  context: Context,
  goods: readonly StoredGoods[],
  amountOf: (line: { readonly id: Id }) => Decimal,
): Promise<void> {
  const rows = goods.map((line) => ({ id: line.id, amount: amountOf(line) }));
  await context.tx.run(sql`
    update gear_produce_detail d set amount = g.amount
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, amount numeric) where d.id = g.id`);
}
