import { label } from '../../kernel/core/label.ts';

/** What is said while the application itself cannot be loaded. */
export const startTexts = {
  'error.old': label('系统已更新', 'A new version is here'),
  'error.old.help': label(
    '重新加载页面即可继续，已填写的内容保存在本机。',
    'Reload the page to go on. What you typed is kept on this device.',
  ),
  'error.reload': label('重新加载', 'Reload'),
} as const;
