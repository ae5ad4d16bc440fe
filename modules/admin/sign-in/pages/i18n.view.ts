import { readerOf, type Words } from '../../../../parts/language/language.ts';
import { signInTexts } from './texts.view.ts';

export type Translate = Words<keyof typeof signInTexts>;

/** Readers of the texts of signing in, in the person's language. */
export const { say, useText } = readerOf(signInTexts);
