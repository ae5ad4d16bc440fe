import type { Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import { cleanRichText, isBlank } from './rich-text.ts';

const marked = new WeakMap<Fields, readonly string[]>();
/** The fields that hold marked-up text, found once. */
function markedUp(fields: Fields): readonly string[] {
  const names = marked.get(fields) ?? Object.keys(fields).filter((name) => kinds[fields[name]!.kind].text === 'markup');
  marked.set(fields, names);
  return names;
}

/** Rich text among the values as it may be stored and shown; what holds nothing but markup is missing. */
export function cleaned(fields: Fields, given: RecordValues): { values: RecordValues; refusals: Refusal[] } {
  const refusals: Refusal[] = [];
  const clean: Record<string, string | null> = {};
  for (const name of markedUp(fields)) {
    const value = given[name];
    if (typeof value !== 'string') continue;
    const html = cleanRichText(value);
    clean[name] = isBlank(html) ? null : html;
    if (clean[name] === null && !fields[name]!.optional)
      refusals.push(refuse('field.required', { name: fields[name]!.label }, { field: name }));
  }
  return { values: Object.keys(clean).length === 0 ? given : { ...given, ...clean }, refusals };
}
