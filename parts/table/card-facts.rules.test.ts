import { expect, test } from 'vitest';
import { cardFacts } from './card-facts.rules.ts';

const words = (text: string) => ({ figure: false, text });
const state = (text: string) => ({ figure: false, isState: true, text });
const figure = (text: string) => ({ figure: true, text });

test.each([
  [
    'two facts in words and two in figures',
    '高汤',
    [words('a'), figure('1'), words('b'), figure('2'), words('c'), figure('3')],
    'a b 1 2',
  ],
  [
    'one state, so that it says what it is of',
    'CY1',
    [state('a'), state('b'), words('Garlic'), words('c')],
    'a Garlic c',
  ],
  ['nothing of what is empty', '高汤', [words(''), words('b'), figure(''), figure('2')], 'b 2'],
  [
    'what the name says is not said again',
    '小白菜 · 千克',
    [words('小白菜'), words('标准成本'), words('千克')],
    '标准成本',
  ],
  ['a third in words without figures', '高汤', [words('a'), words('b'), words('c'), words('d')], 'a b c'],
  [
    'a name of two words, beside another',
    'Pak choi · kg',
    [words('Pak choi'), words('Standard cost')],
    'Standard cost',
  ],
  ['a name of two words, behind its code', 'D10044 Wood ear', [words('Wood ear'), words('Fungi')], 'Fungi'],
  ['a code and a name', 'GEA000002 站点01快餐档', [words('站点01快餐档'), words('站点01餐厅')], '站点01餐厅'],
])('a card shows %s', (_, name, columns, expected) => {
  expect(
    cardFacts(columns, ({ text }) => text, name)
      .map(({ text }) => text)
      .join(' '),
  ).toBe(expected);
});
