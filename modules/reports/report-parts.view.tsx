/** The parts of a report's design that are lists: what it groups by, measures and filters. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { useWords } from '../../parts/language/language.ts';
import { canSum, FUNCTIONS, OPERATORS, SPANS, type Config } from './report.rules.ts';
import { reportsTexts } from './reports.texts.ts';

export interface PartProps {
  readonly config: Config;
  readonly fields: Fields;
  /** The fields to choose among. */
  readonly options: { readonly value: string; readonly label: string }[];
  readonly set: (patch: Partial<Config>) => void;
}

/** The list with another entry at a place; without one it is taken out. */
const changed = <T,>(list: readonly T[], at: number, value: T | undefined): readonly T[] =>
  value === undefined
    ? list.filter((_, index) => index !== at)
    : list.map((each, index) => (index === at ? value : each));

interface RowsProps<T> {
  readonly name: string;
  readonly list: readonly T[];
  readonly disabled: boolean;
  /** The boxes of one entry. */
  readonly row: (entry: T, set: (entry: T) => void) => ReactNode;
  readonly added: () => T;
  readonly onChange: (list: readonly T[]) => void;
}
function Rows<T>({ name, list, disabled, row, added, onChange }: RowsProps<T>) {
  const word = useWords(reportsTexts);
  return (
    <div className="report-part" role="group" aria-label={name}>
      <span>{name}</span>
      {list.length > 0 && (
        <ul className="report-rows">
          {list.map((entry, at) => (
            <li key={at}>
              <div className="report-three">{row(entry, (value) => onChange(changed(list, at, value)))}</div>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={word('remove')}
                onClick={() => onChange(changed(list, at, undefined))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button size="small" icon={<PlusOutlined />} disabled={disabled} onClick={() => onChange([...list, added()])}>
        {word('add')}
      </Button>
    </div>
  );
}

/** What rows are put together by; days and moments as a whole or by month or year. */
export function GroupPart({ config, fields, options, set }: PartProps) {
  const word = useWords(reportsTexts);
  const isDay = (field: string): boolean =>
    fields[field] !== undefined && ['day', 'moment'].includes(kinds[fields[field].kind].nature);
  return (
    <Rows<Config['groupBy'][number]>
      name={word('groups')}
      list={config.groupBy}
      disabled={options.length === 0}
      added={() => ({ field: options[0]!.value })}
      onChange={(groupBy) => set({ groupBy })}
      row={({ field, span }, change) => (
        <>
          <Select
            aria-label={word('groups')}
            showSearch={{ optionFilterProp: 'label' }}
            value={field}
            options={options}
            onChange={(other: string) => change({ field: other })}
          />
          {isDay(field) && (
            <Select<'' | (typeof SPANS)[number]>
              aria-label={word('groups')}
              value={span ?? ''}
              options={[
                { value: '', label: word('whole') },
                ...SPANS.map((each) => ({ value: each, label: word(each) })),
              ]}
              onChange={(other) => change(other === '' ? { field } : { field, span: other })}
            />
          )}
        </>
      )}
    />
  );
}

/** What is counted or summed of each group. */
export function MeasurePart({ config, fields, options, set }: PartProps) {
  const word = useWords(reportsTexts);
  const figures = options.filter(({ value }) => canSum(fields, value));
  const figureOf = (field: string): string =>
    figures.some(({ value }) => value === field) ? field : figures[0]!.value;
  return (
    <Rows<Config['measures'][number]>
      name={word('measures')}
      list={config.measures}
      disabled={options.length === 0}
      added={() => ({ field: '', fn: 'count' })}
      onChange={(measures) => set({ measures })}
      row={({ field, fn }, change) => (
        <>
          <Select
            aria-label={word('measures')}
            value={fn}
            options={FUNCTIONS.filter((each) => each === 'count' || figures.length > 0).map((each) => ({
              value: each,
              label: word(each),
            }))}
            onChange={(other) => change({ field: other === 'count' ? '' : figureOf(field), fn: other })}
          />
          {fn !== 'count' && (
            <Select
              aria-label={word('measures')}
              showSearch={{ optionFilterProp: 'label' }}
              value={field}
              options={figures}
              onChange={(other: string) => change({ field: other, fn })}
            />
          )}
        </>
      )}
    />
  );
}

/** Which records are looked at. */
export function FilterPart({ config, fields, options, set }: PartProps) {
  const word = useWords(reportsTexts);
  return (
    <Rows<Config['filters'][number]>
      name={word('filters')}
      list={config.filters}
      disabled={options.length === 0}
      added={() => ({ field: options[0]!.value, op: 'equal', value: '' })}
      onChange={(filters) => set({ filters })}
      row={(filter, change) => (
        <>
          <Select
            aria-label={word('filters')}
            showSearch={{ optionFilterProp: 'label' }}
            value={filter.field}
            options={options}
            onChange={(field: string) => change({ ...filter, field })}
          />
          <Select
            aria-label={word('filters')}
            value={filter.op}
            options={OPERATORS.map((each) => ({ value: each, label: word(each) }))}
            onChange={(op) => change({ ...filter, op })}
          />
          {filter.op !== 'null' && filter.op !== 'notnull' && (
            <FilterValue fields={fields} filter={filter} onChange={(value) => change({ ...filter, value })} />
          )}
        </>
      )}
    />
  );
}

interface ValueProps {
  readonly fields: Fields;
  readonly filter: Config['filters'][number];
  readonly onChange: (value: string) => void;
}
/** The value to compare with, asked as its field is everywhere else. */
function FilterValue({ fields, filter, onChange }: ValueProps) {
  const word = useWords(reportsTexts);
  const field = fields[filter.field];
  const [others, setOthers] = useState<Values>({});
  const nature = field === undefined ? 'text' : kinds[field.kind].nature;
  if (
    field === undefined ||
    filter.op === 'like' ||
    filter.op === 'in' ||
    (nature === 'text' && field.kind !== 'choice' && field.kind !== 'dictionary')
  )
    return <Input aria-label={word('value')} value={filter.value} onChange={(event) => onChange(event.target.value)} />;
  const Face = faceOf(field).Input;
  return (
    <Face
      id={`filter-${filter.field}`}
      name={filter.field}
      field={field}
      value={filter.value}
      row={{ ...others, [filter.field]: filter.value }}
      onChange={(value, more) => {
        setOthers((now) => ({ ...now, ...more }));
        onChange(String(value ?? ''));
      }}
    />
  );
}
