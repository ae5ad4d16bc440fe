import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { monthFrom, monthOf, shifted, weekdayOf } from '../days/day-text.rules.ts';
import { useLanguage, useWords } from '../language/language.ts';
import { dayBoxTexts } from './texts.ts';

interface Props {
  /** The chosen day, or empty. */
  readonly value: string;
  readonly today: string;
  readonly timed: boolean;
  readonly onPick: (day: string) => void;
  readonly children?: ReactNode;
}

/** A month to point at. The keyboard stays in the box, where days are typed. */
export function DayCalendar({ value, today, timed, onPick, children }: Props): ReactNode {
  const text = useWords(dayBoxTexts);
  const language = useLanguage();
  const [turned, setTurned] = useState({ by: 0, from: value });
  if (turned.from !== value) setTurned({ by: 0, from: value });
  const month = monthFrom(value || today, turned.by);
  const days = monthOf(month);
  const turn = (by: number): void => setTurned((now) => ({ ...now, by: now.by + by }));
  return (
    <div
      className="day-calendar"
      role="group"
      aria-label={text('day.calendar')}
      onMouseDown={(event) => event.preventDefault()}
    >
      <header>
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={<LeftOutlined />}
          aria-label={text('day.month.before')}
          onClick={() => turn(-1)}
        />
        <strong className="figures">{text('day.month', { year: month.slice(0, 4), month: month.slice(5, 7) })}</strong>
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={<RightOutlined />}
          aria-label={text('day.month.after')}
          onClick={() => turn(1)}
        />
      </header>
      <div className="day-grid">
        {days.slice(0, 7).map((day) => (
          <span key={day} className="soft">
            {language === 'zh' ? weekdayOf(day, language).slice(1) : weekdayOf(day, language).slice(0, 2)}
          </span>
        ))}
        {days.map((day) => (
          <button
            key={day}
            type="button"
            tabIndex={-1}
            aria-label={day}
            {...(day === value ? { 'aria-current': 'date' as const } : {})}
            className={`figures${day.startsWith(month.slice(0, 7)) ? '' : ' is-beyond'}${day === today ? ' is-today' : ''}`}
            onClick={() => onPick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <Shortcuts value={value} today={today} onPick={onPick} />
      {children}
      <p className="soft">{text(timed ? 'moment.hint' : 'day.hint')}</p>
    </div>
  );
}

/** Days that are chosen often, and none. */
function Shortcuts({ value, today, onPick }: Pick<Props, 'value' | 'today' | 'onPick'>): ReactNode {
  const text = useWords(dayBoxTexts);
  return (
    <footer>
      <Button type="link" size="small" tabIndex={-1} onClick={() => onPick(today)}>
        {text('day.today')}
      </Button>
      <Button type="link" size="small" tabIndex={-1} onClick={() => onPick(shifted(today, 1))}>
        {text('day.tomorrow')}
      </Button>
      {value !== '' && (
        <Button type="link" size="small" tabIndex={-1} onClick={() => onPick('')}>
          {text('day.clear')}
        </Button>
      )}
    </footer>
  );
}
