import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence the crate ledger refuses with. */
declareRefusals({
  'crates.partner': {
    zh: '请选择项目部仓库或供应商，只选一个',
    en: 'Choose a site warehouse or a supplier, one of the two',
  },
  'crates.owner': { zh: '请选择这些筐是谁的', en: 'Choose whose crates they are' },
  'crates.nothing': { zh: '没有填写送出或收回的只数', en: 'Enter how many crates go out or come back' },
  'crates.not-seen': {
    zh: '只能登记本部门的筐，或送到本部门的筐：请重新选择筐主或往来方',
    en: 'Only crates of your department, or with it, are entered; choose another owner or partner',
  },
  'crates.bill-unknown': {
    zh: '这张单据不送周转筐，或不可见：请改在周转筐结存中登记',
    en: 'This document sends no crates, or is not yours to see; enter them among the crates held',
  },
  'crates.no-deposit': {
    zh: '「{crate}」没有登记押金，无法结算丢失：请先在周转筐中填写押金',
    en: '{crate} has no deposit, so a loss cannot be charged; enter one among the crates first',
  },
  'crates.lost-more': {
    zh: '{partner} 账上有 {crate} {held} 只，不能赔 {lost} 只：请减少，或先盘点',
    en: '{partner} holds {held} of {crate} by the book and cannot have lost {lost}; take some off, or count first',
  },
  'crates.taken-back': {
    zh: '{code} 的这笔流水已撤回',
    en: 'This movement of {code} has been taken back already',
  },
  'crates.takes-back': {
    zh: '{code} 本身就是撤回，请重新登记',
    en: '{code} takes another one back itself; enter it anew',
  },
});
