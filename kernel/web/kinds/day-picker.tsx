import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactElement, useMemo } from 'react';
import { asText, type FilterProps, type InputProps } from './face.ts';
import { useText } from '../i18n.ts';
import { useLateFocus } from './late-focus.ts';
import { common } from './text.tsx';

/** The calendars, apart from the list because most lists are used without them. */
const DAY = 'YYYY-MM-DD';
const MOMENT = 'YYYY-MM-DD HH:mm:ss';
/** How it is shown, then what else may be typed. */
const DAYS = [DAY, 'YYYY-M-D', 'YYYYMMDD', 'YYYY/M/D', 'M-D', 'M/D'];
const MOMENTS = ['YYYY-MM-DD HH:mm', MOMENT, 'YYYY-M-D H:m', 'YYYYMMDD HHmm', 'M-D H:m', 'M-D HHmm'];

const read = (value: unknown): Dayjs | null => {
  const text = asText(value);
  const day = text === '' ? null : dayjs(text);
  return day?.isValid() === true ? day : null;
};

export function DayInput({ id, field, value, onChange, disabled, wrong, autoFocus }: InputProps): ReactElement {
  const timed = field.kind === 'moment';
  const format = timed ? MOMENT : DAY;
  const takesFocus = useLateFocus(autoFocus);
  return (
    <DatePicker
      id={id} value={read(value)} format={timed ? MOMENTS : DAYS} showTime={timed ? { format: 'HH:mm' } : false} needConfirm={false} allowClear={field.optional}
      onChange={(next) => onChange(Array.isArray(next) || !dayjs.isDayjs(next) ? null : next.format(format))} {...common({ disabled, wrong, autoFocus: takesFocus })}
    />
  );
}

export function DayRange({ id, name, label, values, onChange }: FilterProps): ReactElement {
  const text = useText();
  const [from, to] = [`${name}_datege`, `${name}_datele`];
  const [first, last] = [values[from], values[to]];
  // One array while the days stand: the picker forgets a half-typed range when it is given another.
  const range = useMemo((): [Dayjs | null, Dayjs | null] => [read(first), read(last)], [first, last]);
  return (
    <>
      <label className="unseen" htmlFor={id}>{`${label} ${text('range.from')}`}</label>
      <label className="unseen" htmlFor={`${id}-end`}>{`${label} ${text('range.to')}`}</label>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }} className="range-picker" allowEmpty={[true, true]} format={DAY} placeholder={[label, text('range.to')]}
        value={range} presets={presets()}
        onChange={(next) => onChange({ [from]: next?.[0]?.format(DAY) ?? '', [to]: next?.[1]?.format(DAY) ?? '' })}
      />
    </>
  );
}

const PRESETS = { zh: ['今天', '最近 7 天', '本月', '上月'], en: ['Today', 'Last 7 days', 'This month', 'Last month'] } as const;

function presets(): { label: string; value: [Dayjs, Dayjs] }[] {
  const now = dayjs();
  const names = PRESETS[dayjs.locale() === 'en' ? 'en' : 'zh'];
  const last = now.subtract(1, 'month');
  return [
    { label: names[0], value: [now, now] },
    { label: names[1], value: [now.subtract(6, 'day'), now] },
    { label: names[2], value: [now.startOf('month'), now.endOf('month')] },
    { label: names[3], value: [last.startOf('month'), last.endOf('month')] },
  ];
}
