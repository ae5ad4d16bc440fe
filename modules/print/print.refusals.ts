import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'print.printed-unknown': label(
    '没有可打印的对象“{name}”，请重新选择',
    'There is nothing called “{name}” that can be printed; choose again',
  ),
  'print.many': label(
    '一次最多打印 {max} 张，您选了 {count} 张，请分批打印',
    'At most {max} records are printed at once and you chose {count}; print them in parts',
  ),
  'print.template-gone': label(
    '打印模板不存在或已冻结，请改用其他模板',
    'The print template was removed or frozen; choose another',
  ),
  'print.template-other': label(
    '模板“{template}”用于{for}，不能打印{name}，请改用其他模板',
    'The template “{template}” prints {for}, not {name}; choose another',
  ),
  'print.nothing': label('版式里没有内容，请至少添加一块', 'The layout is empty; add at least one block'),
  'print.blocks': label('版式最多 {max} 块，请删减', 'A layout has at most {max} blocks; remove some'),
  'print.block-unknown': label(
    '第 {at} 块不是可用的类型，请删除后重新添加',
    'Block {at} is of no known kind; remove it and add it again',
  ),
  'print.lines-unknown': label(
    '第 {at} 块：{name}没有这张明细表，请重新选择',
    'Block {at}: {name} has no such lines; choose again',
  ),
  'print.field-unknown': label(
    '第 {at} 块：{name}没有字段“{names}”，请改为可用的字段',
    'Block {at}: {name} has no field “{names}”; use one it has',
  ),
  'print.fields': label('第 {at} 块最多 {max} 个字段，请删减', 'Block {at} has more than {max} fields; remove some'),
  'print.words': label(
    '第 {at} 块的文字有 {length} 个字，最多 {max} 个，请缩短',
    'The words of block {at} have {length} characters, at most {max} fit; shorten them',
  ),
  'print.signers': label(
    '第 {at} 块最多 {max} 个签字栏，请删减',
    'Block {at} has more than {max} boxes to sign; remove some',
  ),
});
