import type { ReactNode } from 'react';
import type { Tone } from '../../../kernel/core/field.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useWords } from '../../../parts/language/language.ts';
import { materialPageTexts } from './material-page.texts.ts';
import { type SpanState, spanState } from './span-state.rules.ts';

const TONES: Readonly<Record<SpanState, Tone>> = { now: 'done', coming: 'waiting', ended: 'plain', frozen: 'plain' };

/** What a record holds from and until, as its list answers it. */
interface SpanRow {
  readonly startDate?: unknown;
  readonly endDate?: unknown;
  readonly frozen?: unknown;
}
/** The same as a span of days; an empty end is open. */
export const spanOf = ({ startDate, endDate, frozen }: SpanRow) => ({
  startDate: String(startDate ?? ''),
  endDate: String(endDate ?? ''),
  frozen: frozen === 1 ? (1 as const) : (0 as const),
});

/** The days something holds on. */
export function SpanDays({ row }: { readonly row: SpanRow }): ReactNode {
  const word = useWords(materialPageTexts);
  const { startDate: start, endDate: end } = spanOf(row);
  return <span className="figures">{end === '' ? word('from', { start }) : word('span', { start, end })}</span>;
}

/** Whether it holds today. */
export function SpanStatus({ row }: { readonly row: SpanRow }): ReactNode {
  const word = useWords(materialPageTexts);
  const text = useText();
  const state = spanState(spanOf(row), businessDay());
  return <Status tone={TONES[state]} word={state === 'frozen' ? text('frozen') : word(`state.${state}`)} />;
}
