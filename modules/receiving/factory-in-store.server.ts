/** In-stores of factories: the same bills and the same dock at an address of their own. */
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { sql } from '../../parts/postgres/database.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { factoryWarehouse } from '../stock/warehouses/factory-warehouse.resource.ts';
import { completeBill, explainDifferences } from './do-difference.server.ts';
import { receiveGoods } from './do-receiving.server.ts';
import * as calls from './factory-in-store.calls.ts';
import { faceOf } from './in-store-faces.server.ts';
import { sourceBill, submitBill } from './in-store.server.ts';
import { proposeClaims, proposeDelivery } from './proposals.server.ts';
import { reverseGoods } from './reverse-receiving.server.ts';

const bills = (context: Context) => faceOf(context, 'factory');

const expectedAtStore = serve(
  calls.expectedAtStore,
  async (context, input) => {
    const store = await recordById(context, factoryWarehouse, requireId(input, 'id'));
    return context.tx.rows<TypeOf<typeof calls.expectedAtStore.answer>[number]>(sql`
      select s.id, s.bill_code, coalesce(s.source_bill_code, '') as source_bill_code,
        coalesce(p.name, s.vendor_name, '') as supplier_name, s.expect_time, s.status,
        coalesce((select jsonb_agg(jsonb_build_object('id', d.id::text, 'materialId', d.material_id::text,
            'materialCode', m.code, 'materialName', m.called, 'unitName', u.called,
            'qty', trim_scale(d.qty)::text, 'receivedQty', trim_scale(d.received_qty)::text,
            'openQty', trim_scale(d.open_qty)::text) order by d.line_no)
          from in_store_detail d join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
          join material_unit u on u.tenant_id = d.tenant_id and u.id = d.unit_id
          where d.tenant_id = s.tenant_id and d.in_store_id = s.id and d.open_qty > 0), '[]') as details
      from in_store s left join supplier p on p.tenant_id = s.tenant_id and p.id = s.supplier_id
      where s.location_id = ${store.id}::bigint and s.status in ('to-receive', 'receiving')
        and (${input.date}::date is null or s.expect_time < (${input.date}::date + 1)::timestamptz)
      order by s.expect_time, s.bill_code limit 500`);
  },
  { reads: true },
);

export const factoryInStoreCalls: readonly Call[] = [
  serve(calls.submit, (context, input, { body }) => submitBill(context, input, body, bills(context))),
  serve(calls.getSourceBill, (context, input) => sourceBill(context, input)),
  serve(calls.preReceiving, (context, input) => proposeDelivery(context, input, bills(context)), { reads: true }),
  serve(calls.doReceiving, (context, input) => receiveGoods(context, input, bills(context))),
  serve(calls.reverseReceiving, (context, input) => reverseGoods(context, input, bills(context))),
  serve(calls.preDifference, (context, input) => proposeClaims(context, input, bills(context)), { reads: true }),
  serve(calls.doDifference, (context, input) => explainDifferences(context, input, bills(context))),
  serve(calls.completeReceiving, (context, input) => completeBill(context, input, bills(context))),
  expectedAtStore,
];
