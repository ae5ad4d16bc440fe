import { resource } from '../../../kernel/core/declaration.ts';
import { code, integer, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen } from '../../master-data/materials/validity.fields.ts';
import { OFFER_SENDERS, senderStores } from '../calendar/sender.fields.ts';

const TIME = label('例 05:30', 'For example 05:30');

/** 配送线路: the tour of a vehicle, stop by stop. It is loaded in reverse. */
export const deliveryRoute = resource('deliveryRoute', {
  label: label('配送线路', 'Delivery route'),
  service: 'store-management',
  segment: 'deliveryroute',
  path: '/distribution/deliveryroute',
  purpose: label(
    '一辆车按顺序送哪些项目部。分拣和装车按它：先到的最后装。',
    'Which sites a vehicle serves, in order. Sorting and loading follow it: the first stop is loaded last.',
  ),
  fields: {
    code: code('线路编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    name: text('线路名称', 'Name', { max: 60, list: true, search: true }),
    outOrgId: ref('发货组织', 'Sent by', 'dept', { offer: OFFER_SENDERS, list: true, search: true }),
    ...senderStores,
    departTime: text('发车时间', 'Leaves at', { max: 5, list: true, hint: TIME }),
    plateNo: text('车牌', 'Plate', { optional: true, max: 20, list: true, search: true }),
    driver: text('司机', 'Driver', { optional: true, max: 30, list: true, search: true }),
    phone: text('电话', 'Telephone', { optional: true, max: 20 }),
    stopCount: integer('站数', 'Stops', { readonly: true, default: 0, list: true }),
    frozen,
  },
  lines: {
    stops: {
      label: label('停靠点', 'Stops'),
      table: 'delivery_route_stop',
      fields: {
        stopSeq: integer('停靠顺序', 'Stop', { min: 1, max: 999, list: true }),
        projectDeptSysId: ref('项目部', 'Site', 'projectDeptSystem', { list: true }),
        warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { list: true }),
        unloadId: ref('卸货点', 'Unloading point', 'projectDeptUnload', { optional: true, list: true }),
        windowStart: text('送达时段起', 'Arrives from', { optional: true, max: 5, hint: TIME }),
        windowEnd: text('送达时段止', 'Arrives until', { optional: true, max: 5, hint: TIME }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name', 'driver', 'plateNo'],
  sort: 'code',
  scope: 'outOrgId',
  namedByAll: true,
  constraints: { store_ck: 'check (num_nonnulls(factory_warehouse_id, out_warehouse_id) <= 1)' },
  indexes: [['outOrgId', 'departTime']],
});
