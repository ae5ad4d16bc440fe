import type { Readable } from 'node:stream';
import type { Field, Kind } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { label, type Label, type Language } from '../../kernel/core/label.ts';
import { choicesOf, CLEARING, type CellLookups } from './cell-text.ts';
import { importColumns, type ImportColumn, type SheetSubject } from './sheet-columns.ts';
import { sheetColumn, writeWorkbook } from '../xlsx/sheet-writer.ts';

export const DATA_SHEET = label('数据', 'Data');
const HELP_SHEET = label('填写说明', 'How to fill in');
const HELP_HEADERS: readonly Label[] = [
  label('列', 'Column'),
  label('必填', 'Required'),
  label('类型', 'Kind'),
  label('规则', 'Rules'),
  label('示例', 'Example'),
];
const YES = label('是', 'Yes');
const NO = label('否', 'No');
const WORDS: Readonly<Record<Kind, Label>> = {
  text: label('文本', 'Text'),
  longtext: label('长文本', 'Long text'),
  richtext: label('富文本', 'Rich text'),
  code: label('编码', 'Code'),
  secret: label('密文', 'Secret'),
  integer: label('整数', 'Whole number'),
  quantity: label('数量', 'Quantity'),
  price: label('单价', 'Price'),
  money: label('金额', 'Amount'),
  percent: label('百分数', 'Percent'),
  factor: label('系数', 'Factor'),
  flag: label('是/否', 'Yes/No'),
  day: label('日期', 'Date'),
  moment: label('日期时间', 'Date and time'),
  choice: label('选项', 'Choice'),
  dictionary: label('字典', 'Dictionary'),
  ref: label('引用', 'Reference'),
  refs: label('多个引用', 'References'),
  parent: label('上级', 'Parent'),
  pictures: label('图片', 'Pictures'),
  attachments: label('附件', 'Attachments'),
  json: label('数据', 'Data'),
};
const ALL_COLUMNS = label('所有列', 'Every column');
const BLANK_MEANS = label(
  `已有的数据：空白表示不改；填「${CLEARING.zh}」表示清除，必填的不能清除`,
  `Records that are there: a blank cell changes nothing; ${CLEARING.en} empties what is not required`,
);
/** More choices than this are listed by the drop-down only. */
const CHOICES_SHOWN = 20;

/** The workbook a person fills in: sheet 数据 with headings, notes, drop-downs and an example row, and sheet 填写说明. */
export function template(
  subject: SheetSubject,
  language: Language,
  lookups: CellLookups,
  hidden?: ReadonlySet<string>,
): Readable {
  const columns = importColumns(subject, lookups, hidden).filter((column) => !column.readonly);
  return writeWorkbook([
    {
      name: DATA_SHEET[language],
      columns: columns.map((column) => {
        // A list to choose from lets only one be chosen.
        const list = column.field.rules.several ? undefined : choicesOf(column.field, language, lookups);
        const note = [column.field.rules.hint?.[language], rulesOf(column, language, lookups)]
          .filter((part) => part !== undefined && part !== '')
          .join('\n');
        return sheetColumn(column.header[language] + (column.required ? '*' : ''), column.field, {
          ...(note === '' ? {} : { note }),
          ...(list === undefined ? {} : { list }),
        });
      }),
      rows: [columns.map((column) => exampleOf(column, language, lookups))],
    },
    {
      name: HELP_SHEET[language],
      columns: HELP_HEADERS.map((header, index) => ({
        header: header[language],
        face: 'text',
        width: [20, 8, 12, 60, 20][index]!,
      })),
      rows: [
        ...columns.map((column) => [
          column.header[language],
          (column.required ? YES : NO)[language],
          WORDS[column.field.kind][language],
          [rulesOf(column, language, lookups), column.field.rules.hint?.[language]]
            .filter((part) => part !== undefined && part !== '')
            .join(language === 'zh' ? '；' : '; '),
          exampleOf(column, language, lookups),
        ]),
        [ALL_COLUMNS[language], NO[language], '', BLANK_MEANS[language], CLEARING[language]],
      ],
    },
  ]);
}

/** What goes into the cells of a column, in one sentence. */
function rulesOf({ field, required, identifies }: ImportColumn, language: Language, lookups: CellLookups): string {
  const { rules } = field;
  const kind = kinds[field.kind];
  const zh = language === 'zh';
  const parts: string[] = [];
  const say = (chinese: string, english: string): void => void parts.push(zh ? chinese : english);
  const isText = kind.text !== undefined && kind.text !== 'markup';
  const isNumber = kind.nature === 'decimal' || kind.whole;
  if (required) say('必填', 'Required');
  if (identifies) say('按此列识别已有数据', 'Existing records are found by this column');
  if (rules.unique === true) say('不能重复', 'Must be unique');
  if (rules.fixed) say('建立后不能修改', 'Cannot change after creation');
  if (isText) {
    if (rules.max !== undefined) say(`最多 ${rules.max} 个字符`, `At most ${rules.max} characters`);
    if (rules.min !== undefined) say(`至少 ${rules.min} 个字符`, `At least ${rules.min} characters`);
  }
  if (isNumber) {
    if (rules.positive) say('大于 0', 'Greater than 0');
    if (rules.min !== undefined) say(`不小于 ${rules.min}`, `At least ${rules.min}`);
    if (rules.max !== undefined) say(`不大于 ${rules.max}`, `At most ${rules.max}`);
    if (rules.places !== undefined) say(`最多 ${rules.places} 位小数`, `At most ${rules.places} decimal places`);
    if (kind.percent === 'points') say('9 或 9% 表示百分之九', '9 or 9% is nine percent');
  }
  if (kind.nature === 'day') say('如 2026-01-31', 'As 2026-01-31');
  if (kind.nature === 'moment') say('如 2026-01-31 08:30:00', 'As 2026-01-31 08:30:00');
  if (kind.refers !== undefined) {
    const target = lookups.targets[rules.target ?? ''];
    const what = (target?.label ?? field.label)[language];
    if (kind.refers === 'several')
      say(`填写${what}的编码或名称，用逗号分隔`, `Codes or names of ${what}, parted by commas`);
    else if (target?.code ?? true) say(`填写${what}的编码`, `Code of ${what}`);
    else say(`填写${what}的名称`, `Name of ${what}`);
    if (kind.refers === 'above') say('新增时空白为顶级', 'A new row left empty stands at the top');
  }
  const choices = choicesOf(field, language, lookups);
  if (choices !== undefined && choices.length <= CHOICES_SHOWN)
    say(`可选：${choices.join('、')}`, `One of: ${choices.join(', ')}`);
  const standard = standardOf(field, language, lookups);
  if (standard !== null) say(`新增时空白为「${standard}」`, `On a new row empty means "${standard}"`);
  return parts.join(zh ? '；' : '; ');
}

function standardOf(field: Field, language: Language, lookups: CellLookups): string | null {
  const value = field.rules.default;
  const { refers, words } = kinds[field.kind];
  if (
    (typeof value !== 'string' && typeof value !== 'number') ||
    value === '' ||
    refers === 'above' ||
    refers === 'one'
  )
    return null;
  const choices = words === 'field' ? field.rules.choices : lookups.dictionaries[field.rules.dictionary ?? ''];
  if (words === 'yes-no') return (Number(value) === 1 ? YES : NO)[language];
  return choices?.find((choice) => choice.value === String(value))?.label[language] ?? String(value);
}

/**
 * The example of a column. It is plainly one, so that import can pass over a row of examples somebody left standing.
 */
export function exampleOf({ field }: ImportColumn, language: Language, lookups: CellLookups): string | null {
  const zh = language === 'zh';
  const { kind, rules } = field;
  switch (kind) {
    case 'code':
      return zh ? '示例001' : 'SAMPLE-001';
    case 'text':
    case 'longtext':
    case 'richtext':
      return zh
        ? `示例${field.label.zh}`.slice(0, rules.max ?? 255)
        : `Sample ${field.label.en.toLowerCase()}`.slice(0, rules.max ?? 255);
    case 'integer':
      return String(Math.min(Math.max(1, rules.min ?? 1), rules.max ?? 1_000_000));
    case 'quantity':
    case 'price':
    case 'money':
    case 'percent':
    case 'factor':
      return rules.min !== undefined && rules.min > 1 ? String(rules.min) : rules.places === 0 ? '1' : '1.5';
    case 'day':
      return '2026-01-31';
    case 'moment':
      return '2026-01-31 08:30:00';
    case 'flag':
    case 'choice':
    case 'dictionary':
      return standardOf(field, language, lookups) ?? choicesOf(field, language, lookups)?.[0] ?? null;
    case 'ref':
    case 'refs':
      return zh ? '示例编码' : 'SAMPLE-CODE';
    default:
      return null;
  }
}
