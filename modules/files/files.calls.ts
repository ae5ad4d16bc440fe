/** Calls on files and where they are stored, beyond the ordinary ones. */
import { chosenIds, contract } from '../../kernel/core/contract.ts';
import { json } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { attach } from './files.resource.ts';

const resource = { method: 'POST', service: 'blade-resource' } as const;

export const renameFile = contract({
  ...resource,
  path: 'attach/submit',
  permission: 'attach_upload',
  summary: label('附件改名', 'Rename a file'),
  input: { ...chosenIds, originalName: json('文件名', 'Name', { optional: true }) },
  answer: shape.row(attach),
});

/** Refuses what a record refers to. */
export const removeFiles = contract({
  ...resource,
  path: 'attach/remove',
  permission: 'attach_delete',
  summary: label('删除附件', 'Remove files'),
  input: chosenIds,
  answer: shape.done,
});

/** Writes, reads and removes something small there first, so that what is enabled also works. */
export const enableStorage = contract({
  ...resource,
  path: 'oss/enable',
  permission: 'oss_enable',
  summary: label('启用对象存储', 'Use an object storage'),
  input: chosenIds,
  answer: shape.done,
});
