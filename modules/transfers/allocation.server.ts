/** A transfer from asking to approval: its places, its lines in base unit, the goods held, the out-store made. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { makeOutStores, voidOutStores } from '../issuing/out-store.server.ts';
import { convertLines, unitsOf } from '../master-data/units/material-units.server.ts';
import { pricesAt } from '../prices/price-book/price-resolver.server.ts';
import { foreseeHolds, release, reserve } from '../stock/ledger/reservations.server.ts';
import { frozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { allocation } from './allocation.document.ts';
import { headRefusals } from './allocation.rules.ts';

type Transfer = Acting<typeof allocation>;

/** Both places and until when; then the lines in base unit, with what crosses to another company at its price. */
async function beforeSave(context: Context, saving: Saving<typeof allocation>): Promise<void> {
  const { values, before } = saving;
  values.billDate ??= context.today;
  const refusals = headRefusals(values, context, before?.needTime ?? null);
  if (refusals.length > 0) throw new Refused(...refusals);
  await fillPlaces(context, values);
  await convert(context, saving);
}

async function fillPlaces(context: Context, values: Saving<typeof allocation>['values']): Promise<void> {
  const rows = await context.tx.rows<{ id: Id; companyDeptId: Id; projectDeptId: Id }>(
    sql`select w.id, w.company_dept_id, w.project_group_dept_id as project_dept_id from warehouse w
      where w.id in (${values.outLocationId}::bigint, ${values.inLocationId}::bigint)`,
  );
  const from = rows.find(({ id }) => id === values.outLocationId);
  const to = rows.find(({ id }) => id === values.inLocationId);
  if (from === undefined || to === undefined) return; // the kernel names the missing reference
  values.companyDeptId = from.companyDeptId;
  values.projectDeptId = from.projectDeptId;
  values.inProjectDeptId = to.projectDeptId;
  values.crossCompany = from.companyDeptId === to.companyDeptId ? 0 : 1;
  values.visibleDeptIds = [...new Set([from.projectDeptId, to.projectDeptId])];
}

/** Lines keep what was entered and, beside it, base quantity and factor of this moment. */
async function convert(context: Context, saving: Saving<typeof allocation>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined || lines.length === 0) return;
  const units = await unitsOf(
    context,
    lines.map((line) => line.values.materialId),
  );
  const entered = lines.map(({ values: { materialId, unitId, qty } }) => ({
    materialId,
    unitId: unitId ?? units.get(materialId)?.issueUnitId ?? '0',
    qty,
  }));
  const converted = await convertLines(context, entered);
  saving.lines['details'] = lines.map((line, index) => ({
    ...line,
    values: { ...line.values, unitId: entered[index]!.unitId, ...converted[index]! },
  }));
}

/** A line of a transfer; `baseQty` in base unit. */
interface Line {
  readonly id: Id;
  readonly billId: Id;
  readonly lineNo: number;
  readonly materialId: Id;
  readonly material: string;
  readonly unitId: Id;
  readonly qty: DecimalText;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly baseQty: DecimalText;
  readonly batchId: Id | null;
  readonly batchCode: string;
  readonly outWarehouse: string;
  /** The lot that is named is of the material and lies where it is to be taken from. */
  readonly lotLies: boolean;
  /** Goods of catch weight asked for by the piece. */
  readonly inPieces: boolean;
}
const linesOf = (context: Context, ids: readonly Id[]): Promise<Line[]> =>
  context.tx.rows<Line>(sql`
    select d.id, d.allocation_id as bill_id, d.line_no, d.material_id, m.called as material, d.unit_id, d.qty,
      d.factor, d.base_unit_id, d.base_qty, d.batch_id, coalesce(b.batch_code, '') as batch_code,
      w.name as out_warehouse, d.batch_id is null or exists (select 1 from stock_batch s
        where s.location_id = a.out_location_id and s.batch_id = d.batch_id and s.material_id = d.material_id
          and s.qty > 0) as lot_lies,
      m.catch_weight = 1 and d.unit_id = m.aux_unit_id and d.unit_id <> d.base_unit_id as in_pieces
    from allocation_detail d join allocation a on a.id = d.allocation_id join warehouse w on w.id = a.out_location_id
    join material m on m.id = d.material_id left join batch b on b.id = d.batch_id
    where d.allocation_id = any(${ids as Id[]}::bigint[]) order by d.allocation_id, d.line_no`);

type Bills = ReadonlyMap<Id, { readonly billCode: string; readonly outLocationId: Id; readonly needTime: string }>;
/** What the lines of transfers are to hold. */
const holdsOf = (lines: readonly Line[], bills: Bills) =>
  lines.map((line) => {
    const { billCode, outLocationId, needTime } = bills.get(line.billId)!;
    return {
      bill: { type: 'allocation', id: line.billId, code: billCode },
      lineId: line.id,
      locationId: outLocationId,
      materialId: line.materialId,
      ...(line.batchId === null ? {} : { batchId: line.batchId }),
      qty: line.baseQty,
      ...(line.inPieces ? { pieces: line.qty } : {}),
      needDate: needTime.slice(0, 10),
      exit: 'transfer' as const,
      line: line.lineNo,
    };
  });

const byId = (transfers: readonly Transfer[]) =>
  new Map(transfers.map(({ id, billCode, row }) => [id, { ...row, billCode }]));

/** Nothing is sent to a frozen warehouse, from one, or of a lot that does not lie there. */
async function standingAgainst(
  context: Context,
  transfers: readonly Transfer[],
  lines: readonly Line[],
): Promise<Refusal[]> {
  const frozen = await frozenWarehouses(
    context,
    transfers.flatMap(({ row }) => [row.outLocationId, row.inLocationId]),
  );
  return [
    ...transfers.flatMap(({ billCode, row }) =>
      [row.outLocationId, row.inLocationId].flatMap((id) => {
        const warehouse = frozen.get(id);
        return warehouse === undefined ? [] : [refuse('stock.warehouse-frozen', { warehouse, billCode })];
      }),
    ),
    ...lines
      .filter((line) => !line.lotLies)
      .map(({ batchCode, material, outWarehouse, lineNo }) =>
        refuse(
          'transfers.lot-elsewhere',
          { batch: batchCode, material, warehouse: outWarehouse },
          { line: lineNo, field: 'batchId' },
        ),
      ),
  ];
}

interface Charge {
  readonly id: Id;
  readonly billId: Id;
  /** In the unit of the line. */
  readonly price: Decimal;
  readonly taxRate: Decimal;
  readonly amount: Decimal;
}
/** What lines that cross to another company are charged at, by the receiver's management price of the day needed. */
async function chargesOf(
  context: Context,
  transfers: readonly Transfer[],
  lines: readonly Line[],
): Promise<{ readonly charges: readonly Charge[]; readonly refusals: readonly Refusal[] }> {
  const charges: Charge[] = [];
  const refusals: Refusal[] = [];
  for (const { id, row } of transfers.filter((transfer) => transfer.row.crossCompany === 1)) {
    const own = lines.filter((line) => line.billId === id);
    const date = row.needTime.slice(0, 10);
    const priced = await pricesAt(
      context,
      'management',
      row.inProjectDeptId,
      date,
      own.map(({ materialId, unitId }) => ({ materialId, unitId })),
      { roles: [] },
    );
    for (const [index, line] of own.entries()) {
      const { answer } = priced[index]!;
      if (answer.found) {
        const figure = answer.figures.price;
        charges.push({
          id: line.id,
          billId: id,
          price: figure,
          taxRate: answer.entry.taxRate,
          amount: figure.times(Decimal.of(line.qty)).rounded(2),
        });
      } else
        refusals.push(
          refuse(
            'transfers.no-price',
            { material: line.material, dept: await deptName(context, row.inProjectDeptId), date },
            { line: line.lineNo, field: 'materialId' },
          ),
        );
    }
  }
  return { charges, refusals };
}
const deptName = async (context: Context, id: Id | null): Promise<string> =>
  (await context.tx.row<{ name: string }>(sql`select d.dept_name as name from dept d where d.id = ${id}::bigint`))
    ?.name ?? '';

/** Whoever sends hears what would stop the approval, but for what is there by then. */
async function beforeSending(context: Context, transfers: readonly Transfer[]): Promise<readonly Refusal[]> {
  const lines = await linesOf(
    context,
    transfers.map(({ id }) => id),
  );
  const against = await standingAgainst(context, transfers, lines);
  return against.length > 0 ? against : (await chargesOf(context, transfers, lines)).refusals;
}

/** Holds the goods, all of them, and makes the out-stores. */
async function approve(context: Context, transfers: readonly Transfer[]): Promise<readonly Refusal[] | void> {
  const lines = await linesOf(
    context,
    transfers.map(({ id }) => id),
  );
  const against = await standingAgainst(context, transfers, lines);
  if (against.length > 0) return against;
  const { charges, refusals } = await chargesOf(context, transfers, lines);
  if (refusals.length > 0) return refusals;
  const held = await reserve(context, holdsOf(lines, byId(transfers)));
  const made = await makeOutStores(
    context,
    transfers.map(({ id, billCode, row }) => ({
      source: { type: 'allocation', id, code: billCode },
      warehouseId: row.outLocationId,
      toLocationId: row.inLocationId,
      row,
      lines: lines
        .map((line, index) => ({ ...line, reservedBaseQty: held[index]! }))
        .filter((line) => line.billId === id),
    })),
  );
  await context.tx.run(sql`
    update allocation a set outstore_id = g.outstore, out_state = 'to-pick'
    from unnest(${transfers.map(({ id }) => id)}::bigint[], ${made}::bigint[]) as g(id, outstore) where a.id = g.id`);
  await context.tx.run(sql`
    update allocation_detail d set reserved_qty = round(g.qty / d.factor, 6)
    from json_to_recordset(${JSON.stringify(lines.map((line, index) => ({ id: line.id, qty: held[index] })))}::json) as
      g(id bigint, qty numeric) where d.id = g.id`);
  await writeCharges(context, charges);
}

async function writeCharges(context: Context, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return;
  const rows = charges.map(({ id, billId, price, taxRate, amount }) => ({
    id,
    bill: billId,
    price,
    rate: taxRate,
    amount,
  }));
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, bill bigint, price numeric,
    rate numeric, amount numeric)`;
  await context.tx.run(sql`update allocation_detail d set management_price = g.price,
    management_tax_rate = g.rate from ${given} where d.id = g.id`);
  await context.tx.run(sql`
    update allocation a set charge_amount = s.amount
    from (select g.bill, sum(g.amount) as amount from ${given} group by g.bill) s where a.id = s.bill`);
}

/** Lets the goods go again; only while nobody has picked. */
async function voidBills(
  context: Context,
  transfers: readonly Transfer[],
  input: Input,
): Promise<readonly Refusal[] | void> {
  const refusals = await voidOutStores(
    context,
    transfers.flatMap(({ row }) => row.outstoreId ?? []),
    askedText(input, 'reason'),
  );
  if (refusals.length > 0) return refusals;
  const ids = transfers.map(({ id }) => id);
  await release(context, 'allocation', { billIds: ids }, 'released');
  await context.tx.run(sql`update allocation_detail set reserved_qty = 0 where allocation_id = any(${ids}::bigint[])`);
  await context.tx.run(sql`update allocation set out_state = 'none' where id = any(${ids}::bigint[])`);
}

const WAITING: readonly string[] = ['draft', 'pending', 'rejected'];
/** Until it is approved: what there is of each line where it comes from and where it goes, in the unit of the line. */
async function withLying(context: Context, bill: WholeRecord<typeof allocation>): Promise<Record<string, unknown>> {
  if (!WAITING.includes(bill.status)) return {};
  const lines = await linesOf(context, [bill.id]);
  const foreseen = await foreseeHolds(context, holdsOf(lines, new Map([[bill.id, bill]])));
  const there = new Map(
    (
      await context.tx.rows<{ materialId: Id; qty: DecimalText }>(sql`
        select s.material_id, s.qty from stock s where s.location_id = ${bill.inLocationId}::bigint
          and s.material_id = any(${lines.map(({ materialId }) => materialId)}::bigint[])`)
    ).map((row) => [row.materialId, Decimal.of(row.qty)]),
  );
  const figures = new Map(
    lines.map((line, index) => {
      const inUnit = (base: Decimal): DecimalText => base.dividedBy(Decimal.of(line.factor)).rounded(6).toString();
      return [
        line.id,
        {
          outAvailableQty: inUnit(foreseen[index]!.available),
          inStockQty: inUnit(there.get(line.materialId) ?? Decimal.zero),
        },
      ];
    }),
  );
  return { details: bill.details.map((line) => ({ ...line, ...figures.get(line.id) })) };
}

export const allocationBehaviour = behaviour(allocation, {
  beforeSave,
  filters: {
    /** At either end. */
    warehouseId: (value) => sql`${value}::bigint in (t.out_location_id, t.in_location_id)`,
    materialId: (value) =>
      sql`exists (select 1 from allocation_detail d where d.allocation_id = t.id and d.material_id = ${value}::bigint)`,
  },
  guards: { toApply: beforeSending },
  actions: { doApply: approve, void: voidBills },
  detail: withLying,
  computed: {
    lineCount: () => sql`(select count(*)::integer from allocation_detail d where d.allocation_id = t.id)`,
  },
});
