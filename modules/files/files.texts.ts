import { label } from '../../kernel/core/label.ts';

/** What the pages of files and storages say. */
export const filesTexts = {
  'enable.ask': label(
    '启用“{code}”？之后上传的文件都存到这里；已有文件仍在原处。启用前会先试写一次。',
    'Use “{code}”? New files go there, existing ones stay where they are. It is tested first.',
  ),
  upload: label('上传', 'Upload'),
  uploaded: label('已上传 {name}', '{name} uploaded'),
  download: label('下载', 'Download'),
  rename: label('改名', 'Rename'),
  'remove.ask': label('删除“{name}”？文件随之删除，不能恢复。', 'Remove “{name}”? The file is deleted for good.'),
  local: label('本机磁盘', 'Local disk'),
} as const;
