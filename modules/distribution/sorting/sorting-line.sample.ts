import { sample } from '../../../tests/support/sample.ts';
import { distributionStatementLog } from './distribution-statement-log.resource.ts';

/** A line that waits in the first store of a factory: lines are made when orders are accepted, never entered. */
export const sortingLineSample = sample(distributionStatementLog, {
  row: (maker) =>
    maker.sql(
      `insert into distribution_statement_log (tenant_id, order_no, order_id, order_detail_id, delivery_date,
        site_dept_id, warehouse_id, out_org_id, factory_warehouse_id, wave_no, material_id, unit_id, base_unit_id,
        order_qty, visible_dept_ids, order_type)
      select '000000', 'GDS0', '0', '0', now()::date, w.project_group_dept_id, w.id, f.factory_dept_id, f.id, 'W1',
        m.id, m.base_unit_id, m.base_unit_id, 10, array[f.factory_dept_id, w.project_group_dept_id], 'client'
      from (select * from factory_warehouse where frozen = 0 order by id limit 1) f,
        (select * from warehouse where frozen = 0 order by id limit 1) w,
        (select * from material where catch_weight = 0 order by id limit 1) m`,
    ),
});
