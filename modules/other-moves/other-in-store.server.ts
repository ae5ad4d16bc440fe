/** Other receipts: judged when they are saved and sent; approved, each line is a lot at its place. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { linking } from '../../kernel/server/links.ts';
import { sql } from '../../parts/postgres/database.ts';
import { storeOfFactory } from '../operations/factories/central-factory.server.ts';
import { holdStock, readPlaces } from '../stock/ledger/locks.server.ts';
import { placeKey } from '../stock/ledger/posting.rules.ts';
import { holdReason } from '../stock/lots/lot-papers.rules.ts';
import { papersAskedFor, wordsOfPapers } from '../stock/lots/lot-papers.server.ts';
import { receive, type Receipt } from '../stock/lots/lots.server.ts';
import { notKeptRefusals, placeIdOf } from '../stock/warehouses/document-place.server.ts';
import { businessTimeOf } from './business-date.rules.ts';
import { fillHead, inBaseUnit, notVoided, standingAgainst, traitsOf } from './other-bill.server.ts';
import { otherInStore } from './other-in-store.document.ts';
import { entryRefusals, valueOf } from './other-in-store.rules.ts';
import { reverseBills, type Mirror } from './reverse-bill.server.ts';

type InBill = Acting<typeof otherInStore>;
const decimal = (value: DecimalText | null | undefined): Decimal | null =>
  value === null || value === undefined || value === '' ? null : Decimal.of(value);

/** Day, place and lines; a gift without a price costs nothing. */
async function beforeSave(context: Context, saving: Saving<typeof otherInStore>): Promise<void> {
  const { values, before } = saving;
  await fillHead(context, otherInStore, values, before);
  const lines = savingLines(saving, 'details');
  if (lines === undefined || lines.length === 0) return;
  const known = await traitsOf(
    context,
    lines.map((line) => line.values.materialId),
  );
  const isGift = values.inType === 'gift';
  const refusals = lines.flatMap(({ values: line }, index) => {
    const traits = known.get(line.materialId);
    return traits === undefined
      ? []
      : entryRefusals(
          { ...enteredIn(line), line: index + 1, unitId: line.unitId ?? traits.baseUnitId },
          traits,
          context.today,
          isGift,
        );
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
    values: {
      ...line.values,
      ...converted[index]!,
      ...(isGift && decimal(line.values.price) === null ? { price: '0' } : {}),
    },
  }));
}
const enteredIn = (line: {
  readonly qty: DecimalText;
  readonly auxQty: DecimalText | null;
  readonly price: DecimalText | null;
  readonly productionDate: string | null;
  readonly expiryDate: string | null;
}) => ({
  qty: Decimal.of(line.qty),
  auxQty: decimal(line.auxQty),
  price: decimal(line.price),
  productionDate: line.productionDate ?? null,
  expiryDate: line.expiryDate ?? null,
});

interface StoredLine {
  readonly id: Id;
  readonly billId: Id;
  readonly lineNo: number;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly qty: DecimalText;
  readonly baseQty: DecimalText;
  readonly auxQty: DecimalText | null;
  readonly price: DecimalText | null;
  readonly productionDate: string | null;
  readonly expiryDate: string | null;
  readonly supplierBatchNo: string | null;
  readonly origin: string | null;
}
const linesOf = (context: Context, bills: readonly InBill[]): Promise<StoredLine[]> =>
  context.tx.rows<StoredLine>(sql`
    select d.id, d.other_in_store_id as bill_id, d.line_no, d.material_id, d.unit_id, d.qty, d.base_qty, d.aux_qty,
      d.price, d.production_date, d.expiry_date, d.supplier_batch_no, d.origin
    from other_in_store_detail d where d.other_in_store_id = any(${bills.map(({ id }) => id)}::bigint[])
    order by d.other_in_store_id, d.line_no`);

/** Opening stock is entered before a company closes its first month. */
async function openingTooLate(context: Context, bills: readonly InBill[]): Promise<Refusal[]> {
  const opening = bills.filter(({ row }) => row.inType === 'opening');
  if (opening.length === 0) return [];
  const closed = await context.tx.rows<{ id: Id; company: string }>(sql`
    select distinct p.company_dept_id as id, c.dept_name as company from stock_period p
    join dept c on c.id = p.company_dept_id
    where p.company_dept_id = any(${opening.map(({ row }) => row.companyDeptId)}::bigint[])`);
  const names = new Map(closed.map((row) => [row.id, row.company]));
  return opening.flatMap(({ billCode, row }) => {
    const company = names.get(row.companyDeptId ?? '');
    return company === undefined ? [] : [refuse('other-moves.opening-late', { billCode, company })];
  });
}

/** Bills with their lines, and what speaks against posting them now. */
async function judged(context: Context, bills: readonly InBill[]) {
  const lines = await linesOf(context, bills);
  const known = await traitsOf(
    context,
    lines.map((line) => line.materialId),
  );
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const refusals = [
    ...(await standingAgainst(context, bills)),
    ...(await openingTooLate(context, bills)),
    ...(await notKeptRefusals(
      context,
      lines.map(({ billId, materialId, lineNo }) => ({
        locationId: placeIdOf(byId.get(billId)!.row)!,
        materialId,
        line: lineNo,
      })),
    )),
    ...lines.flatMap((line) =>
      entryRefusals(
        { ...enteredIn(line), line: line.lineNo, unitId: line.unitId },
        known.get(line.materialId)!,
        context.today,
        byId.get(line.billId)!.row.inType === 'gift',
      ),
    ),
  ];
  return { lines, known, byId, refusals };
}

/** What each line brings in at the costs as they stand; lines of which nobody says what they cost are refused. */
async function valuesOf(
  context: Context,
  { lines, known, byId }: Awaited<ReturnType<typeof judged>>,
): Promise<{ readonly amounts: readonly Decimal[]; readonly refusals: readonly Refusal[] }> {
  const keys = lines.map(({ billId, materialId }) => ({
    locationId: placeIdOf(byId.get(billId)!.row)!,
    materialId,
  }));
  const places = await readPlaces(context, keys);
  const nothing = {
    average: { qty: Decimal.zero, amount: Decimal.zero, unitCost: Decimal.zero },
    lastCost: Decimal.zero,
  };
  const refusals: Refusal[] = [];
  const amounts = lines.map((line, index) => {
    const { locationId, materialId } = keys[index]!;
    const value = valueOf(
      { qty: Decimal.of(line.qty), baseQty: Decimal.of(line.baseQty), price: decimal(line.price) },
      places.get(placeKey(locationId, materialId)) ?? nothing,
    );
    if (value === null)
      refusals.push(
        refuse(
          'other-moves.no-cost',
          { material: known.get(materialId)!.material },
          { line: line.lineNo, field: 'price' },
        ),
      );
    return value ?? Decimal.zero;
  });
  return { amounts, refusals };
}

/** Whoever sends hears what the approval would refuse. */
async function beforeSending(context: Context, bills: readonly InBill[]): Promise<readonly Refusal[]> {
  const found = await judged(context, bills);
  return found.refusals.length > 0 ? found.refusals : (await valuesOf(context, found)).refusals;
}

/** Makes a lot of each line and writes at the lines what they are and what they are worth. */
async function postBills(context: Context, bills: readonly InBill[]): Promise<readonly Refusal[] | void> {
  const found = await judged(context, bills);
  if (found.refusals.length > 0) return found.refusals;
  const { lines, byId } = found;
  await holdStock(
    context,
    lines.map(({ billId, materialId }) => ({ locationId: placeIdOf(byId.get(billId)!.row)!, materialId })),
  );
  const { amounts, refusals } = await valuesOf(context, found);
  if (refusals.length > 0) return refusals;
  const suppliers = await suppliersOf(context, bills);
  const held = await heldFor(context, lines, byId);
  const lots = await receive(
    context,
    lines.map((line, index) => {
      const bill = byId.get(line.billId)!;
      return {
        ...receiptOf(context, bill, line, amounts[index]!, suppliers.get(bill.row.supplierId ?? '')),
        ...held.get(line.id),
      };
    }),
  );
  const rows = lots.map((lot, index) => ({
    id: lot.lineId,
    batch: lot.batchId,
    cost: lot.unitCost,
    amount: amounts[index],
  }));
  const heads = bills.map(({ id }) => ({
    id,
    amount: Decimal.sum(amounts.filter((_, index) => lines[index]!.billId === id)),
  }));
  await Promise.all([
    context.tx.run(sql`
    update other_in_store_detail d set batch_id = g.batch, unit_cost = g.cost, amount = g.amount
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, batch bigint, cost numeric, amount numeric)
    where d.id = g.id`),
    context.tx.run(sql`
    update other_in_store b set reversible = 1, amount = g.amount
    from json_to_recordset(${JSON.stringify(heads)}::json) as g(id bigint, amount numeric) where b.id = g.id`),
  ]);
}

/** The kinds whose goods come from somebody who owes papers with them. */
const WITH_PAPERS: readonly string[] = ['gift', 'unordered', 'other'];
/** Lots that come without the papers they should bring lie on hold until somebody lets them go. */
async function heldFor(
  context: Context,
  lines: readonly StoredLine[],
  byId: ReadonlyMap<Id, InBill>,
): Promise<ReadonlyMap<Id, Pick<Receipt, 'holdReason' | 'missingPapers'>>> {
  const owed = lines.filter(({ billId }) => WITH_PAPERS.includes(byId.get(billId)!.row.inType));
  const asked = await papersAskedFor(
    context,
    owed.map(({ materialId }) => materialId),
  );
  const missing = owed.filter(({ materialId }) => (asked.get(materialId) ?? []).length > 0);
  if (missing.length === 0) return new Map();
  const words = await wordsOfPapers(context);
  return new Map(
    missing.map(({ id, materialId }) => {
      const papers = asked.get(materialId)!;
      const reason = holdReason({ residueFailed: false, missing: papers.map(words) }, context.language)!;
      return [id, { holdReason: reason, missingPapers: papers }];
    }),
  );
}

const suppliersOf = async (context: Context, bills: readonly InBill[]): Promise<ReadonlyMap<Id, string>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select s.id, s.name from supplier s
          where s.id = any(${bills.flatMap(({ row }) => row.supplierId ?? [])}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );

function receiptOf(
  context: Context,
  { id, billCode, row }: InBill,
  line: StoredLine,
  amount: Decimal,
  supplier: string | undefined,
): Receipt {
  const businessTime = businessTimeOf(row.billDate ?? context.today, context.today);
  return {
    bill: { type: otherInStore.segment, id, code: billCode },
    lineId: line.id,
    reason: 'other-in.post',
    reasonDetail: row.inType,
    locationId: placeIdOf(row)!,
    materialId: line.materialId,
    qty: line.baseQty,
    auxQty: line.auxQty ?? '0',
    amount: amount.toString(),
    line: line.lineNo,
    ...(supplier === undefined || row.supplierId === null
      ? {}
      : { supplierId: row.supplierId, counterParty: { kind: 'supplier', id: row.supplierId, name: supplier } }),
    ...(line.supplierBatchNo ? { supplierBatchNo: line.supplierBatchNo } : {}),
    ...(line.productionDate ? { productionDate: line.productionDate } : {}),
    ...(line.expiryDate ? { expiryDate: line.expiryDate } : {}),
    ...(line.origin ? { originPlace: line.origin } : {}),
    ...(businessTime === undefined ? {} : { businessTime }),
  };
}

/** The mirrors of bills as drafts, with their lines. */
async function writeMirrors(context: Context, mirrors: readonly Mirror[]): Promise<void> {
  const who = sql`${context.user.userId}::bigint`;
  const given = sql`json_to_recordset(${JSON.stringify(mirrors)}::json) as g("of" bigint, id bigint, code text)`;
  await context.tx.run(sql`
    insert into other_in_store (id, bill_code, bill_date, in_type, warehouse_id, factory_warehouse_id, supplier_id,
      amount, reversal, reversal_of_id, company_dept_id, project_dept_id, visible_dept_ids, remark, status,
      apply_user_id, apply_time,
      approve_user_id, approve_time, create_user, create_dept, update_user)
    select g.id, g.code, ${context.today}::date, b.in_type, b.warehouse_id, b.factory_warehouse_id, b.supplier_id, -b.amount, 'mirror', b.id,
      b.company_dept_id, b.project_dept_id, b.visible_dept_ids, b.remark, 'draft', ${who},
      ${context.now}::timestamptz, ${who}, ${context.now}::timestamptz, ${who},
      ${context.user.deptId || null}::bigint, ${who}
    from ${given} join other_in_store b on b.id = g."of" order by b.id`);
  await context.tx.run(sql`
    insert into other_in_store_detail (other_in_store_id, line_no, material_id, unit_id, qty, factor, base_unit_id,
      base_qty, aux_qty, price, expiry_date, production_date, supplier_batch_no, origin, batch_id, unit_cost, amount,
      remark)
    select g.id, d.line_no, d.material_id, d.unit_id, -d.qty, d.factor, d.base_unit_id, -d.base_qty, -d.aux_qty,
      d.price, d.expiry_date, d.production_date, d.supplier_batch_no, d.origin, d.batch_id, d.unit_cost, -d.amount,
      d.remark
    from ${given} join other_in_store_detail d on d.other_in_store_id = g."of" order by g.id, d.line_no`);
  await context.tx.run(
    linking(
      context,
      sql`select 'reverse' as kind, 'otherInStore' as from_type, d.other_in_store_id as from_bill_id,
        d.id as from_line_id, 'otherInStore' as to_type, m.other_in_store_id as to_bill_id, m.id as to_line_id,
        d.base_qty as from_qty, m.base_qty as to_qty
      from ${given} join other_in_store_detail d on d.other_in_store_id = g."of"
      join other_in_store_detail m on m.other_in_store_id = g.id and m.line_no = d.line_no`,
    ),
  );
  await context.tx.run(sql`
    update other_in_store b set reversal = 'reversed', reversible = 0, version = b.version + 1, update_user = ${who},
      update_time = now() from ${given} where b.id = g."of"`);
}

export const otherInStoreBehaviour = behaviour(otherInStore, {
  beforeSave,
  filters: {
    factoryId: storeOfFactory,
    materialId: (value) =>
      sql`exists (select 1 from other_in_store_detail d
        where d.other_in_store_id = t.id and d.material_id = ${value}::bigint)`,
    batchId: (value) =>
      sql`exists (select 1 from other_in_store_detail d
        where d.other_in_store_id = t.id and d.batch_id = ${value}::bigint)`,
  },
  guards: { toApply: beforeSending },
  otherState: { void: notVoided },
  actions: {
    doApply: postBills,
    reverse: (context, bills, input) =>
      reverseBills(context, otherInStore, bills, askedText(input, 'reason'), (mirrors) =>
        writeMirrors(context, mirrors),
      ),
  },
  computed: {
    lineCount: () => sql`(select count(*)::integer from other_in_store_detail d where d.other_in_store_id = t.id)`,
  },
});
