import { resource } from '../../kernel/core/declaration.ts';
import { choice, flag, integer, longtext, moment, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** What is pulled from SAP, in the order of a first load. */
export const SAP_OBJECTS = [
  'unit',
  'material-type',
  'material',
  'project-dept',
  'material-project-dept',
  'supplier',
  'purchase-price',
  'settlement-price',
  'factory-stock',
] as const;
export type SapObject = (typeof SAP_OBJECTS)[number];

/** One run of one pull: what came, what became of it, and from where the next one goes on. */
export const sapSyncRun = resource('sapSyncRun', {
  label: label('SAP同步记录', 'SAP sync run'),
  service: 'master-data',
  segment: 'sapsyncrun',
  path: '/sap-sync/sapsyncrun',
  purpose: label(
    '从SAP读取主数据和价格的记录。先在参数中填写SAP连接，再点“从SAP同步”。',
    'What was pulled from SAP. Enter the connection in the parameters, then press “Sync from SAP”.',
  ),
  few: true,
  fields: {
    object: choice(
      '同步对象',
      'What',
      [
        ['unit', '单位', 'Units'],
        ['material-type', '物料类型', 'Material types'],
        ['material', '物料', 'Materials'],
        ['project-dept', '项目部', 'Sites'],
        ['material-project-dept', '物料项目部', 'Materials at plants'],
        ['supplier', '供应商', 'Suppliers'],
        ['purchase-price', '采购价', 'Purchase prices'],
        ['settlement-price', '结算价', 'Settlement prices'],
        ['factory-stock', '工厂库存', 'Factory stock'],
      ],
      { readonly: true, list: true, search: true },
    ),
    state: choice(
      '状态',
      'State',
      [
        ['running', '进行中', 'Running', 'waiting'],
        ['succeeded', '成功', 'Succeeded', 'done'],
        ['partial', '部分失败', 'Some failed', 'look'],
        ['failed', '失败', 'Failed', 'stop'],
      ],
      { readonly: true, default: 'running', list: true, search: true },
    ),
    mode: choice(
      '方式',
      'Mode',
      [
        ['delta', '增量', 'Changes'],
        ['full', '全量', 'Everything'],
      ],
      { readonly: true, default: 'full', list: true, search: true },
    ),
    fetched: integer('读取', 'Read', { readonly: true, default: 0, list: true }),
    created: integer('新增', 'New', { readonly: true, default: 0, list: true }),
    updated: integer('更新', 'Changed', { readonly: true, default: 0, list: true }),
    unchanged: integer('未变', 'Same', { readonly: true, default: 0, list: true }),
    failed: integer('失败', 'Failed', { readonly: true, default: 0, list: true }),
    startedTime: moment('开始', 'Started', { readonly: true, list: true, search: true }),
    endedTime: moment('结束', 'Ended', { readonly: true, optional: true }),
    fromTime: moment('增量起', 'Changes since', { readonly: true, optional: true }),
    /** By SAP's own clock; the next run reads what changed since then. */
    toTime: moment('增量止', 'Changes until', { readonly: true, optional: true }),
    startUserId: ref('发起人', 'Started by', 'user', {
      readonly: true,
      optional: true,
      list: true,
      hint: label('空为系统定时', 'Empty when the schedule started it'),
    }),
    message: text('说明', 'What happened', { readonly: true, optional: true, max: 500 }),
    /** Where a run that was broken off goes on. */
    cursor: longtext('断点', 'Goes on at', { readonly: true, optional: true, max: 20_000 }),
    /** Where the service remembers by itself what was read. */
    deltaLink: longtext('增量链接', 'Delta link', { readonly: true, optional: true, max: 20_000 }),
    /** Whoever works on the run; who was taken for dead and comes back writes nothing any more. */
    lease: integer('租约', 'Lease', { readonly: true, default: 1 }),
    beatTime: moment('最近活动', 'Last sign of life', { readonly: true, optional: true }),
  },
  lines: {
    errors: {
      label: label('错误明细', 'Errors'),
      table: 'sap_sync_error',
      readonly: true,
      fields: {
        sapKey: text('SAP主键', 'SAP key', { max: 200 }),
        field: text('字段', 'Field', { optional: true, max: 60 }),
        value: text('值', 'Value', { optional: true, max: 200 }),
        reason: text('原因', 'Why', { max: 1000 }),
        tries: integer('次数', 'Tries', { default: 1 }),
        /** Failed before and is still to be tried in this run. */
        pending: flag('待重试', 'To be tried', { default: 0 }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  title: 'object',
  sort: '-startedTime',
  indexes: [['object', 'startedTime']],
  tabs: [
    { key: 'running', label: label('进行中', 'Running'), where: { state: 'running' } },
    { key: 'trouble', label: label('有失败', 'With failures'), where: { state_in: 'partial,failed' } },
  ],
  constraints: { alone_ex: `exclude (tenant_id with =, object with =) where (state = 'running')` },
  scope: null,
});

/** What the page of the list reads of a row beside the columns it shows. */
export const sapSyncRunReads = ['object', 'objectName', 'state'] as const;
