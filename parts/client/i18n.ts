import { readerOf } from '../language/language.ts';
import { clientTexts } from './texts.ts';

/** Reader of the client's texts in the person's language. */
export const { say } = readerOf(clientTexts);
