import { readerOf, type Words } from '../../parts/language/language.ts';
import { texts } from './texts.ts';

type TextKey = keyof typeof texts;
export type Translate = Words<TextKey>;

/** Readers of the kernel's texts in the person's language: `useText` in components, `say` outside them. */
export const { say: translate, useText } = readerOf(texts);
