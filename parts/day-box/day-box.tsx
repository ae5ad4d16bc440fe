import { Input, type InputRef, Popover } from 'antd';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { businessDay } from '../client/business-day.ts';
import { readDay, readMoment, weekdayOf } from '../days/day-text.rules.ts';
import { useLanguage, useWords } from '../language/language.ts';
import { dayBoxTexts } from './texts.ts';
import { DayCalendar } from './day-calendar.tsx';
import { common } from '../inputs/input-props.ts';
import './day-box.css';

interface DayBoxProps {
  readonly id?: string;
  /** A day as `yyyy-MM-dd`, a moment as `yyyy-MM-dd HH:mm:ss`, empty, or a text that could not be read. */
  readonly value: string;
  /**
   * Called when the box is left by Enter, Tab or otherwise: the day that was meant, or the text itself where it means
   * none.
   */
  readonly onChange: (value: string, isRead: boolean) => void;
  readonly timed?: boolean;
  /** Name of the box where no label element gives it one. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean | undefined;
  /** Something else speaks against the value, and says so. */
  readonly wrong?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly className?: string;
  /** Beneath the calendar. */
  readonly children?: ReactNode;
  readonly onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

interface Typing {
  readonly text: string | undefined;
  /** The box was left with it, and it means no day. */
  readonly isLeft: boolean;
  /** The value it was typed over. */
  readonly over: string;
}

const WIRE = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/;

/**
 * A day as text. It is read when the box is left and never before; what means no day stays as it was typed, and says
 * so.
 */
export function DayBox({
  id,
  value,
  onChange,
  timed = false,
  label,
  placeholder,
  disabled,
  wrong = false,
  autoFocus,
  className = '',
  children,
  onFocus,
  onKeyDown,
}: DayBoxProps): ReactNode {
  const words = useWords(dayBoxTexts);
  const language = useLanguage();
  const note = useId();
  const input = useRef<InputRef>(null);
  const [typing, setTyping] = useState<Typing>({ text: undefined, isLeft: false, over: value });
  const [isOpen, setOpen] = useState(false);
  if (typing.over !== value) setTyping({ text: undefined, isLeft: false, over: value });

  const today = businessDay();
  const read = (text: string): string | undefined => (timed ? readMoment(text, today) : readDay(text, today));
  const given = WIRE.test(value) && read(value) !== undefined ? value : undefined;
  const stored = given?.slice(0, timed ? 16 : 10) ?? value;
  const text = typing.text ?? stored;
  const meant = typing.text === undefined ? given : read(typing.text);
  const isUnread = text.trim() !== '' && (typing.text === undefined ? given === undefined : typing.isLeft);

  const commit = (next: string, isRead: boolean): void => {
    setTyping({ text: isRead ? undefined : next, isLeft: !isRead, over: value });
    if (next !== value) onChange(next, isRead);
  };
  const readTyped = (): void => {
    if (typing.text === undefined || typing.isLeft || typing.text === stored)
      return setTyping((now) => (now.isLeft ? now : { ...now, text: undefined }));
    if (typing.text.trim() === '') return commit('', true);
    commit(meant ?? typing.text, meant !== undefined);
  };
  // Another page in front, or the form gone: left as well.
  const readOnUnmount = useEffectEvent(readTyped);
  useLayoutEffect(() => () => readOnUnmount(), []);

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isSave = (event.ctrlKey || event.metaKey) && event.key === 's';
    if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
    else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
    } else if (!event.nativeEvent.isComposing && (event.key === 'Enter' || event.key === 'Escape' || isSave)) {
      const isNew = typing.text !== undefined && typing.text !== stored && !typing.isLeft;
      // Whoever saves on this very key finds what was typed.
      flushSync(() => {
        readTyped();
        setOpen(false);
      });
      // The first Enter shows what was understood, the second goes on.
      if (event.key === 'Enter' && isNew && onKeyDown === undefined) event.preventDefault();
    }
    onKeyDown?.(event);
  };
  const choose = (day: string): void => {
    setOpen(false);
    commit(timed && day !== '' ? `${day} ${meant?.slice(11) || '00:00:00'}` : day, true);
    input.current?.focus();
  };
  return (
    <span className={`day-box ${className}`}>
      <Popover
        open={isOpen && disabled !== true}
        trigger={[]}
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        classNames={{ root: 'day-popover' }}
        content={
          <DayCalendar value={meant?.slice(0, 10) ?? ''} today={today} timed={timed} onPick={choose}>
            {children}
          </DayCalendar>
        }
      >
        <Input
          ref={input}
          {...(id === undefined ? {} : { id })}
          value={text}
          autoComplete="off"
          {...(label === undefined ? {} : { 'aria-label': label })}
          suffix={
            <span className="day-echo">{echoOf(typing.text, meant, today, weekdayOf(meant ?? '', language))}</span>
          }
          onChange={(event) => setTyping({ text: event.target.value, isLeft: false, over: value })}
          onClick={(event) => {
            if (!isOpen) event.currentTarget.select();
            setOpen(true);
          }}
          onBlur={() => {
            setOpen(false);
            readTyped();
          }}
          onFocus={(event) => {
            event.target.select();
            onFocus?.(event);
          }}
          onKeyDown={press}
          {...(isUnread && !wrong ? { 'aria-describedby': note } : {})}
          {...common({ disabled, wrong: wrong || isUnread, autoFocus, placeholder })}
        />
      </Popover>
      {isUnread && !wrong && (
        <span id={note} className="field-fault day-fault" role="alert">
          {words(timed ? 'moment.unread' : 'day.unread', { text })}
        </span>
      )}
    </span>
  );
}

/** The weekday; while something is typed that is not the day in full, the day it means as well. */
function echoOf(typed: string | undefined, meant: string | undefined, today: string, weekday: string): string {
  if (meant === undefined) return '';
  const day = meant.slice(0, 10);
  if (typed === undefined || typed.includes(day)) return weekday;
  const time = meant.length > 10 ? ` ${meant.slice(11, 16)}` : '';
  return `${day.startsWith(today.slice(0, 5)) ? day.slice(5) : day} ${weekday}${time}`;
}
