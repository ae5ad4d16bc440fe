import { fill, type Label, type Language } from '../../kernel/core/label.ts';
import type { Why } from './model.ts';

const text = (zh: string, en: string): Label => ({ zh, en });

const texts = {
  grid: text('明细表格', 'Lines'),
  line: text('行', 'Line'),
  lines: text('{count} 行', '{count} {count:line|lines}'),
  linesOf: text('{shown} / {count} 行', '{shown} of {count} {count:line|lines}'),
  total: text('合计', 'Total'),
  manyUnits: text('{count} 种单位', '{count} {count:unit|units}'),
  selection: text('已选 {rows} × {columns}', 'Selected {rows} × {columns}'),
  sum: text('合计 {sum}', 'Sum {sum}'),
  search: text('在明细中查找', 'Find in lines'),
  onlyMatches: text('只看匹配', 'Matches only'),
  previous: text('上一个', 'Previous'),
  next: text('下一个', 'Next'),
  noMatch: text('没有匹配', 'No match'),
  addLine: text('加一行', 'Add line'),
  removeLine: text('删除此行', 'Remove line'),
  undo: text('撤销', 'Undo'),
  redo: text('重做', 'Redo'),
  problems: text('{count} 个问题', '{count} {count:problem|problems}'),
  oneProblem: text('1 个问题', '1 problem'),
  problemList: text('问题列表', 'Problems'),
  problemAt: text('第 {row} 行', 'Line {row}'),
  problemsHint: text('F8 下一个，Shift-F8 上一个', 'F8 next, Shift-F8 previous'),
  empty: text('还没有明细。直接输入，或从 Excel 粘贴。', 'No lines yet. Type here, or paste from Excel.'),
  emptyReadonly: text('没有明细。', 'No lines.'),
  newLine: text('新的一行', 'New line'),
  searching: text('正在查找', 'Searching'),
  noHits: text('没有“{text}”', 'Nothing called “{text}”'),
  typeToSearch: text('输入编码、名称、别名或拼音', 'Type code, name, alias or pinyin'),
  unreachable: text('暂时查不到，稍后再试', 'Search is out of reach, try again'),
  stock: text('库存 {stock}', 'stock {stock}'),
  hits: text('{count} 项，第 {at} 项：{name}', '{count} {count:hit|hits}, number {at}: {name}'),
  position: text('第 {row} 行，{label}，{value}', 'Line {row}, {label}, {value}'),
  blank: text('空', 'empty'),
  readonly: text('只读', 'read-only'),
  explain: text('查看 {label} 的算法', 'How {label} was worked out'),
  editor: text('单元格', 'Cell'),
  pasted: text('已粘贴 {rows} 行', 'Pasted {rows} {rows:line|lines}'),
} satisfies Readonly<Record<string, Label>>;

/** Why a text is no value, and what to do. */
export const reasonTexts: Readonly<Record<Why, Label>> = {
  'quantity.unreadable': text(
    '“{text}”不是数量。可写 12.5、3箱 或 12*2.5。',
    '“{text}” is not a figure. Write 12.5, 3 box or 12*2.5.',
  ),
  'quantity.unit': text('没有单位“{unit}”。可用：{known}。', 'No unit “{unit}”. Known: {known}.'),
  'quantity.no-units': text(
    '“{unit}”无法换算，这里只写数字。',
    '“{unit}” cannot be converted here, write the figure alone.',
  ),
  'quantity.mixed': text(
    '“{text}”中有的带单位、有的不带，请统一。',
    'Some figures in “{text}” have a unit and some do not.',
  ),
  'quantity.zero-divisor': text('不能除以 0。', 'Cannot divide by 0.'),
  'figure.places': text('最多 {places} 位小数。', 'At most {places} decimal places.'),
  'figure.min': text('不能小于 {min}。', 'Must be at least {min}.'),
  'figure.max': text('不能大于 {max}。', 'Must be at most {max}.'),
  'figure.positive': text('必须大于 0。', 'Must be above 0.'),
  'figure.whole': text('必须是整数。', 'Must be a whole number.'),
  'text.long': text('最多 {max} 个字。', 'At most {max} characters.'),
  'day.unreadable': text(
    '“{text}”不是日期。可写 11-21、今天 或 +3。',
    '“{text}” is not a day. Write 11-21, today or +3.',
  ),
  'choice.unknown': text('没有选项“{text}”。按 Alt-↓ 选择。', 'No choice “{text}”. Press Alt-↓ to pick one.'),
  'ref.searching': text('正在查找“{text}”', 'Looking up “{text}”'),
  'ref.unknown': text('找不到“{text}”。按 Alt-↓ 选择。', '“{text}” was not found. Press Alt-↓ to pick one.'),
  'ref.ambiguous': text('有多个“{text}”。按 Alt-↓ 选择。', 'There are several “{text}”. Press Alt-↓ to pick one.'),
  'ref.unreachable': text('暂时查不到“{text}”，稍后再试。', 'Could not look up “{text}”, try again.'),
  'ref.no-source': text('“{text}”无法查找。', '“{text}” cannot be looked up here.'),
};

type TextKey = keyof typeof texts;
export type Say = (key: TextKey, places?: Readonly<Record<string, unknown>>) => string;
const sayings: Readonly<Record<Language, Say>> = {
  zh: (key, places = {}) => fill(texts[key].zh, places),
  en: (key, places = {}) => fill(texts[key].en, places),
};

/** The texts of the grid in a language. */
export const sayingIn = (language: Language): Say => sayings[language];
