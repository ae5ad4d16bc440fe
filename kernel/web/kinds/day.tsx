import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import { businessDay } from '../../../parts/client/business-day.ts';
import { monthFrom, shifted, shortDay } from '../../../parts/days/day-text.rules.ts';
import { useText } from '../i18n.ts';
import { DayBox } from '../../../parts/day-box/day-box.tsx';
import { asText, type Filter, type FilterProps, type InputProps, type CellProps, type KindView } from './face.ts';

const DayInput = ({ id, field, value, onChange, disabled, wrong, autoFocus }: InputProps) => (
  <DayBox
    id={id}
    value={asText(value)}
    timed={field.kind === 'moment'}
    onChange={(next) => onChange(next === '' ? null : next)}
    disabled={disabled}
    wrong={wrong}
    autoFocus={autoFocus}
  />
);

interface RangeProps {
  readonly id: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string, to: string) => void;
  readonly presets: readonly Preset[];
  /** Without room for a sentence beneath it. */
  readonly isTight?: boolean;
}
export type Preset = readonly [label: string, from: string, to: string];

/** Two days, the first and the last. */
export function DayRange({ id, label, from, to, onChange, presets, isTight = false }: RangeProps) {
  const text = useText();
  const chips = (
    <div className="day-presets">
      {presets.map(([name, first, last]) => (
        <Button key={name} size="small" tabIndex={-1} onClick={() => onChange(first, last)}>
          {name}
        </Button>
      ))}
    </div>
  );
  const isTurned = from !== '' && to !== '' && from > to;
  const goOn = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    document.getElementById(`${id}-end`)?.focus();
  };
  const box = { className: isTight ? 'is-tight' : '', wrong: isTurned };
  return (
    <div className="day-range" role="group" aria-label={label} {...(isTurned ? { title: text('range.turned') } : {})}>
      <DayBox
        {...box}
        id={id}
        value={from}
        label={`${label} ${text('range.from')}`}
        placeholder={isTight ? label : text('range.from')}
        onKeyDown={goOn}
        onChange={(day, isRead) => {
          if (isRead) onChange(day, to);
        }}
      >
        {chips}
      </DayBox>
      <span className="soft">–</span>
      <DayBox
        {...box}
        id={`${id}-end`}
        value={to}
        label={`${label} ${text('range.to')}`}
        placeholder={text('range.to')}
        onChange={(day, isRead) => {
          if (isRead) onChange(from, day);
        }}
      >
        {chips}
      </DayBox>
    </div>
  );
}

function DayFilter({ id, name, label, values, onChange }: FilterProps) {
  const text = useText();
  const [from, to] = [`${name}_datege`, `${name}_datele`];
  const today = businessDay();
  const [first, before] = [monthFrom(today, 0), monthFrom(today, -1)];
  const presets: readonly Preset[] = [
    [text('day.today'), today, today],
    [text('day.week'), shifted(today, -6), today],
    [text('day.this-month'), first, shifted(monthFrom(today, 1), -1)],
    [text('day.last-month'), before, shifted(first, -1)],
  ];
  return (
    <DayRange
      id={id}
      label={label}
      from={values[from] ?? ''}
      to={values[to] ?? ''}
      presets={presets}
      isTight
      onChange={(start, end) => onChange({ [from]: start, [to]: end })}
    />
  );
}
const filter: Filter = { keys: (name) => [`${name}_datege`, `${name}_datele`], Input: DayFilter };

const dayText = ({ row, name }: CellProps): string => asText(row[name]).slice(0, 10);
const momentText = ({ row, name }: CellProps): string => asText(row[name]).slice(0, 16);
const cell = (text: string, { row, name, language, field }: CellProps) =>
  text === '' ? (
    <span className="empty-cell">–</span>
  ) : (
    <time className="figures" dateTime={asText(row[name])} title={asText(row[name])}>
      {field.rules.withYear === true ? text : shortDay(text, businessDay(), language)}
    </time>
  );

export const dayFace: KindView = {
  Input: DayInput,
  cell: (shown) => cell(dayText(shown), shown),
  text: dayText,
  width: 112,
  filter,
};
export const momentFace: KindView = {
  Input: DayInput,
  cell: (shown) => cell(momentText(shown), shown),
  text: momentText,
  width: 138,
  filter,
};
