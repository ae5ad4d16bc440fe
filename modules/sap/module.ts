import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { sapMenu } from './menu.ts';
import { SYNC_CALLS } from './sap-sync.calls.ts';
import { sapSyncRun } from './sap-sync-run.resource.ts';

/** Master data and prices that are kept in SAP, pulled from its OData services. */
export const sap: Module = {
  name: 'sap',
  label: label('SAP接口', 'SAP'),
  declarations: [sapSyncRun] as readonly Declaration[],
  menu: sapMenu,
  buttons: SYNC_CALLS.map(({ button, label: name }) => ({ code: button, label: name, menu: 'sapsyncrun' })),
  parameters: {
    'sap.enabled': {
      label: label('定时从SAP同步', 'Sync from SAP by the clock'),
      value: '0',
    },
    'sap.odata.url': { label: label('SAP OData 主机地址', 'Address of the SAP OData host'), value: '-' },
    'sap.odata.client': { label: label('SAP 集团（client），如 100', 'SAP client, like 100'), value: '-' },
    'sap.odata.user': { label: label('SAP 接口用户', 'SAP user'), value: '-' },
    'sap.odata.secret': {
      label: label('SAP 接口密码（加密保存）', 'Password of the SAP user (kept sealed)'),
      value: '-',
      secret: true,
    },
    'sap.mapping': {
      label: label('SAP 字段映射（JSON，- 为默认）', 'Mapping of SAP fields (JSON; - for the default)'),
      value: '-',
    },
    'sap.pullMinutes': { label: label('SAP 定时同步间隔（分钟）', 'Minutes between syncs from SAP'), value: '60' },
    'sap.batchSize': { label: label('SAP 每次读取条数', 'Records read from SAP at a time'), value: '500' },
    'sap.timeoutSeconds': {
      label: label('SAP 单次请求时限（秒）', 'Seconds one request to SAP may take'),
      value: '60',
    },
    'sap.tries': { label: label('SAP 请求失败时的尝试次数', 'How often a request to SAP is tried'), value: '5' },
    'sap.allowedHosts': {
      label: label('允许连接的SAP主机（平台）', 'SAP hosts that may be asked (platform)'),
      value: '-',
      platform: true,
    },
  },
};
