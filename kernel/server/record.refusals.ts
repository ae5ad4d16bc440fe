import { label } from '../core/label.ts';
import { declareRefusals } from '../core/refusal.ts';

/** Sentences about records, documents, files and requests, which the server alone judges. */
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
  'field.unknown-reference': label(
    '{name}引用的记录不存在，可能已被删除',
    '{name} refers to a record that does not exist; it may have been removed',
  ),
  'field.frozen-reference': label(
    '{name}「{value}」已冻结，不能选用',
    '{name} "{value}" is frozen and cannot be chosen',
  ),
  'file.unknown': label(
    '{name}：文件 {id} 不存在或已删除，请重新上传',
    '{name}: the file {id} does not exist or was removed; upload it again',
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
  'field.locked': label(
    '{state}的{record}不能直接修改{name}，请先“{way}”',
    '{name} cannot be changed while it is {state}; use “{way}” first',
  ),
  'field.foreign': label('{name}由{system}维护，不能在此修改', '{name} is kept in {system} and cannot be changed here'),
  'record.foreign': label('{system}{record}不能删除', 'A {record} from {system} cannot be removed'),
  'record.foreign-freeze': label(
    '{system}{record}不能删除，可冻结',
    'A {record} from {system} cannot be removed; freeze it instead',
  ),
  'field.unique': label('{name}「{value}」已存在', '{name} "{value}" already exists'),
  'field.taken': label('已有一条记录使用了相同的{name}', 'Another record has the same {name} already'),
  'lines.too-few': label(
    '{type} {billCode} 至少需要 {min} 行{lines}，请先添加',
    '{type} {billCode} needs at least {min} {min:line|lines} of “{lines}”; add what is missing first',
  ),
  'lines.missing': label('至少需要一行{lines}', 'At least one line of {lines} is needed'),
  'lines.unknown': label('第 {line} 行已不存在，请刷新后重试', 'Line {line} no longer exists; reload and try again'),
  'tenant.other': label(
    '这里只能管理本租户 {own} 的数据，不能指定租户 {tenant}；请用该租户的管理员登录',
    'Only tenant {own} is managed here, not {tenant}; sign in as an administrator of that tenant',
  ),
  'param.page-size': label('每页条数只能在 1 到 200 之间', 'Page size must be between 1 and 200'),
  'param.sort': label('不能按 {name} 排序', 'Cannot sort by {name}'),
  'param.too-long': label('参数 {name} 最长 {max} 个字符', 'Parameter {name} may have at most {max} characters'),
  'ids.missing': label('请选择至少一条数据', 'Select at least one record'),
  'param.missing': label('缺少参数 {name}', 'Parameter {name} is missing'),
  'param.invalid': label('参数 {name} 的值「{value}」无效', 'Parameter {name} has an invalid value "{value}"'),
  'param.unreadable': label(
    '请求中有无法识别的编号、数字或日期',
    'The request holds an id, number or date that cannot be read',
  ),
  'file.missing': label('请选择要上传的文件', 'Choose a file to upload'),
  'file.daily': label(
    '24 小时内最多上传 {max} MB，您已用完，请稍后再传，或请管理员调大参数 file.dailyMegabytes',
    'You have uploaded the {max} MB one person may within 24 hours; upload it later, or ask an administrator to raise the parameter file.dailyMegabytes',
  ),
  'file.too-wide': label(
    '图片为 {width}×{height} 像素，每边最多 {max}，共 5000 万像素，请缩小后再上传',
    'The picture has {width} by {height} pixels; each side may have {max} and all together 50 million. Make it smaller and upload it again',
  ),
  'file.kind': label(
    '只能上传 jpg、png 图片、PDF 或 Office 文件',
    'Only jpg and png pictures, PDF and Office files can be uploaded',
  ),
  'busy.retry': label('数据正在被他人处理，请重试', 'The data is being worked on by somebody else; please try again'),
});
