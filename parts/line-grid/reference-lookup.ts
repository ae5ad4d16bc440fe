import { takenOnEnter } from '../search/fit.rules.ts';
import { whileLookingUp } from '../state/looking-up.ts';
import { hitEntry, unfoundEntry, written, type Entry } from './cell-entry.ts';
import type { Wanted } from './edit-plan.ts';
import type { GridStore } from './grid-store.ts';
import { withAnswers } from './history.ts';
import type { Column, GridRow, Hit, RefSource } from './model.ts';

/** What a typed reference may become: the first record that fits, or only one it names exactly. */
export type Match = 'first' | 'exact';

/**
 * References are written down at once and found later, so that nobody waits for a search: the
 * text stands in its cell until the answer replaces it or says why it cannot.
 */
export async function lookUp(store: GridStore, wanted: readonly Wanted[], match: Match): Promise<void> {
  const columns = new Map<Column, string[]>();
  for (const { column, text } of wanted) columns.set(column, [...(columns.get(column) ?? []), text]);
  await whileLookingUp(() =>
    Promise.all(
      [...columns].map(async ([column, texts]) => {
        const unique = [...new Set(texts)];
        const answers = new Map<string, Entry>();
        try {
          const found = column.source ? await hitsOf(column.source, unique, match) : new Map<string, readonly Hit[]>();
          for (const text of unique) answers.set(text, answerOf(column, text, found.get(text) ?? [], match));
        } catch {
          for (const text of unique) answers.set(text, unfoundEntry(column, text, 'ref.unreachable'));
        }
        writeAnswers(store, column, answers);
      }),
    ),
  );
}

/** Searches under way at once where a source cannot answer many together. */
const CONCURRENT_MAX = 6;

async function hitsOf(
  source: RefSource,
  texts: readonly string[],
  match: Match,
): Promise<ReadonlyMap<string, readonly Hit[]>> {
  if (match === 'exact' && source.resolve) return source.resolve(texts);
  const found = new Map<string, readonly Hit[]>();
  const waiting = [...texts];
  const searchNext = async (): Promise<void> => {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift())
      found.set(text, await source.search(text, { key: '' }, new AbortController().signal));
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_MAX, texts.length) }, searchNext));
  return found;
}

const folded = (text: string | undefined): string => (text ?? '').normalize('NFKC').trim().toLowerCase();

/**
 * By code first, then by name; a name several records share is not guessed, nor which of several that fit alike was
 * meant.
 */
function answerOf(column: Column, text: string, hits: readonly Hit[], match: Match): Entry {
  const wanted = folded(text);
  const byCode = hits.filter((hit) => folded(hit.code) === wanted);
  const exact = byCode.length > 0 ? byCode : hits.filter((hit) => folded(hit.name) === wanted);
  const [only] = exact;
  if (only && exact.length === 1) return hitEntry(column, only);
  const taken = match === 'first' ? hits[takenOnEnter(text, hits)] : undefined;
  if (taken) return hitEntry(column, taken);
  return unfoundEntry(
    column,
    text,
    exact.length > 1 || (match === 'first' && hits.length > 0) ? 'ref.ambiguous' : 'ref.unknown',
  );
}

function writeAnswers(store: GridStore, column: Column, answers: ReadonlyMap<string, Entry>): void {
  const { derive } = store.sheet();
  const writeAnswer = (row: GridRow): GridRow => {
    const unread = row.unread?.[column.name];
    const entry = unread?.why === 'ref.searching' ? answers.get(unread.text) : undefined;
    if (!entry) return row;
    const next = written(row, column, entry);
    return derive ? derive(next, [column.name]) : next;
  };
  const history = withAnswers(store.get().history, writeAnswer);
  const rows = store.get().rows.flatMap((before, index) => {
    const after = before.unread ? writeAnswer(before) : before;
    return after === before ? [] : [{ key: before.key, index, before, after }];
  });
  store.apply({ kind: 'resolve', rows }, history);
}
