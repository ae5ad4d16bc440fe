import { resource } from '../../kernel/core/declaration.ts';
import { choice, code, dictionary, flag, integer, moment, ref, secret, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** Every file of the product. They come by upload; only the name is changed afterwards. */
export const attach = resource('attach', {
  label: label('附件', 'Attachment'),
  service: 'blade-resource',
  segment: 'attach',
  path: '/resource/attach',
  view: true,
  purpose: label(
    '上传过的图片和附件；被单据引用的不能删除',
    'Pictures and files that were uploaded; what a record refers to stays',
  ),
  title: 'originalName',
  sort: '-createTime',
  scope: null,
  calls: ['list', 'page', 'detail'],
  tabs: [
    { key: 'picture', label: label('图片', 'Pictures'), where: { purpose: 'picture' } },
    { key: 'attachment', label: label('附件', 'Files'), where: { purpose: 'attachment' } },
  ],
  fields: {
    originalName: text('原始名称', 'Name', { search: true, list: true }),
    extension: text('扩展名', 'Extension', { optional: true, readonly: true, search: true, list: true }),
    attachSize: integer('大小(kB)', 'Size (kB)', { readonly: true, optional: true, list: true }),
    purpose: choice(
      '用途',
      'What for',
      [
        ['picture', '图片', 'Picture'],
        ['attachment', '附件', 'File'],
        ['document', '文档', 'Document'],
        ['import', '导入', 'Import'],
        ['import-result', '导入结果', 'Import result'],
        ['export', '导出', 'Export'],
        ['report', '报表', 'Report'],
      ],
      { readonly: true, optional: true, search: true, list: true },
    ),
    contentType: text('类型', 'Type', { optional: true, readonly: true, list: true }),
    ossCode: text('存储', 'Storage', { optional: true, readonly: true, search: true, list: true }),
    createUser: ref('上传人', 'By', 'user', { optional: true, readonly: true, search: true, list: true }),
    createTime: moment('上传时间', 'At', { readonly: true, optional: true, search: true, list: true }),
    name: text('对象名', 'Object name', { optional: true, readonly: true }),
    link: text('附件地址', 'Address', { max: 500, optional: true, readonly: true }),
    domainUrl: text('域名', 'Domain', { optional: true, readonly: true }),
    sha256: text('校验值', 'Checksum', { optional: true, readonly: true }),
  },
});

/** Where files are kept. One is in use for a tenant; none: the local disk. */
export const oss = resource('oss', {
  label: label('对象存储', 'Object storage'),
  service: 'blade-resource',
  segment: 'oss',
  path: '/resource/oss',
  purpose: label(
    '不配置则存在本机磁盘；启用一个后，新上传的文件存到那里',
    'Without one, files lie on the local disk; new ones go where it is enabled',
  ),
  title: 'ossCode',
  keyword: ['ossCode', 'bucketName'],
  sort: 'ossCode',
  scope: null,
  excelKey: ['ossCode'],
  few: true,
  fields: {
    ossCode: code('资源编号', 'Code', { max: 32, unique: true, search: true, list: true }),
    category: dictionary('所属分类', 'Kind', 'oss', { numeric: true, max: 4, search: true, list: true }),
    endpoint: text('资源地址', 'Endpoint', {
      max: 255,
      list: true,
      hint: label(
        '如 https://s3.example.com；须在参数 oss.allowedHosts 中',
        'Such as https://s3.example.com; it has to stand in the parameter oss.allowedHosts',
      ),
    }),
    bucketName: text('空间名', 'Bucket', { max: 100, list: true }),
    region: text('地域', 'Region', { max: 40, default: 'us-east-1' }),
    pathStyle: flag('路径风格', 'Path style', {
      default: 1,
      hint: label('MinIO 等自建存储为“是”', 'Yes for MinIO and others of one’s own'),
    }),
    accessKey: secret('访问密钥', 'Access key', { max: 255 }),
    secretKey: secret('密钥', 'Secret key', { max: 255 }),
    appId: text('应用ID', 'App id', { max: 100, optional: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const attachReads = ['originalName', 'link'] as const;
