import { readerOf } from '../../../parts/language/language.ts';
import { frameTexts } from './texts.ts';

/** Reader of the frame's texts in the person's language. */
export const { useText } = readerOf(frameTexts);
