import { resource } from '../../../kernel/core/declaration.ts';
import { code, dictionary, flag, integer, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** Groups of the form. */
const SECTION = {
  basics: label('归属与存放', 'Where it belongs'),
  serves: label('使用范围', 'Serves'),
  sap: label('SAP', 'SAP'),
};

/** Temperature zones a store room may have; a chilled material asks for a chilled zone at receipt. */
export const ZONES = ['ambient', 'cool', 'chilled', 'frozen'] as const;
export const zoneLabels = {
  ambient: label('常温', 'Ambient'),
  cool: label('阴凉', 'Cool'),
  chilled: label('冷藏', 'Chilled'),
  frozen: label('冷冻', 'Frozen'),
} as const;

/** A store room of a project department, serving chosen restaurants. The database makes its stock location with it. */
export const warehouse = resource('warehouse', {
  label: label('仓库', 'Warehouse'),
  service: 'store-management',
  segment: 'warehouse',
  path: '/store/warehouse',
  purpose: label(
    '存放物料的库房。先建立项目部，再为它建立仓库并选择它服务的餐厅。',
    'Where goods are kept. Enter the project department first, then its warehouse and the restaurants it serves.',
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
    name: text('仓库名称', 'Name', { unique: ['projectGroupDeptId'], max: 60, list: true, search: true }),
    companyDeptId: ref('所属公司', 'Company', 'dept', {
      offer: OFFER.companies,
      fixed: true,
      list: true,
      search: true,
      section: SECTION.basics,
    }),
    projectGroupDeptId: ref('所属项目部', 'Project department', 'dept', {
      offer: OFFER.sites,
      list: true,
      search: true,
      section: SECTION.basics,
    }),
    warehouseType: dictionary('仓库类型', 'Kind', 'warehouseType', {
      default: 'site',
      list: true,
      search: true,
      section: SECTION.basics,
    }),
    zones: text('温区', 'Zones', {
      default: 'ambient',
      max: 60,
      section: SECTION.basics,
      hint: label(
        '可选几项；收货时核对。表格中写 ambient、cool、chilled、frozen，用逗号分隔',
        'One or several; checked at receipt. In a sheet: ambient, cool, chilled, frozen, separated by commas',
      ),
    }),
    managerId: ref('仓管员', 'Storekeeper', 'user', { optional: true, list: true, section: SECTION.basics }),
    phone: text('电话', 'Phone', { optional: true, max: 20, section: SECTION.basics }),
    address: text('地址', 'Address', { optional: true, max: 200, section: SECTION.basics }),
    useRestaurantGroupDeptId: refs('使用餐厅', 'Restaurants served', 'dept', {
      offer: OFFER.restaurants,
      optional: true,
      list: true,
      search: true,
      section: SECTION.serves,
      hint: label('不填则服务该项目部的全部餐厅', 'Leave empty for all restaurants of the site'),
    }),
    sapFactory: text('SAP工厂', 'SAP plant', { optional: true, max: 10, section: SECTION.sap }),
    sapStorageLocation: text('SAP库存地点', 'SAP storage location', { optional: true, max: 10, section: SECTION.sap }),
    sort: integer('排序', 'Order', { default: 0, min: 0, section: SECTION.basics }),
    frozen: flag('冻结', 'Frozen', {
      default: 0,
      readonly: true,
      list: true,
      search: true,
      section: SECTION.basics,
      hint: label('冻结后不能新建单据，在途单据可继续', 'Frozen: no new documents; open ones may finish'),
    }),
    remark: text('备注', 'Remark', { optional: true, max: 500, section: SECTION.basics }),
  },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'select',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  keyword: ['code', 'name', 'address'],
  sort: 'sort,code',
  scope: 'projectGroupDeptId',
  namedByAll: true,
});
