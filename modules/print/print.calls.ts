/** Calls that print records: each asks for the right to see what it prints. */
import { contract, SESSION } from '../../kernel/core/contract.ts';
import { choice, integer, json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import type { Sheet } from './content.rules.ts';
import { languageChoices, paperChoices } from './papers.rules.ts';

const service = 'blade-report';
/** So many records are printed at once. */
export const PRINTED_MAX = 100;
export const COPIES_MAX = 99;

const asked = {
  printed: text('打印对象', 'Records', {
    max: 60,
    hint: label('单据的名称，如 purchaseOrder', 'Name of the records, such as purchaseOrder'),
  }),
  ids: json('编号', 'Ids'),
  templateId: text('模板', 'Template', {
    optional: true,
    max: 19,
    hint: label('不填为默认模板，0 为内置版式', 'Empty for the default template, 0 for the built-in print'),
  }),
  paper: choice('纸张', 'Paper', paperChoices, { optional: true }),
  language: choice('语言', 'Language', languageChoices, { optional: true }),
};

/** What a sheet holds is described by its type: `Sheet`. */
const sheets = shape.list(shape.deeper<Sheet>());

/** Records as they would be printed, with the templates there are for them. */
export const printPreview = contract({
  method: 'POST',
  service,
  path: 'print/document',
  permission: SESSION,
  summary: label('打印预览', 'Preview a print'),
  input: asked,
  answer: shape.object({
    templates: shape.list(
      shape.object({
        id: shape.id,
        name: shape.text,
        paper: shape.text,
        language: shape.text,
        isDefault: shape.flag,
      }),
    ),
    /** What was used: the template, "0" where it is built in. */
    templateId: shape.id,
    paper: shape.text,
    language: shape.text,
    sheets,
    /** How often these records were printed before, and who printed one of them last. */
    before: shape.object({ times: shape.integer, time: shape.moment, userName: shape.text }),
  }),
});

/** The same, kept with its content as printed. */
export const printRecords = contract({
  method: 'POST',
  service,
  path: 'print/print',
  permission: SESSION,
  summary: label('打印', 'Print'),
  input: {
    ...asked,
    copies: integer('份数', 'Copies', { min: 1, max: COPIES_MAX, default: 1 }),
    output: choice(
      '方式',
      'Way',
      [
        ['printer', '浏览器打印', 'Printer'],
        ['pdf', 'PDF', 'PDF'],
      ],
      { default: 'printer' },
    ),
  },
  answer: shape.object({ logIds: shape.list(shape.id), paper: shape.text, sheets }),
});

/** What was printed before, as a PDF: one's own, or any for whoever may read the contents of prints. */
export const printedPdf = contract({
  method: 'GET',
  service,
  path: 'print/download',
  permission: SESSION,
  summary: label('打印内容的 PDF', 'PDF of what was printed'),
  input: { logIds: json('打印记录', 'Print records') },
  answer: shape.file,
});

/** A layout that is not saved, with a real record: the one named, or the newest one. */
export const tryTemplate = contract({
  method: 'POST',
  service,
  path: 'print/try',
  permission: ['printtemplate_add', 'printtemplate_edit'],
  summary: label('试用打印模板', 'Try a print template'),
  input: {
    printed: asked.printed,
    content: json('版式', 'Layout'),
    paper: choice('纸张', 'Paper', paperChoices),
    language: choice('语言', 'Language', languageChoices),
    id: text('记录', 'Record', { optional: true, max: 19 }),
  },
  /** None where there is no record yet. */
  answer: shape.object({ sheets, id: shape.text }),
});
