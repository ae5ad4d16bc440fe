/** Calls of both dictionaries beyond the ordinary ones. */
import { addressOf, callOf, contract, pageInput, SESSION } from '../../../kernel/core/contract.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { optionTree } from '../trees.calls.ts';
import { dict, dictBiz } from './dict.resource.ts';

/** What people choose from. */
const entry = shape.object({
  id: shape.id,
  parentId: shape.id,
  code: shape.text,
  dictKey: shape.text,
  dictValue: shape.text,
  /** Empty where nobody gave one. */
  dictValueEn: shape.text,
  sort: shape.integer,
  remark: shape.text,
  isSealed: shape.flag,
  isDeleted: shape.flag,
});

export type DictionaryEntry = TypeOf<typeof entry>;

function callsOf(declaration: typeof dict) {
  const view = (name: string) => ({ method: 'GET', ...callOf(declaration, name, 'view') }) as const;
  const get = (name: string) => ({ method: 'GET', ...addressOf(declaration, name), permission: SESSION }) as const;
  const summary = (zh: string, en: string) => label(`${declaration.label.zh}：${zh}`, `${declaration.label.en}: ${en}`);
  return {
    /** Heads with their entries; takes the filters of the list, as the next two do. */
    list: contract({
      ...view('list'),
      summary: summary('列表', 'list'),
      input: {},
      answer: shape.tree(shape.row(declaration)),
    }),
    /** Heads, page by page. */
    heads: contract({
      ...view('parent-list'),
      summary: summary('字典头', 'heads'),
      input: {
        ...pageInput,
        keyword: json('关键字', 'Search', { optional: true }),
        ascs: json('升序', 'Ascending', { optional: true }),
      },
      answer: shape.page(shape.row(declaration)),
    }),
    /** Entries, those of one head where a filter names it. */
    entries: contract({
      ...view('child-list'),
      summary: summary('字典项', 'entries'),
      input: {
        code_equal: json('字典编号', 'Code', { optional: true }),
        dictKey_notequal: json('字典键值', 'Key', { optional: true }),
      },
      answer: shape.tree(shape.row(declaration)),
    }),
    /** Heads and entries to choose from. */
    tree: contract({ ...get('tree'), summary: summary('树', 'tree'), input: {}, answer: optionTree }),
    /** Entries of the dictionary with this code that people may choose from: without its head, without sealed ones. */
    values: contract({
      ...get('dictionary'),
      summary: summary('取值', 'values'),
      input: { code: text('字典编号', 'Code', { optional: true }) },
      answer: shape.list(entry),
    }),
  };
}

export const callsOfDict = callsOf(dict);
/** A code that the tenant has no dictionary of is answered from the platform's. */
export const callsOfDictBiz = callsOf(dictBiz);
