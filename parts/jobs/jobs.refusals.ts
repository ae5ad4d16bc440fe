/** Why a job was not done. */
import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

declareRefusals({
  'job.cannot-run': label(
    '任务无法执行：您的账号已冻结，或该功能已取消。请联系管理员',
    'The job cannot run: your account is disabled, or this kind of work is no longer offered. Tell an administrator',
  ),
  'job.broken-off': label(
    '任务已中断 {times} 次，不再重试，请联系管理员',
    'The work was broken off {times} times and is not begun again; tell an administrator',
  ),
});
