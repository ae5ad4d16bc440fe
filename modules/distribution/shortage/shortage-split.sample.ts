import { sample } from '../../../tests/support/sample.ts';
import { shortageSplit } from './shortage-split.document.ts';

let days = 0;
/** What a material is short of on a day of its own: a split needs lines that wait to be sorted. */
const made = sample(shortageSplit, {
  isSingular: true,
  values: async (maker) => {
    days += 1;
    const day = `2032-01-${String((days % 28) + 1).padStart(2, '0')}`;
    await maker.sql(
      `insert into distribution_statement_log (tenant_id, order_no, order_id, order_detail_id, delivery_date,
        site_dept_id, warehouse_id, out_org_id, factory_warehouse_id, wave_no, material_id, unit_id, base_unit_id,
        order_qty, visible_dept_ids, order_type)
      select '000000', 'GDS' || $1, '0', $1, $2, w.project_group_dept_id, w.id, f.factory_dept_id, f.id, 'W1', m.id,
        m.base_unit_id, m.base_unit_id, 10, array[f.factory_dept_id, w.project_group_dept_id], 'client'
      from (select * from factory_warehouse where frozen = 0 order by id limit 1) f,
        (select * from warehouse where frozen = 0 order by id limit 1) w,
        (select * from material where catch_weight = 0 order by id limit 1) m`,
      [`${maker.number}-${days}`, day],
    );
    const [store] = await maker.rows({ name: 'factoryWarehouse' });
    const [row] = (await maker.sql(
      `select factory_warehouse_id::text as store, material_id::text as material from distribution_statement_log
        where order_detail_id = $1`,
      [`${maker.number}-${days}`],
    )) as { store: string; material: string }[];
    return {
      factoryWarehouseId: row?.store ?? store?.id,
      outWarehouseId: null,
      deliveryDate: day,
      materialId: row?.material,
      waveNo: null,
      rule: 'proportional',
      supplyFrom: 'entered',
      supplyQty: '6',
      step: '0.01',
      details: [],
    };
  },
});
let waves = 0;
/** One living split of a material, store, day and wave: each that is put together has a wave of its own. */
export const shortageSplitSample = Object.defineProperty({ ...made }, 'columns', {
  enumerable: true,
  get: () => {
    waves += 1;
    return {
      out_warehouse_id: null,
      wave_no: `W${100 + waves}`,
      rule: 'proportional',
      supply_from: 'entered',
      supply_qty: 6,
      step: 1,
    };
  },
});
