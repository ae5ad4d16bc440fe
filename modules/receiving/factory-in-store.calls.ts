/** The calls of the in-store at the address of the factories, with rights of their own. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { day, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { factoryWarehouse } from '../stock/warehouses/factory-warehouse.resource.ts';
import * as dock from './in-store.calls.ts';
import { inStore } from './in-store.document.ts';

/** The face of the in-store that shows bills of factories. */
export const FACTORY_BILLS = 'factorywarehouseinstore';
const face = { service: inStore.service, segment: FACTORY_BILLS, permission: FACTORY_BILLS };
const at = (name: string, button: string) => callOf(face, name, button);

export const submit = contract({
  ...dock.submit,
  path: `${FACTORY_BILLS}/submit`,
  permission: [`${FACTORY_BILLS}_add`, `${FACTORY_BILLS}_edit`],
});
export const getSourceBill = contract({ ...dock.getSourceBill, ...at('getSourceBill', 'view') });
export const preReceiving = contract({ ...dock.preReceiving, ...at('preReceiving', 'do_receiving') });
export const doReceiving = contract({ ...dock.doReceiving, ...at('doReceiving', 'do_receiving') });
export const reverseReceiving = contract({ ...dock.reverseReceiving, ...at('reverseReceiving', 'reverse_receiving') });
export const preDifference = contract({ ...dock.preDifference, ...at('preDifference', 'do_difference') });
export const doDifference = contract({ ...dock.doDifference, ...at('doDifference', 'do_difference') });
export const completeReceiving = contract({
  ...dock.completeReceiving,
  ...at('completeReceiving', 'complete_receiving'),
});

/** What a store of a factory still expects, by the day it is due: bills with what is open of their lines. */
export const expectedAtStore = contract({
  method: 'POST',
  ...callOf(factoryWarehouse, 'preReceiving', 'view'),
  permission: ['factorywarehouse_view', `${FACTORY_BILLS}_view`],
  summary: label('工厂仓库待收', 'What a factory store expects'),
  input: {
    id: text('工厂仓库', 'Factory store', { optional: true }),
    date: day('到货日期', 'Until', { optional: true, hint: label('不填为全部', 'Leave empty for all') }),
  },
  answer: shape.list(
    shape.object({
      id: shape.id,
      billCode: shape.text,
      sourceBillCode: shape.text,
      supplierName: shape.text,
      expectTime: shape.moment,
      status: shape.text,
      details: shape.list(
        shape.object({
          id: shape.id,
          materialId: shape.id,
          materialCode: shape.text,
          materialName: shape.text,
          unitName: shape.text,
          qty: shape.quantity,
          receivedQty: shape.quantity,
          openQty: shape.quantity,
        }),
      ),
    }),
  ),
});
