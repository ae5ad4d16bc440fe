import { SearchOutlined } from '@ant-design/icons';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from './i18n.ts';
import { type Hit, SearchHits, useSearchHits } from './search-hits.tsx';
import type { Entry } from '../../../kernel/web/navigation/menu.ts';

interface Props {
  readonly leaves: readonly Entry[];
  readonly trailOf: (code: string) => string;
}

/** Finds pages and records in the top bar itself. */
export function TopSearch({ leaves, trailOf }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const { typed, type, at, setAt, hits, isWaiting, press } = useSearchHits(leaves, open, trailOf);
  const choose = ({ to }: Hit): void => {
    type('');
    setOpen(false);
    box.current?.blur();
    void navigate(to);
  };
  const isShown = open && typed.trim() !== '';
  return (
    <div
      className="top-search"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <SearchOutlined />
      <input
        ref={box}
        type="text"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        placeholder={text('search.top.hint')}
        aria-label={text('search.top')}
        role="combobox"
        aria-expanded={isShown}
        aria-autocomplete="list"
        aria-controls={isShown ? list : undefined}
        aria-activedescendant={isShown && hits[at] !== undefined ? `${list}-${at}` : undefined}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          type(event.target.value);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return isShown ? press(event, choose) : undefined;
          type('');
          setOpen(false);
        }}
      />
      <kbd>Ctrl K</kbd>
      {isShown && (
        <div className="top-search-hits">
          <SearchHits id={list} hits={hits} isWaiting={isWaiting} at={at} onAt={setAt} onChoose={choose} />
        </div>
      )}
    </div>
  );
}
