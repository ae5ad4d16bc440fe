import { label } from './label.ts';
import { declareRefusals } from './refusal.ts';

/** Sentences of the kernel that both sides judge by. Every business sentence stands in its module. */
declareRefusals({
  'field.missing': label('{sentence}', '{sentence}'),
  'field.required': label('请填写{name}', 'Please enter {name}'),
  'field.text': label('{name}必须是文字', '{name} must be text'),
  'field.too-long': label(
    '{name}最多 {max} 个字符，现有 {length} 个',
    '{name} may have at most {max} characters, it has {length}',
  ),
  'field.too-short': label('{name}至少 {min} 个字符', '{name} needs at least {min} characters'),
  'field.code': label('{name}只能由字母、数字和 . _ - / 组成', '{name} may contain only letters, digits and . _ - /'),
  'field.integer': label('{name}必须是整数', '{name} must be a whole number'),
  'field.decimal': label('{name}必须是数字', '{name} must be a number'),
  'field.places': label('{name}最多 {places} 位小数', '{name} may have at most {places} decimal places'),
  'field.positive': label('{name}必须大于 0', '{name} must be greater than 0'),
  'price.decimal': label('{name}只能为数字', '{name} must be a number'),
  'price.places': label('{name}小数只能为{places}位', '{name} may have at most {places} decimal places'),
  'price.positive': label('{name}不能小于等于0', '{name} must be greater than 0'),
  'field.at-least': label('{name}不能小于 {min}', '{name} must be at least {min}'),
  'field.at-most': label('{name}不能大于 {max}', '{name} must be at most {max}'),
  'field.flag': label('{name}只能是 0 或 1', '{name} must be 0 or 1'),
  'field.day': label('{name}不是日期，请写成 2026-01-31', '{name} is not a date; write it as 2026-01-31'),
  'field.moment': label(
    '{name}不是时间，请写成 2026-01-31 08:30:00',
    '{name} is not a time; write it as 2026-01-31 08:30:00',
  ),
  'field.choice': label(
    '{name}没有「{value}」这一项，可选：{choices}',
    '{name} has no option "{value}"; choose one of: {choices}',
  ),
  'field.id': label('{name}不是有效的记录编号', '{name} is not a record id'),
  'field.too-many': label('{name}最多 {max} 项', '{name} may have at most {max} entries'),
  'field.fixed': label('{name}建立后不能修改', '{name} cannot change once the record exists'),
  'field.not-in-dictionary': label('{name}的字典中没有「{value}」', '{name} has no dictionary entry "{value}"'),
  'line.at': label('第 {line} 行：{sentence}', 'Line {line}: {sentence}'),
  'lines.duplicate': label(
    '第 {line} 行与第 {other} 行重复（{fields}）',
    'Line {line} repeats line {other} ({fields})',
  ),
  'file.not-a-picture': label(
    '不是可以打开的 jpg 或 png 图片，请重拍或换一张',
    'it is not a jpg or png picture that opens; take it again or choose another',
  ),
  'file.too-large': label(
    '文件不能超过 {max}，请压缩后再上传',
    'The file may have at most {max}; make it smaller and upload it again',
  ),
  'ids.too-many': label('一次最多处理 {max} 条', 'At most {max} records at a time'),
  'param.id': label(
    '编号「{value}」无效，请以文本发送，如 "1123598821738675201"',
    'The id {value} is not valid; send it as text, such as "1123598821738675201"',
  ),
});
