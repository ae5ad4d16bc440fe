import { label } from '../../kernel/core/label.ts';

/** What is said of a call that brought no answer, or a refusal without a sentence. */
export const clientTexts = {
  'error.unknown': label(
    '未知错误，请稍后再试或联系管理员！',
    'Something went wrong. Try again later, or ask the administrator.',
  ),
  'error.late': label(
    '已超过30分钟，系统仍在运行',
    'This has taken more than 30 minutes. The system is still working on it.',
  ),
  'error.offline': label(
    '没有连上服务器。请检查网络，再试一次；已填写的内容不会丢失。',
    'The server could not be reached. Check the network and try again; nothing you typed is lost.',
  ),
  'error.forbidden': label(
    '您没有这项权限。需要的话，请联系管理员。',
    'You do not have permission for this. Ask the administrator if you need it.',
  ),
  'error.missing': label('没有找到，可能已被删除。', 'Not found. It may have been deleted.'),
  'error.busy': label('系统繁忙，请稍等片刻再试。', 'The system is busy. Wait a moment and try again.'),
  'error.signedOut': label('登录已过期，请重新登录。', 'Your session has ended. Sign in again.'),
  loading: label('正在加载…', 'Loading…'),
} as const;
