import type { Choice, Field, Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import type { Language } from '../../kernel/core/label.ts';
import { perUnit } from '../quantities/amount.rules.ts';
import type { Column, ColumnOverrides, Face, GridRow } from './model.ts';

/**
 * Which face a kind has in the grid, and how wide it stands by default. Kinds without an entry are shown as plain text,
 * readonly.
 */
const FACES: Readonly<Partial<Record<Field['kind'], readonly [Face, width: number]>>> = {
  text: ['text', 160],
  longtext: ['text', 200],
  code: ['text', 120],
  integer: ['figure', 88],
  quantity: ['figure', 116],
  price: ['figure', 104],
  money: ['figure', 116],
  percent: ['figure', 88],
  factor: ['figure', 104],
  flag: ['choice', 76],
  day: ['day', 96],
  moment: ['plain', 132],
  choice: ['choice', 104],
  dictionary: ['choice', 112],
  ref: ['ref', 220],
  parent: ['ref', 180],
};
/** A unit is a word of two or three letters, known by heart: its code would only cost room. */
const UNIT_WIDTH = 112;
/** Never a column of lines: several values, files, secrets. */
const LEFT_OUT: ReadonlySet<Field['kind']> = new Set(['secret', 'refs', 'pictures', 'attachments', 'json']);

const FLAG: readonly Choice[] = [
  { value: '1', label: { zh: '是', en: 'Yes' } },
  { value: '0', label: { zh: '否', en: 'No' } },
];

/**
 * The columns of a grid: one per declared field, in declared order, with the page's wishes laid over. `isRead`: nobody
 * writes its lines.
 */
export function columnsOf(
  fields: Fields,
  overrides: ColumnOverrides,
  language: Language,
  isRead = true,
): readonly Column[] {
  const columns: Column[] = [];
  const units = new Set(Object.values(fields).map((field) => field.rules.unit));
  for (const [name, field] of Object.entries(fields)) {
    const override = overrides[name] ?? {};
    const known = FACES[field.kind];
    if (override.hidden || (override.onlyRead && !isRead) || (LEFT_OUT.has(field.kind) && !override.render)) continue;
    const [face, width] = units.has(name) ? (['ref', UNIT_WIDTH] as const) : (known ?? ['plain', 140]);
    const readonly = override.readonly ?? Boolean(field.rules.readonly || field.rules.computed || face === 'plain');
    columns.push({
      ...override,
      name,
      field,
      face,
      label: override.label ?? field.label[language],
      hint: field.rules.hint?.[language] ?? override.label ?? field.label[language],
      width: override.width ?? width,
      grows: override.width === undefined && !units.has(name) && (face === 'ref' || face === 'text'),
      bare: units.has(name),
      readonly,
      isRead: isRead || readonly === true,
      choices: override.choices ?? (kinds[field.kind].words === 'yes-no' ? FLAG : (field.rules.choices ?? [])),
      nameField: face === 'ref' ? titleField(name) : `${name}Name`,
      codeField: name.replace(/(Id)?$/, 'Code'),
      unitField: field.rules.unit,
      hasUnitBeside: false,
    });
  }
  const shown = new Set(columns.map(({ name }) => name));
  return columns.map((column) =>
    column.unit === undefined && column.unitField !== undefined && shown.has(column.unitField)
      ? { ...column, hasUnitBeside: true }
      : column,
  );
}

/** `materialId` is answered with `materialName` beside it. */
const titleField = (name: string): string => name.replace(/(Id)?$/, 'Name');

/** Do both columns hold values of one kind, so that what stands in one may be written into the other? */
export const holdSameKind = (one: Column | undefined, other: Column): boolean =>
  one !== undefined && one.face === other.face && kinds[one.field.kind] === kinds[other.field.kind];

/** May this cell not be edited? `row` is undefined below the last one. */
export const isReadonly = (column: Column, row: GridRow | undefined): boolean =>
  typeof column.readonly === 'function' ? row !== undefined && column.readonly(row) : column.readonly === true;

/** Can the cell show how its figure came about? */
export const isExplained = (column: Column, row: GridRow): boolean =>
  typeof column.explained === 'function'
    ? column.explained(row)
    : (column.explained ?? (column.field.rules.computed === true && column.face === 'figure'));

/** The unit shown in grey beside a figure. */
export function unitOf(column: Column, row: GridRow): string {
  if (column.unit) return column.unit(row) ?? '';
  if (column.unitField === undefined) return kinds[column.field.kind].percent === 'points' ? '%' : '';
  const title = row[titleField(column.unitField)] ?? row[column.unitField];
  const word = typeof title === 'string' ? title : '';
  return kinds[column.field.kind].cents === 'at-least' ? perUnit(word) : word;
}
