/** Every price says per what: by a field with its unit beside it, or in the words of its heading or hint. */
import { expect, test } from 'vitest';
import type { Declaration } from '../kernel/core/declaration.ts';
import type { Field } from '../kernel/core/field.ts';
import { modules } from '../modules/modules.ts';

const declarations = modules.flatMap((module) => module.declarations as readonly Declaration[]);
const prices = declarations.flatMap((of) =>
  [of.fields, ...Object.values(of.lines ?? {}).map(({ fields }) => fields)].flatMap((fields) =>
    Object.entries(fields)
      .filter(([, { kind }]) => kind === 'price')
      .map(([name, field]) => ({ at: `${of.name}.${name}`, field })),
  ),
);
const SAID = /每|单位|公斤|per |each/i;
const says = ({ label, rules: { hint, unit } }: Field): boolean =>
  unit !== undefined || SAID.test(`${label.zh} ${label.en} ${hint?.zh ?? ''} ${hint?.en ?? ''}`);

test('there are prices in many places', () => {
  expect(prices.length).toBeGreaterThan(50);
});
test('each says per what', () => {
  expect([...new Set(prices.filter(({ field }) => !says(field)).map(({ at }) => at))]).toEqual([]);
});
