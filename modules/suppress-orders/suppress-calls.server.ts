import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { actOn } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { sql } from '../../parts/postgres/database.ts';
import { settlementPrices } from '../settlement/settlement-prices.server.ts';
import { documentPlaces } from '../stock/warehouses/document-place.server.ts';
import { siteFigures } from './site-figures.server.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';
import * as calls from './suppress.calls.ts';

const SITES_MAX = 500;

interface Asked {
  readonly warehouseId: Id;
  readonly siteId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly unit: string;
}

/** Only warehouses of sites; whoever pushes sees none of their bills, and of their stock no more than this. */
const figures = serve(calls.siteFigures, async (context, { warehouseIds, materialIds, arriveDate }) => {
  if (warehouseIds.length * materialIds.length > SITES_MAX * 20)
    throw new Refused(refuse('ids.too-many', { max: SITES_MAX }));
  const asked = await context.tx.rows<Asked>(sql`
      select w.id as warehouse_id, w.project_group_dept_id as site_id, m.id as material_id, m.base_unit_id as unit_id,
        u.called as unit
      from warehouse w cross join material m join material_unit u on u.id = m.base_unit_id
      where w.id = any(${[...warehouseIds]}::bigint[]) and m.id = any(${[...materialIds]}::bigint[])
      order by w.id, m.id`);
  const found = await siteFigures(context, asked);
  const prices = context.allowed('factorysuppressorder_view_cost')
    ? await pricesOf(context, arriveDate ?? context.today, asked)
    : null;
  return asked.map(({ warehouseId, materialId, unit }) => {
    const key = `${warehouseId} ${materialId}`;
    const { stockQty, dailyUse } = found.get(key)!;
    return {
      warehouseId,
      materialId,
      stockQty,
      dailyUse,
      baseUnitName: unit,
      ...(prices === null ? {} : { settlementPrice: prices.get(key) ?? null }),
    };
  });
});

async function pricesOf(
  context: Context,
  date: string,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = await Promise.all(
    [...Map.groupBy(asked, ({ siteId }) => siteId)].map(async ([site, own]) => {
      const prices = await settlementPrices(
        context,
        site,
        date,
        own.map((each) => ({ ...each, factor: Decimal.one })),
      );
      return own.map(
        ({ warehouseId, materialId }, at) =>
          [`${warehouseId} ${materialId}`, prices[at]?.price.toString() ?? null] as const,
      );
    }),
  );
  return new Map(found.flat());
}

/** One site less, by name and with a reason, before the rest is approved. */
const takeOut = serve(calls.takeOut, async (context, { id, warehouseId, reason }) => {
  await actOn(context, factorySuppressOrder, 'takeOut', id, async ({ billCode }, moveOn) => {
    const taken = await context.tx.run(sql`
      update factory_suppress_order_detail d set taken_out_reason = ${reason}
      where d.factory_suppress_order_id = ${id}::bigint and d.warehouse_id = ${warehouseId}::bigint
        and d.taken_out_reason is null`);
    if (taken === 0) {
      const warehouse = (await documentPlaces(context, [warehouseId])).get(warehouseId)?.name ?? warehouseId;
      throw new Refused(refuse('suppress.not-in-order', { billCode, warehouse }, { field: 'warehouseId' }));
    }
    await context.tx.run(sql`
      update factory_suppress_order o set settlement_amount = (select coalesce(sum(d.settlement_amount), 0)
        from factory_suppress_order_detail d where d.factory_suppress_order_id = o.id and d.taken_out_reason is null)
      where o.id = ${id}::bigint`);
    await moveOn({ reason });
  });
  return true;
});

export const suppressCalls: readonly Call[] = [figures, takeOut];
