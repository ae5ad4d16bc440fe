import { fill, type Label, type Language, languages } from '../core/label.ts';
import { recall, remember } from './remembered.ts';
import { store, useStore } from './store.ts';
import { texts } from './texts.ts';

export type TextKey = keyof typeof texts;
export type Places = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, places?: Places) => string;
type Read = (label: Label) => string;

const remembered = recall<Language>('language', 'zh');
const spoken = store<Language>(languages.includes(remembered) ? remembered : 'zh');

const tellBrowser = (): void => {
  document.documentElement.lang = spoken.get() === 'zh' ? 'zh-CN' : 'en';
};
tellBrowser();
spoken.subscribe(tellBrowser);

export const language = (): Language => spoken.get();

export function speak(next: Language): void {
  remember('language', next);
  spoken.set(next);
}

// One function a language: hundreds of components ask for it while a page is drawn, and none of them is drawn again for it.
const translateTo =
  (to: Language): Translate =>
  (key, places) =>
    places === undefined ? texts[key][to] : fill(texts[key][to], places);
const translations: Readonly<Record<Language, Translate>> = { zh: translateTo('zh'), en: translateTo('en') };
const readings: Readonly<Record<Language, Read>> = { zh: (label) => label.zh, en: (label) => label.en };

export const say: Translate = (key, places) => translations[spoken.get()](key, places);

export const useLanguage = (): Language => useStore(spoken);

export const useText = (): Translate => translations[useLanguage()];

/** The text of a declaration's label in the reader's language. */
export const useLabel = (): Read => readings[useLanguage()];
