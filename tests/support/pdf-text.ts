/** Reads what a PDF of ours says: the words of each page, as somebody who copies them out gets them. */
import { inflateSync } from 'node:zlib';

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/;
const SHOWN = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;

/** The text of each page, a line for each run of signs. */
export function pdfPages(pdf: Buffer): readonly string[] {
  const objects = new Map([...pdf.toString('latin1').matchAll(OBJECT)].map(([, nr, text]) => [nr!, text!]));
  const streamOf = (nr: string): string => {
    const raw = STREAM.exec(objects.get(nr) ?? '')?.[1] ?? '';
    return (objects.get(nr) ?? '').includes('/FlateDecode')
      ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')
      : raw;
  };
  const named = (text: string, name: string): string => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? '';
  const signsOf = (font: string): ReadonlyMap<number, string> =>
    signsIn(streamOf(named(objects.get(font) ?? '', 'ToUnicode')));
  const known = new Map<string, ReadonlyMap<number, string>>();
  return [...objects.values()]
    .filter((text) => /\/Type \/Page\b(?!s)/.test(text))
    .map((page) => {
      const resources = objects.get(named(page, 'Resources')) ?? page;
      const fonts = new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, nr]) => [name!, nr!]));
      let signs: ReadonlyMap<number, string> = new Map();
      const words: string[] = [];
      for (const [, font, shown] of streamOf(named(page, 'Contents')).matchAll(SHOWN)) {
        if (font !== undefined) {
          const nr = fonts.get(font) ?? '';
          signs = known.get(nr) ?? signsOf(nr);
          known.set(nr, signs);
        } else
          words.push(
            [...(shown ?? '').matchAll(/<([0-9a-f]*)>/gi)]
              .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
              .map((each) => signs.get(Number.parseInt(each, 16)) ?? '')
              .join(''),
          );
      }
      return words.join('\n');
    });
}

/** What the numbers of a font's signs stand for; a ligature stands for several. */
function signsIn(map: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(from, 16);
    for (const [at, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      found.set(
        first + at,
        String.fromCharCode(...(hex.match(/[0-9a-f]{4}/gi) ?? []).map((each) => Number.parseInt(each, 16))),
      );
  }
  return found;
}
