import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Declaration, FieldsOf } from '../../core/declaration.ts';
import type { Field } from '../../core/field.ts';
import { kinds } from '../../core/kinds.ts';
import type { Language } from '../../core/label.ts';
import { faceOf } from '../kinds/faces.ts';
import { Status } from '../kinds/status.tsx';
import type { Arrangement } from '../../../parts/table/saved-views.rules.ts';
import { isState } from '../../../parts/columns/column-rank.rules.ts';
import { isNeverListed, listedColumns } from '../../../parts/columns/row-keys.rules.ts';
import { keepColumns, keptColumns, UNTOUCHED } from '../../../parts/table/kept-columns.ts';
import { headingWidth, textWidth } from '../../../parts/table/text-width.rules.ts';
import type { RecordOf } from '../../core/shape.ts';
import { texts } from '../texts.ts';
import type { ListRow } from './list-data.ts';

/** Name of the column with the numbers of the rows. */
export const NUMBER = '.number';

/** A column as the list knows it, before the person arranged it. */
export interface ListColumn {
  readonly name: string;
  readonly label: string;
  readonly width: number;
  /** Its words end in dots where there is little room, which a figure must not. */
  readonly gives?: boolean;
  /** What its heading needs. */
  readonly least?: number;
  readonly figure: boolean;
  readonly isState?: boolean;
  readonly sortable: boolean;
  /** Without its text it shows nothing: where no row has one, it is left out. */
  readonly mayBeEmpty?: boolean;
  /** `isAlone`: on a card, where no heading stands above it. */
  readonly render: (row: ListRow, isAlone?: boolean) => ReactNode;
  readonly text: (row: ListRow) => string;
}

/** Own faces of columns, by field name. */
export type ColumnRenderers<D = Declaration, R extends keyof RecordOf<D> = keyof RecordOf<D>> = {
  readonly [K in keyof FieldsOf<D>]?: (row: ListRow<D, R | (K & keyof RecordOf<D>)>, isAlone?: boolean) => ReactNode;
};

const [FEW, MANY] = [
  { letters: 20, width: 112 },
  { letters: 200, width: 240 },
];
/** Beside its word a choice has a dot, and a cell has edges. */
const AROUND_CHOICE = 34;
/** Words that are always few need little room, a sentence more; a choice as much as its longest word. */
const widthOf = ({ kind, label, rules }: Field, usual: number, language: Language): number =>
  rules.choices !== undefined
    ? AROUND_CHOICE +
      Math.max(...[label, ...rules.choices.map((choice) => choice.label)].map((each) => textWidth(each[language])))
    : kinds[kind].text !== 'words' || rules.max === undefined
      ? usual
      : rules.max <= FEW.letters
        ? FEW.width
        : rules.max >= MANY.letters
          ? MANY.width
          : usual;

const byName = (name: string, field: Field, language: Language, render?: (row: ListRow) => ReactNode): ListColumn => {
  const face = faceOf(field);
  const shown = (row: ListRow) => ({ name, field, row, language });
  return {
    name,
    label: field.label[language],
    width: Math.max(widthOf(field, face.width, language), headingWidth(field.label[language])),
    least: headingWidth(field.label[language]),
    gives: kinds[field.kind].text === 'words' || kinds[field.kind].refers !== undefined,
    figure: face.figure === true,
    isState: isState(field),
    sortable: face.unsortable !== true && field.rules.computed !== true,
    mayBeEmpty: field.optional && (render === undefined || field.rules.computed === true),
    render: render ?? ((row, isAlone = false) => face.cell({ ...shown(row), isAlone })),
    text: (row) => face.text(shown(row)),
  };
};

/** The state a document is in; undefined for what has no life. */
export const stateOf = (declaration: Declaration, row: Readonly<Record<string, unknown>>) =>
  declaration.life?.states[String(row['status'] ?? '')];

const statusColumn = (declaration: Declaration, language: Language): ListColumn => {
  const word = (row: ListRow): string =>
    stateOf(declaration, row)?.label[language] ?? String(row['statusName'] ?? row['status'] ?? '');
  return {
    name: 'status',
    label: texts['list.status'][language],
    width: 110,
    figure: false,
    sortable: true,
    render: (row) => <Status tone={stateOf(declaration, row)?.tone ?? 'plain'} word={word(row)} />,
    text: word,
  };
};
const frozenColumn = (language: Language): ListColumn => {
  const word = (row: ListRow): string => texts[row['frozen'] === 1 ? 'frozen' : 'in-use'][language];
  return {
    name: 'frozen',
    label: texts['list.status'][language],
    width: 96,
    figure: false,
    sortable: true,
    render: (row) => <Status tone={row['frozen'] === 1 ? 'plain' : 'done'} word={word(row)} />,
    text: word,
  };
};
const momentColumn = (name: string, language: Language): ListColumn =>
  byName(
    name,
    {
      kind: 'moment',
      label: texts[name === 'createTime' ? 'list.created' : 'list.updated'],
      rules: {},
      optional: true,
    },
    language,
  );

/** May the holder of these codes see the field? The server leaves it out anyway. */
export const isSeen = (field: Field, codes: ReadonlySet<string>): boolean =>
  field.rules.right === undefined || codes.has(field.rules.right);

/** The columns of these names, as far as the person may see them. */
function columnsOf(
  declaration: Declaration,
  language: Language,
  codes: ReadonlySet<string>,
  own: ColumnRenderers,
): readonly ListColumn[] {
  const { fields, life } = declaration;
  return listedColumns(declaration).flatMap((name): readonly ListColumn[] => {
    const field = fields[name];
    if (name === 'status' && life !== undefined) return [statusColumn(declaration, language)];
    if (name === 'frozen' && life === undefined) return [frozenColumn(language)];
    if (field === undefined) return [momentColumn(name, language)];
    return isSeen(field, codes) ? [byName(name, field, language, own[name])] : [];
  });
}

/** Everything that may be added to the list by hand. */
function spareColumns(
  declaration: Declaration,
  language: Language,
  codes: ReadonlySet<string>,
  shown: readonly ListColumn[],
  own: ColumnRenderers,
): readonly ListColumn[] {
  const names = new Set([...shown.map((column) => column.name), 'frozen']);
  return Object.entries(declaration.fields)
    .filter(([name, field]) => !names.has(name) && !isNeverListed(field) && isSeen(field, codes))
    .map(([name, field]) => byName(name, field, language, own[name]));
}

/** Which row of the whole list it is: shown to whoever asks for it; the table knows the numbers. */
const numberColumn = (language: Language): ListColumn => ({
  name: NUMBER,
  label: texts['list.number'][language],
  width: 52,
  figure: false,
  sortable: false,
  render: () => null,
  text: () => '',
});

/** The columns of a list as the person arranged them on this device, and how they are arranged. */
export function useColumns(
  declaration: Declaration,
  language: Language,
  codes: ReadonlySet<string>,
  own: ColumnRenderers,
) {
  const { name } = declaration;
  const [arrangement, setArrangement] = useState(() => keptColumns(name));
  const arrange = useCallback(
    (change: Partial<Arrangement> | undefined) => {
      setArrangement((now) => {
        const next = change === undefined ? UNTOUCHED : { ...now, ...change };
        keepColumns(name, next);
        return next;
      });
    },
    [name],
  );
  const all = useMemo(() => {
    const standard = columnsOf(declaration, language, codes, own);
    const spare = spareColumns(declaration, language, codes, standard, own);
    const at = (name: string): number => {
      const found = arrangement.order.indexOf(name);
      return found !== -1 ? found : name === NUMBER ? -1 : Number.MAX_SAFE_INTEGER;
    };
    return {
      standard: [numberColumn(language), ...standard, ...spare].sort((a, b) => at(a.name) - at(b.name)),
      isShown: (name: string): boolean =>
        !arrangement.hidden.includes(name) &&
        (standard.some((column) => column.name === name) || arrangement.added.includes(name)),
    };
  }, [declaration, language, codes, own, arrangement]);
  const columns = useMemo(
    () =>
      all.standard
        .filter((column) => all.isShown(column.name))
        .map((column) => {
          const width = arrangement.widths[column.name];
          return width === undefined ? column : { ...column, width, gives: false };
        }),
    [all, arrangement.widths],
  );
  return { columns, all: all.standard, isShown: all.isShown, arrangement, arrange };
}

/** The columns without those that say nothing in any of these rows, unless the person asked for them. */
export const filledColumns = (
  columns: readonly ListColumn[],
  rows: readonly ListRow[],
  wanted: readonly (string | undefined)[],
): readonly ListColumn[] =>
  rows.length === 0
    ? columns
    : columns.filter(
        (column) =>
          column.mayBeEmpty !== true || wanted.includes(column.name) || rows.some((row) => column.text(row) !== ''),
      );
