import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Sentences of distributions. */
declareRefusals({
  'distribution.adjust-reason': {
    zh: '第 {line} 行数量 {qty} 与建议量 {proposed} 不同，请填写调整原因',
    en: 'Line {line}: {qty} differs from the {proposed} proposed; say why',
  },
  'distribution.asked-claimed': {
    zh: '{code}已被{billCode}占用，请重新提取',
    en: '{code} is taken by {billCode}; extract again',
  },
  'distribution.asked-generated': {
    zh: '配送单 {billCode} 已生成直配或统配（{bills}），不能作废；请先作废它们',
    en: 'Distribution {billCode} has been distributed ({bills}) and cannot be voided; void those first',
  },
  'distribution.asked-gone': {
    zh: '第 {line} 行所依据的营销计划或特殊餐已变化或未审批，请重新提取',
    en: 'Line {line}: the sales plan or special meal it is for has changed or is not approved; extract again',
  },
  'distribution.asked-late': {
    zh: '配送单 {billCode} 第 {line} 行已过截单时间，需截单后审批权限',
    en: 'Distribution {billCode}, line {line} is past its cut-off; approving it takes the right for that',
  },
  'distribution.asked-late-reason': {
    zh: '配送单 {billCode} 第 {line} 行已过截单时间，请填写截单后原因',
    en: 'Distribution {billCode}, line {line} is past its cut-off; say why',
  },
  'distribution.asked-no-bill': {
    zh: '请选择配送单',
    en: 'Choose a distribution',
  },
  'distribution.asked-no-lines': {
    zh: '配送单 {billCode} 没有明细，请先提取或添加物料',
    en: 'Distribution {billCode} has no lines; extract or add goods first',
  },
  'distribution.asked-place': {
    zh: '请选择档口、餐厅或单据',
    en: 'Choose a stall, a restaurant or a document',
  },
  'distribution.asked-twice': {
    zh: '第 {line} 行：{code}的【{material}】已在本单明细中，请修改那一行',
    en: 'Line {line}: {material} for {code} is on this bill already; change that line',
  },
  'distribution.asked-unserved': {
    zh: '仓库「{warehouse}」不服务「{dept}」，请重新选择',
    en: 'Warehouse {warehouse} does not serve {dept}; choose another',
  },
  'distribution.asked-window': {
    zh: '结束时间须晚于开始时间，且不超过 {max} 天',
    en: 'It ends after it begins, {max} days later at most',
  },
  'distribution.line-fixed': {
    zh: '第 {line} 行由餐次提取，物料和日期不能修改；不需要时请删除该行',
    en: 'Line {line} was extracted; its material and days stand. Remove the line where it is not wanted',
  },
  'distribution.line-unknown': {
    zh: '所选明细不存在，可能已被删除，请刷新后重试',
    en: 'There is no such line, it may have been removed; refresh and try again',
  },
  'distribution.warehouse-fixed': {
    zh: '已有提取的明细，不能更换收货仓库；请先删除这些明细',
    en: 'Lines were extracted for this warehouse; remove them before choosing another',
  },
});
