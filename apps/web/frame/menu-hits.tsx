import { type KeyboardEvent, useState } from 'react';
import { useText } from './i18n.ts';
import { type Entry, startingWith } from '../../../parts/menu/menu.rules.ts';
import { usePinyin } from './pinyin-search.ts';

/** A search among the leaves: what was typed, what it finds, and which of it the keys are at. */
export function useMenuHits(leaves: readonly Entry[], isWanted: boolean) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const pinyin = usePinyin(isWanted);
  const hits = isWanted ? startingWith(leaves, typed, pinyin) : [];
  const press = (event: KeyboardEvent, onChoose: (leaf: Entry) => void): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const hit = hits[at];
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(hits.length - 1, at + step)));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && hit !== undefined) {
      // The page that comes takes the focus at once: the same key must not press a button or break a line there.
      event.preventDefault();
      onChoose(hit);
    }
  };
  return {
    typed,
    type: (next: string) => {
      setTyped(next);
      setAt(0);
    },
    at,
    setAt,
    hits,
    press,
  };
}

interface Props {
  readonly id: string;
  readonly hits: readonly Entry[];
  readonly at: number;
  readonly onAt: (at: number) => void;
  readonly onChoose: (leaf: Entry) => void;
  readonly trailOf: (code: string) => string;
}

/** What the search of the menu found. */
export function MenuHits({ id, hits, at, onAt, onChoose, trailOf }: Props) {
  const text = useText();
  return (
    <ul id={id} className="menu-hits" role="listbox" aria-label={text('search')}>
      {hits.map((leaf, index) => (
        <li
          key={leaf.code}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseMove={() => {
            if (index !== at) onAt(index);
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(leaf)}
        >
          <span>{leaf.title}</span>
          <span className="soft">{trailOf(leaf.code)}</span>
        </li>
      ))}
      {hits.length === 0 && <li className="soft menu-hits-none">{text('search.none')}</li>}
    </ul>
  );
}
