/** Who owes what of a document, for whoever may see it. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { Owed } from './owed.ts';

/** The sums of its entries by party, the margin, and the lines a site took that nobody was charged for. */
export async function owedOf(context: Context, type: string, id: Id): Promise<Owed | null> {
  if (!context.allowed('settlemententry_view') || !context.allowed('settlemententry_view_cost')) return null;
  const [parties, gaps] = await Promise.all([
    context.tx.rows<{ kind: string; name: string; amount: DecimalText; noTax: DecimalText; tax: DecimalText }>(sql`
      select e.party_kind as kind, coalesce(s.name, d.dept_name, '') as name, sum(e.amount) as amount,
        sum(e.amount_no_tax) as no_tax, sum(e.tax_amount) as tax
      from settlement_entry e
      left join supplier s on s.tenant_id = e.tenant_id and s.id = e.party_id and e.party_kind = 'supplier'
      left join dept d on d.tenant_id = e.tenant_id and d.id = e.party_id and e.party_kind <> 'supplier'
      where e.bill_type = ${type} and e.bill_id = ${id}::bigint group by 1, 2 order by 1 desc, 2`),
    context.tx.rows<{ material: string }>(sql`
      select distinct g.called as material from stock_move m
      join warehouse w on w.tenant_id = m.tenant_id and w.id = m.location_id
      join material g on g.tenant_id = m.tenant_id and g.id = m.material_id
      where m.bill_type = ${type} and m.bill_id = ${id}::bigint and m.qty > 0
        and (m.reason = 'receipt.direct-in'
          or m.reason in ('receipt.purchase', 'receipt.self') and w.warehouse_type <> 'central')
        and not exists (select 1 from stock_move r where r.tenant_id = m.tenant_id and r.reverses_move_id = m.id)
        and not exists (select 1 from settlement_entry e
          where e.tenant_id = m.tenant_id and e.move_id = m.id and e.party_kind = 'site')
      order by 1`),
  ]);
  const sumOf = (kind: string): Decimal =>
    Decimal.sum(parties.filter((party) => party.kind === kind).map(({ amount }) => Decimal.of(amount)));
  return {
    parties,
    receiptMargin: parties.some(({ kind }) => kind === 'site')
      ? sumOf('site').minus(sumOf('supplier')).toFixed(2)
      : null,
    chargesLeftOut: gaps.map(({ material }) => material),
  };
}
