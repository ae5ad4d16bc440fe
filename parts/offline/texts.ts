import { label } from '../../kernel/core/label.ts';

/** What is said of work away from the network. */
export const offlineTexts = {
  outbox: label('离线与上传', 'Offline and upload'),
  'chip.away': label('离线', 'Offline'),
  'chip.away.waiting': label('离线 · {count} 条待上传', 'Offline · {count} to send'),
  'chip.waiting': label('{count} 条待上传', '{count} to send'),
  'chip.refused': label('{count} 条未接收', '{count} not taken over'),
  'brief.away': label('离线', 'Offline'),
  'brief.away.waiting': label('离线 {count}', 'Offline {count}'),
  'brief.waiting': label('待传 {count}', '{count} to send'),
  'brief.refused': label('未接收 {count}', 'Refused {count}'),
  lead: label(
    '在本机打开过的单据，没有网络也能继续录入；录入的内容先存在本机，联网后按顺序自动上传。',
    'A bill that was opened on this device can be worked on without a network. What you enter stays here, and is sent in its order once the network is back.',
  ),
  'away.long': label(
    '已离线超过 {hours} 小时。录入的内容仍在本机，请尽快到有网络的地方上传。',
    'Without a network for more than {hours} hours. What you entered is still on this device; go where there is a network soon.',
  ),
  'no-store': label(
    '此浏览器不允许在本机保存内容（如无痕模式），没有网络时不能录入。',
    'This browser keeps nothing on this device (a private window, perhaps): without a network nothing can be entered.',
  ),
  refused: label('未接收', 'Not taken over'),
  'refused.lead': label(
    '以下内容服务器没有接收，原因写在每一条下面。更正后重新录入，或放弃。',
    'The server did not take these over, for the reason below each. Put them right, or discard them.',
  ),
  'refused.none': label('没有未接收的内容', 'Everything was taken over'),
  waiting: label('待上传', 'To send'),
  'waiting.lines': label('{count} 条，最早 {time}', '{count} {count:entry|entries}, the first of {time}'),
  'waiting.none': label('没有待上传的内容', 'Nothing waits to be sent'),
  stuck: label('上次上传没有成功：{why}', 'The last try did not succeed: {why}'),
  send: label('立即上传', 'Send now'),
  again: label('全部再传一次', 'Send all again'),
  correct: label('更正', 'Put right'),
  discard: label('放弃', 'Discard'),
  'discard.ask': label('放弃“{what}”？', 'Discard “{what}”?'),
  'discard.why': label('此条录入将从本机删除，不会上传。', 'The entry is removed from this device and never sent.'),
  bills: label('可离线使用的单据', 'Bills on this device'),
  'bills.none': label(
    '还没有。联网时打开盘点的“填写实盘”，该单据即可离线使用。',
    'None yet. Open a count and “Enter counts” while there is a network; from then on it works without one.',
  ),
  'bills.kept': label('{time} 更新', 'As of {time}'),
} as const;
