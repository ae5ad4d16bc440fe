import type { Field, Fields } from '../core/field.ts';
import { kinds } from '../core/kinds.ts';
import { refuse, type Refusal } from '../core/refusal.ts';
import type { RecordValues } from '../core/validate.ts';
import { columnType } from './schema.ts';

/** Digits before the point that the column of a field holds; null of what is no figure. */
const wholeDigits = (field: Field): number | null => {
  const [, digits, places] = /^numeric\((\d+),(\d+)\)$/.exec(columnType(field.kind)) ?? [];
  return digits === undefined || kinds[field.kind].nature !== 'decimal' ? null : Number(digits) - Number(places);
};

/** Refuses figures, typed or calculated, that are too large for their column, by field and line. */
export function tooLarge(fields: Fields, values: RecordValues, line?: number): Refusal[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const most = wholeDigits(field);
    const value = values[name];
    if (most === null || typeof value !== 'string' || value.length <= most) return [];
    const whole = value.replace(/^-?0*/, '').split('.')[0]!;
    return whole.length <= most
      ? []
      : [
          refuse(
            'field.at-most',
            { name: field.label, max: '9'.repeat(most) },
            { field: name, ...(line === undefined ? {} : { line }) },
          ),
        ];
  });
}
