import { resource } from '../../kernel/core/declaration.ts';
import { code, dictionary, ref, secret, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** A database somewhere, written down. Nothing connects to it. */
export const dataSource = resource('dataSource', {
  label: label('数据源', 'Data source'),
  service: 'blade-develop',
  segment: 'datasource',
  path: '/tool/datasource',
  platform: true,
  purpose: label(
    '登记租户使用的数据源，只作记录，系统不会连接',
    'Where tenants keep data; a record only, nothing connects to it',
  ),
  keyword: ['name'],
  sort: 'name',
  scope: null,
  excelKey: ['name'],
  few: true,
  fields: {
    name: text('数据源名称', 'Name', { max: 100, unique: true, search: true, list: true }),
    driverClass: text('驱动类', 'Driver', {
      max: 100,
      list: true,
      hint: label('如 org.postgresql.Driver、com.mysql.cj.jdbc.Driver', 'Such as org.postgresql.Driver'),
    }),
    url: text('连接地址', 'Address', { max: 500, list: true }),
    username: text('用户名', 'User', { max: 100, list: true }),
    password: secret('密码', 'Password', { max: 255 }),
    remark: text('备注', 'Remark', { max: 255, optional: true, list: true }),
  },
});

/** What a new declaration is to be printed from. */
export const codeGeneration = resource('codeGeneration', {
  label: label('代码生成', 'Code generation'),
  service: 'blade-develop',
  segment: 'code',
  path: '/tool/code',
  platform: true,
  purpose: label(
    '按已有的数据表打印资源声明：列表、表单、接口、导入导出都由声明得来',
    'Prints the declaration of a table that is there; list, form, calls and sheets come from it',
  ),
  title: 'codeName',
  keyword: ['codeName', 'tableName'],
  sort: 'codeName',
  scope: null,
  excelKey: ['codeName'],
  few: true,
  fields: {
    codeName: text('模块名称', 'Name', { max: 64, search: true, list: true }),
    serviceName: text('服务名', 'Service', { max: 64, search: true, list: true, default: 'blade-system' }),
    tableName: code('表名', 'Table', { max: 64, search: true, list: true }),
    tablePrefix: text('表前缀', 'Table prefix', {
      max: 64,
      optional: true,
      hint: label('生成的名称会去掉它', 'Left out of the name'),
    }),
    pkName: text('主键名', 'Key', { max: 64, default: 'id' }),
    packageName: text('包名', 'Package', { max: 100, optional: true }),
    apiPath: text('后端路径', 'Path on the server', { max: 100, optional: true }),
    webPath: text('前端路径', 'Path in the browser', { max: 100, optional: true }),
    datasourceId: ref('数据源', 'Data source', 'dataSource', { optional: true }),
    menuId: ref('上级菜单', 'Menu above', 'menu', { optional: true }),
    baseMode: dictionary('基础业务', 'Base mode', 'yes_no', { max: 1, optional: true }),
    wrapMode: dictionary('包装器', 'Wrapper', 'yes_no', { max: 1, optional: true }),
    attachId: text('生成结果', 'Result', { max: 32, optional: true, readonly: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true, list: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const codeGenerationReads = ['codeName', 'attachId'] as const;
