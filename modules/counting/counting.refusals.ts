import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'counting.one-place': { zh: '请填写仓库或档口，只能填一个', en: 'Choose a warehouse or a stall, not both' },
  'counting.not-a-stall': {
    zh: '{name} 不是档口或餐厅，请重新选择',
    en: '{name} is not a stall or restaurant and has nothing to count; choose another',
  },
  'counting.scope-empty': { zh: '请选择要盘点的{what}', en: 'Choose the {what} to count' },
  'counting.nothing-there': {
    zh: '{place} 的盘点范围内没有库存，请扩大范围，或将含零库存选为“是”',
    en: 'There is no stock within the scope of the count at {place}; widen it, or count empty lots too',
  },
  'counting.counted-elsewhere': {
    zh: '{material} 正在盘点单 {billCode} 中盘点',
    en: '{material} is being counted in {billCode}; finish or void that count first',
    remedy: { to: '/store/{list}/{checkId}', label: { zh: '打开该盘点单', en: 'Open that count' } },
  },
  'counting.plan-not-approved': {
    zh: '盘点计划 {billCode} 尚未审批，请先提交审批',
    en: 'The plan of {billCode} is not approved yet; send it for approval first',
  },
  'counting.no-lines-sent': { zh: '请填写至少一行实盘数量', en: 'Enter the count of at least one line' },
  'counting.line-unknown': { zh: '第 {line} 行不属于本单', en: 'Line {line} does not belong to this count' },
  'counting.line-counted-meanwhile': {
    zh: '{material} {batch} 刚由 {user} 盘为 {qty}，请核对，仍按您的数请再填一次',
    en: '{material} {batch} was just counted as {qty} by {user}; check it, and enter your figure again to keep it',
  },
  'counting.second-is-first': {
    zh: '{material} {batch}：复盘人不能是初盘人，请另一人复盘',
    en: '{material} {batch}: whoever did the first count cannot do the second; ask somebody else',
  },
  'counting.time-before-snapshot': {
    zh: '第 {line} 行盘点时间不能早于快照时间 {time}',
    en: 'Line {line}: it cannot have been counted before the count began at {time}',
  },
  'counting.time-future': {
    zh: '第 {line} 行：盘点时间 {time} 晚于现在，请改为实际盘点的时间',
    en: 'Line {line}: {time} is in the future; enter when it was counted',
  },
  'counting.pieces-missing': {
    zh: '{lot} 按件双计量，请填写件数',
    en: '{lot} is kept in pieces as well; enter how many',
  },
  'counting.lot-known': {
    zh: '第 {line} 行的批次已在盘点单第 {other} 行，请填在那一行',
    en: 'Line {line}: the lot is already on line {other}; count it there',
  },
  'counting.lines-waiting': {
    zh: '{billCode} 还有 {count} 行未盘点：{which}',
    en: '{billCode}: {count} {count:line is|lines are} not counted yet: {which}',
  },
  'counting.lines-recount': {
    zh: '{billCode} 还有 {count} 行需要复盘：{which}',
    en: '{billCode}: {count} {count:line needs|lines need} a second count: {which}',
  },
  'counting.own-count': {
    zh: '盘点人不能审核差异，请由未参加 {billCode} 盘点的人审核',
    en: 'Whoever counted cannot review the differences; somebody who did not count in {billCode} must',
  },
  'counting.cause-missing': {
    zh: '第 {line} 行 {material} 差异 {variance} {unit}，请填写差异原因',
    en: 'Line {line}, {material}: give the cause of the difference of {variance} {unit}',
  },
  'counting.book-moved': {
    zh: '第 {line} 行 {material} {batch}：盘点期间有新单据 {bills}，应有数量由 {seen} 变为 {expected}，请重新核对',
    en: 'Line {line}, {material} {batch}: {bills} posted during the count changed the expected quantity from {seen} to {expected}; review it again',
  },
  'counting.loss-exceeds-book': {
    zh: '第 {line} 行 {material} {batch} 盘亏 {loss} {unit}，但盘点后又出库，账面只剩 {onHand} {unit}，请复盘该行',
    en: 'Line {line}, {material} {batch}: a loss of {loss} {unit}, but after what was issued since only {onHand} {unit} is left in the book; count the line again',
  },
  'counting.not-done': {
    zh: '盘点 {billCode} 未完成，不能做凭证',
    en: 'Count {billCode} is not done; it cannot have a voucher',
  },
  'counting.unbalanced': {
    zh: '借贷不平：借 {debit}，贷 {credit}',
    en: 'Debits of {debit} do not equal credits of {credit}',
  },
  'counting.sheet-other': { zh: '表格里没有本盘点单的行', en: 'The sheet has no lines of this count' },
});
