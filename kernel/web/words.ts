import { useCallback } from 'react';
import { fill, type Label } from '../core/label.ts';
import { type Places, useLanguage } from './i18n.ts';

/** The texts a page keeps beside itself, in the reader's language. */
export function useWords<K extends string>(texts: Readonly<Record<K, Label>>): (key: K, places?: Places) => string {
  const language = useLanguage();
  return useCallback((key, places) => fill(texts[key][language], places ?? {}), [texts, language]);
}
