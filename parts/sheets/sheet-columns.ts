import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field, Fields, Kind } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import type { Label, Language } from '../../kernel/core/label.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { cellText, type CellLookups } from './cell-text.ts';
import type { SheetColumn } from '../xlsx/sheet-spec.ts';
import { sheetColumn } from '../xlsx/sheet-writer.ts';

/** What a sheet is made for. */
export type SheetSubject = Pick<
  Declaration,
  'name' | 'label' | 'fields' | 'excelKey' | 'unique' | 'title' | 'alike' | 'life' | 'keyword'
>;

/** A field as a column a person fills in. */
export interface ImportColumn {
  readonly name: string;
  readonly field: Field;
  /** Heading, without the mark of required ones. */
  readonly header: Label;
  /** Part of what identifies a row. */
  readonly identifies: boolean;
  /** Must be there and filled in when a row is new. */
  readonly required: boolean;
  /** Only identifies: a new row does not set it. */
  readonly readonly: boolean;
}

const NOT_IN_SHEETS: ReadonlySet<Kind> = new Set(['json', 'pictures', 'attachments', 'secret']);

/** Fields that identify a row: as declared, otherwise the code. */
export const keyOf = (subject: SheetSubject): readonly string[] =>
  subject.excelKey ?? (subject.fields['code'] === undefined ? [] : ['code']);

/** The field a row is called by, where it has one. */
export const titleOf = ({ title, fields }: SheetSubject): string | undefined =>
  title ?? (fields['name'] === undefined ? undefined : 'name');

/** Columns of template and import, in the order of the declaration. `hidden` are fields the person may not see. */
export function importColumns(
  subject: SheetSubject,
  lookups: CellLookups,
  hidden: ReadonlySet<string> = new Set(),
): ImportColumn[] {
  const key = keyOf(subject);
  return Object.entries(subject.fields).flatMap(([name, field]) => {
    const identifies = key.includes(name);
    if (
      hidden.has(name) ||
      NOT_IN_SHEETS.has(field.kind) ||
      (!isWritable(field) && !identifies) ||
      field.rules.computed
    )
      return [];
    const required = !field.optional && field.rules.default === undefined && isWritable(field);
    return [{ name, field, header: headerOf(field, lookups), identifies, required, readonly: !isWritable(field) }];
  });
}

/** References are filled in by code, and their heading says so. */
function headerOf(field: Field, lookups: CellLookups): Label {
  if (!isByCode(field, lookups)) return field.label;
  return {
    zh: field.label.zh.endsWith('编码') ? field.label.zh : `${field.label.zh}编码`,
    en: /\bcode$/i.test(field.label.en) ? field.label.en : `${field.label.en} code`,
  };
}
const isByCode = (field: Field, lookups: CellLookups): boolean =>
  ['one', 'above'].includes(kinds[field.kind].refers ?? '') &&
  (lookups.targets[field.rules.target ?? '']?.code ?? true);

/** A column of an export and where its text comes from in a row as `list` answers it. */
export interface ExportColumn extends SheetColumn {
  /** The field it is of, and what of it: its value, or the name or the code of what it refers to. */
  readonly name: string;
  readonly part: 'value' | 'name' | 'code';
  readonly read: (row: Readonly<Record<string, unknown>>) => string | null;
}

/**
 * Columns of an export of these fields, in this order, readable by import again. A reference takes two columns, its
 * name and its code (`typeName`, `typeCode` of the row), a list of references one, their names; what has no place in a
 * sheet is left out.
 */
export function exportColumns(
  fields: Fields,
  names: readonly string[],
  language: Language,
  lookups: CellLookups,
): ExportColumn[] {
  return names.flatMap((name): ExportColumn[] => {
    const field = fields[name];
    if (field === undefined || NOT_IN_SHEETS.has(field.kind)) return [];
    const text = (key: string) => (row: Readonly<Record<string, unknown>>) =>
      row[key] === null || row[key] === undefined || row[key] === '' ? null : String(row[key]);
    const column = (part: ExportColumn['part'], header: Label, read: ExportColumn['read']): ExportColumn => ({
      ...sheetColumn(header[language], field),
      name,
      part,
      read,
    });
    if (kinds[field.kind].refers === undefined)
      return [column('value', field.label, (row) => cellText(field, row[name], language, lookups))];
    const byName = column('name', field.label, text(shownBeside(name, 'name')));
    return isByCode(field, lookups)
      ? [byName, column('code', headerOf(field, lookups), text(shownBeside(name, 'code')))]
      : [byName];
  });
}

/** What a row calls the name or the code beside a reference. */
export const shownBeside = (field: string, part: 'name' | 'code'): string =>
  `${field.replace(/Ids?$/, '')}${part === 'name' ? 'Name' : 'Code'}`;

/** A heading without what does not tell two apart: marks of required ones, blanks, width, case. */
export const plainHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .replace(/[*\s]|\(必填\)|\(required\)/gi, '')
    .toLowerCase();
