import { useEffect, useState } from 'react';
import type { Spell } from '../../../parts/menu/menu.rules.ts';

let loading: Promise<Spell> | undefined;

/** Pinyin and initials of a Chinese name. The table of sounds is large, so it comes when a search is first used. */
function loadSpell(): Promise<Spell> {
  loading ??= import('pinyin-pro').then(({ pinyin }) => {
    const known = new Map<string, readonly string[]>();
    return (word) => {
      const before = known.get(word);
      if (before !== undefined) return before;
      const sounds = pinyin(word, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
      const spelled = [sounds.join(''), sounds.map((sound) => sound[0] ?? '').join('')];
      known.set(word, spelled);
      return spelled;
    };
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** The sounds of names, once they are here; asked for only where somebody searches. */
export function useSpell(wanted: boolean): Spell | undefined {
  const [spell, setSpell] = useState<{ readonly of: Spell }>();
  useEffect(() => {
    if (wanted)
      loadSpell().then(
        (of) => setSpell({ of }),
        () => undefined,
      );
  }, [wanted]);
  return spell?.of;
}
