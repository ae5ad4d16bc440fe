import { Input } from 'antd';
import { Decimal } from '../../core/decimal.ts';
import type { Language } from '../../core/label.ts';
import { answeredName, kinds, normaliseWidth, plainFigure } from '../../core/kinds.ts';
import { useText } from '../i18n.ts';
import { asText, type Filter, type FilterProps, type InputProps, type CellProps, type KindView } from './face.ts';
import { common } from '../../../parts/inputs/input-props.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { grouped, perUnit, written } from '../../../parts/quantities/amount.rules.ts';
import { UnitPrice } from '../../../parts/table/unit-price.tsx';

const unitOf = (
  field: { readonly rules: { readonly unit?: string }; readonly kind: string },
  row: Readonly<Record<string, unknown>>,
): string => {
  if (field.kind === 'percent') return '%';
  const { unit = '' } = field.rules;
  const word = asText(row[answeredName(unit, 'Name')] ?? (unit.endsWith('Id') ? '' : row[unit]));
  return field.kind === 'price' ? perUnit(word) : word;
};

/**
 * Money shows its cents, quantities what they have. Whole numbers of four digits have no comma: 2026, a year. Where no
 * heading says money, the figure does.
 */
function shownFigure({ name, field: { kind, rules }, row, isAlone = false }: CellProps): string {
  const text = asText(row[name]);
  const { min = 0, max = Infinity } = rules;
  if (!Decimal.isText(text) || (kind === 'integer' && min >= 1000 && max <= 9999)) return text;
  return written(text, kinds[kind].cents, isAlone);
}

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

function figureText(cell: CellProps): string {
  const figure = shownFigure(cell);
  const unit = unitOf(cell.field, cell.row);
  return figure === '' || unit === '' ? figure : `${figure} ${unit}`;
}

function Figure(cell: CellProps & { readonly language: Language }) {
  const { name, field, row, isAlone = false } = cell;
  const figure = shownFigure(cell);
  if (figure === '') return <span className="empty-cell">–</span>;
  const stored = { figure: asText(row[name]), unit: unitOf(field, row), exact: undefined };
  if (field.kind === 'price' && field.rules.places === undefined && stored.unit === '' && !isAlone)
    return <UnitPrice of={stored.figure} shown={figure} />;
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
