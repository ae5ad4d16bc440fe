/** Which fields of a record a form writes, and what it sends of them. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { isWritable } from '../../kernel/core/validate.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields of the form: what may be written, in declared order. */
export const formFields = (declaration: Declaration, creating: boolean): Fields =>
  Object.fromEntries(
    Object.entries(declaration.fields).filter(
      ([name, field]) =>
        isWritable(field) &&
        name !== 'frozen' &&
        !(creating && field.rules.fixed === true && field.rules.readonly === true),
    ),
  );

/** The body of a save: the writable fields, the record's identity and its lines. Masked secrets stay behind. */
export function bodyOf(
  declaration: Declaration,
  values: Values,
  lines: Readonly<Record<string, readonly Values[]>>,
): Values {
  const own = Object.entries(declaration.fields).filter(
    ([name, field]) =>
      isWritable(field) && Object.hasOwn(values, name) && !(kinds[field.kind].sealed && values[name] === '******'),
  );
  const withLines = Object.entries(declaration.lines ?? {}).filter(
    ([key, spec]) => spec.readonly !== true && lines[key] !== undefined,
  );
  return {
    ...(values['id'] === undefined ? {} : { id: values['id'], version: values['version'] }),
    ...Object.fromEntries(own.map(([name]) => [name, values[name] ?? ''])),
    ...Object.fromEntries(
      withLines.map(([key, spec]) => [key, (lines[key] ?? []).map((line) => lineBody(spec.fields, line))]),
    ),
  };
}

function lineBody(fields: Fields, line: Values): Values {
  const own = Object.entries(fields).filter(([name, field]) => isWritable(field) && Object.hasOwn(line, name));
  const { id } = line;
  return {
    ...(typeof id === 'string' && /^\d+$/.test(id) ? { id } : {}),
    ...Object.fromEntries(own.map(([name]) => [name, line[name] ?? ''])),
  };
}
