import type { Declaration, Lines } from './declaration.ts';
import type { Field, Fields, Values } from './field.ts';
import { kinds } from './kinds.ts';
import { refuse, type Refusal } from './refusal.ts';
import './kernel.refusals.ts';

export type RecordValues = Readonly<Record<string, unknown>>;

/** One line as it came in: `id` when it already exists. */
export interface LineValues {
  readonly id: string | null;
  readonly values: RecordValues;
}

/** What a body gives once read: only the fields it carried, `null` where it cleared one. */
interface Draft {
  readonly values: RecordValues;
  /** Lines by their key; a key is absent when the body did not carry it, which leaves the stored lines alone. */
  readonly lines: Readonly<Record<string, readonly LineValues[]>>;
}

/** May this field be written from a body? */
export const isWritable = (field: Field): boolean => !field.rules.readonly && !field.rules.computed;

/**
 * Reads one value by its field's kind. Empty text clears.
 * The same function serves create, update, Excel rows and the browser's form.
 */
export function readValue(
  name: string,
  field: Field,
  raw: unknown,
): { readonly value: unknown } | { readonly refusal: Refusal } {
  if (
    raw === null ||
    raw === undefined ||
    (typeof raw === 'string' && raw.trim() === '') ||
    (Array.isArray(raw) && raw.length === 0 && !field.optional)
  ) {
    const { missing } = field.rules;
    // A default stands for what was not sent. What was emptied by hand is missed, where the field has words for it.
    if (field.optional || (field.rules.default !== undefined && (raw === undefined || missing === undefined)))
      return { value: null };
    return {
      refusal: {
        ...(missing === undefined
          ? refuse('field.required', { name: field.label })
          : refuse('field.missing', { sentence: missing })),
        field: name,
      },
    };
  }
  const read = kinds[field.kind].read(raw, field);
  return 'refusal' in read ? { refusal: { ...read.refusal, field: name } } : read;
}

/** Reads the fields a body carries, all problems at once. With `creating`, absent fields get their default. */
export function readFields<F extends Fields>(
  fields: F,
  body: Readonly<Record<string, unknown>>,
  creating: boolean,
): { values: Partial<Values<F>>; refusals: Refusal[] } {
  const values: Record<string, unknown> = {};
  const refusals: Refusal[] = [];
  for (const name in fields) {
    const field: Field = fields[name]!;
    if (!isWritable(field)) continue;
    const carried = Object.hasOwn(body, name);
    if (!carried && !creating) continue;
    const read = readValue(name, field, carried ? body[name] : undefined);
    if ('refusal' in read) refusals.push(read.refusal);
    else if (read.value === null && field.rules.default !== undefined) values[name] = field.rules.default;
    else values[name] = read.value;
  }
  return { values: values as Partial<Values<F>>, refusals };
}

/**
 * Reads a whole body of a declaration: header fields and line arrays. Unknown keys are ignored,
 * since clients post whole rows back.
 */
export function readDraft(
  declaration: Declaration,
  body: Readonly<Record<string, unknown>>,
  creating: boolean,
): { draft: Draft; refusals: Refusal[] } {
  const { values, refusals } = readFields(declaration.fields, body, creating);
  const lines: Record<string, readonly LineValues[]> = {};
  for (const [key, spec] of Object.entries(declaration.lines ?? {})) {
    if (spec.readonly) continue;
    const raw = body[key];
    if (!Array.isArray(raw)) continue;
    const read = readLines(spec, raw);
    lines[key] = read.lines;
    refusals.push(...read.refusals);
  }
  return { draft: { values, lines }, refusals };
}

function readLines(spec: Lines, raw: readonly unknown[]): { lines: LineValues[]; refusals: Refusal[] } {
  const lines: LineValues[] = [];
  const refusals: Refusal[] = [];
  const seen = new Map<string, number>();
  raw.forEach((entry, index) => {
    const line = index + 1;
    const body = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {};
    const given = body['id'] ?? '';
    const id = typeof given === 'string' && /^\d{1,19}$/.test(given) ? given : null;
    if (typeof given !== 'string')
      refusals.push(refuse('param.id', { value: JSON.stringify(given) }, { field: 'id', line }));
    const read = readFields(spec.fields, body, true);
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line })));
    if (spec.unique !== undefined) {
      const key = JSON.stringify(spec.unique.map((name) => read.values[name] ?? null));
      const other = seen.get(key);
      if (other === undefined) seen.set(key, line);
      else {
        const named = spec.unique.map((name) => spec.fields[name]!.label);
        const fields = { zh: named.map((each) => each.zh).join('、'), en: named.map((each) => each.en).join(', ') };
        refusals.push(refuse('lines.duplicate', { line, other, fields }, { line }));
      }
    }
    lines.push({ id, values: read.values });
  });
  return { lines, refusals };
}
