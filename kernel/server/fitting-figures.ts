import type { Field, Fields } from '../core/field.ts';
import { kinds } from '../core/kinds.ts';
import { refuse, type Refusal } from '../core/refusal.ts';
import type { RecordValues } from '../core/validate.ts';
import { columnType } from './schema.ts';

const figures = new WeakMap<Fields, readonly (readonly [name: string, field: Field, most: number])[]>();
/** The figures among the fields with the digits before the point that their columns hold; found once. */
function figuresOf(fields: Fields): readonly (readonly [name: string, field: Field, most: number])[] {
  const found =
    figures.get(fields) ??
    Object.entries(fields).flatMap(([name, field]) => {
      const [, digits, places] = /^numeric\((\d+),(\d+)\)$/.exec(columnType(field.kind)) ?? [];
      const isFigure = digits !== undefined && kinds[field.kind].nature === 'decimal';
      return isFigure ? [[name, field, Number(digits) - Number(places)] as const] : [];
    });
  figures.set(fields, found);
  return found;
}

/** Refuses figures, typed or calculated, that are too large for their column, by field and line. */
export function tooLarge(fields: Fields, values: RecordValues, line?: number): Refusal[] {
  const found: Refusal[] = [];
  for (const [name, field, most] of figuresOf(fields)) {
    const value = values[name];
    if (typeof value !== 'string' || value.length <= most) continue;
    if (value.replace(/^-?0*/, '').split('.')[0]!.length <= most) continue;
    const at = { field: name, ...(line === undefined ? {} : { line }) };
    found.push(refuse('field.at-most', { name: field.label, max: '9'.repeat(most) }, at));
  }
  return found;
}
