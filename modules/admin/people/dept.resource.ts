import { resource } from '../../../kernel/core/declaration.ts';
import { code, day, dictionary, flag, integer, parent, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

const DEPT_OFFICE = '5';
/**
 * The organisation: companies and offices, project departments, restaurants, stalls, factories. At most four levels.
 */
export const dept = resource('dept', {
  label: label('部门', 'Department'),
  service: 'blade-system',
  segment: 'dept',
  path: '/system/dept',
  purpose: label(
    '公司、项目部、餐厅、档口和工厂都在这里建立，先建公司',
    'Companies, sites, restaurants, stalls and factories stand here; create the company first',
  ),
  title: 'deptName',
  keyword: ['deptName', 'fullName', 'code'],
  sort: 'sort',
  scope: 'id',
  namedByAll: true,
  calls: ['page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw', 'lazy-tree'],
  fields: {
    deptName: text('部门名称', 'Name', { max: 45, unique: ['parentId'], search: true, list: true }),
    fullName: text('部门全称', 'Full name', { max: 100, search: true, list: true }),
    code: code('部门编码', 'Code', {
      max: 32,
      optional: true,
      unique: true,
      search: true,
      list: true,
      hint: label('不填则自动编号', 'Leave empty to number automatically'),
    }),
    parentId: parent('上级部门', 'Above', { optional: true }),
    ancestors: text('祖级列表', 'Ancestors', { max: 200, optional: true, readonly: true }),
    deptCategory: dictionary('部门类型', 'Kind', 'org_category', {
      numeric: true,
      default: DEPT_OFFICE,
      search: true,
      list: true,
      hint: label('不填则按上级部门取', 'Leave empty to take it from the department above'),
    }),
    sort: integer('排序', 'Order', { min: 0, max: 9999, default: 1, list: true }),
    leaderUserId: ref('负责人', 'Leader', 'user', { optional: true, list: true }),
    companyDeptId: ref('所属公司', 'Company', 'dept', { optional: true, readonly: true }),
    bladeProjectDeptId: ref('所属项目部', 'Project department', 'dept', { optional: true, readonly: true }),
    useRestaurantDeptId: ref('所属餐厅', 'Restaurant', 'dept', { optional: true, readonly: true }),
    regionCode: code('所在地区', 'Region', { max: 12, optional: true }),
    address: text('详细地址', 'Address', { max: 200, optional: true }),
    phone: text('电话', 'Telephone', { max: 20, optional: true }),
    sapCode: code('SAP编码', 'SAP code', { max: 20, optional: true, unique: true, search: true }),
    isVirtual: flag('虚拟部门', 'Groups only', {
      default: 0,
      hint: label('只用于分组，没有人员和单据', 'Only groups: no people, no documents'),
    }),
    startDate: day('启用日期', 'In use from', { optional: true }),
    endDate: day('停用日期', 'In use until', { optional: true }),
    frozen: flag('冻结', 'Frozen', { default: 0, readonly: true, list: true, search: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
  constraints: { days_ck: 'check (end_date >= start_date)' },
});

/** Keys of `org_category`; the program reads them. */
export const DEPT = {
  company: '1',
  project: '2',
  restaurant: '3',
  stall: '4',
  office: DEPT_OFFICE,
  factory: '6',
} as const;
/** What a picker of departments offers where only places of a kind make sense. */
export const OFFER = {
  companies: { deptCategory_in: DEPT.company },
  sites: { deptCategory_in: DEPT.project },
  restaurants: { deptCategory_in: DEPT.restaurant },
  stalls: { deptCategory_in: DEPT.stall },
  factories: { deptCategory_in: DEPT.factory },
  /** What a rule may hold for: a company, a site or a restaurant. */
  owners: { deptCategory_in: [DEPT.company, DEPT.project, DEPT.restaurant].join(',') },
  /** Where goods are received or meals are made. */
  places: { deptCategory_in: [DEPT.project, DEPT.restaurant, DEPT.stall].join(',') },
} as const;
