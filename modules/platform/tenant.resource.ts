import { resource } from '../../kernel/core/declaration.ts';
import { code, flag, integer, moment, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const limits = label('额度', 'Limits');
const look = label('外观', 'Looks');

/** One operator with everything that is his. Kept by the platform's own tenant. */
export const tenant = resource('tenant', {
  label: label('租户', 'Tenant'),
  service: 'blade-system',
  segment: 'tenant',
  path: '/system/tenant',
  view: true,
  purpose: label(
    '新增租户会同时建立部门、岗位、角色、字典、参数和管理员',
    'A new tenant comes with a department, posts, roles, dictionaries, parameters and an administrator',
  ),
  title: 'tenantName',
  sort: 'tenantId',
  scope: null,
  excelKey: ['tenantId'],
  calls: ['list', 'page', 'detail'],
  fields: {
    tenantId: code('租户编号', 'Tenant id', { max: 12, readonly: true, optional: true, search: true, list: true }),
    tenantName: text('租户名称', 'Name', { max: 50, search: true, list: true }),
    linkman: text('联系人', 'Contact', { max: 20, search: true, list: true }),
    contactNumber: text('联系电话', 'Phone', { max: 20, optional: true, list: true }),
    address: text('联系地址', 'Address', { max: 200, optional: true }),
    timeZone: text('时区', 'Time zone', {
      max: 40,
      default: 'Asia/Shanghai',
      hint: label('单据的业务日期按它计算', 'The business day of all documents'),
    }),
    frozen: flag('冻结', 'Frozen', {
      default: 0,
      list: true,
      hint: label('冻结后该租户的人都不能登录', 'While it is frozen nobody of the tenant can sign in'),
    }),
    userCount: integer('账号数', 'Users', {
      computed: true,
      optional: true,
      readonly: true,
      list: true,
      section: limits,
    }),
    accountNumber: integer('账号额度', 'User limit', { optional: true, readonly: true, list: true, section: limits }),
    expireTime: moment('过期时间', 'Until', { optional: true, readonly: true, list: true, section: limits }),
    packageId: ref('租户套餐', 'Package', 'tenantPackage', {
      optional: true,
      readonly: true,
      list: true,
      section: limits,
    }),
    datasourceId: ref('数据源', 'Data source', 'dataSource', { optional: true, readonly: true, section: limits }),
    domainUrl: text('绑定域名', 'Domain', {
      max: 255,
      optional: true,
      list: true,
      section: look,
      hint: label(
        '如 https://canteen.example.com，登录页据此认出租户',
        'For example https://canteen.example.com; the sign-in page knows the tenant by it',
      ),
    }),
    backgroundUrl: text('登录背景', 'Sign-in picture', { max: 500, optional: true, section: look }),
  },
});

/** Which menus the roles of a tenant may hold at most. */
export const tenantPackage = resource('tenantPackage', {
  label: label('租户套餐', 'Tenant package'),
  service: 'blade-system',
  segment: 'tenant-package',
  permission: 'tenantpackage',
  path: '/system/tenantpackage',
  platform: true,
  purpose: label(
    '套餐限定租户可用的菜单；没有套餐的租户不受限',
    'A package limits the menus of a tenant; a tenant without one is not limited',
  ),
  title: 'packageName',
  keyword: ['packageName'],
  sort: 'packageName',
  scope: null,
  excelKey: ['packageName'],
  few: true,
  fields: {
    packageName: text('套餐名称', 'Name', { max: 50, unique: true, search: true, list: true }),
    menuId: refs('套餐菜单', 'Menus', 'menu', {
      list: true,
      hint: label('选中一项，即包含它下面的全部菜单和按钮', 'A menu brings everything below it'),
    }),
    remark: text('备注', 'Remark', { max: 255, optional: true, list: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const tenantReads = [
  'tenantId',
  'tenantName',
  'accountNumber',
  'expireTime',
  'packageId',
  'datasourceId',
] as const;
