import i18next from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type Label, type Language, languages } from '../core/label.ts';
import { recall, remember } from './remembered.ts';
import { texts } from './texts.ts';

export type TextKey = keyof typeof texts;
export type Places = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, places?: Places) => string;

const spoken = recall<Language>('language', 'zh');
const first: Language = languages.includes(spoken) ? spoken : 'zh';

const inLanguage = (language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, label]) => [key, label[language]]));

await i18next.use(initReactI18next).init({
  lng: first,
  fallbackLng: 'zh',
  resources: { zh: { translation: inLanguage('zh') }, en: { translation: inLanguage('en') } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
});
document.documentElement.lang = first === 'zh' ? 'zh-CN' : 'en';

export const language = (): Language => (i18next.language === 'en' ? 'en' : 'zh');

export async function speak(next: Language): Promise<void> {
  remember('language', next);
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
  await i18next.changeLanguage(next);
}

export const say: Translate = (key, places) => i18next.t(key, places ?? {});

export function useText(): Translate {
  const { t } = useTranslation();
  return useCallback((key, places) => t(key, places ?? {}), [t]);
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'zh';
}

/** The text of a declaration's label in the reader's language. */
export function useLabel(): (label: Label) => string {
  const now = useLanguage();
  return useCallback((label) => label[now], [now]);
}
