import { resource } from '../../../kernel/core/declaration.ts';
import { attachments, code, day, pictures, quantity, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';
import { SEES_CONTACTS } from '../sites/sites.resource.ts';

/** Groups of the form. */
const SECTION = {
  contact: label('联系', 'Contact'),
  supply: label('供货', 'Supply'),
  licence: label('生产许可', 'Production licence'),
};

/** Profile of a central kitchen: a department of the kind factory, whose stores ship to sites, stalls and clients. */
export const centralFactory = resource('centralFactory', {
  label: label('中央工厂', 'Central factory'),
  service: 'sales-mall',
  segment: 'centralfactory',
  path: '/sales-mall/centralfactory',
  purpose: label(
    '中央工厂的资料。先在部门中建立工厂，在这里添加，再为它建立工厂仓库；第一个仓库成为发货仓。',
    'The central kitchens. Create the department first, add it here, then its warehouses: the first becomes its shipping warehouse.',
  ),
  few: true,
  fields: {
    code: code('编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    factoryName: text('工厂名称', 'Name', { max: 60, list: true, search: true }),
    deptId: ref('部门', 'Department', 'dept', {
      offer: OFFER.factories,
      unique: true,
      fixed: true,
      list: true,
      search: true,
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, list: true, search: true }),
    sapFactory: text('SAP工厂', 'SAP plant', { optional: true, unique: true, max: 10, list: true, search: true }),
    managerUserId: ref('厂长', 'Manager', 'user', { optional: true, list: true, section: SECTION.contact }),
    linkman: text('联系人', 'Contact', { max: 30, list: true, section: SECTION.contact }),
    phone: text('电话', 'Telephone', { optional: true, max: 20, right: SEES_CONTACTS, section: SECTION.contact }),
    regionCode: code('地区', 'Region', { max: 12, optional: true, section: SECTION.contact }),
    address: text('地址', 'Address', { max: 200, section: SECTION.contact }),
    factoryWarehouseIds: refs('工厂仓', 'Warehouses', 'factoryWarehouse', {
      readonly: true,
      computed: true,
      optional: true,
      section: SECTION.supply,
    }),
    shipWarehouseId: ref('发货仓', 'Ships from', 'factoryWarehouse', {
      optional: true,
      list: true,
      section: SECTION.supply,
      hint: label('本厂的一个仓库；建立第一个仓库时自动填写', 'One of its own; the first one made is filled in'),
    }),
    gearOperationSysIds: refs('供应档口', 'Stalls served', 'operationSystem', {
      optional: true,
      section: SECTION.supply,
      hint: label('不填则按项目部的对应关系', 'Leave empty to serve by the sites it is mapped to'),
    }),
    dailyCapacity: quantity('日产能(kg)', 'Capacity a day (kg)', {
      optional: true,
      positive: true,
      section: SECTION.supply,
    }),
    licenseNo: text('生产许可证号', 'Licence number', { optional: true, max: 40, section: SECTION.licence }),
    licenseExpire: day('许可证有效期', 'Licence valid until', { optional: true, list: true, section: SECTION.licence }),
    licenseFiles: attachments('许可证附件', 'Licence files', { optional: true, max: 9, section: SECTION.licence }),
    pictures: pictures('图片', 'Pictures', { optional: true, max: 9 }),
    frozen,
    remark,
  },
  calls: ['page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  title: 'factoryName',
  keyword: ['code', 'factoryName', 'address'],
  sort: 'code',
  scope: 'deptId',
  namedByAll: true,
});
