/** Other issues: approved, lots leave at once, those that were named and the first to expire of the rest. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { linking } from '../../kernel/server/links.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { sql } from '../../parts/postgres/database.ts';
import { storeOfFactory } from '../operations/factories/central-factory.server.ts';
import { holdStock } from '../stock/ledger/locks.server.ts';
import { lotsOnHand, sameGoods } from '../stock/ledger/lots-on-hand.server.ts';
import { placeKey } from '../stock/ledger/posting.rules.ts';
import { post, type PostedMove, type Posting } from '../stock/ledger/posting.server.ts';
import { placeIdOf } from '../stock/warehouses/document-place.server.ts';
import { businessTimeOf } from './business-date.rules.ts';
import { fillHead, inBaseUnit, notVoided, standingAgainst, traitsOf } from './other-bill.server.ts';
import { measureRefusals } from './other-in-store.rules.ts';
import { SCRAP_TYPES } from '../stock/ledger/move-reason.rules.ts';
import { otherOutStore } from './other-out-store.document.ts';
import { chooseLots, photosMissing, type LeavingLine, type LeavingLot } from './other-out-store.rules.ts';
import { reverseBills, type Mirror } from './reverse-bill.server.ts';

type OutBill = Acting<typeof otherOutStore>;

/** Day, place and lines. */
async function beforeSave(context: Context, saving: Saving<typeof otherOutStore>): Promise<void> {
  const { values, before } = saving;
  await fillHead(context, otherOutStore, values, before);
  const lines = savingLines(saving, 'details');
  if (lines === undefined || lines.length === 0) return;
  const known = await traitsOf(
    context,
    lines.map((line) => line.values.materialId),
  );
  const refusals = lines.flatMap(({ values: { materialId, unitId, qty, auxQty, batchId } }, index): Refusal[] => {
    const traits = known.get(materialId);
    if (traits === undefined) return [];
    const line = index + 1;
    const found = measureRefusals(
      {
        line,
        unitId: unitId ?? traits.baseUnitId,
        qty: Decimal.of(qty),
        auxQty: auxQty ? Decimal.of(auxQty) : null,
      },
      traits,
    );
    return found.length === 0 && traits.isCatchWeight && !batchId ? [lotOfPieces(traits.material, line)] : found;
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  const converted = await inBaseUnit(
    context,
    lines.map((line) => line.values),
    known,
    values.billDate ?? context.today,
  );
  saving.lines['details'] = lines.map((line, index) => ({
    ...line,
    values: { ...line.values, ...converted[index]! },
  }));
}

/** Of goods of catch weight only whoever weighs them knows which lot they are of. */
const lotOfPieces = (material: string, line: number): Refusal =>
  refuse('other-moves.lot-of-pieces', { material }, { line, field: 'batchId' });

interface StoredLine {
  readonly id: Id;
  readonly billId: Id;
  readonly lineNo: number;
  readonly materialId: Id;
  readonly baseQty: DecimalText;
  readonly auxQty: DecimalText | null;
  readonly batchId: Id | null;
  readonly batchCode: string;
  readonly lotReason: string;
  readonly warehouse: string;
  readonly nearDays: number;
  readonly hasPhoto: boolean;
}
const linesOf = (context: Context, bills: readonly OutBill[]): Promise<StoredLine[]> =>
  context.tx.rows<StoredLine>(sql`
    select d.id, d.other_out_store_id as bill_id, d.line_no, d.material_id, d.base_qty, d.aux_qty, d.batch_id,
      coalesce(b.batch_code, '') as batch_code, coalesce(d.lot_reason, '') as lot_reason, w.called as warehouse,
      coalesce(m.near_expiry_days, t.near_expiry_days, 7) as near_days,
      coalesce(cardinality(d.pictures), 0) > 0 as has_photo
    from other_out_store_detail d join other_out_store o on o.id = d.other_out_store_id
    join stock_location w on w.id = coalesce(o.warehouse_id, o.factory_warehouse_id)
    join material m on m.id = d.material_id
    left join material_type t on t.id = m.material_type_id left join batch b on b.id = d.batch_id
    where d.other_out_store_id = any(${bills.map(({ id }) => id)}::bigint[])
    order by d.other_out_store_id, d.line_no`);

/** The lots of all lines as things stand, and what speaks against it; `lock`: for whoever posts them. */
async function choose(context: Context, bills: readonly OutBill[], stored: readonly StoredLine[], lock: boolean) {
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const lines = stored.map((line): LeavingLine => {
    const { row } = byId.get(line.billId)!;
    return {
      ...line,
      line: line.lineNo,
      locationId: placeIdOf(row)!,
      qty: Decimal.of(line.baseQty),
      isScrap: SCRAP_TYPES.includes(row.outType),
    };
  });
  const goodsOf = await sameGoods(context, lines);
  const keys = lines.flatMap((line) =>
    goodsOf(line).map((materialId) => ({ locationId: line.locationId, materialId })),
  );
  if (lock) await holdStock(context, keys);
  const onHand = await lotsOnHand(context, keys);
  const { picks, refusals } = chooseLots(
    lines,
    (line) => {
      const there = goodsOf(line).map((materialId) => onHand.get(placeKey(line.locationId, materialId))!);
      return {
        material: onHand.get(placeKey(line.locationId, line.materialId))!.material,
        lots: there.flatMap((each) => each.lots),
        promised: there.flatMap((each) => each.promised),
      };
    },
    context.today,
  );
  return { stored, byId, picks, refusals };
}

const photoLimit = async (context: Context): Promise<Decimal> => {
  const text = await readParameter(context, 'store.scrap.photo-amount');
  return Decimal.of(Decimal.isText(text) ? text : '500');
};

/** Scrap of each bill that must be shown and is not; `worth`: of a line. */
async function scrapUnseen(
  context: Context,
  { stored, byId }: Pick<Awaited<ReturnType<typeof choose>>, 'stored' | 'byId'>,
  worth: (line: StoredLine) => Decimal,
): Promise<Refusal[]> {
  const scrap = stored.filter(({ billId }) => SCRAP_TYPES.includes(byId.get(billId)!.row.outType));
  if (scrap.length === 0) return [];
  const limit = await photoLimit(context);
  return [...Map.groupBy(scrap, ({ billId }) => billId).values()].flatMap((own) =>
    photosMissing(
      own.map((line) => ({ line: line.lineNo, amount: worth(line), hasPhoto: line.hasPhoto })),
      limit,
    ),
  );
}

/** What the chosen lots are worth by line, at their costs as they stand. */
async function foreseenWorth(
  context: Context,
  picks: readonly LeavingLot[],
  lines: readonly StoredLine[],
  byId: ReadonlyMap<Id, OutBill>,
): Promise<(line: StoredLine) => Decimal> {
  const placeOf = new Map(lines.map((line) => [line.id, placeIdOf(byId.get(line.billId)!.row)!]));
  const given = picks.map((pick) => ({
    line: pick.lineId,
    batch: pick.batchId,
    place: placeOf.get(pick.lineId),
    qty: pick.qty,
  }));
  const rows = await context.tx.rows<{ id: Id; amount: DecimalText }>(sql`
    select g.line as id, sum(round(g.qty * s.unit_cost, 2)) as amount
    from json_to_recordset(${JSON.stringify(given)}::json) as g(line bigint, batch bigint, place bigint, qty numeric)
    join stock_batch s on s.location_id = g.place and s.batch_id = g.batch group by g.line`);
  const amounts = new Map(rows.map((row) => [row.id, Decimal.of(row.amount)]));
  return ({ id }) => amounts.get(id) ?? Decimal.zero;
}

/** Whoever sends hears what the approval would refuse. */
async function beforeSending(context: Context, bills: readonly OutBill[]): Promise<readonly Refusal[]> {
  const [against, stored] = await Promise.all([standingAgainst(context, bills), linesOf(context, bills)]);
  if (against.length > 0) return against;
  const found = await choose(context, bills, stored, false);
  if (found.refusals.length > 0) return found.refusals;
  return scrapUnseen(context, found, await foreseenWorth(context, found.picks, found.stored, found.byId));
}

/** Takes the lots and writes which they were and what they were worth. */
async function postBills(context: Context, bills: readonly OutBill[]): Promise<readonly Refusal[] | void> {
  const [against, stored, depts] = await Promise.all([
    standingAgainst(context, bills),
    linesOf(context, bills),
    deptNames(context, bills),
  ]);
  if (against.length > 0) return against;
  const found = await choose(context, bills, stored, true);
  if (found.refusals.length > 0) return found.refusals;
  const lines = new Map(found.stored.map((line) => [line.id, line]));
  const moves = await post(
    context,
    found.picks.map((pick) => {
      const line = lines.get(pick.lineId)!;
      const bill = found.byId.get(line.billId)!;
      return postingOf(context, bill, line, pick, depts.get(bill.row.deptId) ?? '');
    }),
  );
  const byLine = Map.groupBy(moves, (move) => move.lineId);
  const worth = ({ id }: { readonly id: Id }): Decimal =>
    Decimal.sum((byLine.get(id) ?? []).map((move) => Decimal.of(move.amount))).negated();
  const unseen = await scrapUnseen(context, found, worth);
  if (unseen.length > 0) return unseen;
  await writeIssued(context, bills, found.stored, found.picks, moves, worth);
}

const deptNames = async (context: Context, bills: readonly OutBill[]): Promise<ReadonlyMap<Id, string>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select d.id, d.dept_name as name from dept d
          where d.id = any(${bills.map(({ row }) => row.deptId)}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );

function postingOf(
  context: Context,
  { id, billCode, row }: OutBill,
  line: StoredLine,
  pick: LeavingLot,
  dept: string,
): Posting {
  const businessTime = businessTimeOf(row.billDate ?? context.today, context.today);
  return {
    bill: { type: otherOutStore.segment, id, code: billCode },
    lineId: line.id,
    reason: 'other-out.post',
    reasonDetail: row.outType,
    materialId: pick.materialId,
    batchId: pick.batchId,
    from: placeIdOf(row)!,
    qty: pick.qty.toString(),
    auxQty: line.auxQty ?? '0',
    exit: SCRAP_TYPES.includes(row.outType) ? 'scrap' : 'use',
    counterParty: { kind: 'dept', id: row.deptId, name: dept },
    line: line.lineNo,
    ...(businessTime === undefined ? {} : { businessTime }),
  };
}

async function writeIssued(
  context: Context,
  bills: readonly OutBill[],
  stored: readonly StoredLine[],
  picks: readonly LeavingLot[],
  moves: readonly PostedMove[],
  worth: (line: StoredLine) => Decimal,
): Promise<void> {
  const lines = stored.map((line) => ({
    id: line.id,
    amount: worth(line),
    cost: worth(line).dividedBy(Decimal.of(line.baseQty)).rounded(6),
  }));
  const owners = new Map(stored.map((line) => [line.id, line]));
  const byLot = Map.groupBy(moves, (move) => `${move.lineId}/${move.batchId}`);
  const lots = picks.map((pick, index) => {
    const own = byLot.get(`${pick.lineId}/${pick.batchId}`) ?? [];
    return {
      nr: index + 1,
      bill: owners.get(pick.lineId)!.billId,
      line: owners.get(pick.lineId)!.lineNo,
      material: pick.materialId,
      batch: pick.batchId,
      qty: pick.qty,
      aux: owners.get(pick.lineId)!.auxQty ?? '0',
      cost: own[0]?.unitCost ?? '0',
      amount: Decimal.sum(own.map((move) => Decimal.of(move.amount))).negated(),
    };
  });
  const heads = bills.map(({ id }) => ({
    id,
    amount: Decimal.sum(stored.filter((line) => line.billId === id).map(worth)),
  }));
  await Promise.all([
    context.tx.run(sql`
    update other_out_store_detail d set unit_cost = g.cost, amount = g.amount
    from json_to_recordset(${JSON.stringify(lines)}::json) as g(id bigint, cost numeric, amount numeric)
    where d.id = g.id`),
    context.tx.run(sql`
    insert into other_out_store_lots (other_out_store_id, line_no, detail_line, material_id, batch_id, base_unit_id,
      base_qty, aux_qty, unit_cost, amount)
    select g.bill, row_number() over (partition by g.bill order by g.nr), g.line, g.material, g.batch, m.base_unit_id,
      g.qty, g.aux, g.cost, g.amount
    from json_to_recordset(${JSON.stringify(lots)}::json) as g(nr integer, bill bigint, line integer, material bigint,
      batch bigint, qty numeric, aux numeric, cost numeric, amount numeric)
    join material m on m.id = g.material order by g.nr`),
    context.tx.run(sql`
    update other_out_store b set reversible = 1, amount = g.amount
    from json_to_recordset(${JSON.stringify(heads)}::json) as g(id bigint, amount numeric) where b.id = g.id`),
  ]);
}

/** The mirrors of bills as drafts, with their lines and lots. */
async function writeMirrors(context: Context, mirrors: readonly Mirror[]): Promise<void> {
  const who = sql`${context.user.userId}::bigint`;
  const given = sql`json_to_recordset(${JSON.stringify(mirrors)}::json) as g("of" bigint, id bigint, code text)`;
  await context.tx.run(sql`
    insert into other_out_store (id, bill_code, bill_date, out_type, warehouse_id, factory_warehouse_id, dept_id,
      cost_subject, amount, reversal, reversal_of_id, company_dept_id, project_dept_id, visible_dept_ids, remark,
      status, apply_user_id,
      apply_time, approve_user_id, approve_time, create_user, create_dept, update_user)
    select g.id, g.code, ${context.today}::date, b.out_type, b.warehouse_id, b.factory_warehouse_id, b.dept_id,
      b.cost_subject, -b.amount,
      'mirror', b.id, b.company_dept_id, b.project_dept_id, b.visible_dept_ids, b.remark, 'draft', ${who},
      ${context.now}::timestamptz, ${who}, ${context.now}::timestamptz, ${who},
      ${context.user.deptId || null}::bigint, ${who}
    from ${given} join other_out_store b on b.id = g."of" order by b.id`);
  await context.tx.run(sql`
    insert into other_out_store_detail (other_out_store_id, line_no, material_id, unit_id, qty, factor, base_unit_id,
      base_qty, batch_id, aux_qty, lot_reason, unit_cost, amount, remark)
    select g.id, d.line_no, d.material_id, d.unit_id, -d.qty, d.factor, d.base_unit_id, -d.base_qty, d.batch_id,
      -d.aux_qty, d.lot_reason, d.unit_cost, -d.amount, d.remark
    from ${given} join other_out_store_detail d on d.other_out_store_id = g."of" order by g.id, d.line_no`);
  await context.tx.run(sql`
    insert into other_out_store_lots (other_out_store_id, line_no, detail_line, material_id, batch_id, base_unit_id,
      base_qty, aux_qty, unit_cost, amount)
    select g.id, l.line_no, l.detail_line, l.material_id, l.batch_id, l.base_unit_id, -l.base_qty, -l.aux_qty,
      l.unit_cost, -l.amount
    from ${given} join other_out_store_lots l on l.other_out_store_id = g."of"
    order by g.id, l.line_no`);
  await context.tx.run(
    linking(
      context,
      sql`select 'reverse' as kind, 'otherOutStore' as from_type, d.other_out_store_id as from_bill_id,
        d.id as from_line_id, 'otherOutStore' as to_type, m.other_out_store_id as to_bill_id, m.id as to_line_id,
        d.base_qty as from_qty, m.base_qty as to_qty
      from ${given} join other_out_store_detail d on d.other_out_store_id = g."of"
      join other_out_store_detail m on m.other_out_store_id = g.id and m.line_no = d.line_no`,
    ),
  );
  await context.tx.run(sql`
    update other_out_store b set reversal = 'reversed', reversible = 0, version = b.version + 1, update_user = ${who},
      update_time = now() from ${given} where b.id = g."of"`);
}

export const otherOutStoreBehaviour = behaviour(otherOutStore, {
  beforeSave,
  filters: {
    factoryId: storeOfFactory,
    materialId: (value) =>
      sql`exists (select 1 from other_out_store_detail d
        where d.other_out_store_id = t.id and d.material_id = ${value}::bigint)`,
    batchId: (value) =>
      sql`exists (select 1 from other_out_store_lots l
        where l.other_out_store_id = t.id and l.batch_id = ${value}::bigint)`,
  },
  guards: { toApply: beforeSending },
  otherState: { void: notVoided },
  actions: {
    doApply: postBills,
    reverse: (context, bills, input) =>
      reverseBills(context, otherOutStore, bills, askedText(input, 'reason'), (mirrors) =>
        writeMirrors(context, mirrors),
      ),
  },
  computed: {
    lineCount: () => sql`(select count(*)::integer from other_out_store_detail d where d.other_out_store_id = t.id)`,
  },
});
