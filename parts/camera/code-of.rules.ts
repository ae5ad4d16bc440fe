/** What of a picture counts as a code, and how it is handed on. */
import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader';

/** The codes that stand on goods, labels and papers. FNC1 comes as the character 29, as scanners send it. */
export const READS: ReaderOptions = {
  formats: ['QRCode', 'DataMatrix', 'Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF', 'DataBar'],
  textMode: 'Plain',
  maxNumberOfSymbols: 1,
  tryHarder: true,
};

/** The first code found, as a hand scanner types it: with its symbology where it is GS1. Null where there is none. */
export function codeOf(
  found: readonly Pick<ReadResult, 'isValid' | 'text' | 'contentType' | 'symbologyIdentifier'>[],
): string | null {
  const code = found.find(({ isValid, text }) => isValid && text !== '');
  if (code === undefined) return null;
  return code.contentType === 'GS1' ? `${code.symbologyIdentifier}${code.text}` : code.text;
}
