import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Declaration, type FieldsOf, titleField } from '../../core/declaration.ts';
import type { Field } from '../../core/field.ts';
import { kinds } from '../../core/kinds.ts';
import type { Language } from '../../core/label.ts';
import { faceOf } from '../kinds/faces.ts';
import { Status } from '../kinds/status.tsx';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import type { Arrangement } from '../../../parts/table/column-settings.tsx';
import { textWidth } from '../../../parts/table/text-width.rules.ts';
import { personal } from '../../../parts/client/session.ts';
import { texts } from '../texts.ts';
import type { ListRow } from './list-data.ts';

/** Name of the column with the numbers of the rows. */
export const NUMBER = '.number';

/** A column as the list knows it, before the person arranged it. */
export interface ListColumn {
  readonly name: string;
  readonly label: string;
  readonly width: number;
  readonly figure: boolean;
  readonly sortable: boolean;
  /** Its text is all it shows: where no row has one, it is left out. */
  readonly mayBeEmpty?: boolean;
  readonly render: (row: ListRow) => ReactNode;
  readonly text: (row: ListRow) => string;
}

/** Own faces of columns, by field name. */
export type ColumnRenderers<D = Declaration> = {
  readonly [K in keyof FieldsOf<D>]?: (row: ListRow<D>) => ReactNode;
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
    width: widthOf(field, face.width, language),
    figure: face.figure === true,
    sortable: face.unsortable !== true && field.rules.computed !== true,
    mayBeEmpty: render === undefined && field.optional,
    render: render ?? ((row) => face.cell(shown(row))),
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
const momentColumn = (name: 'createTime' | 'updateTime', language: Language): ListColumn =>
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

/** Code, title, what the declaration lists, status and time; a document's status is beside its number. */
function columnsOf(
  declaration: Declaration,
  language: Language,
  codes: ReadonlySet<string>,
  own: ColumnRenderers,
): readonly ListColumn[] {
  const fields = Object.entries(declaration.fields).filter(
    ([name, field]) =>
      (name !== 'frozen' || declaration.life !== undefined) && faceOf(field).unlisted !== true && isSeen(field, codes),
  );
  const wanted = fields.filter(([, field]) => field.rules.list === true);
  const listed =
    wanted.length > (declaration.life === undefined ? 0 : 1)
      ? wanted
      : fields.filter(([, field]) => field.rules.readonly !== true || field.rules.list === true).slice(0, 7);
  const title = titleField(declaration);
  // A figure says its unit itself.
  const units = new Set(listed.map(([, field]) => field.rules.unit));
  const rank = (name: string): number => (name === 'billCode' ? 0 : name === 'code' ? 1 : name === title ? 2 : 3);
  const columns = listed
    .filter(([name]) => !units.has(name))
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, field]) => byName(name, field, language, own[name]));
  const frozen = declaration.fields['frozen'] === undefined ? [] : [frozenColumn(language)];
  const stated =
    declaration.life === undefined
      ? [...columns, ...frozen]
      : [...columns.slice(0, 1), statusColumn(declaration, language), ...columns.slice(1)];
  return [
    ...stated,
    ...(declaration.view === true
      ? []
      : [momentColumn(declaration.life === undefined ? 'updateTime' : 'createTime', language)]),
  ];
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
    .filter(([name, field]) => !names.has(name) && faceOf(field).unlisted !== true && isSeen(field, codes))
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

const UNTOUCHED: Arrangement = { order: [], hidden: [], added: [], widths: {} };

/** The columns of a list as the person arranged them on this device, and how they are arranged. */
export function useColumns(
  declaration: Declaration,
  language: Language,
  codes: ReadonlySet<string>,
  own: ColumnRenderers,
) {
  const key = personal(`columns:${declaration.name}`);
  const [arrangement, setArrangement] = useState<Arrangement>(() => ({
    ...UNTOUCHED,
    ...readStored<Partial<Arrangement>>(key, {}),
  }));
  const arrange = useCallback(
    (change: Partial<Arrangement> | undefined) => {
      setArrangement((now) => {
        const next = change === undefined ? UNTOUCHED : { ...now, ...change };
        writeStored(key, next);
        return next;
      });
    },
    [key],
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
        .map((column) => ({ ...column, width: arrangement.widths[column.name] ?? column.width })),
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
