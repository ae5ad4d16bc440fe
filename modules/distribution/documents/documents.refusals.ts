import { label } from '../../../kernel/core/label.ts';
import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Every sentence purchase documents refuse with. */
declareRefusals({
  'documents.nothing-open': label(
    '没有可制单的明细：所选直配、统配单的明细都已制单或已取消',
    'Nothing left to make documents of: every chosen line is on a document or cancelled already',
  ),
  'documents.lines-taken': label(
    '所选明细中有的刚被制单或取消，请刷新后再选',
    'Some of the chosen lines were put on a document or cancelled meanwhile; refresh and choose again',
  ),
  'documents.no-supplier': label(
    '有 {count} 行未指定供应商，请先在直配、统配单中选择供应商',
    '{count} {count:line has|lines have} no supplier; choose one in the work list first',
  ),
  'documents.no-price': label(
    '有 {count} 行没有有效采购价，请先维护供应商物料价格，或换供应商',
    '{count} {count:line has|lines have} no purchase price in force; set up the price of the supplier, or choose another',
  ),
  'documents.supplier-frozen': label(
    '单据 {billCode} 的供应商「{supplier}」已冻结，不能下单：请作废单据后换供应商，或先解冻',
    'Supplier {supplier} of document {billCode} is frozen and cannot be ordered from: void the document and choose another, or have the supplier unfrozen',
  ),
  'documents.price-changed': label(
    '单据 {billCode}：{material} 价格已变化（{old}→{new}），请重新取价后再完成',
    'Document {billCode}: the price of {material} has changed ({old} → {new}); take prices anew and complete it then',
  ),
  'documents.no-longer-priced': label(
    '单据 {billCode}：{material} 已没有「{supplier}」在 {date} 的价格，请先维护价格，或作废后换供应商',
    'Document {billCode}: {supplier} has no price for {material} on {date} any more; set it up, or void the document and choose another supplier',
  ),
  'documents.no-settlement-price': label(
    '单据 {billCode}：{material} 没有「{site}」的结算价，请先维护结算价并重新取价',
    'Document {billCode}: {material} has no settlement price for {site}; set it up and take prices anew',
  ),
  'documents.late': label(
    '单据 {billCode} 已过截单时间 {before}，请填写原因',
    'Document {billCode} is past its last moment to order, {before}; say why',
  ),
  'documents.late-right': label(
    '单据 {billCode} 已过截单时间 {before}，您没有截单后完成的权限，请找有权限的人完成',
    'Document {billCode} is past its last moment to order, {before}; completing it then needs a right you do not have',
  ),
  'documents.duplicate': label(
    '单据 {billCode}：同一供应商、仓库、日期已有订单 {orderCode}。仍要下单请勾选“仍继续”',
    'Document {billCode}: there is an order for the same supplier, place and day already, {orderCode}. Tick “go on” to order all the same',
  ),
  'documents.release-to': label(
    '请选择释放方式：退回重新分配，或取消需求',
    'Say where its quantity goes: to be distributed again, or cancelled',
  ),
  'documents.not-delivered': label(
    '{supplier}在 {date} 不配送，请先与供应商确认，或作废后改期',
    '{supplier} does not deliver on {date}; ask first, or void it and take another day',
  ),
  'documents.past-cut-off': label(
    '已过截单时间 {before}，完成时须填写原因',
    'Past the last moment to order, {before}; a reason is needed to complete it',
  ),
});
