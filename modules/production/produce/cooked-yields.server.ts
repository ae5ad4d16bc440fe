/**
 * Yields that pots reached, as tests of yields: what a pot needed net of a material against what it really took. A pot
 * entered as planned says nothing, and where a semi-finished dish is opened on the way nobody knows which part it was.
 */
import type { Sql } from '../../../parts/postgres/database.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { gearProduce } from './produce.document.ts';

/** Rows of the port `yields reached while cooking`; processing and process loss are taken out of the yield. */
export const yieldsOfPots = (): Sql => sql`
  select d.material_id, (
      select case when count(distinct b.supplier_id) = 1 then min(b.supplier_id) end
      from stock_move m join batch b on b.id = m.batch_id
      where m.bill_type = ${gearProduce.segment} and m.bill_id = p.id and m.line_id = d.id
        and m.reason = 'kitchen.produce-out') as supplier_id,
    p.biz_date as test_date, d.actual_qty as gross_qty,
    d.actual_qty * d.actual_yield / 100 / (coalesce(l.process_yield, 100) / 100) / (1 - v.process_loss_rate / 100)
      as net_qty
  from gear_produce p join gear_produce_detail d on d.gear_produce_id = p.id
  join dish_bom v on v.id = p.dish_bom_id
  join dish_bom_detail l on l.dish_bom_id = v.id and l.material_id = d.material_id and l.line_kind = 'material'
  where p.status = 'posted' and p.produce_type in ('cook', 'semi') and p.bill_source = 'manual'
    and d.actual_qty > 0 and d.actual_yield > 0 and d.actual_qty <> d.std_qty
    and not exists (select 1 from dish_bom_detail x where x.dish_bom_id = v.id
      and (x.sub_dish_id is not null or x.material_id = l.material_id and x.id <> l.id))`;
