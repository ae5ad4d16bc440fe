import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { attach, oss } from './files.resource.ts';
import { filesMenu } from './menu.ts';

/** Files that were uploaded, and where they lie. */
export const files: Module = {
  name: 'files',
  label: label('文件', 'Files'),
  declarations: [oss, attach] as readonly Declaration[],
  menu: filesMenu,
  buttons: [{ code: 'attach_download', label: label('下载', 'Download'), menu: 'attach' }],
  parameters: {
    'file.dailyMegabytes': {
      label: label('每人 24 小时内最多上传（MB）', 'MB one person may upload within 24 hours'),
      value: '1000',
    },
    'oss.allowedHosts': {
      label: label('允许的对象存储地址（平台）', 'Hosts object storage may be kept at (platform)'),
      value: '-',
      platform: true,
    },
  },
};
