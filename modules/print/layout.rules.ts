/** What a template says of a print: blocks in their order, each naming fields of the declaration it prints. */
import { type Declaration, titleField } from '../../kernel/core/declaration.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { type Paper, papers } from './papers.rules.ts';

export type Size = 'small' | 'normal' | 'large';
export type Align = 'start' | 'center' | 'end';

/** One block. A list of fields that is empty stands for all fields that say something. */
export type Block =
  /** Company, kind, number, state, who printed it when, and the number as a code. */
  | { readonly is: 'head' }
  /** Free words in both languages, in which `{{field}}` is what the record has there. */
  | {
      readonly is: 'words';
      readonly zh: string;
      readonly en: string;
      readonly size: Size;
      readonly align: Align;
    }
  | { readonly is: 'facts'; readonly fields: readonly string[]; readonly across: number }
  | {
      readonly is: 'table';
      readonly lines: string;
      readonly columns: readonly string[];
      readonly totals: boolean;
    }
  /** Boxes to sign in; without any, those of the declaration. */
  | { readonly is: 'signs'; readonly signers: readonly Label[] }
  /** A field as a code, with words beside it. */
  | { readonly is: 'label'; readonly code: string; readonly words: readonly string[] };
export interface Layout {
  readonly blocks: readonly Block[];
}
export type BlockKind = Block['is'];

export const BLOCKS_MAX = 20;
export const WORDS_MAX = 1_000;
const FIELDS_MAX = 60;
const SIGNERS_MAX = 6;
const ACROSS = [1, 2, 3];

/** Has a page that shows one record: that can be printed. */
export const isPrintable = (of: Declaration): boolean => of.calls.includes('detail') && of.path !== undefined;

/** What every record has beside its own fields. */
const BASE_FIELDS: Fields = {
  createTime: { kind: 'moment', label: label('创建时间', 'Created at'), rules: {}, optional: true },
  createUserName: { kind: 'text', label: label('创建人', 'Created by'), rules: {}, optional: true },
  statusName: { kind: 'text', label: label('状态', 'State'), rules: {}, optional: true },
};

/** Files and what only a program reads are not printed. */
const isPrintedField = ({ kind }: Field): boolean =>
  !kinds[kind].sealed && !kinds[kind].structured && kinds[kind].files === undefined && kinds[kind].text !== 'markup';
const printed = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isPrintedField(field)));

/** The fields of a record that a template may name. */
export const printedFields = (of: Declaration): Fields => ({
  ...(of.view === true
    ? {}
    : { createTime: BASE_FIELDS['createTime']!, createUserName: BASE_FIELDS['createUserName']! }),
  ...(of.life === undefined ? {} : { statusName: BASE_FIELDS['statusName']! }),
  ...printed(of.fields),
});

/** The fields of its lines that a template may name. What is computed of lines is not read here. */
export const printedColumns = (of: Declaration, lines: string): Fields =>
  Object.fromEntries(
    Object.entries(printed(of.lines?.[lines]?.fields ?? {})).filter(([, { rules }]) => rules.computed !== true),
  );

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;
/** The fields that words name. */
export const fieldsInWords = (words: string): readonly string[] =>
  [...words.matchAll(PLACE)].map(([, name = '']) => name);
/** Words with what stands in their places. */
export const filledWords = (words: string, textOf: (name: string) => string): string =>
  words.replace(PLACE, (_, name: string) => textOf(name));

/** The print of a declaration nobody wrote a template for. */
export function builtInLayout(of: Declaration, paper: Paper): Layout {
  const number = of.fields['billCode'] === undefined ? titleField(of) : 'billCode';
  if (papers[paper].isLabel)
    return {
      blocks: [
        {
          is: 'label',
          code: number,
          words: of.labelled ?? [
            `{{${number}}}`,
            ...labelFields(of, number).map((name) => `{{${name}}}`),
            ...(of.life === undefined ? [] : ['{{createUserName}} {{createTime}}']),
          ],
        },
      ],
    };
  return {
    blocks: [
      { is: 'head' },
      { is: 'facts', fields: [], across: paper === 'a4' ? 3 : paper === 'a5' ? 2 : 1 },
      ...Object.keys(of.lines ?? {}).map((lines): Block => ({ is: 'table', lines, columns: [], totals: true })),
      ...(of.life === undefined ? [] : [{ is: 'signs', signers: [] } as const]),
    ],
  };
}

const LABEL_FACTS = 2;
/** What tells one record from another at a glance: the first fields its list shows. */
const labelFields = (of: Declaration, number: string): readonly string[] =>
  Object.entries(of.fields)
    .filter(
      ([name, field]) =>
        name !== number && field.rules.list === true && field.rules.right === undefined && isPrintedField(field),
    )
    .map(([name]) => name)
    .slice(0, LABEL_FACTS);

type Raw = Readonly<Record<string, unknown>>;
const asRaw = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
const asTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
const asWords = (value: unknown): string => (typeof value === 'string' ? value : '');
const oneOf = <T extends string>(value: unknown, all: readonly T[]): T => all.find((each) => each === value) ?? all[0]!;

/**
 * A layout as it was sent, in the form it is stored in, and everything that is wrong with it. Unknown fields are named
 * with the block they stand in.
 */
export function readLayout(
  given: unknown,
  of: Declaration,
): { readonly layout: Layout; readonly refusals: readonly Refusal[] } {
  const raw = asRaw(given)['blocks'];
  const blocks = Array.isArray(raw) ? raw : [];
  if (blocks.length === 0) return { layout: { blocks: [] }, refusals: [refuse('print.nothing', {}, FIELD)] };
  if (blocks.length > BLOCKS_MAX)
    return { layout: { blocks: [] }, refusals: [refuse('print.blocks', { max: BLOCKS_MAX }, FIELD)] };
  const refusals: Refusal[] = [];
  const read = blocks.flatMap((each: unknown, at) => {
    const block = readBlock(asRaw(each), of);
    if (block === undefined) {
      refusals.push(refuse('print.block-unknown', { at: at + 1 }, FIELD));
      return [];
    }
    refusals.push(...wrongIn(block, at + 1, of));
    return [block];
  });
  return { layout: { blocks: read }, refusals };
}
const FIELD = { field: 'content' };

function readBlock(raw: Raw, of: Declaration): Block | undefined {
  switch (raw['is']) {
    case 'head':
      return { is: 'head' };
    case 'words':
      return {
        is: 'words',
        zh: asWords(raw['zh']),
        en: asWords(raw['en']),
        size: oneOf<Size>(raw['size'], ['normal', 'small', 'large']),
        align: oneOf<Align>(raw['align'], ['start', 'center', 'end']),
      };
    case 'facts':
      return {
        is: 'facts',
        fields: asTexts(raw['fields']),
        across: ACROSS.find((each) => each === Number(raw['across'])) ?? ACROSS.length,
      };
    case 'table':
      return {
        is: 'table',
        lines: asWords(raw['lines']) || (Object.keys(of.lines ?? {})[0] ?? ''),
        columns: asTexts(raw['columns']),
        totals: raw['totals'] !== false,
      };
    case 'signs':
      return {
        is: 'signs',
        signers: (Array.isArray(raw['signers']) ? raw['signers'] : []).map((each: unknown) => {
          const { zh, en } = asRaw(each);
          return label(asWords(zh) || asWords(en), asWords(en) || asWords(zh));
        }),
      };
    case 'label':
      return { is: 'label', code: asWords(raw['code']), words: asTexts(raw['words']) };
    default:
      return undefined;
  }
}

/** What is wrong with one block, which is the `at`th. */
function wrongIn(block: Block, at: number, of: Declaration): readonly Refusal[] {
  const refusals: Refusal[] = [];
  if (block.is === 'table' && of.lines?.[block.lines] === undefined)
    return [refuse('print.lines-unknown', { at, name: of.label }, FIELD)];
  const { names, known } = namedIn(block, of);
  const unknown = [...new Set(names.filter((name) => known[name] === undefined))];
  if (unknown.length > 0)
    refusals.push(refuse('print.field-unknown', { at, names: listed(unknown), name: of.label }, FIELD));
  if (names.length > FIELDS_MAX) refusals.push(refuse('print.fields', { at, max: FIELDS_MAX }, FIELD));
  const longest = Math.max(0, ...textsIn(block).map((each) => [...each].length));
  if (longest > WORDS_MAX) refusals.push(refuse('print.words', { at, max: WORDS_MAX, length: longest }, FIELD));
  if (block.is === 'signs' && block.signers.length > SIGNERS_MAX)
    refusals.push(refuse('print.signers', { at, max: SIGNERS_MAX }, FIELD));
  return refusals;
}
const listed = (names: readonly string[]): Label => label(names.join('、'), names.join(', '));

/** The fields a block names, and those there are. */
function namedIn(block: Block, of: Declaration): { readonly names: readonly string[]; readonly known: Fields } {
  const known = printedFields(of);
  switch (block.is) {
    case 'words':
      return { names: [...fieldsInWords(block.zh), ...fieldsInWords(block.en)], known };
    case 'facts':
      return { names: block.fields, known };
    case 'table':
      return { names: block.columns, known: printedColumns(of, block.lines) };
    case 'label':
      return {
        names: [...(block.code === '' ? [] : [block.code]), ...block.words.flatMap(fieldsInWords)],
        known,
      };
    default:
      return { names: [], known };
  }
}

/** The words a person wrote in a block. */
const textsIn = (block: Block): readonly string[] =>
  block.is === 'words'
    ? [block.zh, block.en]
    : block.is === 'label'
      ? block.words
      : block.is === 'signs'
        ? block.signers.flatMap(({ zh, en }) => [zh, en])
        : [];

/** Fields that a stored layout names and that are not there any more: they print as nothing. */
export const missingFields = (layout: Layout, of: Declaration): readonly string[] => [
  ...new Set(
    layout.blocks.flatMap((block) => {
      const { names, known } = namedIn(block, of);
      return names.filter((name) => known[name] === undefined);
    }),
  ),
];
