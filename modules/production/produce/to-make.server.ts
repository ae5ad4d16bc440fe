/** What a factory makes for a day, and what it made on it. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { centralFactory } from '../../operations/factories/central-factory.resource.ts';
import { orderedGoods } from './ordered-goods.port.server.ts';
import * as calls from './produce.calls.ts';
import { stillToMake } from './to-make.rules.ts';

export const toMake = serve(calls.toMake, async (context, input) => {
  const { centralFactoryId: named } = input;
  if (named && !/^\d{1,19}$/.test(named))
    throw new Refused(refuse('param.invalid', { name: 'centralFactoryId', value: named }));
  const date = input.date ?? context.today;
  const factories = await factoriesInReach(context);
  const factory = named ? factories.find(({ id }) => id === named) : factories[0];
  if (factory === undefined && named) throw unknownRecord(centralFactory.label);
  const [lines, made] =
    factory === undefined
      ? [[], []]
      : await Promise.all([linesOf(context, factory.id, date), madeOn(context, factory.deptId, date)]);
  return {
    date,
    factories: factories.map(({ id, name }) => ({ id, name })),
    centralFactoryId: factory?.id ?? '',
    rawStoreId: factory?.rawStoreId ?? '',
    rawStoreName: factory?.rawStoreName ?? '',
    lines,
    made,
  };
});

interface Factory {
  readonly id: Id;
  readonly name: string;
  readonly deptId: Id;
  readonly rawStoreId: Id | null;
  readonly rawStoreName: string | null;
}
const factoriesInReach = (context: Context): Promise<readonly Factory[]> => {
  const { scope } = context.user;
  return context.tx.rows<Factory>(sql`
    select f.id, f.factory_name as name, f.dept_id, r.id as raw_store_id, r.name as raw_store_name
    from central_factory f left join lateral (select w.id, w.name from factory_warehouse w
      where w.factory_id = f.id and w.type = 'raw' and w.frozen = 0 order by w.sort, w.id limit 1) r on true
    where f.frozen = 0 ${scope.all ? empty : sql`and f.dept_id = any(${scope.depts}::bigint[])`}
    order by f.code, f.id`);
};

interface Wanted {
  readonly materialId: Id;
  readonly materialName: string;
  readonly materialCode: string;
  readonly unitName: string;
  readonly factoryWarehouseId: Id;
  readonly factoryWarehouseName: string;
  readonly wantedQty: DecimalText;
  readonly thereQty: DecimalText;
  readonly dishId: string;
  readonly dishName: string;
  readonly bomVersion: string;
}

/**
 * Semi-finished and finished goods a store of the factory keeps a safety stock of, or that were ordered of it; what is
 * missing first.
 */
async function linesOf(context: Context, factoryId: Id, date: string) {
  const ordered = await Promise.all(orderedGoods.of(context).map((ask) => ask(context, factoryId, date)));
  const rows = await context.tx.rows<Wanted>(sql`
    with wanted as (
      select x.location_id, x.material_id, sum(x.qty) as qty from (
        select s.location_id, s.material_id, s.safety_stock_threshold as qty from factory_warehouse f
        join stock s on s.location_id = f.id and s.safety_stock_threshold > 0 where f.factory_id = ${factoryId}::bigint
        union all
        select g."factoryWarehouseId", g."materialId", g.qty
        from json_to_recordset(${JSON.stringify(ordered.flat())}::json)
          as g("factoryWarehouseId" bigint, "materialId" bigint, qty numeric)) x group by 1, 2)
    select m.id as material_id, m.called as material_name, m.code as material_code, u.called as unit_name,
      w.id as factory_warehouse_id, w.name as factory_warehouse_name, k.qty as wanted_qty,
      greatest(coalesce(g.qty, 0) - coalesce(s.reserved_qty, 0), 0) as there_qty, coalesce(d.id::text, '') as dish_id,
      coalesce(d.name, '') as dish_name, coalesce(v.bom_version::text, '') as bom_version
    from wanted k join factory_warehouse w on w.id = k.location_id
    left join stock s on s.location_id = k.location_id and s.material_id = k.material_id
    join material m on m.id = k.material_id and m.material_kind in ('semi', 'finished')
    join material_unit u on u.id = m.base_unit_id
    left join lateral (select sum(b.qty) as qty from stock_batch b join batch t on t.id = b.batch_id
      where b.location_id = k.location_id and b.material_id = k.material_id and b.qty > 0 and t.lot_state = 'free'
        and (t.expiry_date is null or t.expiry_date >= ${date}::date)
        and (t.use_by is null or t.use_by > ${context.now}::timestamptz)) g on true
    left join dish d on d.stock_material_id = m.id and d.stockable = 1 and d.frozen = 0
    left join lateral (select b.bom_version from dish_bom b where b.dish_id = d.id and b.released = 1
      and (b.start_date is null or b.start_date <= ${date}::date)
      and (b.end_date is null or b.end_date >= ${date}::date)
      order by b.bom_version desc limit 1) v on true
    where w.factory_id = ${factoryId}::bigint and w.frozen = 0 order by m.code, w.id`);
  const lines = rows.map((row) => ({
    ...row,
    toMakeQty: stillToMake(Decimal.of(row.wantedQty), Decimal.of(row.thereQty)).toString(),
  }));
  return [
    ...lines.filter(({ toMakeQty }) => Decimal.of(toMakeQty).isPositive()),
    ...lines.filter(({ toMakeQty }) => !Decimal.of(toMakeQty).isPositive()),
  ];
}

interface Made {
  readonly id: Id;
  readonly billCode: string;
  readonly name: string;
  readonly produceType: string;
  readonly actualQty: DecimalText;
  readonly unitName: string;
  readonly operatorName: string;
  readonly produceTime: string;
  readonly coreTemp: string;
  readonly yieldPct: string;
}
/** Pots of a day, the latest first: who, when, how hot, and what came of the goods against the BOM. */
const madeOn = (context: Context, deptId: Id, date: string): Promise<readonly Made[]> =>
  context.tx.rows<Made>(sql`
    select p.id, p.bill_code, coalesce(x.name, m.called, '') as name, p.produce_type, p.actual_qty,
      coalesce(u.called, '') as unit_name, coalesce(o.real_name, '') as operator_name,
      to_char(p.produce_time, 'YYYY-MM-DD HH24:MI:SS') as produce_time, coalesce(p.core_temp::text, '') as core_temp,
      coalesce(case when p.standard_qty > 0 then round(p.actual_qty * 100 / p.standard_qty, 2) end::text, '')
        as yield_pct
    from gear_produce p left join split_bom x on x.id = p.split_bom_id
    left join material m on m.id = coalesce(p.material_id, x.material_id)
    left join material_unit u on u.id = m.base_unit_id left join app_user o on o.id = p.operator_id
    where p.place_dept_id = ${deptId}::bigint and p.biz_date = ${date}::date and p.status = 'posted'
      and p.place_kind = 'factory' order by p.produce_time desc, p.id desc`);
