import { comma } from '../../parts/language/language.ts';
import { EMPTY, type Config } from './report.rules.ts';
import type { reportsTexts } from './reports.texts.ts';

/** A part of the design in words, where two people changed it at once. */
export function leafWords(
  word: (key: keyof typeof reportsTexts) => string,
  nameOf: (field: string) => string,
  part: string,
  value: unknown,
): { readonly name: string; readonly text: string } {
  const config: Config = { ...EMPTY, [part]: value ?? EMPTY[part as keyof Config] };
  const measure = ({ field, fn }: Config['measures'][number]): string =>
    fn === 'count' ? word('count') : `${nameOf(field)} · ${word(fn)}`;
  const sort = config.sort.replace(/^-/, '');
  const parts: Readonly<Record<keyof Config, readonly [name: string, text: string]>> = {
    columns: [word('columns'), config.columns.map(nameOf).join(comma())],
    groupBy: [
      word('groups'),
      config.groupBy
        .map(({ field, span }) => (span === undefined ? nameOf(field) : `${nameOf(field)} ${word(span)}`))
        .join(comma()),
    ],
    measures: [word('measures'), config.measures.map(measure).join(comma())],
    filters: [
      word('filters'),
      config.filters
        .map(({ field, op, value: wanted }) => `${nameOf(field)} ${word(op)} ${wanted}`.trim())
        .join(comma()),
    ],
    sort: [
      word('sort'),
      sort === ''
        ? word('none')
        : `${sort.startsWith('#') ? `${word('measures')} ${Number(sort.slice(1)) + 1}` : nameOf(sort)} ${word(config.sort.startsWith('-') ? 'descending' : 'ascending')}`,
    ],
  };
  const [name, text] = parts[part as keyof Config] ?? [part, String(value ?? '')];
  return { name, text };
}
