import { SearchOutlined } from '@ant-design/icons';
import { Input, Modal } from 'antd';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../i18n.ts';
import type { Entry } from './menu.ts';

type Spell = (word: string) => readonly string[];

/** Pinyin and initials of a Chinese name. The table of sounds is large, so it comes when the search is first opened. */
async function loadSpell(): Promise<Spell> {
  const { pinyin } = await import('pinyin-pro');
  return (word) => {
    const sounds = pinyin(word, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
    return [sounds.join(''), sounds.map((sound) => sound[0] ?? '').join('')];
  };
}

interface Props {
  readonly open: boolean;
  readonly leaves: readonly Entry[];
  readonly trailOf: (code: string) => string;
  readonly onClose: () => void;
}

export function MenuSearch({ open, leaves, trailOf, onClose }: Props) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  // Opened again before it had faded, it must not begin with what was searched before.
  const [turn, setTurn] = useState(0);
  useEffect(() => { if (open) setTurn((now) => now + 1); }, [open]);
  // Opened again at once, the dialog takes the focus after the box had it.
  const toBox = (shown: boolean): void => { if (shown) box.current?.querySelector('input')?.focus(); };
  return (
    <Modal open={open} afterOpenChange={toBox} onCancel={onClose} footer={null} title={text('search')} width={520} destroyOnHidden className="menu-search" style={{ top: 96 }}>
      <div ref={box}><Search key={turn} leaves={leaves} trailOf={trailOf} onClose={onClose} /></div>
    </Modal>
  );
}

function Search({ leaves, trailOf, onClose }: Omit<Props, 'open'>) {
  const text = useText();
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [spell, setSpell] = useState<{ readonly of: Spell }>();

  useEffect(() => {
    loadSpell().then((of) => setSpell({ of }), () => undefined);
  }, []);

  const spelled = useMemo(
    () => leaves.map((leaf) => ({ leaf, starts: [leaf.title, leaf.zh, ...(spell?.of(leaf.zh) ?? [])].map((word) => word.toLowerCase()) })),
    [leaves, spell],
  );
  const word = typed.trim().toLowerCase();
  const hits = spelled.filter(({ starts }) => starts.some((start) => start.startsWith(word))).map(({ leaf }) => leaf).slice(0, 50);

  const choose = (leaf: Entry | undefined): void => {
    if (leaf?.to === undefined) return;
    onClose();
    void navigate(leaf.to);
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((now) => Math.max(0, Math.min(hits.length - 1, now + step)));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(hits[at]);
  };

  return (
    <>
      <Input
        autoFocus size="large" prefix={<SearchOutlined />} value={typed} placeholder={text('search.hint')} aria-label={text('search')}
        role="combobox" aria-expanded aria-controls={list} aria-activedescendant={hits[at] === undefined ? undefined : `${list}-${at}`}
        onChange={(event) => { setTyped(event.target.value); setAt(0); }} onKeyDown={press}
      />
      <ul id={list} className="menu-hits" role="listbox" aria-label={text('search')}>
        {hits.map((leaf, index) => (
          <li
            key={leaf.code} id={`${list}-${index}`} role="option" aria-selected={index === at} ref={(element) => { if (index === at) element?.scrollIntoView({ block: 'nearest' }); }}
            onMouseMove={() => setAt(index)} onClick={() => choose(leaf)}
          >
            <span>{leaf.title}</span>
            <span className="soft">{trailOf(leaf.code)}</span>
          </li>
        ))}
        {hits.length === 0 && <li className="soft menu-hits-none">{text('search.none')}</li>}
      </ul>
    </>
  );
}
