import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import type { Declaration, Lines, LinesOf } from '../../core/declaration.ts';
import type { FormLine, FormLines, FormValues, LineFault, Values } from '../form/values.ts';
import type { RecordEditor } from '../form/use-record.ts';
import { useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { LineGrid } from './lazy-grid.tsx';
import type { ExplainRequest } from '../../../parts/line-grid/line-grid.tsx';
import type { ColumnOverride, GridRow, LineView, Problem, RefSource } from '../../../parts/line-grid/model.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { OneOfMany } from '../../../parts/one-of-many/one-of-many.tsx';
import { withKey } from '../form/versions.ts';
import { useLineFields } from './line-fields.ts';

/** What a page may say about one table of lines. Keep the object stable between renders. */
export interface LinesWishes<L = Lines, D = Declaration> {
  readonly columns?: { readonly [K in NameOf<L>]?: ColumnOverride<FormRow<L>> };
  /** Where references find their records when that depends on the header, as it stands when somebody searches. */
  readonly sources?: { readonly [K in NameOf<L>]?: (head: () => FormValues<D>) => RefSource };
  readonly derive?: (row: FormRow<L>, changed: readonly string[]) => GridRow;
  readonly newRow?: () => Readonly<Record<string, unknown>>;
  readonly explain?: (request: ExplainRequest) => void;
  readonly toolbar?: ReactNode;
  readonly pinned?: number;
  /** Columns that stand before all others, in this order: what decides. */
  readonly first?: readonly NameOf<L>[];
  readonly views?: readonly LineView<FormRow<L>>[];
  /** Lines stand as they are: none is added or taken away. */
  readonly fixed?: boolean;
  readonly problems?: (rows: readonly FormRow<L>[]) => readonly Problem[];
  /** Seldom more than a handful: they take no more room than they need while they are written, too. */
  readonly few?: boolean;
  /** Part of the settings of a record: folded with its fields. */
  readonly withFields?: boolean;
  /** Another face of these lines, which may show the `usual` one within. */
  readonly instead?: (face: LinesFace<L, D>) => ReactNode;
}
/** Wishes for the lines of a record, by their key. */
export type WishesByKey<D = Declaration> = { readonly [K in keyof LinesOf<D>]?: LinesWishes<LinesOf<D>[K], D> };
type NameOf<L> = L extends Lines<infer F> ? keyof F : never;
/** A line in the grid by its declared names. */
export type FormRow<L = Lines> = GridRow & FormLine<L>;
export interface LinesFace<L = Lines, D = Declaration> {
  readonly rows: readonly FormRow<L>[];
  readonly head: FormValues<D>;
  /** All lines of the record, by their keys. */
  readonly allLines: FormLines<D>;
  readonly problems: readonly Problem[];
  readonly readonly: boolean;
  readonly onChange: (rows: readonly GridRow[]) => void;
  readonly usual: ReactNode;
}

interface Props extends LinesWishes {
  readonly name: string;
  readonly spec: Lines;
  readonly rows: readonly Values[];
  /** The header the lines belong to, as it stands in the form. */
  readonly head?: Values;
  readonly allLines?: Readonly<Record<string, readonly Values[]>>;
  readonly faults: readonly LineFault[];
  readonly onChange: (rows: readonly Values[]) => void;
  readonly readonly: boolean;
}

const NO_PROBLEMS = (): readonly Problem[] => [];
const NO_HEAD: Values = {};
const NO_LINES = {};
/** So few lines that are only read take no more room than they need, where another table follows. */
const SHORT = 6;

/** What speaks against lines: what the server said of them by their number, and what rules of the page say now. */
function useProblems(rows: readonly GridRow[], faults: Props['faults'], ruled: NonNullable<Props['problems']>) {
  return useMemo(
    () => [
      ...faults.flatMap(({ line, message, field }): Problem[] => {
        const row = rows[line - 1];
        return row === undefined
          ? []
          : [{ key: row.key, sentence: message, ...(field === undefined ? {} : { field }) }];
      }),
      ...ruled(rows),
    ],
    [faults, rows, ruled],
  );
}

/** The lines of a record in the keyboard grid. */
export function LinesEditor({
  spec,
  rows,
  head = NO_HEAD,
  allLines = NO_LINES,
  faults,
  onChange,
  readonly,
  columns: own,
  first,
  sources,
  problems: ruled = NO_PROBLEMS,
  instead,
  few = false,
  ...wishes
}: Props) {
  const label = useLabel();
  const text = useText();
  const language = useLanguage();
  const { fields, columns: found } = useLineFields(spec, own, first);
  const latest = useRef(head);
  latest.current = head;
  const columns = useMemo(
    () =>
      sources === undefined
        ? found
        : {
            ...found,
            ...Object.fromEntries(
              Object.entries(sources).flatMap(([name, source]) =>
                source === undefined || found[name] === undefined
                  ? []
                  : [[name, { ...found[name], source: source(() => latest.current) }]],
              ),
            ),
          },
    [found, sources],
  );
  const keyed = useMemo(() => rows.map((row) => withKey(row) as GridRow), [rows]);
  const problems = useProblems(keyed, faults, ruled);
  const isShort = (readonly || few) && rows.length <= SHORT;
  const usual =
    readonly && rows.length === 0 ? (
      <div className="lines-none">
        <h2>{label(spec.label)}</h2>
        <span className="soft">{text('document.no-lines')}</span>
      </div>
    ) : (
      <div
        className={isShort ? 'lines is-short' : 'lines'}
        style={{ '--lines': rows.length + (readonly ? 0 : 1) } as CSSProperties}
      >
        <LineGrid
          {...wishes}
          fields={fields}
          rows={keyed}
          columns={columns}
          problems={problems}
          readonly={readonly}
          language={language}
          label={label(spec.label)}
          title={label(spec.label)}
          onChange={onChange}
        />
      </div>
    );
  return instead === undefined ? usual : instead({ rows: keyed, head, allLines, problems, readonly, onChange, usual });
}

interface TablesProps {
  readonly of: Declaration;
  readonly record: Pick<RecordEditor, 'values' | 'lines' | 'setLines'>;
  readonly faults: readonly LineFault[];
  readonly readonly: boolean;
  readonly wishes?: WishesByKey;
}
/** The lines of a record, a table for each kind of them, by its key. */
export const lineTables = ({ of, record, faults, readonly, wishes }: TablesProps) =>
  Object.entries(of.lines ?? {}).map(([key, spec]) => (
    <LinesEditor
      key={key}
      name={key}
      spec={spec}
      rows={record.lines[key] ?? []}
      head={record.values}
      allLines={record.lines}
      faults={faults.filter((fault) => fault.lines === key)}
      onChange={(rows) => record.setLines(key, rows)}
      readonly={readonly || spec.readonly === true}
      {...wishes?.[key]}
    />
  ));

/** The lines of a record that is read: tables that would share the height stand one at a time. */
export function ReadTables(props: Omit<TablesProps, 'readonly'>) {
  const label = useLabel();
  const phone = usePhone();
  const { of, record } = props;
  const count = ({ key }: { key: string | null }): number => record.lines[key!]?.length ?? 0;
  const tables = lineTables({ ...props, readonly: true });
  if (phone || tables.filter((table) => count(table) > SHORT).length < 2) return tables;
  const parts = tables.map((table) => ({
    key: table.key!,
    label: `${label(of.lines![table.key!]!.label)} ${count(table)}`,
    content: table,
  }));
  return <OneOfMany label={label(of.label)} parts={parts} />;
}
