import type { Declaration } from '../core/declaration.ts';
import type { Fields } from '../core/field.ts';
import type { RecordValues } from '../core/validate.ts';
import type { Context, Input } from './context.ts';
import { ident, sql } from '../../parts/postgres/database.ts';
import { visibleFields } from './filters.ts';
import { idOf, lockRows } from './save.ts';
import { lineTableOf, ownerColumn } from './schema.ts';

/** Fields the caller holds no right to see. */
const hiddenOf = (fields: Fields, context: Context): readonly string[] =>
  Object.entries(fields)
    .filter(([, { rules }]) => rules.right !== undefined && !context.allowed(rules.right))
    .map(([name]) => name);

const isHidden = (fields: Fields, context: Context): boolean =>
  Object.values(fields).some(({ rules }) => rules.right !== undefined && !context.allowed(rules.right));

/**
 * Changes as somebody may read them, by field, by line (`details.3`: all of it) and by field of a line
 * (`details.3.price`). Who does not see every field gets only what is named as a field they see.
 */
export function visibleChanges(
  declaration: Declaration,
  context: Context,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const lines = declaration.lines ?? {};
  if (!isHidden(declaration.fields, context) && !Object.values(lines).some(({ fields }) => isHidden(fields, context)))
    return { ...changes };
  const shown = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).filter(([, { rules }]) => rules.right === undefined || context.allowed(rules.right)),
    );
  const own = visibleFields(declaration, context);
  return Object.fromEntries(
    Object.entries(changes).flatMap(([place, pair]) => {
      const [key = '', number, name] = place.split('.');
      if (number === undefined) return Object.hasOwn(own, key) ? [[place, pair]] : [];
      if (!Object.hasOwn(lines, key)) return [];
      const fields = shown(lines[key]!.fields);
      if (name !== undefined) return Object.hasOwn(fields, name) ? [[place, pair]] : [];
      const seen = (line: unknown): unknown =>
        typeof line === 'object' && line !== null
          ? Object.fromEntries(Object.entries(line).filter(([each]) => Object.hasOwn(fields, each)))
          : null;
      return [[place, Array.isArray(pair) ? pair.map(seen) : null]];
    }),
  );
}

/**
 * A body as a person may send it: a field they do not see gets its stored value, so that they neither set it nor clear
 * it by leaving it out. Queries nothing where nothing is hidden.
 */
export async function withoutHidden(declaration: Declaration, context: Context, body: Input): Promise<Input> {
  const own = hiddenOf(declaration.fields, context);
  const lines = Object.entries(declaration.lines ?? {}).flatMap(([key, spec]) => {
    const hidden = hiddenOf(spec.fields, context);
    return hidden.length === 0 || !Array.isArray(body[key])
      ? []
      : [{ key, hidden, sent: body[key] as readonly unknown[] }];
  });
  if (own.length === 0 && lines.length === 0) return body;
  const id = idOf(body);
  const [stored] = id === null ? [] : await lockRows(declaration, context, [id]);
  const result: Record<string, unknown> = { ...body };
  put(result, own, stored);
  for (const { key, hidden, sent } of lines) {
    const rows =
      stored === undefined
        ? []
        : await context.tx.rows<Record<string, unknown>>(
            sql`select * from ${ident(lineTableOf(declaration, key))}
              where ${ident(ownerColumn(declaration))} = ${id}::bigint`,
          );
    const byId = new Map(rows.map((row) => [String(row['id']), row]));
    result[key] = sent.map((each) => {
      if (typeof each !== 'object' || each === null) return each;
      const line: Record<string, unknown> = { ...each };
      put(line, hidden, byId.get(String(line['id'])));
      return line;
    });
  }
  return result;
}

function put(body: Record<string, unknown>, hidden: readonly string[], stored: RecordValues | undefined): void {
  for (const name of hidden) {
    delete body[name];
    if (stored !== undefined && stored[name] !== null) body[name] = stored[name];
  }
}
