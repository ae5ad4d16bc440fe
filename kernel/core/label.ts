/** The languages of the interface. Chinese is the default. */
export type Language = 'zh' | 'en';
export const languages: readonly Language[] = ['zh', 'en'];

/** A text a person reads, in both languages, standing where the thing itself is declared. */
export interface Label {
  readonly zh: string;
  readonly en: string;
}

/** A text in both languages. */
export const label = (zh: string, en: string): Label => ({ zh, en });
/** Both texts as one, as a `worded` field stores them: Chinese, and English on a line of its own. */
export const inBoth = ({ zh, en }: Label, max = 255): string =>
  [zh, en].map((each) => each.replaceAll('\n', ' ').slice(0, max)).join('\n');

/** Fills `{name}` places of a template, and `{count:line|lines}` by number. An unknown name stays visible. */
export function fill(template: string, details: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (place, name: string, one?: string, many?: string) => {
    const value = details[name];
    if (value === undefined || value === null) return place;
    return one === undefined ? String(value) : String(value) === '1' ? one : many!;
  });
}
