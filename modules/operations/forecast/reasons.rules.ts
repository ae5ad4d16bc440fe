/** Reasons of a forecast as a person reads them. */
import { label, type Label } from '../../../kernel/core/label.ts';
import type { Reason } from './meal-forecast.rules.ts';

const WEEKDAYS: readonly Label[] = [
  label('周日', 'Sundays'),
  label('周一', 'Mondays'),
  label('周二', 'Tuesdays'),
  label('周三', 'Wednesdays'),
  label('周四', 'Thursdays'),
  label('周五', 'Fridays'),
  label('周六', 'Saturdays'),
];
const EVENTS: Readonly<Record<string, Label>> = {
  holiday: label('法定节假日', 'Public holiday'),
  workday: label('调休上班', 'Working day in lieu'),
  rain: label('雨', 'Rain'),
  storm: label('暴雨大风', 'Storm'),
  snow: label('雪', 'Snow'),
  heat: label('高温', 'Heat'),
};

const whole = (share: number): string => Math.abs(share * 100).toFixed(0);
/** By how much more or less; 0 reads as no difference. */
const differs = (share: number): Label =>
  whole(share) === '0'
    ? label('无差别', 'no difference')
    : share > 0
      ? label(`多 ${whole(share)}%`, `${whole(share)} % more`)
      : label(`少 ${whole(share)}%`, `${whole(share)} % fewer`);
/** How often such a day was seen; without any, nothing is known of it. */
const seenBefore = (seen: number): Label =>
  seen === 0 ? label('，此前没有这样的日子', ', none seen before') : label(`，见过 ${seen} 次`, `, seen ${seen} ×`);

/** One reason as a short sentence, in both languages. */
export function reasonSentence(reason: Reason): Label {
  switch (reason.kind) {
    case 'weekday': {
      const name = WEEKDAYS[reason.weekday]!;
      const more = differs(reason.share);
      return label(`${name.zh}比平均${more.zh}`, `${name.en}: ${more.en} than the mean`);
    }
    case 'trend': {
      const more = differs(reason.share);
      return label(`比四周前${more.zh}`, `${more.en} than four weeks ago`);
    }
    case 'calendar':
    case 'weather': {
      const [event, more, seen] = [EVENTS[reason.event]!, differs(reason.share), seenBefore(reason.seen)];
      return label(`${event.zh}：${more.zh}${seen.zh}`, `${event.en}: ${more.en}${seen.en}`);
    }
    case 'menu':
      return label(
        `上桌 ${reason.seen} 次，平均 ${whole(reason.share)}% 的人要`,
        `on ${reason.seen} × before, taken by ${whole(reason.share)} % of the guests`,
      );
    case 'days':
      return label(`依据 ${reason.days} 天`, `from ${reason.days} days`);
  }
}
