import { expect, test } from 'vitest';
import { contrast, mix, readable } from './colours.ts';
import { shades, type Theme, themes, tints } from './themes.ts';
import { look } from './look.ts';

test('contrast is the one of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast(readable('#409eff', '#ffffff'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

const grounds = [
  ['text', 'surface'],
  ['text', 'page'],
  ['text-soft', 'surface'],
  ['text-soft', 'page'],
  ['primary-ink', 'surface'],
  ['primary-ink', 'page'],
  ['primary-ink', 'primary-wash'],
  ['on-primary', 'primary-strong'],
  ['on-primary', 'primary-hover'],
  ['on-primary', 'primary-pressed'],
  ['on-button', 'button'],
  ['on-button', 'button-hover'],
  ['on-button', 'button-pressed'],
  ['on-primary', 'stop-strong'],
  ['on-primary', 'stop-hover'],
  ['on-primary', 'stop-pressed'],
  ['sidebar-text', 'sidebar'],
  ['sidebar-text', 'sidebar-sunken'],
  ['sidebar-active-text', 'sidebar-active'],
  ['sidebar-strong', 'sidebar'],
  ['sidebar-strong', 'sidebar-hover'],
  ['top-bar-text', 'top-bar'],
  ['top-bar-text', 'top-bar-hover'],
  ['top-bar-soft', 'top-bar'],
  ['text', 'raised'],
  ['text', 'hover'],
  ['text-soft', 'hover'],
  ['text-soft', 'sunken'],
  ['text-soft', 'raised'],
  ['primary-ink', 'raised'],
  ...['stop', 'look', 'done', 'next', 'waiting', 'system', 'plain'].flatMap(
    (tone) =>
      [
        [`tone-${tone}-ink`, 'surface'],
        [`tone-${tone}-ink`, 'page'],
      ] as const,
  ),
] as const;

test.each(themes.flatMap((theme) => grounds.map(([ink, ground]) => ({ theme, ink, ground }))))(
  '$theme.name: $ink is read on $ground',
  ({ theme, ink, ground }) => {
    const shade = shades(theme);
    expect(contrast(shade[ink] ?? '#000000', shade[ground] ?? '#000000')).toBeGreaterThanOrEqual(4.5);
  },
);

test('RULE-099 RULE-311: eleven themes, in this spelling', () => {
  expect(themes.map(({ name }) => name)).toEqual([
    'default',
    'white',
    'dark',
    'star',
    'bule',
    'iview',
    'vip',
    'cool',
    'd2',
    'hey',
    'lte',
  ]);
});

test('RULE-141 RULE-142: who chose nothing has the standard theme in #409EFF', () => {
  expect(look.get()).toEqual({ theme: 'default', density: 'compact' });
  expect(themes[0]!.primary).toBe('#409EFF');
});

const distance = (one: string, other: string): number =>
  [1, 3, 5].reduce(
    (sum, at) =>
      sum + Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)),
    0,
  );
const PARTS = ['sidebar', 'topBar', 'page', 'surface', 'primary'] as const satisfies readonly (keyof Theme)[];
test('each theme is another one than every other, in the colours that cover the screen', () => {
  const apart = (one: Theme, other: Theme): number =>
    PARTS.reduce((sum, part) => sum + distance(one[part], other[part]), 0);
  const alike = themes.flatMap((one, at) =>
    themes
      .slice(at + 1)
      .filter((other) => apart(one, other) < 150)
      .map((other) => `${one.name} ${other.name} ${apart(one, other)}`),
  );
  expect(alike).toEqual([]);
});

test('RULE-312: a colour comes in ten steps, each a tenth nearer to white, and one darker', () => {
  expect(tints('#409EFF')).toEqual([
    '#409eff',
    '#53a8ff',
    '#66b1ff',
    '#79bbff',
    '#8cc5ff',
    '#a0cfff',
    '#b3d8ff',
    '#c6e2ff',
    '#d9ecff',
    '#ecf5ff',
    mix('#409EFF', '#000000', 0.1),
  ]);
  const shade = shades({ ...themes[0]!, primary: '#d4380d' });
  expect([shade['primary-0'], shade['primary-9'], shade['primary-darker']]).toEqual([
    '#d4380d',
    mix('#d4380d', '#ffffff', 0.9),
    mix('#d4380d', '#000000', 0.1),
  ]);
});

test.each(['#000000', '#ffffff', '#ffe600', '#7fff00', '#808080'])(
  'a primary colour of one’s own stays readable, whatever it is: %s',
  (primary) => {
    for (const theme of themes) {
      const shade = shades({ ...theme, primary });
      for (const [ink, ground] of grounds.filter(([each]) => /primary|sidebar-active/.test(each)))
        expect(contrast(shade[ink]!, shade[ground]!), `${theme.name} ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  },
);
