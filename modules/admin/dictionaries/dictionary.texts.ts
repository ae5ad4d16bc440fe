import { label } from '../../../kernel/core/label.ts';

/** Texts of the administration of dictionaries. */
export const dictionaryTexts = {
  title: label('字典管理', 'Dictionaries'),
  which: label('字典种类', 'Kind of dictionary'),
  dict: label('系统字典', 'System'),
  dictBiz: label('业务字典', 'Business'),
  layout: label('布局', 'Layout'),
  horizontal: label('左右布局', 'Side by side'),
  vertical: label('上下布局', 'One above the other'),
  heads: label('字典', 'Dictionaries'),
  entries: label('字典项', 'Entries'),
  'entries.of': label('{name} 的字典项', 'Entries of {name}'),
  search: label('字典编号或名称', 'Code or name'),
  'heads.none': label('没有找到字典。', 'No dictionary was found.'),
  'heads.empty': label(
    '还没有字典。先新增一个字典，再为它新增字典项。',
    'There are no dictionaries yet. Add one, then its entries.',
  ),
  'entries.choose': label(
    '先在字典表中选一行，这里显示它的字典项。',
    'Choose a dictionary; its entries are shown here.',
  ),
  'entries.empty': label(
    '这个字典还没有字典项，单据上也就没有可选的值。',
    'This dictionary has no entries yet, so documents have nothing to choose from.',
  ),
  newHead: label('新增字典', 'New dictionary'),
  newEntry: label('新增字典项', 'New entry'),
  sealed: label('已封存', 'Sealed'),
  open: label('使用中', 'In use'),
  denied: label(
    '您没有查看字典的权限，请联系管理员授权。',
    'You may not view dictionaries; ask an administrator for the right.',
  ),
} as const;
