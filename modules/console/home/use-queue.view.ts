import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Tone } from '../../../kernel/core/field.ts';
import { stagesOf, waitingIn } from '../../../kernel/core/life.ts';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import { FIRST_PAGE, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';
import { priceWarning } from '../../prices/warnings/price-warning.document.ts';
import { homeTexts } from './home.texts.ts';
import { homeQueue, type QueueLine } from './queue.calls.ts';
import { listLineOf, type QueueKey } from './queue-lines.ts';
import { counted, dueWords, inOrder, measureOf, toneOf } from './queue.rules.ts';

/** One line of the home page: by when, what, what of it, how much, and the place to do it. */
export interface Entry {
  readonly key: string;
  readonly tone: Tone;
  readonly due: string | null;
  readonly when: string;
  readonly what: string;
  readonly state: string;
  readonly sums: readonly string[];
  readonly act: string;
  readonly to: string;
  readonly amount: number;
  readonly count: number;
}
const KEEP_MS = 30_000;
/** Less is written as nothing. */
const LEAST = 0.005;
const TASKS: Readonly<Record<string, { readonly to: string; readonly act: 'decide' | 'claim'; readonly tone: Tone }>> =
  {
    tasks: { to: '/work/todo', act: 'decide', tone: 'look' },
    claims: { to: '/work/claim', act: 'claim', tone: 'next' },
  };

/** Lines as entries, in the person's language. */
function useEntries(): (line: QueueLine, now: string) => Entry | undefined {
  const word = useWords(homeTexts);
  const label = useLabel();
  const codes = useAllowedCodes();
  return useMemo(() => {
    const wordsOf = (line: QueueLine): Pick<Entry, 'what' | 'state' | 'act' | 'to' | 'tone'> | undefined => {
      const { key, status, count } = line;
      const query = (path: string | undefined): string =>
        `${path ?? ''}?${new URLSearchParams(line.filters).toString()}`;
      const task = TASKS[key];
      if (task !== undefined)
        return { ...task, what: word(key as 'tasks' | 'claims', { count }), state: '', act: word(task.act) };
      const listed = listLineOf(key);
      if (listed !== undefined)
        return {
          what: word(key as QueueKey, { count }),
          state: '',
          act: label(listed.act),
          to: query(listed.page ?? listed.of.path),
          tone: listed.tone,
        };
      const of = allDeclarations().find(({ name }) => name === key);
      const state = of?.life?.states[status];
      const next =
        of === undefined ? undefined : waitingIn(of, (code) => codes.has(code)).find((each) => each.state === status);
      if (of === undefined || state === undefined || next === undefined) return undefined;
      // To decide is done on the document, whatever its button is called.
      const decides = stagesOf(of.life).some(
        (stage) => of.life!.actions[stage.approve] === next.action && !next.action.page,
      );
      return {
        what: word('count', {
          count,
          measure: measureOf(of.name),
          kind: of.label.zh,
          counted: counted(count, of.label.en),
        }),
        state: label(state.label),
        // What a warning comes to is judged on its page, not accepted from here.
        act: decides ? word('decide') : key === priceWarning.name ? word('judge') : label(next.action.label),
        to: query(of.path),
        tone: state.tone,
      };
    };
    return (line, now) => {
      const words = wordsOf(line);
      if (words === undefined) return undefined;
      const { due, amount, lines, count } = line;
      const told = due === null ? undefined : dueWords(due, now);
      return {
        ...words,
        key: `${line.key}.${line.status}`,
        tone: toneOf(due, words.tone, now),
        due,
        when: told === undefined ? '' : word(`due.${told.key}`, { day: told.day, time: told.time }).trim(),
        sums: [
          ...(amount === null || Math.abs(Number(amount)) < LEAST ? [] : [amountText(amount)]),
          ...(lines === null || lines === 0 ? [] : [word('lines', { count: lines })]),
        ],
        amount: Number(amount ?? 0),
        count,
      };
    };
  }, [word, label, codes]);
}

/** Everything that waits for the signed-in person, the most urgent first, and what changed since yesterday. */
export function useQueue() {
  const entry = useEntries();
  const { data, isLoading, isError } = useQuery({
    queryKey: [...FIRST_PAGE, 'queue'],
    staleTime: KEEP_MS,
    queryFn: ({ signal }) => request(homeQueue, {}, { signal }),
  });
  return useMemo(() => {
    const entries = (lines: readonly QueueLine[] = []): Entry[] =>
      lines.flatMap((line) => entry(line, data!.now) ?? []);
    return {
      waiting: data === undefined ? [] : inOrder(entries(data.waiting), data.now),
      changed: entries(data?.changed),
      isLoading,
      isError,
    };
  }, [data, entry, isLoading, isError]);
}
