/** The only writer of money entries: one statement for what a document posts, in its transaction. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import type { PostedMove } from '../stock/ledger/posting.server.ts';
import type { Entry } from './settlement-entry.rules.ts';

/** Writes the entries of one or several documents. */
export async function writeEntries(context: Context, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ bill, ...entry }, nr) => ({
    nr,
    party_kind: entry.partyKind,
    party: entry.partyId,
    kind: entry.entryKind,
    day: bill.bizDate,
    bill_type: bill.type,
    bill_id: bill.id,
    bill_code: bill.code,
    dept: bill.deptId,
    company: bill.companyDeptId,
    line: entry.lineId,
    move: entry.moveId,
    material: entry.materialId,
    qty: entry.qty,
    unit: entry.unitId,
    crate: entry.crateTypeId ?? null,
    price: entry.price,
    rate: entry.taxRate,
    amount: entry.amount,
    no_tax: entry.amountNoTax,
    tax: entry.taxAmount,
  }));
  await context.tx.run(sql`
    insert into settlement_entry (party_kind, party_id, entry_kind, biz_date, bill_type, bill_id, bill_code, dept_id,
      company_dept_id, line_id, move_id, material_id, qty, unit_id, crate_type_id, price, tax_rate, amount,
      amount_no_tax, tax_amount, create_user)
    select g.party_kind, g.party, g.kind, g.day, g.bill_type, g.bill_id, g.bill_code, g.dept, g.company, g.line, g.move,
      g.material, g.qty, g.unit, g.crate, g.price, g.rate, g.amount, g.no_tax, g.tax, ${context.user.userId}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(nr integer, party_kind text, party bigint, kind text,
      day date, bill_type text, bill_id bigint, bill_code text, dept bigint, company bigint, line bigint, move bigint,
      material bigint, qty numeric, unit bigint, crate bigint, price numeric, rate numeric, amount numeric,
      no_tax numeric, tax numeric) order by g.nr`);
}

/** Entries `e`, joined by what follows, once more with the opposite sign. */
const opposites = (context: Context, move: Sql, joined: Sql): Sql => sql`
  insert into settlement_entry (party_kind, party_id, entry_kind, biz_date, bill_type, bill_id, bill_code, dept_id,
    company_dept_id, line_id, move_id, material_id, qty, unit_id, crate_type_id, price, tax_rate, amount,
    amount_no_tax, tax_amount, reverses_entry_id, create_user)
  select e.party_kind, e.party_id, e.entry_kind, ${context.today}::date, e.bill_type, e.bill_id, e.bill_code, e.dept_id,
    e.company_dept_id, e.line_id, ${move}, e.material_id, -e.qty, e.unit_id, e.crate_type_id, e.price, e.tax_rate,
    -e.amount, -e.amount_no_tax, -e.tax_amount, e.id, ${context.user.userId}::bigint
  from settlement_entry e ${joined} order by e.id`;

/** Of moves that take others back: the entries of those, taken back beside them. */
export async function reverseEntries(context: Context, moves: readonly PostedMove[]): Promise<void> {
  const pairs = moves.flatMap(({ id, reversesMoveId }) =>
    reversesMoveId === null ? [] : [{ id, of: reversesMoveId }],
  );
  if (pairs.length === 0) return;
  await context.tx.run(
    opposites(
      context,
      sql`g.id`,
      sql`join json_to_recordset(${JSON.stringify(pairs)}::json) as g(id bigint, "of" bigint) on e.move_id = g."of"`,
    ),
  );
}

/** Of a document that is taken back and moved nothing: all its entries. */
export const reverseEntriesOf = (
  context: Context,
  bill: { readonly type: string; readonly id: Id },
): Promise<unknown> =>
  context.tx.run(
    opposites(
      context,
      sql`null::bigint`,
      sql`where e.bill_type = ${bill.type} and e.bill_id = ${bill.id}::bigint and e.reverses_entry_id is null`,
    ),
  );
