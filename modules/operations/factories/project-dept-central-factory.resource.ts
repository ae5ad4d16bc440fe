import { resource } from '../../../kernel/core/declaration.ts';
import { code, day, integer, ref, refs } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { remark, validity } from '../../master-data/materials/validity.fields.ts';

/**
 * Which factory serves a site with which goods, and when. Types above each other may be named in rows of their own:
 * the nearest type decides, then the priority.
 */
export const projectDeptCentralFactory = resource('projectDeptCentralFactory', {
  label: label('项目部中央工厂', 'Site factory'),
  service: 'sales-mall',
  segment: 'projectdepartmentcentralfactory',
  path: '/sales-mall/projectdepartmentcentralfactory',
  purpose: label(
    '规定哪个工厂给哪个项目部供哪些物料。物料类型越近越优先，其次看优先级。',
    'Says which factory serves which site with what. The nearest material type decides, then the priority.',
  ),
  fields: {
    code: code('编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    projectDeptId: ref('项目部', 'Site', 'dept', { offer: OFFER.sites, list: true, search: true }),
    centralFactoryId: ref('中央工厂', 'Factory', 'centralFactory', { list: true, search: true }),
    materialTypeIds: refs('供应物料类型', 'Material types', 'materialType', {
      optional: true,
      list: true,
      search: true,
      hint: label('含下级类型；不填为全部物料', 'Types below are included; leave empty for all materials'),
    }),
    priority: integer('优先级', 'Priority', {
      default: 1,
      min: 1,
      max: 999,
      list: true,
      search: true,
      hint: label('小的优先', 'Lowest first'),
    }),
    startDate: day('生效日期', 'Valid from', {
      withYear: true,
      list: true,
      missing: label('请选择生效日期', 'Say from which day it holds'),
    }),
    endDate: validity.endDate,
    factoryWarehouseId: ref('发货仓', 'Ships from', 'factoryWarehouse', {
      optional: true,
      list: true,
      hint: label('不填则为工厂的发货仓', 'Leave empty for the shipping warehouse of the factory'),
    }),
    // Both sides of it see it: the site and the factory.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    remark,
  },
  calls: ['page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  title: 'code',
  keyword: ['code'],
  excelKey: ['projectDeptId', 'centralFactoryId', 'startDate'],
  sort: 'projectDeptId,priority',
  scope: 'visibleDeptIds',
  constraints: { days_ck: 'check (end_date is null or end_date >= start_date)' },
  indexes: [['projectDeptId', 'startDate']],
});
