import { expect, test } from 'vitest';
import { resource } from '../core/declaration.ts';
import { money, text } from '../core/field.ts';
import type { Context } from './context.ts';
import { visibleFields } from './filters.ts';

const dish = resource('filtersDish', {
  label: { zh: '菜', en: 'Dish' },
  area: 'test',
  service: 'test',
  segment: 'filtersdish',
  fields: {
    name: text('名称', 'Name'),
    cost: money('成本', 'Cost', { right: 'see_cost' }),
    margin: money('毛利', 'Margin', { right: 'see_margin' }),
  },
} as never);

const whoMay = (...rights: string[]): Context => ({ allowed: (right: string) => rights.includes(right) }) as never;
const own = (context: Context): string[] =>
  Object.keys(visibleFields(dish, context)).filter((name) => name in dish.fields);

test('each sees what his rights show, whoever asked before him', () => {
  const people = [
    [whoMay(), ['name']],
    [whoMay('see_cost'), ['name', 'cost']],
    [whoMay('see_margin'), ['name', 'margin']],
    [whoMay('see_cost', 'see_margin'), ['name', 'cost', 'margin']],
  ] as const;
  for (const [context, fields] of [...people, ...people.toReversed()]) expect(own(context)).toEqual(fields);
});
