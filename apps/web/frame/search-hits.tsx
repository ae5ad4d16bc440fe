import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { request } from '../../../kernel/web/request.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { type Entry, startingWith } from '../../../parts/menu/menu.rules.ts';
import { searchRecords } from '../../../parts/record-search/record-search.calls.ts';
import { useText } from './i18n.ts';
import { usePinyin } from './pinyin-search.ts';

const REST_MS = 160;
/** So many pages stand before the records; nothing typed shows them all. */
const PAGES_MOST = 6;

/** A page or a record that was found. */
export interface Hit {
  readonly key: string;
  readonly to: string;
  readonly title: string;
  /** What stands beside the title: a code, or the state of a document. */
  readonly more: string;
  /** Where it belongs: groups of the menu above a page, the kind of a record. */
  readonly of: string;
}

/** Records of all lists the person may open that fit what was typed; `undefined` while they are awaited. */
function useRecords(word: string): readonly Hit[] | undefined {
  const debounced = useDebounced(word, REST_MS);
  const read = useLabel();
  const { data, isError } = useQuery({
    queryKey: ['search', debounced],
    queryFn: ({ signal }) => request(searchRecords, { keyword: debounced }, { signal }),
    enabled: debounced !== '',
    retry: false,
  });
  if (word === '' || isError) return [];
  if (word !== debounced || data === undefined) return undefined;
  return data.flatMap(({ resource, id, title, code, status }) => {
    const of = declarationOf(resource);
    if (of?.path === undefined) return [];
    const state = of.life?.states[status];
    return [
      {
        key: `${resource} ${id}`,
        to: `${of.path}/${id}`,
        title: title || code,
        more: [title === '' ? '' : code, state === undefined ? '' : read(state.label)].filter(Boolean).join(' · '),
        of: read(of.label),
      },
    ];
  });
}

/** A search among pages and records: what was typed, what it finds, and which of it the keys are at. */
export function useSearchHits(leaves: readonly Entry[], isWanted: boolean, trailOf: (code: string) => string) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  /** What Enter is to do once the records are here: it was pressed before anything was found. */
  const [choosing, setChoosing] = useState<(hit: Hit) => void>();
  const word = isWanted ? typed.trim() : '';
  const pinyin = usePinyin(isWanted);
  const records = useRecords(word);
  const found = isWanted ? startingWith(leaves, typed, pinyin) : [];
  const pages = (word === '' ? found : found.slice(0, PAGES_MOST)).map((leaf): Hit => ({
    key: leaf.code,
    to: leaf.to ?? '/',
    title: leaf.title,
    more: '',
    of: trailOf(leaf.code),
  }));
  const hits = [...pages, ...(records ?? [])];
  const [first] = hits;
  useEffect(() => {
    if (choosing === undefined || records === undefined) return;
    setChoosing(undefined);
    if (first !== undefined) choosing(first);
  }, [choosing, records, first]);
  const press = (event: KeyboardEvent, onChoose: (hit: Hit) => void): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(hits.length - 1, at + step)));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The page that comes takes the focus at once: the same key must not press a button or break a line there.
      event.preventDefault();
      const hit = hits[at];
      if (hit !== undefined) onChoose(hit);
      else if (records === undefined) setChoosing(() => onChoose);
    }
  };
  return {
    typed,
    type: (next: string) => {
      setTyped(next);
      setAt(0);
      setChoosing(undefined);
    },
    at,
    setAt,
    hits,
    isWaiting: records === undefined,
    press,
  };
}

interface Props {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly isWaiting: boolean;
  readonly at: number;
  readonly onAt: (at: number) => void;
  readonly onChoose: (hit: Hit) => void;
}

/** What the search found. */
export function SearchHits({ id, hits, isWaiting, at, onAt, onChoose }: Props) {
  const text = useText();
  return (
    <ul id={id} className="menu-hits" role="listbox" aria-label={text('search.box')} aria-busy={isWaiting}>
      {hits.map((hit, index) => (
        <li
          key={hit.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          aria-label={hit.more === '' ? hit.title : `${hit.title} ${hit.more}`}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseMove={() => {
            if (index !== at) onAt(index);
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(hit)}
        >
          <span className="menu-hits-title">
            {hit.title}
            {hit.more !== '' && <span className="soft">{hit.more}</span>}
          </span>
          <span className="soft">{hit.of}</span>
        </li>
      ))}
      {hits.length === 0 && (
        <li className="soft menu-hits-none">{text(isWaiting ? 'search.waiting' : 'search.none')}</li>
      )}
    </ul>
  );
}
