import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, flag, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { warehouse } from './warehouse.resource.ts';

const { zones, managerId, phone, address, sapStorageLocation, sort, remark } = warehouse.fields;

/** What a store of a factory is for; it takes materials of these kinds alone (`kept-kinds.rules.ts`). */
export const factoryStoreTypes = [
  ['raw', '原料仓', 'Raw materials'],
  ['semi', '半成品仓', 'Semi-finished'],
  ['finished', '成品仓', 'Finished goods'],
  ['pack', '包材仓', 'Packaging'],
  ['return', '退货仓', 'Returns'],
] as const;

/** A store of a central factory. The database makes its stock location, and the one of goods on their way, with it. */
export const factoryWarehouse = resource('factoryWarehouse', {
  label: label('工厂仓库', 'Factory warehouse'),
  service: 'store-management',
  segment: 'factorywarehouse',
  path: '/store/factorywarehouse',
  purpose: label(
    '中央工厂的库房，按原料、半成品、成品、包材和退货分开。先添加中央工厂；第一个仓库成为它的发货仓。',
    'The stores of a central factory, parted by what they keep. Add the factory first; its first store becomes the one it ships from.',
  ),
  fields: {
    code: code('仓库编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    name: text('仓库名称', 'Name', { unique: ['factoryId'], max: 60, list: true, search: true }),
    factoryId: ref('所属工厂', 'Factory', 'centralFactory', { fixed: true, list: true, search: true }),
    type: choice('仓库类型', 'Kind', factoryStoreTypes, {
      list: true,
      search: true,
      hint: label(
        '原料仓收原料和低耗品，半成品仓收半成品，成品仓收成品，包材仓收包材和低耗品，退货仓都收',
        'Raw: raw materials and consumables; semi-finished and finished: their own; packaging: packaging and consumables; returns: all',
      ),
    }),
    factoryDeptId: ref('工厂部门', 'Department', 'dept', { readonly: true, optional: true, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    sapFactory: text('SAP工厂', 'SAP plant', { readonly: true, optional: true, max: 10, list: true, search: true }),
    sapStorageLocation,
    zones,
    managerId,
    phone,
    address,
    sort,
    frozen: flag('冻结', 'Frozen', {
      default: 0,
      readonly: true,
      list: true,
      search: true,
      hint: label('冻结后不能新建单据，在途单据可继续', 'Frozen: no new documents; open ones may finish'),
    }),
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name', 'address'],
  sort: 'sort,code',
  scope: 'factoryDeptId',
  namedByAll: true,
});

export type FactoryStoreType = (typeof factoryStoreTypes)[number][0];
