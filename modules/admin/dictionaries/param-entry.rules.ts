/** How the value of a parameter is entered and read: by a switch, among choices, or as a figure with its unit. */
import { label, type Label } from '../../../kernel/core/label.ts';

type ParameterEntry =
  | { readonly by: 'switch' }
  | { readonly by: 'choice'; readonly choices: readonly (readonly [value: string, label: Label])[] }
  | { readonly by: 'figure'; readonly unit: Label };

const onOff: ParameterEntry = { by: 'switch' };
const among = (...choices: readonly (readonly [value: string, label: Label])[]): ParameterEntry => ({
  by: 'choice',
  choices,
});
const figure = (zh: string, en: string): ParameterEntry => ({ by: 'figure', unit: label(zh, en) });
const [DAYS, MINUTES, TIMES] = [figure('天', 'days'), figure('分钟', 'minutes'), figure('次', 'times')];

/**
 * Those the program reads; every other one is text. A map, since people enter keys: `__proto__` is one of none.
 */
const ENTRIES: ReadonlyMap<string, ParameterEntry> = new Map(
  Object.entries<ParameterEntry>({
    'account.registerUser': onOff,
    'approval.separation': onOff,
    'approval.withdrawBeforeFirst': onOff,
    'distribution.sort.before-shipping': onOff,
    'download.queryToken': onOff,
    'price.nightlyRun': onOff,
    'sap.enabled': onOff,
    'store.check.plan-approval': onOff,
    'store.cost.with-tax': onOff,
    'store.pick.auto-receive': onOff,
    'supplier.cooperationTypeApproval': onOff,
    'supplier.fromPoolOnly': onOff,
    'ui.languageSwitch': onOff,
    'waste.photo': onOff,
    'production.backdate-days': DAYS,
    'production.over-percent': figure('%', '%'),
    'leftover.hours': figure('小时', 'hours'),
    'sample.minGram': figure('克', 'g'),
    'sample.keepHours': figure('小时', 'hours'),
    'dish.costBasis': among(
      ['purchase', label('采购价', 'Purchase prices')],
      ['standard', label('标准成本', 'Standard costs')],
      ['plan', label('计划成本', 'Planned costs')],
    ),
    'material.authMode': among(
      ['open', label('默认开放', 'Open to everybody')],
      ['closed', label('按授权', 'As authorised')],
    ),
    'menu.overBudget': among(['warn', label('提醒', 'Warn')], ['block', label('禁止提交', 'Stop it')]),
    'price.onOverlap': among(
      ['refuse', label('拒绝', 'Refuse')],
      ['close', label('截止旧价格', 'End the older price')],
    ),
    'store.cost.method': among(
      ['batch', label('批次成本', 'Cost of lots')],
      ['moving-average', label('移动平均', 'Moving average')],
    ),
    'account.failCount': TIMES,
    'account.failWindowMinutes': MINUTES,
    'account.lockMinutes': MINUTES,
    'account.passwordMinLength': figure('位', 'characters'),
    'captcha.afterFailures': TIMES,
    'file.dailyMegabytes': figure('MB', 'MB'),
    'log.apiDays': DAYS,
    'log.errorDays': DAYS,
    'log.slowMs': figure('毫秒', 'ms'),
    'log.usualDays': DAYS,
    'offline.hours': figure('小时', 'hours'),
    'purchasing.late.fee': figure('元', 'yuan'),
    'receiving.minLifeDays': DAYS,
    'sap.batchSize': figure('条', 'records'),
    'sap.pullMinutes': MINUTES,
    'sap.timeoutSeconds': figure('秒', 'seconds'),
    'sap.tries': TIMES,
    'session.lockTries': TIMES,
    'session.maxPerUser': figure('个', 'sessions'),
    'session.tokenTime': figure('秒', 'seconds'),
    'sms.dailyPerPhone': figure('条', 'messages'),
    'sms.dailyPerTenant': figure('条', 'messages'),
    'sms.dailyPerUser': figure('条', 'messages'),
    'store.backdate-days': DAYS,
    'store.check.recount-percent': figure('%', '%'),
    'store.difference.days': DAYS,
    'store.scrap.photo-amount': figure('元', 'yuan'),
    'tenant.default.accountNumber': figure('个', 'accounts'),
  }),
);

/**
 * How this value is entered; undefined for text. A value that its entry could not show, such as one somebody wrote by
 * hand, is entered as text, so that nothing is hidden or changed.
 */
export function entryOf(key: string, value: string): ParameterEntry | undefined {
  const entry = ENTRIES.get(key);
  if (entry?.by === 'switch') return ['', '0', '1'].includes(value) ? entry : undefined;
  if (entry?.by === 'choice') return value === '' || entry.choices.some(([each]) => each === value) ? entry : undefined;
  return entry;
}

const [ON, OFF] = [label('开启', 'On'), label('关闭', 'Off')];

/** A value as it is read: in words, with its unit; as it stands where it has neither. */
export function valueInWords(key: string, value: string): Label {
  const plain = { zh: value, en: value };
  const entry = entryOf(key, value);
  if (entry === undefined || value === '') return plain;
  if (entry.by === 'switch') return value === '1' ? ON : OFF;
  if (entry.by === 'choice') return entry.choices.find(([each]) => each === value)?.[1] ?? plain;
  if (!/^-?\d+(\.\d+)?$/.test(value)) return plain;
  return label(`${value} ${entry.unit.zh}`, `${value} ${entry.unit.en}`);
}
