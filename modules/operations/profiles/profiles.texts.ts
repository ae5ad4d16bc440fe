import { label } from '../../../kernel/core/label.ts';

/** What the pages of profiles say. */
export const profileTexts = {
  enable: label('启用', 'Enable'),
  enabled: label('已启用', 'Enabled'),
  stop: label('停用', 'Stop'),
  stopped: label('已停用，账号保留，但不能再操作该档口', 'Stopped: the account stays, the stall is out of reach'),
} as const;
