/** What a template leaves open, decided by the record: which facts and columns say something, and who signs. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { answeredName, kinds } from '../../kernel/core/kinds.ts';
import { stagesOf } from '../../kernel/core/life.ts';
import { isFigure } from './field-text.rules.ts';
import { type Block, type Layout, printedColumns, printedFields } from './layout.rules.ts';
import { printWords } from './print-words.ts';

type Row = Readonly<Record<string, unknown>>;

/** May whoever prints see the field? */
export type Seen = (field: Field) => boolean;

/** A layout in which every list is said: the fields of this record that the person may see. */
export function settled(layout: Layout, of: Declaration, row: Row, seen: Seen, columnsMax: number): Layout {
  return {
    blocks: layout.blocks.map((block): Block => {
      switch (block.is) {
        case 'facts':
          return block.fields.length > 0 ? block : { ...block, fields: factsOf(of, row, seen) };
        case 'table':
          return block.columns.length > 0
            ? block
            : {
                ...block,
                columns: columnsThatTell(printedColumns(of, block.lines), linesOf(row, block.lines), seen, columnsMax),
              };
        case 'signs':
          return block.signers.length > 0 ? block : { ...block, signers: signersOf(of) };
        default:
          return block;
      }
    }),
  };
}

/** The lines of a record under one key. */
export const linesOf = (row: Row, lines: string): readonly Row[] =>
  Array.isArray(row[lines]) ? (row[lines] as readonly Row[]) : [];

const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
/** Every document has these; they tell the past and stand behind what the document itself says. */
const PAST = new Set(['applyUserId', 'applyTime', 'approveUserId', 'approveTime']);
/** Said by the head. */
const HEAD = new Set(['billCode', 'statusName', 'createTime', 'createUserName']);

/** Facts that say something, what the document is about before who sent and approved it. */
function factsOf(of: Declaration, row: Row, seen: Seen): readonly string[] {
  const fields = printedFields(of);
  const units = unitsOf(fields);
  const names = Object.entries(fields)
    .filter(
      ([name, field]) =>
        !HEAD.has(name) &&
        name !== of.title &&
        !units.has(name) &&
        kinds[field.kind].refers !== 'several' &&
        seen(field) &&
        isInformative(name, field, row),
    )
    .map(([name]) => name);
  return [...names.filter((name) => !PAST.has(name)), ...names.filter((name) => PAST.has(name))];
}

/** Has the record a value in it, and of a reference a name? */
const isInformative = (name: string, { kind }: Field, row: Row): boolean =>
  isThere(row[name]) && (kinds[kind].refers === undefined || isThere(row[answeredName(name, 'Name')]));
const unitsOf = (fields: Fields): ReadonlySet<string | undefined> =>
  new Set(Object.values(fields).map(({ rules }) => rules.unit));

/**
 * The columns worth printing, at most so many. Left out are units, which stand with their figures, read-only columns
 * that say nothing, and figures that say again what one before them says. Where there are too many, what people enter
 * goes before what the program derives.
 */
function columnsThatTell(fields: Fields, rows: readonly Row[], seen: Seen, max: number): readonly string[] {
  const units = unitsOf(fields);
  const worth = Object.entries(fields).filter(
    ([name, field]) =>
      !units.has(name) &&
      kinds[field.kind].refers !== 'several' &&
      seen(field) &&
      (field.rules.readonly === true
        ? kinds[field.kind].percent !== 'ratio' && rows.some((row) => saysMore(name, field, row))
        : kinds[field.kind].refers === undefined || rows.some((row) => isInformative(name, field, row))),
  );
  const distinct: [string, Field][] = [];
  for (const [name, field] of worth)
    if (!distinct.some(([other, before]) => saysAgain(name, field, other, before, rows))) distinct.push([name, field]);
  const best = distinct
    .toSorted(([a, first], [b, second]) => weight(a, first, rows) - weight(b, second, rows))
    .slice(0, max);
  return distinct.filter((each) => best.includes(each)).map(([name]) => name);
}

const saysMore = (name: string, field: Field, row: Row): boolean => {
  const { neutral } = kinds[field.kind];
  return isInformative(name, field, row) && (neutral === undefined || figureOf(row[name])?.toString() !== neutral);
};
const figureOf = (value: unknown): Decimal | undefined => {
  const text = isThere(value) ? String(value) : '';
  return Decimal.isText(text) ? Decimal.of(text) : undefined;
};

/** Is it a derived figure that is the same as an earlier one, unit and all, in every line? */
function saysAgain(name: string, field: Field, other: string, before: Field, rows: readonly Row[]): boolean {
  if (field.rules.readonly !== true || !isFigure(field) || !isFigure(before) || field.kind !== before.kind)
    return false;
  const textOf = (row: Row, of: string, { rules }: Field): string =>
    `${figureOf(row[of])?.toString() ?? ''} ${rules.unit === undefined ? '' : String(row[rules.unit] ?? '')}`;
  return field.rules.total !== true && rows.every((row) => textOf(row, name, field) === textOf(row, other, before));
}

/** What is left out first has the greatest. */
function weight(name: string, field: Field, rows: readonly Row[]): number {
  const isEntered = field.rules.readonly !== true;
  const isFilled = rows.some((row) => isInformative(name, field, row) && figureOf(row[name])?.isZero() !== true);
  if (isEntered && kinds[field.kind].refers !== undefined && field.rules.optional !== true) return 0;
  if (isFilled && (field.rules.total === true || (isEntered && isFigure(field)))) return 1;
  if (isFilled && isEntered) return 2;
  return isFilled ? 3 : 4;
}

/** Who signs: whoever made it, whoever decides on it, and those its declaration names. */
function signersOf(of: Declaration): Extract<Block, { is: 'signs' }>['signers'] {
  return [printWords.prepared, ...(stagesOf(of.life).length === 0 ? [] : [printWords.approved]), ...(of.signed ?? [])];
}
