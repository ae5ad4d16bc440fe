/** How long until a cut-off, in words; both moments `yyyy-MM-dd HH:mm:ss` in the site's time zone. */
import { label, type Label } from '../../../kernel/core/label.ts';

const minutesOf = (moment: string): number =>
  Math.floor(Date.parse(`${moment.slice(0, 10)}T${moment.slice(11, 16)}:00Z`) / 60_000);

interface TimeLeft {
  /** Whole minutes; negative once it passed. The moment itself is in time. */
  readonly minutes: number;
  readonly words: Label;
  /** Within the day somebody has to act. */
  readonly isSoon: boolean;
}
/** From one moment to another in minutes and words, both yyyy-MM-dd HH:mm:ss. */
export function timeLeft(now: string, until: string): TimeLeft {
  const minutes = minutesOf(until) - minutesOf(now);
  const [days, hours, rest] = [
    Math.floor(Math.abs(minutes) / 1440),
    Math.floor((Math.abs(minutes) % 1440) / 60),
    Math.abs(minutes) % 60,
  ];
  const zh = days > 0 ? `${days} 天 ${hours} 小时` : hours > 0 ? `${hours} 小时 ${rest} 分` : `${rest} 分钟`;
  const en = days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${rest} min` : `${rest} min`;
  return {
    minutes,
    isSoon: minutes >= 0 && minutes < 1440,
    words: minutes < 0 ? label(`已过 ${zh}`, `${en} ago`) : label(`还剩 ${zh}`, `${en} left`),
  };
}
