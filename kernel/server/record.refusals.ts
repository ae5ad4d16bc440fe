import { label } from '../core/label.ts';
import { declareRefusals } from '../core/refusal.ts';

/** Sentences about records and documents, which the server alone judges. */
declareRefusals({
  'record.unknown': label('{name}不存在或已删除', '{name} does not exist or was removed'),
  'record.stale': label(
    '数据已被他人修改（{who}，{when}），请刷新后重试',
    'Somebody changed this meanwhile ({who}, {when}); reload and try again',
  ),
  'record.referenced': label(
    '「{title}」已被{by}引用，不能删除，可改为冻结',
    '"{title}" is used by {by} and cannot be removed; freeze it instead',
  ),
  'record.in-use': label('「{title}」已被{by}引用，不能删除', '"{title}" is used by {by} and cannot be removed'),
  'tree.cycle': label('不能将上级设为自己或自己的下级', 'A record cannot stand below itself'),
  'tree.too-deep': label(
    '{name}最多 {max} 级，请选择更高的上级',
    '{name} has at most {max} levels; choose a place higher up',
  ),
  'tree.children': label('请先删除子节点!', 'Remove the records below it first'),
  'document.not-editable': label(
    '单据 {billCode} {state}，不能修改',
    'Document {billCode} is {state} and cannot be changed',
  ),
  'document.not-removable': label(
    '单据 {billCode} {state}，不能删除',
    'Document {billCode} is {state} and cannot be removed',
  ),
  'document.state': label(
    '单据 {billCode} {state}，不能{action}',
    'Document {billCode} is {state}: {action} is not possible',
  ),
  'document.own': label(
    '单据 {billCode} 由您提交，不能由本人{action}',
    'You sent document {billCode} yourself: {action} needs somebody else',
  ),
  'document.reason': label('请填写驳回原因', 'Please give a reason'),
});
