/** A print as it is drawn: the one content that the screen, the browser's printer and the PDF are made of. */
import { type Declaration, titleField } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { answeredName, kinds } from '../../kernel/core/kinds.ts';
import type { Label } from '../../kernel/core/label.ts';
import { figureText, fieldText, isFigure, type Reading, unitText } from './field-text.rules.ts';
import {
  type Align,
  type Block,
  filledWords,
  type Layout,
  printedColumns,
  printedFields,
  type Size,
} from './layout.rules.ts';
import { type Paper, papers, sheetOf } from './papers.rules.ts';
import { printWords } from './print-words.ts';
import { linesOf, type Seen } from './settle.rules.ts';

type Row = Readonly<Record<string, unknown>>;

/** Where a code stands beside a name, this stands between them. */
export const BESIDE = '\t';

type Face = 'figure' | 'name' | 'plain' | 'written';
interface Fact {
  readonly label: string;
  readonly text: string;
  readonly wide: boolean;
}
export interface Table {
  readonly is: 'table';
  /** What it belongs to, on every page of it. */
  readonly caption: string;
  readonly number: string;
  readonly columns: readonly { readonly label: string; readonly face: Face }[];
  readonly rows: readonly (readonly string[])[];
  /** Sums under their columns; none where nothing is added up. */
  readonly totals: readonly string[];
  readonly total: string;
}
export type Drawn =
  | {
      readonly is: 'head';
      readonly company: string;
      readonly kind: string;
      readonly number: string;
      readonly state: string;
      readonly printed: string;
      readonly by: string;
    }
  | { readonly is: 'words'; readonly text: string; readonly size: Size; readonly align: Align }
  | { readonly is: 'facts'; readonly across: number; readonly facts: readonly Fact[] }
  | Table
  | {
      readonly is: 'signs';
      readonly signers: readonly { readonly label: string; readonly name: string; readonly sign: string }[];
    }
  /** A code with words beside it, the first of them large; `strong` is one that must be seen. */
  | { readonly is: 'label'; readonly code: string; readonly words: readonly string[]; readonly strong?: string };

/** One record on paper. */
export interface Sheet {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  /** Null: as long as it is. */
  readonly height: number | null;
  readonly blocks: readonly Drawn[];
}

/** Who prints what, when. */
export interface Occasion {
  readonly company: string;
  readonly userName: string;
  /** yyyy-MM-dd HH:mm. */
  readonly at: string;
}

interface Printing extends Reading {
  readonly of: Declaration;
  readonly row: Row;
  readonly seen: Seen;
  readonly occasion: Occasion;
}

/** Draws one record by a settled layout, in one language. */
export function drawn(layout: Layout, paper: Paper, printing: Printing): Sheet {
  const { of, row } = printing;
  const widest = Math.max(0, ...layout.blocks.map((block) => (block.is === 'table' ? block.columns.length : 0)));
  return {
    id: String(row['id'] ?? ''),
    title: `${of.label[printing.language]} ${numberOf(of, row)}`.trim(),
    ...sheetOf(paper, widest),
    blocks: layout.blocks.flatMap((block) => drawBlock(block, paper, printing)),
  };
}

const numberOf = (of: Declaration, row: Row): string => String(row['billCode'] ?? row[titleField(of)] ?? '');

function drawBlock(block: Block, paper: Paper, printing: Printing): readonly Drawn[] {
  const { of, row, language, occasion } = printing;
  switch (block.is) {
    case 'head':
      return [
        {
          is: 'head',
          company: String(row['companyDeptName'] || occasion.company),
          kind: of.label[language],
          number: numberOf(of, row),
          state: of.life === undefined ? '' : String(row['statusName'] ?? ''),
          printed: printWords.printed[language],
          by: `${occasion.at} · ${occasion.userName}`,
        },
      ];
    case 'words': {
      const text = filledWords(block[language] || block.zh || block.en, valueIn(printing));
      return text === '' ? [] : [{ is: 'words', text, size: block.size, align: block.align }];
    }
    case 'facts':
      return [{ is: 'facts', across: block.across, facts: factsIn(block.fields, printing) }];
    case 'table':
      return tableIn(block, printing);
    case 'signs':
      return papers[paper].isLabel
        ? []
        : [{ is: 'signs', signers: block.signers.map((signer) => signed(signer, printing)) }];
    case 'label': {
      const value = valueIn(printing);
      const words = block.words.map((each) => filledWords(each, value).trim()).filter((each) => each !== '');
      return [{ is: 'label', code: block.code === '' ? '' : rawIn(block.code, printing), words }];
    }
  }
}

/** The fields whoever prints may see. */
const visible = (fields: Fields, seen: Seen): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => seen(field)));

/** What stands for a name within words; nothing for what is not there or not his to see. */
function valueIn({ of, row, seen, ...reading }: Printing): (name: string) => string {
  const fields = visible(printedFields(of), seen);
  return (name) => (fields[name] === undefined ? '' : fieldText(name, fields[name], row, reading, true));
}
/** What a code holds: the value as it is stored. */
function rawIn(name: string, { of, row, seen }: Printing): string {
  const field = printedFields(of)[name];
  return field === undefined || !seen(field) ? '' : String(row[name] ?? '');
}

function factsIn(names: readonly string[], { of, row, seen, ...reading }: Printing): readonly Fact[] {
  const fields = visible(printedFields(of), seen);
  return names.flatMap((name) => {
    const field = fields[name];
    return field === undefined
      ? []
      : [
          {
            label: field.label[reading.language],
            text: fieldText(name, field, row, reading, true),
            wide: kinds[field.kind].text === 'prose',
          },
        ];
  });
}

function signed(signer: Label, { row, language }: Printing): { label: string; name: string; sign: string } {
  const is = (other: Label): boolean => signer.zh === other.zh;
  const name = is(printWords.prepared)
    ? row['applyUserName'] || row['createUserName']
    : is(printWords.approved)
      ? row['approveUserName']
      : '';
  return { label: signer[language], name: String(name ?? ''), sign: printWords.signature[language] };
}

/** A table of lines; none where the record has no line and nobody would write one by hand. */
function tableIn(block: Extract<Block, { is: 'table' }>, printing: Printing): readonly Table[] {
  const { of, row, seen, language } = printing;
  const rows = linesOf(row, block.lines);
  const fields = visible(printedColumns(of, block.lines), seen);
  const columns = block.columns.flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [{ name, field, face: faceOf(field) }];
  });
  if (rows.length === 0 || columns.length === 0) return [];
  const sums = block.totals ? columns.map(({ name, field }) => sumText(name, field, rows)) : [];
  return [
    {
      is: 'table',
      caption: `${of.label[language]} ${numberOf(of, row)} · ${of.lines![block.lines]!.label[language]}`,
      number: printWords.number[language],
      columns: columns.map(({ field, face }) => ({ label: field.label[language], face })),
      rows: rows.map((line) => columns.map(({ name, field }) => cellText(name, field, line, printing))),
      totals: sums.some((each) => each !== '') ? sums : [],
      total: printWords.total[language],
    },
  ];
}

const faceOf = (field: Field): Face =>
  isFigure(field)
    ? 'figure'
    : kinds[field.kind].refers !== undefined
      ? 'name'
      : kinds[field.kind].text === 'words' || kinds[field.kind].text === 'prose'
        ? 'written'
        : 'plain';

function cellText(name: string, field: Field, line: Row, reading: Reading): string {
  const text = fieldText(name, field, line, reading);
  const code = kinds[field.kind].refers === 'one' ? String(line[answeredName(name, 'Code')] ?? '') : '';
  return code === '' || code === text ? text : `${text}${BESIDE}${code}`;
}

/** The sum of a column, apart for each unit: 3 kg and 2 boxes are not 5 of anything. */
function sumText(name: string, field: Field, rows: readonly Row[]): string {
  if (field.rules.total !== true || !isFigure(field)) return '';
  const sums = new Map<string, Decimal>();
  for (const row of rows) {
    const text = String(row[name] ?? '');
    if (!Decimal.isText(text)) continue;
    const unit = unitText(field, row);
    sums.set(unit, (sums.get(unit) ?? Decimal.zero).plus(Decimal.of(text)));
  }
  return [...sums].map(([unit, sum]) => `${figureText(field, sum.toString())} ${unit}`.trim()).join('\n');
}

/** The same print in both languages: English behind Chinese wherever they differ. */
export const inBothLanguages = (zh: Sheet, en: Sheet): Sheet => merged(zh, en) as Sheet;

function merged(zh: unknown, en: unknown): unknown {
  if (typeof zh === 'string' && typeof en === 'string') return bilingual(zh, en);
  if (Array.isArray(zh) && Array.isArray(en)) return zh.map((each, at) => merged(each, en[at]));
  if (typeof zh === 'object' && zh !== null && typeof en === 'object' && en !== null)
    return Object.fromEntries(
      Object.entries(zh).map(([key, each]) => [key, merged(each, (en as Readonly<Record<string, unknown>>)[key])]),
    );
  return zh;
}

/** Both, what they begin and end with said once: `2.5 千克` and `2.5 kg` are `2.5 千克 kg`. */
export function bilingual(zh: string, en: string): string {
  if (zh === en || en === '') return zh;
  if (zh === '') return en;
  for (const parting of [BESIDE, '\n', ' · ']) {
    const parts = zh.split(parting);
    const others = en.split(parting);
    if (parts.length > 1 && parts.length === others.length)
      return parts.map((part, at) => bilingual(part, others[at]!)).join(parting);
  }
  const [words, others] = [zh.split(' '), en.split(' ')];
  const shorter = Math.min(words.length, others.length);
  let begins = 0;
  while (begins < shorter && words[begins] === others[begins]) begins += 1;
  let ends = 0;
  while (ends < shorter - begins && words.at(-1 - ends) === others.at(-1 - ends)) ends += 1;
  return [
    ...words.slice(0, words.length - ends),
    ...others.slice(begins, others.length - ends),
    ...words.slice(words.length - ends),
  ].join(' ');
}
