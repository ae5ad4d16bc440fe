import { resource } from '../../../kernel/core/declaration.ts';
import { code, flag, integer, pictures, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen } from '../../master-data/materials/validity.fields.ts';
import { SEES_CONTACTS } from '../sites/sites.resource.ts';

const TIME = label('例 05:30', 'For example 05:30');

/** 卸货点: where a truck stops at a site, who takes the goods there and when. */
export const projectDeptUnload = resource('projectDeptUnload', {
  label: label('卸货点', 'Unloading point'),
  service: 'gear-operation',
  segment: 'gearprojectdeptsysunload',
  path: '/gear/gearprojectdeptsysunload',
  purpose: label(
    '货车在项目部停靠的地点、收货人和收货时间，送货地址和线路顺序按它。',
    'Where trucks stop at a site, who receives there and when: delivery addresses and the order of a route follow it.',
  ),
  few: true,
  fields: {
    code: code('编码', 'Code', { unique: ['projectDeptSysId'], max: 32, list: true, search: true }),
    name: text('卸货点', 'Name', { max: 50, list: true, search: true }),
    projectDeptSysId: ref('项目部', 'Site', 'projectDeptSystem', { fixed: true, list: true, search: true }),
    bladeProjectDeptId: ref('项目部门', 'Department of the site', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
    }),
    address: text('地址', 'Address', { max: 200, list: true }),
    longitude: text('经度', 'Longitude', { optional: true, max: 20 }),
    latitude: text('纬度', 'Latitude', { optional: true, max: 20 }),
    linkman: text('收货人', 'Receives', { max: 30, list: true }),
    phone: text('电话', 'Telephone', { optional: true, needed: true, max: 20, list: true, right: SEES_CONTACTS }),
    receiveStart: text('收货开始', 'Receives from', { max: 5, list: true, hint: TIME }),
    receiveEnd: text('收货结束', 'Receives until', { max: 5, list: true, hint: TIME }),
    useRestaurantDeptIds: refs('服务餐厅', 'Restaurants served', 'dept', {
      offer: OFFER.restaurants,
      optional: true,
      hint: label('不填为项目部的全部餐厅', 'Leave empty for all restaurants of the site'),
    }),
    warehouseId: ref('收货仓库', 'Warehouse', 'warehouse', { optional: true }),
    stopSeq: integer('线路顺序', 'Stop', { default: 0, min: 0, list: true }),
    vehicleLimit: text('车辆限制', 'Vehicles', { optional: true, max: 100 }),
    pictures: pictures('照片', 'Pictures', { optional: true, max: 9 }),
    isDefault: flag('默认', 'Default', {
      default: 0,
      list: true,
      hint: label('每个项目部一个；新的默认代替原来的', 'One for each site; a new one takes the place of the old'),
    }),
    frozen,
  },
  calls: ['list', 'page', 'detail', 'save', 'update', 'saveOrUpdate', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'projectDeptSysId,stopSeq,code',
  scope: 'bladeProjectDeptId',
});
