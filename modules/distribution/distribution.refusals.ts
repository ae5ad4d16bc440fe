import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'distribution.not-approved': label(
    '{billCode} {state}，审批后才能分配',
    '{billCode} is {state}; it is distributed once approved',
  ),
  'distribution.warehouse-frozen': label(
    '{billCode} 的收货仓库「{warehouse}」已冻结，不能分配：请先解冻，或作废该单',
    'The receiving warehouse {warehouse} of {billCode} is frozen, so nothing can be distributed to it: have it unfrozen, or void the document',
  ),
  'distribution.nothing-straight': label(
    '所选单据没有可直配的明细：已全部分配、订购，或货源不是供应商直送',
    'The chosen documents have no lines left for suppliers to bring: all are distributed or ordered, or come from elsewhere',
  ),
  'distribution.nothing-uniform': label(
    '所选单据没有可统配的明细：已全部分配、订购，或货源不是工厂、中心仓',
    'The chosen documents have no lines left for a centre to send: all are distributed or ordered, or come from elsewhere',
  ),
  'distribution.no-sender': label(
    '{billCode} 第 {line} 行【{material}】在【{dept}】没有货源规则：请维护发货的工厂或中心仓',
    '{billCode}, line {line}: no rule says who sends {material} to {dept}; set up its factory or central warehouse',
  ),
  'distribution.more': label(
    '还有 {count} 行有同样的问题',
    '{count} more {count:line has|lines have} the same problem',
  ),
  'distribution.no-lines': label('请选择明细', 'Choose lines'),
  'distribution.lines-many': label('一次最多处理 {max} 行，请分批', 'At most {max} lines at once; take them in parts'),
  'distribution.nothing-chosen': label('请选择供应商或物料', 'Choose a supplier or a material'),
  'distribution.line-documented': label(
    '{billCode} 第 {line} 行【{material}】已制单，不能修改',
    '{billCode}, line {line}, {material}: already on a document and cannot be changed',
  ),
  'distribution.changed-meanwhile': label(
    '{user} 刚刚调整了其中 {count} 行（{lines}），请刷新后再操作；本次没有保存任何一行',
    '{user} has just changed {count} of these lines ({lines}); refresh and try again. Nothing was saved',
  ),
  'distribution.supplier-frozen': label(
    '供应商【{supplier}】已冻结，请选择其他供应商',
    '{supplier} is frozen; choose another supplier',
  ),
  'distribution.not-offered': label(
    '供应商【{supplier}】不供应【{material}】给【{dept}】：{billCode} 第 {line} 行',
    '{supplier} does not bring {material} to {dept}: {billCode}, line {line}',
  ),
  'distribution.no-supplier-here': label(
    '{billCode} 第 {line} 行由库存或生产供给，不需要供应商',
    '{billCode}, line {line} comes from stock or production and needs no supplier',
  ),
  'distribution.not-substitute': label(
    '【{material}】不是【{origin}】的有效替代品：{billCode} 第 {line} 行',
    '{material} is no valid substitute of {origin}: {billCode}, line {line}',
  ),
  'distribution.no-ratio': label(
    '【{origin}】替换为【{material}】没有换算比例，请先在替代规则中填写',
    'The rule that lets {material} stand for {origin} has no ratio; enter one first',
  ),
  'distribution.material-frozen': label(
    '物料【{material}】已冻结，请选择其他物料',
    '{material} is frozen; choose another material',
  ),
  'distribution.allergens': label(
    '替换将引入过敏原：{allergens}（{count} 行），确认后才能保存',
    'The change brings allergens: {allergens} ({count} {count:line|lines}); confirm to save it',
  ),
  'distribution.split-sum': label(
    '拆分数量合计必须等于 {qty} {unit}，现为 {sum}',
    'The parts must add up to {qty} {unit}; they are {sum}',
  ),
  'distribution.split-two': label('至少拆成两份', 'Split it into at least two parts'),
  'distribution.split-positive': label('每份数量必须大于 0', 'Every part must be above 0'),
  'distribution.nothing-to-undo': label('没有可撤销的调整', 'There is no change of yours to undo'),
  'distribution.already-undone': label('批次 {batchNo} 已撤销', 'Batch {batchNo} is undone already'),
  'distribution.changed-since': label(
    '批次 {batchNo} 之后已有其他调整（{count} 行），不能撤销：请先撤销后面的调整',
    'Lines of batch {batchNo} were changed again ({count}); undo the later changes first',
  ),
  'distribution.not-undoable': label(
    '批次 {batchNo} 已把明细转为自采，不能撤销',
    'Batch {batchNo} gave lines back for self-purchase and cannot be undone',
  ),
  'distribution.documented-bill': label(
    '{billCode} 已制单，不能作废',
    '{billCode} is on documents and cannot be voided',
  ),
  'distribution.source-same': label(
    '{billCode} 第 {line} 行已是该货源，无需修改',
    '{billCode}, line {line} comes from there already',
  ),
});
