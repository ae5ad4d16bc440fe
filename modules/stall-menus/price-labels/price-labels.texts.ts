import { label } from '../../../kernel/core/label.ts';

/** What the follow-up of price labels says. */
export const priceLabelTexts = {
  title: label('价签跟踪', 'Price labels'),
  stall: label('档口', 'Stall'),
  labels: label('全部价签', 'All labels'),
  none: label('没有价签，先建价签', 'There are no labels; enter them first'),
  'no-stall': label('没有可看的档口', 'There is no stall to look at'),
  behind: label('没跟上 {count} 个', '{count} behind'),
  'behind.none': label('全部与菜单一致', 'All say what the menu says'),
  current: label('一致', 'Current'),
  price: label('改价：{shown} → {wanted}', 'Price: {shown} → {wanted}'),
  'sold-out': label('已售罄，价签还在卖', 'Sold out, still offered'),
  back: label('恢复供应：{wanted}', 'There is more: {wanted}'),
  'off-menu': label('不在菜单，请撤下', 'On no menu: take it away'),
  since: label('{time} 起', 'since {time}'),
  failed: label('未上报', 'No report'),
  waiting: label('下发中', 'On its way'),
  paper: label('纸质', 'Paper'),
  electronic: label('电子', 'Electronic'),
  confirm: label('已更换', 'Changed'),
  'confirm.all': label('全部已更换', 'All changed'),
  'confirm.done': label('已记录', 'Noted'),
  unlabelled: label('没有价签的菜', 'Dishes without a label'),
  free: label('免费', 'free'),
  live: label('实时', 'Live'),
  away: label('连接中断，显示的可能不是最新', 'No connection: this may be out of date'),
} as const;
