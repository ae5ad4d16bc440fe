import { useCallback } from 'react';
import { fill, type Label, type Language, languages } from '../../kernel/core/label.ts';
import { readStored, writeStored } from '../state/device-storage.ts';
import { store, useStore } from '../state/store.ts';

/** What stands in the places of a text: `{count}` by its name. */
type Places = Readonly<Record<string, string | number>>;
/** Reads one text of a table, its places filled in. */
export type Words<K extends string> = (key: K, places?: Places) => string;
/** Texts by their keys. */
type Texts<K extends string> = Readonly<Record<K, Label>>;

const stored = readStored<Language>('language', 'zh');
const chosen = store<Language>(languages.includes(stored) ? stored : 'zh');

const markDocument = (): void => {
  document.documentElement.lang = chosen.get() === 'zh' ? 'zh-CN' : 'en';
};
markDocument();
chosen.subscribe(markDocument);

/** The language the person reads, outside components. */
export const language = (): Language => chosen.get();

/** What stands between names that are told one after the other. */
export const comma = (to: Language = language()): string => (to === 'zh' ? '、' : ', ');

/** Chooses the language of this device; every component that reads it is drawn again. */
export function setLanguage(next: Language): void {
  writeStored('language', next);
  chosen.set(next);
}

/** The language the person reads. */
export const useLanguage = (): Language => useStore(chosen);

// One function a language: hundreds of components ask for it while a page is drawn, and none is drawn again for it.
const readings: Readonly<Record<Language, (label: Label) => string>> = {
  zh: (label) => label.zh,
  en: (label) => label.en,
};

/** Reads the label of a declaration in the person's language. */
export const useLabel = (): ((label: Label) => string) => readings[useLanguage()];

/** Reads a table of texts in the person's language. The function stays the same until the language changes. */
export function useWords<K extends string>(texts: Texts<K>): Words<K> {
  const to = useLanguage();
  return useCallback((key, places) => fill(texts[key][to], places ?? {}), [texts, to]);
}

/** Both readers of one table, made once beside it: `useText` in components, `say` outside them. */
export function readerOf<K extends string>(
  texts: Texts<K>,
): { readonly say: Words<K>; readonly useText: () => Words<K> } {
  const wordsIn =
    (to: Language): Words<K> =>
    (key, places) =>
      places === undefined ? texts[key][to] : fill(texts[key][to], places);
  const words: Readonly<Record<Language, Words<K>>> = { zh: wordsIn('zh'), en: wordsIn('en') };
  return { say: (key, places) => words[language()](key, places), useText: () => words[useLanguage()] };
}
