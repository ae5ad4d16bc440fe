import { SearchOutlined } from '@ant-design/icons';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from './i18n.ts';
import { MenuHits, useMenuHits } from './menu-hits.tsx';
import type { Entry } from '../../../kernel/web/navigation/menu.ts';

interface Props {
  readonly leaves: readonly Entry[];
  readonly trailOf: (code: string) => string;
}

/** Finds a page by the beginning of its name, in the top bar itself. */
export function TopSearch({ leaves, trailOf }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const { typed, type, at, setAt, hits, press } = useMenuHits(leaves, open);
  const choose = (leaf: Entry): void => {
    type('');
    setOpen(false);
    box.current?.blur();
    void navigate(leaf.to ?? '/');
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
        placeholder={text('search.top')}
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
          <MenuHits id={list} hits={hits} at={at} onAt={setAt} onChoose={choose} trailOf={trailOf} />
        </div>
      )}
    </div>
  );
}
