/** Who sends, as calendars, their exceptions and routes name it: an organisation, and one of its stores or all. */
import { ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';

const ALL_STORES = label('不填为该组织的全部仓库', 'Leave empty for all stores of the organisation');

/** Whose departments send goods: factories, and companies with a central warehouse. */
export const OFFER_SENDERS = { deptCategory_in: `${DEPT.company},${DEPT.factory}` } as const;

/** One store of the sender, or none for all of its stores. */
export const senderStores = {
  factoryWarehouseId: ref('工厂仓', 'Factory store', 'factoryWarehouse', {
    optional: true,
    list: true,
    search: true,
    hint: ALL_STORES,
  }),
  outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', {
    optional: true,
    list: true,
    search: true,
    hint: ALL_STORES,
  }),
};
