import { Input } from 'antd';
import { Decimal } from '../../core/decimal.ts';
import type { Field } from '../../core/field.ts';
import type { Language } from '../../core/label.ts';
import { normaliseWidth, plainFigure } from '../../core/kinds.ts';
import { answeredName } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { asText, type Filter, type FilterProps, type InputProps, type CellProps, type KindView } from './face.ts';
import { common } from '../../../parts/inputs/input-props.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { UnitPrice } from '../../../parts/table/unit-price.tsx';

/** Grouped as people read it: 12,345.5. Digits are cut as text, so that none is lost. */
export function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (match === null) return text;
  return `${match[1] ?? ''}${(match[2] ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${match[3] ?? ''}`;
}

/** A price has two places at least, so that those of a column stand under each other. */
export function priceText(text: string): string {
  const price = Decimal.of(text);
  return grouped(price.places < 2 ? price.toFixed(2) : price.toString());
}

const unitOf = (
  field: { readonly rules: { readonly unit?: string }; readonly kind: string },
  row: Readonly<Record<string, unknown>>,
): string => {
  if (field.kind === 'percent') return '%';
  const unit = field.rules.unit;
  return unit === undefined ? '' : asText(row[answeredName(unit, 'Name')] ?? (unit.endsWith('Id') ? '' : row[unit]));
};

/** Money shows its cents, quantities what they have. Whole numbers of four digits have no comma: 2026, a year. */
const shownFigure = (
  { kind, rules: { min = 0, max = Infinity } }: Pick<Field, 'kind' | 'rules'>,
  value: unknown,
): string => {
  const text = asText(value);
  if (!Decimal.isText(text) || (kind === 'integer' && min >= 1000 && max <= 9999)) return text;
  return kind === 'price'
    ? priceText(text)
    : grouped(kind === 'money' ? Decimal.of(text).toFixed(2) : Decimal.of(text).toString());
};

function FigureInput({ id, field, value, row, onChange, disabled, wrong, autoFocus, placeholder }: InputProps) {
  const unit = unitOf(field, row);
  const whole = field.kind === 'integer';
  const commit = (): void => {
    // Becomes plain on leaving.
    const typed = plainFigure(asText(value));
    if (typed !== asText(value)) onChange(typed);
  };
  return (
    <Input
      id={id}
      className="figure-input"
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={asText(value)}
      onBlur={commit}
      onChange={(event) => onChange(event.target.value)}
      {...(unit === '' ? {} : { suffix: <span className="unit">{unit}</span> })}
      {...common({ disabled, wrong, autoFocus, placeholder })}
    />
  );
}

function RangeFilter({ id, name, label, values, onChange }: FilterProps) {
  const text = useText();
  const [from, to] = [`${name}_ge`, `${name}_le`];
  const set = (key: string) => (event: { target: { value: string } }) =>
    onChange({ [key]: normaliseWidth(event.target.value).trim() });
  return (
    <span className="range" role="group" aria-label={label}>
      <Input
        id={id}
        inputMode="decimal"
        value={values[from] ?? ''}
        placeholder={`${label} ${text('range.from')}`}
        aria-label={`${label} ${text('range.from')}`}
        onChange={set(from)}
      />
      <span className="soft">–</span>
      <Input
        inputMode="decimal"
        value={values[to] ?? ''}
        placeholder={text('range.to')}
        aria-label={`${label} ${text('range.to')}`}
        onChange={set(to)}
      />
    </span>
  );
}
const filter: Filter = { keys: (name) => [`${name}_ge`, `${name}_le`], Input: RangeFilter };

function figureText({ name, field, row }: CellProps): string {
  const figure = shownFigure(field, row[name]);
  const unit = unitOf(field, row);
  return figure === '' || unit === '' ? figure : `${figure} ${unit}`;
}

function Figure({ name, field, row }: CellProps & { readonly language: Language }) {
  const figure = shownFigure(field, row[name]);
  if (figure === '') return <span className="empty-cell">–</span>;
  const stored = { figure: asText(row[name]), unit: unitOf(field, row), exact: undefined };
  if (field.kind === 'price' && field.rules.places === undefined && stored.unit === '')
    return <UnitPrice of={stored.figure} shown={priceText(stored.figure)} />;
  const { unit, figure: short, exact } = field.kind === 'quantity' ? shownQuantity(stored.figure, stored.unit) : stored;
  return (
    <span className="figures" title={exact} data-exact={exact}>
      {exact === undefined ? figure : <span>{grouped(short)}</span>}
      {unit !== '' && <span className="unit"> {unit}</span>}
    </span>
  );
}

/** The face of a kind of figures, `width` pixels wide in lists. */
export const figureFace = (width: number): KindView => ({
  Input: FigureInput,
  cell: (shown) => <Figure {...shown} />,
  text: figureText,
  width,
  figure: true,
  filter,
});
