import { useEffect, useState } from 'react';
import type { PinyinOf } from '../../../parts/menu/menu.rules.ts';

let loading: Promise<PinyinOf> | undefined;

/** Pinyin and initials of a Chinese name. The table of sounds is large, so it comes when a search is first used. */
function loadPinyin(): Promise<PinyinOf> {
  loading ??= import('pinyin-pro').then(({ pinyin }) => {
    const known = new Map<string, readonly string[]>();
    return (word) => {
      const before = known.get(word);
      if (before !== undefined) return before;
      const sounds = pinyin(word, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
      const both = [sounds.join(''), sounds.map((sound) => sound[0] ?? '').join('')];
      known.set(word, both);
      return both;
    };
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** The sounds of names, once they are here; asked for only where somebody searches. */
export function usePinyin(wanted: boolean): PinyinOf | undefined {
  const [found, setFound] = useState<{ readonly of: PinyinOf }>();
  useEffect(() => {
    if (wanted)
      loadPinyin().then(
        (of) => setFound({ of }),
        () => undefined,
      );
  }, [wanted]);
  return found?.of;
}
